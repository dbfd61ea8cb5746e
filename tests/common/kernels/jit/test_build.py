"""Building and loading machine code: cache hits, the compiler process, failures, code in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.kernels.jit import build
from common.kernels.jit.build import RETRY_SECONDS, InMemoryBuild, load_or_build, request, start_build
from common.kernels.jit.cache import MachineCodeUnavailable
from common.kernels.jit.compile_request import kernels_from_request
from common.kernels.jit.loader import LoadingUnsupported, MachineCode
from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels

STEP = 3
TABLE = (2, 3, 5)
FALLBACK = "toy: falling back to plain Python (slower): "


@kernel
def step_of(number: int) -> int:
    return number + STEP


@kernel
def entry(state: Any, at: int) -> int:
    return step_of(state[at]) + TABLE[0]


@kernel
def outer(state: Any, at: int) -> int:
    return 1 + entry(state, at)


@kernel
def total(memory: Any, count: int) -> Any:
    for number in range(count):
        memory.sum += step_of(number)
    return memory.sum


FIELDS = {"sum": 0, "seen": 4}


def toy(**replacements: Any) -> LinkedKernels:
    return LinkedKernels("toy", globals() | replacements, records={"memory": FIELDS}, state_size=2)


class Compiler:
    """A compiler process that stores an object when it is polled for the second time."""

    def __init__(self, path: Path, stores: bool) -> None:
        self.requests, self.options = list[dict[str, Any]](), list[dict[str, Any]]()
        self._path, self._stores, self._polls = path, stores, 0

    def __call__(self, command: list[str], stdin: Any, **options: Any) -> Compiler:
        assert command == [sys.executable, "-m", "common.kernels.jit.compile_request"]
        self.requests.append(json.loads(stdin.read()))
        self.options.append(options)
        return self

    def poll(self) -> int | None:
        self._polls += 1
        if self._polls == 1:
            return None
        if self._stores:
            self._path.write_text("object")
        return 0


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the toy's object, in an empty cache. Any text in it counts as an object."""
    found = tmp_path / "toy-123.o"
    monkeypatch.setattr(build, "can_compile", lambda: True)
    monkeypatch.setattr(build, "object_path", lambda linked: found)
    monkeypatch.setattr(build, "read_object", lambda path: ({}, path.read_bytes()) if path.exists() else None)
    monkeypatch.setattr(build, "load_object", lambda image: SimpleNamespace(image=image))
    monkeypatch.setattr(build, "POLL_SECONDS", 0.0)
    return found


