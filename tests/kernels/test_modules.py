"""A module runs only with the sources that it was built from; else plain Python plays, with one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")
from common.kernels.linked_kernels import MODULES

ROOT = Path(__file__).parents[2]
SCRIPT = """
from types import SimpleNamespace
from constants import FACTOR
from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
FIELDS = {"count": 0}

@kernel
def counted(memory, number):
    memory.count += number * FACTOR
    return memory.count

KERNELS = LinkedKernels("toy", globals(), records={"memory": FIELDS})
GAME = SimpleNamespace(search=SimpleNamespace(compiled=lambda: KERNELS))
"""
ASK = """
import toy
kernels = toy.KERNELS.instance()
print(kernels.compiled, kernels.counted(kernels.memory(toy.FIELDS), 5))
"""
MOVE = ("duel7.py", "move", "X", "X a1 a7 O b2 c3", "12", "--nodes", "500")


def run(words: list[str], folder: Path, **environment: str) -> tuple[str, str]:
    path = os.pathsep.join([str(folder), str(ROOT)])
    given = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=given, capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout.strip(), done.stderr.strip()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy.py").write_text(SCRIPT)
    (folder / "constants.py").write_text("FACTOR = 3\n")
    run(["-m", "common.kernels.build", str(folder / "toy.py")], folder)
    return folder


@pytest.fixture
def toy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__")))


def test_script_of_ones_own_has_its_module_beside_it(toy: Path) -> None:
    assert sorted(path.name for path in toy.iterdir()) == ["constants.py", "toy.json", "toy.py", "toy.wasm"]
    assert run(["-c", ASK], toy) == ("True 15", "")
    known = json.loads((toy / "toy.json").read_text())
    assert sorted(known["tools"]) == ["llvmlite", "numba", "python", "ziglang"]


def test_line_ends_change_nothing(toy: Path) -> None:
    text = (toy / "toy.py").read_bytes().replace(b"\n", b"\r\n")
    (toy / "toy.py").write_bytes(text)
    assert run(["-c", ASK], toy) == ("True 15", "")


@pytest.mark.parametrize(
    ("file", "old", "new", "result"),
    [
        ("toy.py", "number * FACTOR", "number * FACTOR + 1", "16"),
        ("constants.py", "3", "4", "20"),
        ("toy.py", '{"count": 0}', '{"unused": 0, "count": 0}', "15"),
    ],
)
def test_edited_source_never_runs_the_old_module(
    toy: Path, file: str, old: str, new: str, result: str
) -> None:
    (toy / file).write_text((toy / file).read_text().replace(old, new))
    out, problem = run(["-c", ASK], toy)
    assert out == f"False {result}"
    assert problem.startswith(
        "falling back to plain Python (slower): toy: its module is older than its sources"
    )
    assert "\n" not in problem


def test_flipped_bit_is_noticed(toy: Path) -> None:
    image = bytearray((toy / "toy.wasm").read_bytes())
    image[len(image) // 2] ^= 1
    (toy / "toy.wasm").write_bytes(image)
    out, problem = run(["-c", ASK], toy)
    assert (out, problem) == ("False 15", "falling back to plain Python (slower): toy: its module is damaged")


def test_missing_module_is_one_line(toy: Path) -> None:
    (toy / "toy.wasm").unlink()
    out, problem = run(["-c", ASK], toy)
    assert out == "False 15" and len(problem.splitlines()) == 1


@pytest.mark.parametrize("error", ["ImportError", "RuntimeError", "OSError"])
def test_without_wasmtime_the_same_move_is_played(tmp_path: Path, error: str) -> None:
    with_modules = run([*MOVE], tmp_path)
    (tmp_path / "wasmtime.py").write_text(f"raise {error}('no binary')")
    move, problem = run([*MOVE], tmp_path)
    assert with_modules == (move, "")
    assert problem.startswith("falling back to plain Python (slower): ") and "\n" not in problem


def test_home_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    assert run([*MOVE], tmp_path, HOME="/proc", XDG_CACHE_HOME="/proc") == run([*MOVE], tmp_path)


def test_two_calls_at_once_in_a_folder_that_is_deleted_meanwhile(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    words = [sys.executable, str(ROOT / MOVE[0]), *MOVE[1:-1], "200000"]
    calls = [subprocess.Popen(words, cwd=folder, stdout=-1, stderr=-1, text=True) for _ in range(2)]
    folder.rmdir()
    answers = [call.communicate(timeout=120) for call in calls]
    assert answers[0] == answers[1] and answers[0][1] == "" and answers[0][0]


def test_every_stored_module_belongs_to_its_sources() -> None:
    from common.kernels.build.__main__ import is_current, our_kernels

    linked = list(our_kernels())
    assert all(map(is_current, linked)), "python -m common.kernels.build"
    assert {path.stem for path in MODULES.glob("*.wasm")} == {each.name for each in linked}
