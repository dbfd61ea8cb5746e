"""The three promises of common/kernel.py, on a toy game of two sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

pytest.importorskip("numba")

HELPER = "from common.kernel import kernel\n\nSTEP = {step}\n\n@kernel\ndef grow(value):\n    return value * {factor} + STEP\n"
TOY = """
import sys
from common import kernel, memory
import helper
from helper import grow

@kernel.kernel
def total(memory, count):
    for index in range(count):
        memory.seen[index] = grow(index)
        memory.sum += memory.seen[index]
    return memory.sum

def warm(kernels):
    kernels.total(kernels.memory(FIELDS), 3)

FIELDS = {"sum": 0, "seen": 16}
if __name__ == "__main__":
    for kernels in (kernel.plain(vars(helper), globals()), kernel.load("toy", vars(helper), globals(), warm=warm)):
        record = kernels.memory(FIELDS)
        print(kernels.compiled, int(kernels.total(record, 10)), [int(value) for value in record.seen])
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    write_helper(tmp_path)
    return tmp_path


def write_helper(folder: Path, factor: int = 2, step: int = 1) -> None:
    (folder / "helper.py").write_text(HELPER.format(factor=factor, step=step))


def run_toy(folder: Path, **environment: str) -> tuple[list[list[str]], str]:
    """(compiled, sum, values) of the plain and of the loaded kernels, and what stood on stderr."""
    paths = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "toy.py"], cwd=folder, capture_output=True, text=True, env=os.environ | paths | environment, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return [line.split(" ", 2) for line in done.stdout.splitlines()], done.stderr


def test_one_source_gives_equal_results_plain_and_compiled(toy: Path) -> None:
    (plain, loaded), errors = run_toy(toy)
    assert (plain[0], loaded[0], errors) == ("False", "True", "")
    assert plain[1:] == loaded[1:]


def test_an_edit_of_a_helper_in_another_file_never_runs_stale_code(toy: Path) -> None:
    for factor, step in ((2, 1), (3, 1), (3, 5), (2, 1)):
        write_helper(toy, factor, step)
        (_, loaded), _ = run_toy(toy)
        assert int(loaded[1]) == sum(factor * index + step for index in range(10))


def test_an_edit_of_an_instruction_never_runs_stale_code(toy: Path) -> None:
    """The machine code of a helper stands in a file that no kernel comes from."""
    shutil.copytree(ROOT / "common", toy / "common", ignore=shutil.ignore_patterns("__pycache__", "strategies"))
    (toy / "helper.py").write_text(
        "from common.kernel import kernel, times\n\n@kernel\ndef grow(value):\n    return times(value, 2)\n"
    )
    plain, loaded = run_toy(toy)[0]
    assert loaded[1:] == plain[1:]
    instructions = toy / "common" / "intrinsics.py"
    instructions.write_text(instructions.read_text().replace("builder.mul(", "builder.add("))
    plain, loaded = run_toy(toy)[0]
    assert int(loaded[1]) == sum(index + 2 for index in range(10)) != int(plain[1])


def test_old_bytecode_never_gets_into_the_cache_of_a_new_source(toy: Path) -> None:
    """Python itself does not notice an edit that keeps the size and the second; once it does, all is right."""
    keeping = {"PYTHONDONTWRITEBYTECODE": ""}
    run_toy(toy, **keeping)
    times = (toy / "helper.py").stat().st_mtime_ns, (toy / "helper.py").stat().st_mtime_ns
    write_helper(toy, factor=3)
    os.utime(toy / "helper.py", ns=times)
    (plain, loaded), _ = run_toy(toy, **keeping)
    assert plain[1:] == loaded[1:]
    (toy / "helper.py").touch()
    (plain, loaded), _ = run_toy(toy, **keeping)
    assert int(loaded[1]) == int(plain[1]) == sum(3 * index + 1 for index in range(10))


def test_a_second_process_takes_machine_code_from_the_cache(toy: Path) -> None:
    run_toy(toy)
    before = {path: path.stat().st_mtime_ns for path in (toy / "cache").rglob("*.nb*")}
    run_toy(toy)
    assert before
    assert {path: path.stat().st_mtime_ns for path in (toy / "cache").rglob("*.nb*")} == before


def falls_back(toy: Path, **environment: str) -> None:
    (plain, loaded), errors = run_toy(toy, **environment)
    assert loaded == plain
    assert len(errors.splitlines()) == 1
    assert "plain Python" in errors


def test_a_missing_numba_means_plain_python(toy: Path) -> None:
    (toy / "numba.py").write_text("raise ImportError('No module named numba')")
    falls_back(toy)


def test_a_numba_that_fails_in_any_way_means_plain_python(toy: Path) -> None:
    (toy / "llvmlite.py").write_text("raise RuntimeError('broken\\ninstallation')")
    falls_back(toy)


def test_a_cache_folder_that_cannot_be_made_means_plain_python(toy: Path) -> None:
    (toy / "__pycache__").write_text("a file where the folder should be")
    nowhere = str(toy / "helper.py" / "cache")
    falls_back(toy, NUMBA_CACHE_DIR=nowhere, HOME=nowhere, XDG_CACHE_HOME=nowhere)


def test_a_damaged_cache_means_plain_python_or_a_new_compilation(toy: Path) -> None:
    run_toy(toy)
    for path in (toy / "cache").rglob("*.nb*"):
        path.write_bytes(b"damaged")
    (plain, loaded), errors = run_toy(toy)
    assert loaded[1:] == plain[1:]
    assert len(errors.splitlines()) <= 1


def test_two_games_from_one_template_do_not_share_machine_code(toy: Path) -> None:
    """The same kernel file bound to other constants is other machine code."""
    code = """
import toy, helper
from common import kernel
for step in (1, 100):
    kernels = kernel.load("toy", vars(helper), vars(toy), {"STEP": step}, warm=toy.warm)
    print(kernels.compiled, int(kernels.total(kernels.memory(toy.FIELDS), 2)))
"""
    (toy / "both.py").write_text(code)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(toy / "cache")}
    done = subprocess.run([sys.executable, "both.py"], cwd=toy, capture_output=True, text=True, env=environment, timeout=120)
    assert done.stdout.split() == ["True", "4", "True", "202"]
