"""System errors (closed streams, full disks, limits, no home): one line, a status, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.programs import Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Unix streams and limits")

RANDOM = ("play", "--x", "random", "--o", "random", "--seed", "1", "--turns", "9")
MOVE = ("move", "X", "X a1 a7 O b2 c3", "12", "--nodes", "50")
MACHINE_CODE = "duel7: falling back to plain Python (slower): "


def lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines on stderr, except the seed."""
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    return [line for line in done.stderr.splitlines() if not line.startswith("seed ")]


def lines_but_one(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines on stderr, except the seed and the notice that machine code is missing."""
    return [line for line in lines(done) if not line.startswith(MACHINE_CODE)]


def limited(name: str, value: int) -> Callable[[], None]:
    """Return a function that sets a resource limit in a new process."""
    import resource

    return partial(resource.setrlimit, getattr(resource, name), (value, value))


def full_after(count: int) -> Callable[[], None]:
    """Return a function that limits the size of files; Python itself ignores the signal."""
    return limited("RLIMIT_FSIZE", count)


# STREAMS

PRINTING = {
    "play": RANDOM,
    "json": (*RANDOM, "--json"),
    "help": ("play", "--help"),
    "version": ("--version",),
    "move": MOVE,
}
QUICK = ("play", "help", "move")
each_output = pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id=name, marks=() if name in QUICK else pytest.mark.long)
        for name, call in PRINTING.items()
    ],
)


@each_output
def test_full_stdout_is_reported_in_one_line(started: Run, call: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = started("duel7.py", *call, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, lines(done)) == (2, ["stdout: No space left on device"])


@each_output
def test_closed_stdout_is_reported_in_one_line(started: Run, call: tuple[str, ...]) -> None:
    closing = partial(os.close, 1)
    done = started("duel7.py", *call, capture_output=False, stderr=subprocess.PIPE, preexec_fn=closing)
    assert (done.returncode, lines(done)) == (2, ["stdout: Bad file descriptor"])


def test_record_does_not_reuse_a_closed_stream(started: Run, tmp_path: Path) -> None:
    """Otherwise printed output would end up in the record."""
    closing = partial(os.closerange, 0, 3)
    done = started("duel7.py", *RANDOM, "--record", "game.jsonl", capture_output=False, preexec_fn=closing)
    assert done.returncode == 2
    for line in (tmp_path / "game.jsonl").read_text().splitlines():
        json.loads(line)


def test_closed_stderr_changes_nothing(started: Run) -> None:
    closing = partial(os.close, 2)
    call = ("duel7.py", *RANDOM)
    done = started(*call, capture_output=False, stdout=subprocess.PIPE, preexec_fn=closing)
    assert (done.returncode, done.stdout) == (0, started(*call).stdout)


def test_closed_stdin_is_end_of_input(started: Run) -> None:
    done = started("duel7.py", stdin=None, preexec_fn=partial(os.close, 0))
    assert (done.returncode, lines(done)) == (1, ["The input ended before the game was over."])


def test_folder_as_stdin_is_reported_in_one_line(started: Run, tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        done = started("duel7.py", stdin=folder)
    finally:
        os.close(folder)
    assert done.returncode != 0 and len(lines(done)) == 1


BYTES = {"encoding": "utf-8", "errors": "surrogateescape"}


def test_name_of_a_missing_file_is_escaped(started: Run) -> None:
    done = started("duel7.py", "replay", "no\x1b[31m.jsonl")
    assert (done.returncode, lines(done)) == (2, ["no\\x1b[31m.jsonl: No such file or directory"])


STRANGE = "\udcff\udcfe\n2\n"
STRICT = {"PYTHONIOENCODING": "utf-8:strict"}  # as in most UTF-8 locales


@pytest.mark.parametrize(
    ("script", "call"),
    [
        ("duel7.py", ()),
        ("duel7.py", ("play", "--x", "human", "--o", "random", "--seed", "1")),
        ("walls.py", ("play", "3", "--a", "human", "--b", "random")),
        ("catsdogs.py", ("play", "--cat", "human", "--dog", "random")),
        ("squirrels.py", ("play", "--x", "human", "--o", "random", "--seed", "1")),
    ],
)
def test_answer_that_is_not_utf_8_is_asked_again(started: Run, script: str, call: tuple[str, ...]) -> None:
    done = started(script, *call, input=STRANGE, env=os.environ | STRICT, **BYTES)
    assert done.returncode == 1
    assert "'\\xff\\xfe'" in done.stdout and "Traceback" not in done.stderr
    assert done.stderr.endswith("The input ended before the game was over.\n")


def test_serve_refuses_a_position_that_is_not_utf_8(started: Run) -> None:
    given = "\udcff\udcfe\nX\tX a1 a7 O b2 c3\t12\n"
    done = started("duel7.py", "serve", "--nodes", "50", input=given, env=os.environ | STRICT, **BYTES)
    refusal, answer = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert refusal.startswith("? ") and len(answer.split()) == 2


# A FULL DISK


def test_full_disk_ends_a_record_after_a_whole_line(started: Run, called: Run, tmp_path: Path) -> None:
    done = started("duel7.py", *RANDOM, "--record", "game.jsonl", preexec_fn=full_after(400))
    assert (done.returncode, lines(done)) == (2, ["game.jsonl: File too large"])
    kept = (tmp_path / "game.jsonl").read_text()
    assert kept.endswith("}\n") and len(kept.splitlines()) > 2
    assert called("duel7.py", "play", "--resume", "game.jsonl").returncode == 0


FILES = {
    "film": (*RANDOM, "--gif", "game.gif"),
    "page": ("replay", "given.jsonl", "--html", "game.html"),
    "still": ("replay", "given.jsonl", "--png", "game.png"),
    "table": ("tournament", "greedy", "--pairs", "1", "--jobs", "1", "--nodes", "50", "--csv", "game.csv"),
    "first line": (*RANDOM, "--record", "game.jsonl"),
}


@pytest.mark.parametrize("call", FILES.values(), ids=FILES)
def test_full_disk_leaves_no_file(started: Run, called: Run, tmp_path: Path, call: tuple[str, ...]) -> None:
    before = []
    if "given.jsonl" in call:
        before = ["given.jsonl"]
        assert called("duel7.py", *RANDOM, "--turns", "2", "--record", "given.jsonl").returncode == 0
    done = started("duel7.py", *call, preexec_fn=full_after(50))
    assert (done.returncode, lines_but_one(done)) == (2, [f"{call[-1]}: File too large"])
    assert sorted(path.name for path in tmp_path.iterdir()) == before


# LIMITS

NO_PROCESS = """
import _posixsubprocess, _thread, ctypes, errno, os, subprocess, threading

class Library(ctypes.CDLL):
    def __init__(self, name, *args, **more):
        if name is None:  # the system's own, which creates threads of machine code
            raise OSError
        super().__init__(name, *args, **more)

def no_process(*args, **more):
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

def no_thread(*args):
    raise RuntimeError("can't start new thread")

_posixsubprocess.fork_exec = os.fork = subprocess._fork_exec = no_process
threading.Thread.start = _thread.start_new_thread = no_thread
ctypes.CDLL = Library
"""
PROCESSES: dict[str, tuple[tuple[str, ...], str]] = {
    "tournament": (("tournament", "greedy", "--pairs", "1"), "process: Resource temporarily unavailable"),
    "match": (("match", "greedy", "random", "--pairs", "1"), "process: Resource temporarily unavailable"),
}


@pytest.mark.parametrize(("call", "wanted"), PROCESSES.values(), ids=PROCESSES)
def test_process_limit_is_reported_in_one_line(
    started: Run, tmp_path_factory: pytest.TempPathFactory, call: tuple[str, ...], wanted: str
) -> None:
    """The limit is simulated, because `ulimit -u` does not bind root."""
    folder = tmp_path_factory.mktemp("limit")
    (folder / "sitecustomize.py").write_text(NO_PROCESS)
    done = started("duel7.py", *call, env=os.environ | {"PYTHONPATH": str(folder)})
    told = lines_but_one(done)
    assert done.returncode == 2
    assert len(told) == 1 and told[0].startswith(wanted)


def test_program_that_cannot_be_started_loses_its_game(started: Run, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_PROCESS)
    call = ("play", "--x", f"'{sys.executable}' x.py", "--o", "random", "--seed", "1")
    (tmp_path / "x.py").touch()
    done = started(
        "duel7.py", *call, env=os.environ | {"PYTHONPATH": str(tmp_path), "FIVE_BOARD_GAMES_SANDBOX": "none"}
    )
    assert done.returncode == 0 and "cannot be started: Resource temporarily unavailable" in done.stdout


def test_file_limit_is_reported_in_one_line(started: Run) -> None:
    done = started("duel7.py", "tournament", "greedy", "--pairs", "1", preexec_fn=limited("RLIMIT_NOFILE", 8))
    assert done.returncode == 2
    assert len(lines(done)) == 1 and "Too many open files" in lines(done)[0]


@pytest.mark.skipif(sys.platform != "linux", reason="macOS does not keep this limit")
@pytest.mark.parametrize(
    "megabytes", [70, *(pytest.param(size, marks=pytest.mark.long) for size in (200, 400))]
)
def test_memory_limit_is_reported_in_one_line_each(started: Run, tmp_path: Path, megabytes: int) -> None:
    """First the module is given up, then the game continues or ends."""
    call = ("play", "--x", "engine", "--o", "random", "--turns", "2", "--nodes", "30000", "--gif", "game.gif")
    done = started("duel7.py", *call, preexec_fn=limited("RLIMIT_AS", megabytes << 20))
    assert done.returncode in (0, 2)
    assert len(lines(done)) == (1 if done.returncode == 0 else 2)
    assert (done.returncode == 0) == (tmp_path / "game.gif").exists()
