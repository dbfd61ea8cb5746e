"""The guarantees of common/kernels/kernel.py and jit/build.py, on a toy game of two files."""

from __future__ import annotations

import gc
import itertools
import json
import os
import shutil
import stat
import struct
import subprocess
import sys
import threading
import time
from hashlib import sha256
from hmac import digest
from io import StringIO
from pathlib import Path

import pytest

from common.kernels.jit.cache import KEY_FILE, ensure_key, read_object
from common.kernels.jit.trial import check_loads
from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
from tests.support.programs import ROOT

pytest.importorskip("numba")
from common.kernels.jit import compile_request

HELPER = (
    "from common.kernels.kernel import kernel\n\nSTEP = {step}\n\n"
    "@kernel\ndef grow(value):\n    return value * {factor} + STEP\n"
)
TOY = """
import sys
from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
import helper
from helper import grow

SHIFTS = (1, 2, 4)

@kernel
def total(memory, count):
    for index in range(count):
        memory.seen[index] = grow(index)
        memory.sum += memory.seen[index]
    return memory.sum

@kernel
def depths(memory, count):
    return 0 if count == 0 else 1 + depths(memory, count - 1)

@kernel
def turned(state, by):
    return state[1], state[0] + by

@kernel
def is_turned(state, child):
    return turned(state, 0) == child

@kernel
def described(memory, state):
    return depths(memory, 7) + SHIFTS[2] + (1000 if is_turned(state, state) else 0)

@kernel
def clear(memory):
    memory.sum = 0

FIELDS = {"sum": 0, "seen": 16}
PROGRAM = LinkedKernels("toy", vars(helper), globals(), records={"memory": FIELDS}, state_size=2)

def tell(kernels):
    record = kernels.memory(FIELDS)
    print(kernels.compiled, int(kernels.total(record, 10)), [int(value) for value in record.seen],
          kernels.turned((1, 2), 40), kernels.is_turned((1, 2), (2, 1)), kernels.described(record, (3, 3)),
          kernels.clear(record), record.sum)

if __name__ == "__main__":
    tell(PROGRAM.plain)
    tell(PROGRAM.fast)
    print([name for name in ("numba", "numpy") if sys.modules.get(name)])
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.py").write_text(TOY)
    write_helper(tmp_path)
    return tmp_path


Told = tuple[list[list[str]], str]


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    """Compile the toy once for all tests that start from its object; return its folder, and what it said."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy.py").write_text(TOY)
    write_helper(folder)
    return folder, run_toy(folder)


@pytest.fixture
def ready(toy: Path, first_run: tuple[Path, Told]) -> Path:
    """Return the toy's folder, with its object in the cache."""
    shutil.copytree(first_run[0] / "cache", toy / "cache")
    return toy


def write_helper(folder: Path, factor: int = 2, step: int = 1) -> None:
    (folder / "helper.py").write_text(HELPER.format(factor=factor, step=step))