@pytest.fixture
def compiler(path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """Replace the compiler process by one that succeeds."""
    found = Compiler(path, stores=True)
    monkeypatch.setattr(subprocess, "Popen", found)
    return found


# CACHE HITS AND MISSES


def test_cache_hit_starts_no_compiler(path: Path, compiler: Compiler) -> None:
    path.write_text("object")
    poll = start_build(toy())
    assert isinstance(poll(), MachineCode) and poll() is poll()
    assert isinstance(load_or_build(toy()), MachineCode)
    assert compiler.requests == []


def test_cache_miss_compiles_in_the_background(path: Path, compiler: Compiler) -> None:
    poll = start_build(toy())
    assert poll() is None
    (asked,) = compiler.requests
    assert (asked["path"], asked["wait"], asked["name"]) == (str(path), False, "toy")
    path.write_text("object")
    assert isinstance(poll(), MachineCode)


def test_cache_miss_may_wait_for_the_compiler(compiler: Compiler) -> None:
    assert isinstance(load_or_build(toy()), MachineCode)
    (asked,) = compiler.requests
    assert asked["wait"]


def test_compiler_outlives_this_process_and_prints_nothing(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", ["", "/own", "/own"])
    load_or_build(toy())
    (options,) = compiler.options
    assert options["stdout"] == options["stderr"] == subprocess.DEVNULL
    assert options["env"]["PYTHONPATH"].split(os.pathsep)[1:] == ["/own"]
    assert Path(options["env"]["PYTHONPATH"].split(os.pathsep)[0], "common").is_dir()
    assert sys.platform == "win32" or options["start_new_session"]


def test_waiting_counts_the_seconds_on_a_terminal_only(
    path: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load_or_build(toy())
    assert capsys.readouterr().err == ""
    path.unlink()
    monkeypatch.setattr(subprocess, "Popen", Compiler(path, stores=True))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    load_or_build(toy())
    counted, erased = capsys.readouterr().err.split("\r\x1b[K")[1:]
    assert counted.endswith(" s  compiling toy (first run only)") and erased == ""


# FAILURES


def test_system_without_numba_falls_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "can_compile", lambda: False)
    assert start_build(toy())() is None
    assert capsys.readouterr().err == ""
    assert load_or_build(toy()) is None
    assert capsys.readouterr().err == f"{FALLBACK}Numba is not installed\n"


def test_compiler_that_stores_nothing_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "Popen", Compiler(path, stores=False))
    assert load_or_build(toy()) is None
    assert capsys.readouterr().err == f"{FALLBACK}the compiler produced nothing\n"


@pytest.mark.parametrize("call", [load_or_build, lambda linked: start_build(linked)()])
def test_recent_failure_is_reported_and_not_repeated(
    call: Callable[[LinkedKernels], Any], path: Path, compiler: Compiler, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = path.with_suffix(".failed")
    failed.write_text("no memory was left")
    assert call(toy()) is None
    assert (capsys.readouterr().err, compiler.requests) == (f"{FALLBACK}no memory was left\n", [])
    os.utime(failed, (time.time() - RETRY_SECONDS - 1,) * 2)
    call(toy())
    assert (capsys.readouterr().err, len(compiler.requests)) == ("", 1)


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (MachineCodeUnavailable("other users own it"), "other users own it"),
        (RuntimeError("broken\ninstallation"), "broken"),
        (OSError(), "OSError"),
        (KeyError(), "KeyError"),
    ],
)
def test_any_problem_is_one_line(
    problem: Exception,
    reason: str,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def failing(linked: LinkedKernels) -> Path:
        raise problem

    monkeypatch.setattr(build, "object_path", failing)
    assert load_or_build(toy()) is None and start_build(toy())() is None
    assert capsys.readouterr().err == f"{FALLBACK}{reason}\n" * 2


def test_object_that_breaks_later_is_one_line(
    path: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    poll = start_build(toy())
    path.write_text("object")

    def refuse(image: bytes) -> None:
        raise RuntimeError("unknown relocation")

    monkeypatch.setattr(build, "load_object", refuse)
    assert poll() is None
    assert capsys.readouterr().err == f"{FALLBACK}unknown relocation\n"


# CODE IN MEMORY


def test_code_is_compiled_in_memory_if_objects_cannot_be_loaded(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Built:
        def __init__(self, linked: LinkedKernels) -> None:
            self.name = linked.name

        def __call__(self) -> str:
            return f"{self.name} so far"

        def wait(self) -> str:
            return f"{self.name} at last"

    def refuse(image: bytes) -> None:
        raise LoadingUnsupported

    monkeypatch.setattr(build, "load_object", refuse)
    monkeypatch.setattr(build, "InMemoryBuild", Built)
    path.write_text("object")
    found: list[Any] = [start_build(toy())(), load_or_build(toy())]
    assert found == ["toy so far", "toy at last"]


def test_code_in_memory_agrees_with_plain_python() -> None:
    pytest.importorskip("numba")
    linked = toy()
    fast, plain = InMemoryBuild(linked).wait(), linked.plain
    assert fast is not None and fast.compiled and not plain.compiled
    assert [fast.entry((7, 9), at) for at in (0, 1)] == [plain.entry((7, 9), at) for at in (0, 1)] == [12, 14]
    assert fast.total(fast.memory(FIELDS), 10) == plain.total(plain.memory(FIELDS), 10) == 75
    assert fast.outer((7, 9), 1) == 15
    for function in (fast.entry, fast.outer):
        with pytest.raises(IndexError, match="beyond the end"):
            function((7, 9), 2)


def test_failure_in_memory_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numba")

    @kernel
    def odd(number: int) -> float:
        return number / 2

    found = InMemoryBuild(LinkedKernels("toy", {"odd": odd}, records={}))
    assert found.wait() is None and found() is None
    assert capsys.readouterr().err == f"{FALLBACK}a kernel returns float64: expected ints, or sets\n"


# REQUESTS


def test_request_is_json_from_which_the_kernels_are_rebuilt() -> None:
    linked = toy(STEP=5)
    rebuilt = kernels_from_request(json.loads(json.dumps(request(linked))))
    assert (rebuilt.name, rebuilt.state_size, rebuilt.records) == ("toy", 2, linked.records)
    assert rebuilt.names == linked.names
    assert (rebuilt.names["STEP"], rebuilt.names["TABLE"]) == (5, TABLE)
    assert rebuilt.plain.entry((7, 9), 0) == 14


def test_kernel_of_the_running_script_is_named_by_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def own(number: int) -> int:
        return number

    own.__module__ = "__main__"
    linked = LinkedKernels("toy", {"own": own}, records={})
    monkeypatch.setitem(sys.modules, "__main__", SimpleNamespace(__file__="/far/away/mine.py"))
    assert request(linked)["kernels"]["own"] == ("mine", "own")
    monkeypatch.setitem(sys.modules, "__main__", SimpleNamespace())
    assert request(linked)["kernels"]["own"] == ("__main__", "own")
