"""Programs of ours as child processes: on a pipe, on a terminal, interrupted; and what they leave."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.support.warm import the_warm

ROOT = Path(__file__).parents[2]
CACHE = "FIVE_BOARD_GAMES_CACHE"
Run = Callable[..., subprocess.CompletedProcess[str]]

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal or SIGINT")


def piped(script: str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, str(ROOT / script), *arguments]
    traced = os.environ | {"PYTHONFAULTHANDLER": "1"}
    return subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=traced)


def terminal(
    script: str,
    folder: Path,
    *arguments: str,
    columns: int = 80,
    rows: int = 24,
    term: str = "xterm-256color",
    **more: str,
) -> Any:
    """A program of ours on a terminal; `more` stands in its environment."""
    command = [str(ROOT / script), *arguments]
    sized = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
    }  # the terminal knows better
    settings: dict[str, Any] = {
        "cwd": str(folder),
        "dimensions": (rows, columns),
        "timeout": 60,
        "encoding": "utf-8",
    }
    settings["env"] = sized | {"TERM": term} | more
    if (warm := the_warm()) and warm.can():
        from tests.support.terminals import Forked

        return Forked(warm, command, settings)
    return pexpect.spawn(sys.executable, command, **settings)


def interrupted(child: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit status and stderr after Ctrl-C, which must arrive within seconds; else where every thread of the program is."""
    child.send_signal(signal.SIGINT)
    try:
        _, errors = child.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGABRT)
        _, errors = child.communicate()
    return child.returncode, errors


def kept(folder: Path) -> Path:
    """The only game that a person has left in a folder, and nothing beside it."""
    assert [path.name for path in folder.iterdir()] == ["saved-games"]
    (path,) = (folder / "saved-games").iterdir()
    return path


def left_a_game(child: Any) -> tuple[int, str, str]:
    """Exit status of a program that a person leaves in mid-game, what it says of that, and the last command to go on with."""
    child.expect(pexpect.EOF)
    child.close()
    said, resume, step, picture = child.before.strip().splitlines()[-4:]
    reason = child.before.strip().splitlines()[-5]
    assert (
        " play --resume saved-games/" in resume
        and resume.split()[-1] == step.split()[-2] == picture.split()[-3]
    )
    assert "Traceback" not in child.before
    return child.exitstatus, reason.strip(), said.strip()


def ended(child: Any) -> tuple[int, str]:
    """Exit status of a program whose game ends, and the last line of the game, above the commands to go on with."""
    status, _ = left(child)
    *lines, said, analyse, _, _ = child.before.strip().splitlines()
    assert said.startswith("The game is saved in saved-games/") and " analyse saved-games/" in analyse
    return status, lines[-1]


def left(child: Any) -> tuple[int, str]:
    """Exit status and last line of a program that ends."""
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in child.before
    return child.exitstatus, child.before.strip().splitlines()[-1]


def told(text: str) -> str:
    """What a terminal shows, without colours, however its lines are wrapped."""
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", text).split())


def children(parent: int) -> list[str]:
    """The processes that a process has started, but for a compiler, which is meant to outlive it; empty without /proc."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    started = path.read_text().split() if path.exists() else []
    return [
        child
        for child in started
        if b"common.kernels.jit.compile_request" not in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def alive(processes: list[str], seconds: float = 20) -> list[str]:
    """Those of the processes that are still there after a while."""
    deadline = time.monotonic() + seconds
    while (found := [process for process in processes if runs(process)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def wait_until_busy(process: int, seconds: float) -> None:
    """Until a process has had the processor for so long, whatever else runs; without /proc, until twice that has passed."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            time.sleep(2 * seconds)
            return
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.05)


def runs(process: str) -> bool:
    """False of a process that has ended, even if nobody has asked for its exit status yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def end_all_with(mark: str) -> None:
    """End all processes that have something in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def program(path: Path, code: str) -> str:
    """The command of somebody's program."""
    path.write_text(code, encoding="utf-8")
    return f"'{sys.executable}' '{path}'"


CLUSTER = """
import subprocess, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        sys.exit(subprocess.run([*sys.argv[1:], "--cluster", cluster.scheduler_address]).returncode)
"""


def on_a_cluster(folder: Path, script: str, *arguments: str) -> str:
    """What a script prints whose work a Dask cluster of this machine does."""
    (folder / "cluster.py").write_text(CLUSTER, encoding="utf-8")
    command = [sys.executable, str(folder / "cluster.py"), sys.executable, str(ROOT / script), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=110, cwd=ROOT, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


class Calls:
    """Calls of a script that a reader has saved in a folder of its own, outside of the project."""

    def __init__(self, folder: Path, script: str) -> None:
        self.folder, self.script = folder, script

    def python(
        self, *words: str, answers: str = "", seconds: float = 60, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run Python there; `more` stands in its environment."""
        path = os.pathsep.join([str(self.folder), str(ROOT)])
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": path, "MYPYPATH": str(ROOT)} | more,
            input=answers,
            text=True,
            capture_output=True,
            timeout=seconds,
            check=False,
        )

    def run(self, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
        """Run the script."""
        return self.python(self.script, *words, answers=answers)

    def lines(self, *words: str, answers: str = "") -> list[str]:
        """Return the lines that the script prints in a call that succeeds."""
        done = self.run(*words, answers=answers)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout.splitlines()