def environment_of(folder: Path, **more: str) -> dict[str, str]:
    own = {
        "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT))),
        "FIVE_BOARD_GAMES_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return os.environ | own | more


def run_toy(folder: Path, **environment: str) -> Told:
    """Run the toy.

    Return `compiled` and the results, for the plain and for the loaded kernels, and stderr.
    """
    done = subprocess.run(
        [sys.executable, "toy.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment_of(folder, **environment),
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    plain, loaded, heavy = done.stdout.splitlines()
    assert heavy == "[]"
    return [line.split(" ", 1) for line in (plain, loaded)], done.stderr


def objects(folder: Path) -> list[Path]:
    return sorted((folder / "cache").glob("toy-*.o"))


def test_plain_and_compiled_kernels_give_equal_results(first_run: tuple[Path, Told], ready: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in objects(ready)}
    for (plain, loaded), errors in (first_run[1], run_toy(ready)):  # compiled, then from the cache
        assert (plain[0], loaded[0], errors) == ("False", "True", "")
        assert plain[1:] == loaded[1:]
        assert plain[1].endswith("(2, 41) True 1011 None 0")
    assert len(before) == 1
    assert {path: path.stat().st_mtime_ns for path in objects(ready)} == before


@pytest.mark.long
def test_edit_of_a_helper_never_runs_stale_code(toy: Path) -> None:
    for factor, step in ((2, 1), (3, 1), (3, 5), (2, 1)):
        write_helper(toy, factor, step)
        (_, loaded), _ = run_toy(toy)
        assert int(loaded[1].split()[0]) == sum(factor * index + step for index in range(10))


def test_edit_of_an_intrinsic_never_runs_stale_code(toy: Path) -> None:
    """The code of an intrinsic is in a file that contains no kernel."""
    shutil.copytree(
        ROOT / "common", toy / "common", ignore=shutil.ignore_patterns("__pycache__", "strategies")
    )
    (toy / "helper.py").write_text(
        "from common.kernels.kernel import kernel, wrapping_mul\n\n"
        "@kernel\ndef grow(value):\n    return wrapping_mul(value, 2)\n"
    )
    own = {"PYTHONPATH": str(toy)}
    plain, loaded = run_toy(toy, **own)[0]
    assert loaded[1:] == plain[1:]
    instructions = toy / "common" / "kernels" / "jit" / "intrinsics.py"
    instructions.write_text(instructions.read_text().replace("builder.mul(", "builder.add("))
    plain, loaded = run_toy(toy, **own)[0]
    assert int(loaded[1].split()[0]) == sum(index + 2 for index in range(10)) != int(plain[1].split()[0])


@pytest.mark.long
def test_stale_bytecode_is_never_cached_for_a_new_source(toy: Path) -> None:
    """Python misses an edit that keeps a file's size and second; the results must agree even so."""
    keeping = {"PYTHONDONTWRITEBYTECODE": ""}
    run_toy(toy, **keeping)
    times = (toy / "helper.py").stat().st_mtime_ns, (toy / "helper.py").stat().st_mtime_ns
    write_helper(toy, factor=3)
    os.utime(toy / "helper.py", ns=times)
    (plain, loaded), _ = run_toy(toy, **keeping)
    assert plain[1:] == loaded[1:]
    (toy / "helper.py").touch()
    (plain, loaded), _ = run_toy(toy, **keeping)
    assert loaded[1:] == plain[1:]
    assert int(loaded[1].split()[0]) == sum(3 * index + 1 for index in range(10))


@pytest.mark.long
def test_cache_keeps_the_two_newest_objects(toy: Path) -> None:
    for step in (1, 2, 3):
        write_helper(toy, step=step)
        run_toy(toy)
    assert len(objects(toy)) == 2
    newest = max(objects(toy), key=lambda path: path.stat().st_mtime_ns)
    run_toy(toy)
    assert newest in objects(toy)


def test_cache_is_private_to_its_owner(first_run: tuple[Path, Told]) -> None:
    folder, _ = first_run
    assert stat.S_IMODE((folder / "cache").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in objects(folder)} == {0o600}


def assert_fallback(toy: Path, reason: str, **environment: str) -> None:
    (plain, loaded), errors = run_toy(toy, **environment)
    assert loaded == plain
    assert len(errors.splitlines()) == 1
    assert errors.startswith("toy: falling back to plain Python (slower): ")
    assert reason in errors


def test_plain_python_runs_without_numba(toy: Path) -> None:
    (toy / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    assert_fallback(toy, "umba")


def test_plain_python_runs_and_no_retry_follows_a_compiler_failure(toy: Path) -> None:
    (toy / "numba.py").write_text("raise RuntimeError('broken\\ninstallation')")
    assert_fallback(toy, "broken")
    (failed,) = (toy / "cache").glob("*.failed")
    noted = failed.stat()
    assert_fallback(toy, "broken")
    assert (failed.stat().st_mtime_ns, failed.stat().st_ino) == (
        noted.st_mtime_ns,
        noted.st_ino,
    )  # it was not compiled again


def test_plain_python_runs_with_mutually_recursive_kernels(toy: Path) -> None:
    """Numba's code for mutually recursive kernels crashes with a segmentation fault."""
    again = (
        "@kernel\ndef heights(memory, count):\n"
        "    return 0 if count == 0 else 1 + depths(memory, count - 1)\n\n"
        "@kernel\ndef turned("
    )
    changed = TOY.replace("1 + depths(memory, count - 1)", "1 + heights(memory, count - 1)").replace(
        "@kernel\ndef turned(", again
    )
    (toy / "toy.py").write_text(changed)
    (plain, loaded), said = run_toy(toy)
    assert (loaded[0], loaded[1]) == ("False", plain[1])
    assert "kernels call each other in turn: depths, heights" in said


def test_compiler_is_retried_after_ten_minutes(ready: Path) -> None:
    (there,) = objects(ready)
    there.unlink()
    failed = there.with_suffix(".failed")
    failed.write_text("no memory was left")
    assert_fallback(ready, "no memory was left")
    os.utime(failed, (time.time() - 601,) * 2)
    assert run_toy(ready)[0][1][0] == "True"
    assert not failed.exists()


def test_plain_python_runs_if_the_loader_fails(toy: Path) -> None:
    (toy / "llvmlite.py").write_text("raise RuntimeError('broken\\ninstallation')")
    assert_fallback(toy, "broken")


def test_plain_python_runs_if_the_cache_folder_cannot_be_created(toy: Path) -> None:
    assert_fallback(toy, "helper.py", FIVE_BOARD_GAMES_CACHE=str(toy / "helper.py" / "cache"))


def test_cache_folder_writable_by_others_is_not_used(toy: Path) -> None:
    (toy / "cache").mkdir()
    (toy / "cache").chmod(0o777)
    assert_fallback(toy, "or can write to it")
    assert not list((toy / "cache").iterdir())


def test_object_writable_by_others_is_not_loaded(ready: Path) -> None:
    (there,) = objects(ready)
    there.chmod(0o666)
    assert_fallback(ready, "or can write to it")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("what", ["folder", "object"])
def test_object_or_folder_of_another_owner_is_not_used(ready: Path, what: str) -> None:
    (there,) = objects(ready)
    os.chown(there if what == "object" else there.parent, 12345, 12345)
    assert_fallback(ready, "other users own")


def test_object_with_a_forged_digest_is_not_loaded(ready: Path) -> None:
    """A program that could write the cache could otherwise run its code in the referee."""
    (there,) = objects(ready)
    whole = there.read_bytes()
    _, _, body = whole.partition(b"\n")
    for forged in (
        sha256(body).hexdigest(),
        digest(b"", body, "sha256").hex(),
        digest(bytes(32), body, "sha256").hex(),
    ):
        there.write_bytes(forged.encode() + b"\n" + body)
        assert read_object(there) is None
    (plain, loaded), errors = run_toy(ready)
    assert (loaded[0], loaded[1], errors) == ("True", plain[1], "")
    assert there.read_bytes()[:64] == whole[:64]


def spoil_key(key: Path, how: str) -> None:
    """Make a key one that authenticates nothing written before."""
    if how == "missing":
        key.unlink()
    elif how == "readable":
        key.chmod(0o640)
    else:
        key.write_bytes(b"?" * {"short": 31, "another": 32}[how])


@pytest.mark.parametrize("how", ["readable", "short", "another", "missing"])
def test_spoilt_key_authenticates_nothing(ready: Path, how: str) -> None:
    (there,), key = objects(ready), ready / "cache" / KEY_FILE
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and read_object(there)
    spoil_key(key, how)
    assert read_object(there) is None
    assert (ensure_key(key.parent) == b"?" * 32) == (how == "another")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and read_object(there) is None


def test_toy_is_compiled_again_under_a_spoilt_key(ready: Path) -> None:
    (there,), key = objects(ready), ready / "cache" / KEY_FILE
    spoil_key(key, "readable")
    before = key.read_bytes()
    (plain, loaded), errors = run_toy(ready)
    assert (loaded[0], loaded[1], errors) == ("True", plain[1], "")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and key.read_bytes() != before
    assert read_object(there)


def test_key_is_created_once_and_is_private(tmp_path: Path) -> None:
    made = ensure_key(tmp_path)
    assert made == ensure_key(tmp_path) and len(made) == 32
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def unknown_relocations(image: bytes) -> bytes:
    """Return an ELF object whose relocations have an unknown type."""
    changed = bytearray(image)
    (table,) = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    for at in range(table, table + size * count, size):
        _, kind, _, _, offset, length = struct.unpack_from("<IIQQQQ", image, at)
        if kind == 4:  # SHT_RELA
            for entry in range(offset, offset + length, 24):
                struct.pack_into("<I", changed, entry + 8, 0xFE)
    assert changed != image
    return bytes(changed)


@pytest.mark.skipif(sys.platform != "linux", reason="an ELF object")
def test_object_that_llvm_cannot_load_is_not_cached(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM aborts on an impossible relocation; the compiler records the failure, and plain Python runs."""
    (there,) = objects(ready)
    found = read_object(there)
    assert found
    check_loads(found[1])
    results, broken = found[0], unknown_relocations(found[1])
    for image in (broken, found[1][:200], b""):
        with pytest.raises(ValueError, match="LLVM cannot load what it has compiled"):
            check_loads(image)
    there.unlink()
    monkeypatch.syspath_prepend(str(ready))
    monkeypatch.setattr(os, "umask", lambda mask: 0)
    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(compile_request, "compile_object", lambda program: (results, broken))
    monkeypatch.setattr(compile_request, "kernels_from_request", lambda asked: None)
    monkeypatch.setattr(compile_request, "fingerprint", lambda program: there.stem[4:])
    monkeypatch.setattr(sys, "stdin", StringIO(json.dumps({"path": str(there), "name": "toy", "wait": True})))
    assert compile_request.main() == 1
    assert not there.exists()
    assert_fallback(ready, "LLVM cannot load what it has compiled")


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
def test_full_disk_leaves_no_partial_file_and_plain_python_runs(toy: Path) -> None:
    limit = (
        "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))\n"
    )
    (toy / "sitecustomize.py").write_text(limit)
    assert_fallback(toy, "")
    assert [
        path.suffix for path in (toy / "cache").iterdir() if path.suffix not in (".lock", ".failed", ".key")
    ] == []


@pytest.mark.parametrize("how", ["overwritten", "cut off", "emptied", "of another name"])
def test_damaged_object_is_not_read(ready: Path, how: str) -> None:
    (there,) = objects(ready)
    whole = there.read_bytes()
    assert read_object(there)
    if how == "of another name":
        there = there.rename(there.with_name("toy-0.o"))
    else:
        there.write_bytes(damaged(whole, how))
    assert read_object(there) is None


def damaged(whole: bytes, how: str) -> bytes:
    """Return the bytes of an object with a kind of damage."""
    return {"overwritten": whole[:500] + b"?" * 20 + whole[520:], "cut off": whole[:-7], "emptied": b""}[how]


def test_damaged_object_is_compiled_again(ready: Path) -> None:
    (there,) = objects(ready)
    there.write_bytes(damaged(there.read_bytes(), "overwritten"))
    (plain, loaded), errors = run_toy(ready)
    assert (loaded[0], loaded[1], errors) == ("True", plain[1], "")


def test_object_replaced_while_loading_changes_no_result(ready: Path) -> None:
    (there,) = objects(ready)
    whole, done = there.read_bytes(), threading.Event()

    def replace() -> None:
        new = ready / "new"
        for number in itertools.count():
            new.write_bytes(whole if number % 3 else whole[: number * 97 % len(whole)])
            new.chmod(0o600)
            new.replace(there)
            if done.wait(0.001):
                return

    thread = threading.Thread(target=replace)
    thread.start()
    try:
        for _ in range(4):
            (plain, loaded), errors = run_toy(ready)
            assert loaded[1:] == plain[1:]
            assert len(errors.splitlines()) <= 1
    finally:
        done.set()
        thread.join()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_plain_python_runs_if_the_cache_is_read_only(toy: Path) -> None:
    (toy / "cache").mkdir(mode=0o500)
    assert_fallback(toy, "")


def test_later_call_gets_machine_code_if_the_first_did_not_wait(toy: Path) -> None:
    code = "import toy\nfound = toy.PROGRAM.fast_if_built\nprint(found.compiled if found else None)\n"
    (toy / "soon.py").write_text(code)
    began, said = time.monotonic(), list[str]()
    while said[-1:] != ["True"] and time.monotonic() - began < 60:
        done = subprocess.run(
            [sys.executable, "soon.py"],
            cwd=toy,
            capture_output=True,
            text=True,
            env=environment_of(toy),
            timeout=60,
        )
        assert done.stderr == ""
        said.append(done.stdout.strip())
        time.sleep(0.3)
    assert (said[0], said[-1]) == ("None", "True")


@pytest.mark.long
def test_all_processes_get_machine_code_on_an_empty_cache(toy: Path) -> None:
    command = [sys.executable, "toy.py"]
    pipe = subprocess.PIPE
    running = [
        subprocess.Popen(command, cwd=toy, stdout=pipe, stderr=pipe, text=True, env=environment_of(toy))
        for _ in range(8)
    ]
    for process in running:
        output, errors = process.communicate(timeout=120)
        assert errors == ""
        assert output.splitlines()[1].startswith("True")
    assert len(objects(toy)) == 1


@pytest.mark.long
def test_games_with_other_constants_never_share_machine_code(toy: Path) -> None:
    """One kernel file bound to different constants gives different code, in one process or several."""
    code = """
import sys, toy, helper
from common.kernels.linked_kernels import LinkedKernels
for step in map(int, sys.argv[1:]):
    records = {"memory": toy.FIELDS}
    options = {"records": records, "state_size": 2, "variant": {"STEP": step}}
    program = LinkedKernels("toy", vars(helper), vars(toy), **options)
    print(program.fast.compiled, program.fast.total(program.fast.memory(toy.FIELDS), 2))
"""
    (toy / "both.py").write_text(code)
    for steps, wanted in ((("1", "100"), ["4", "202"]), (("100",), ["202"]), (("1",), ["4"])):
        done = subprocess.run(
            [sys.executable, "both.py", *steps],
            cwd=toy,
            capture_output=True,
            text=True,
            env=environment_of(toy),
            timeout=120,
        )
        assert done.stdout.split()[1::2] == wanted
        assert set(done.stdout.split()[::2]) == {"True"}


@pytest.mark.long
def test_one_kernel_with_two_layouts_gives_two_objects_in_any_order(toy: Path) -> None:
    """With Numba's own cache, a third process once ran the second one's code: wrong results, or a crash."""
    code = """
import sys, toy, helper
from common.kernels.linked_kernels import LinkedKernels
for length in map(int, sys.argv[1:]):
    fields = {"pad": length, **toy.FIELDS}
    program = LinkedKernels("toy", vars(helper), vars(toy), records={"memory": fields}, state_size=2)
    record = program.fast.memory(fields)
    print(program.fast.compiled, program.fast.total(record, 2), sum(record.pad), record.sum)
"""
    (toy / "layouts.py").write_text(code)
    for lengths in (("10",), ("2000000",), ("10", "2000000"), ("2000000", "10")):
        done = subprocess.run(
            [sys.executable, "layouts.py", *lengths],
            cwd=toy,
            capture_output=True,
            text=True,
            env=environment_of(toy),
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["True 4 0 4"] * len(lengths)


def test_record_of_another_layout_is_refused(ready: Path) -> None:
    code = "import toy\nkernels = toy.PROGRAM.fast\nkernels.total(kernels.memory({'sum': 0, 'seen': 8}), 3)\n"
    (ready / "wrong.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "wrong.py"], cwd=ready, capture_output=True, text=True, env=environment_of(ready)
    )
    assert "TypeError" in done.stderr


def test_reading_beyond_an_array_raises_if_bounds_are_checked(toy: Path) -> None:
    code = (
        "import toy\nkernels = toy.PROGRAM.fast\nprint(kernels.compiled)\n"
        "kernels.total(kernels.memory(toy.FIELDS), 17)\n"
    )
    (toy / "beyond.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "beyond.py"],
        cwd=toy,
        capture_output=True,
        text=True,
        env=environment_of(toy, NUMBA_BOUNDSCHECK="1"),
        timeout=60,
    )
    assert done.stdout == "True\n"
    assert done.stderr.splitlines()[-1] == "IndexError: a kernel has looked beyond the end of an array"


@pytest.mark.parametrize("what", ["fast_if_built", pytest.param("fast", marks=pytest.mark.long)])
def test_kernels_compile_in_memory_if_objects_cannot_be_loaded(ready: Path, what: str) -> None:
    code = f"""
import time, toy
from common.kernels.jit import loader
class Engine:
    def __init__(self): self.engine = loader.real()
    def add_object_file(self, image): raise RuntimeError("a format of another system")
    def __getattr__(self, name): return getattr(self.engine, name)
toy.PROGRAM.fast
again = toy.LinkedKernels("toy", vars(toy.helper), vars(toy), records={{"memory": toy.FIELDS}}, state_size=2)
loader.CAN_LOAD_OBJECTS, loader.real, loader.create_engine = False, loader.create_engine, Engine
while not again.{what}:
    time.sleep(0.01)
toy.tell(again.{what})
"""
    (ready / "elsewhere.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "elsewhere.py"], cwd=ready, capture_output=True, text=True, env=environment_of(ready)
    )
    assert (done.stdout[:4], done.stdout[-24:], done.stderr) == (
        "True",
        "(2, 41) True 1011 None 0\n"[-24:],
        "",
    )


# LINKING


@kernel
def one(value: int) -> int:
    """Add WIDTH."""
    return value + WIDTH


WIDTH = 1


def linked(*sources: dict[str, object]) -> LinkedKernels:
    return LinkedKernels("test", *sources, records={})


def test_two_different_definitions_of_one_name_are_refused() -> None:
    others: list[dict[str, object]] = [{"WIDTH": 2}, {"WIDTH": ("strings", "too")}, {"one": len}]
    for other in others:
        with pytest.raises(ValueError, match="two different things are called"):
            linked({"one": one, "WIDTH": 1}, other)
    assert linked({"one": one, "WIDTH": 1}, {"one": one, "WIDTH": 1}).plain.one(3) == 4


def test_overridable_names_may_be_overridden() -> None:
    assert linked({"one": one, "WIDTH": 1, "OVERRIDABLE": ("WIDTH",)}, {"WIDTH": 5}).plain.one(3) == 8
