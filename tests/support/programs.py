"""Our programs as child processes: on a pipe, on a terminal, interrupted; their records and survivors."""

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

from tests.support.fork_server import fork_server

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs system calls of Linux")
on_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal or SIGINT")


def start_on_pipe(script: str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, str(ROOT / script), *arguments]
    traced = os.environ | {"PYTHONFAULTHANDLER": "1"}
    return subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=traced)


def start_on_terminal(
    script: str,
    folder: Path,
    *arguments: str,
    columns: int = 80,
    rows: int = 24,
    term: str = "xterm-256color",
    **more: str,
) -> Any:
    """Start one of our programs on a terminal; `more` is added to its environment.

    No move is followed by a pause unless `arguments` ask for one.
    """
    plays = (arguments[:1] == ("play",) or "human" in arguments) and "--pace" not in arguments
    command = [str(ROOT / script), *arguments, *(("--pace", "0") if plays else ())]
    sized = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
    }  # the terminal's own size counts
    settings: dict[str, Any] = {
        "cwd": str(folder),
        "dimensions": (rows, columns),
        "timeout": 60,
        "encoding": "utf-8",
    }
    settings["env"] = sized | {"TERM": term} | more
    if (warm := fork_server()) and warm.is_usable():
        from tests.support.terminals import ForkedTerminal

        return ForkedTerminal(warm, command, settings)
    return pexpect.spawn(sys.executable, command, **settings)


def interrupt(child: subprocess.Popen[str]) -> tuple[int, str]:
    """Send Ctrl-C; return exit status and stderr.

    The program must end within 20 seconds. Otherwise stderr holds the traceback of every thread.
    """
    child.send_signal(signal.SIGINT)
    try:
        _, errors = child.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGABRT)
        _, errors = child.communicate()
    return child.returncode, errors


def only_saved_game(folder: Path) -> Path:
    """Return the only saved game in a folder that holds nothing else."""
    assert [path.name for path in folder.iterdir()] == ["saved-games"]
    (path,) = (folder / "saved-games").iterdir()
    return path


def wait_for_quit(child: Any) -> tuple[int, str, str]:
    """Wait for the exit of a program whose human player quit.

    Return its exit status, the reason, and the line that names the saved game. Check the commands printed
    below.
    """
    child.expect(pexpect.EOF)
    child.close()
    said, resume, step, games = child.before.strip().splitlines()[-4:]
    reason = child.before.strip().splitlines()[-5]
    assert " play --resume saved-games/" in resume and resume.split()[-1] == step.split()[-2]
    assert games.endswith(" games")
    assert "Traceback" not in child.before
    return child.exitstatus, reason.strip(), said.strip()


def wait_for_end_of_game(child: Any) -> tuple[int, str]:
    """Wait for the end of a game; return the exit status and the last line about the game.

    Check the lines below it, which name the saved game and commands for it.
    """
    status, _ = wait_for_exit(child)
    *lines, said, analyse, _, _ = child.before.strip().splitlines()
    assert said.startswith("The game is saved in saved-games/") and " analyse saved-games/" in analyse
    return status, lines[-1]


def wait_for_exit(child: Any) -> tuple[int, str]:
    """Wait for the exit of a program; return its exit status and last line."""
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in child.before
    return child.exitstatus, child.before.strip().splitlines()[-1]


def press(child: Any, key: str) -> None:
    """Send a key to a program on a terminal as soon as it waits for one.

    Python notices a Ctrl-C that arrives between readline's prompt and its `select` at the next key only. A
    loop of `input` in plain Python hangs so on a busy machine, about once in 1,000 prompts. Without /proc the
    key is sent at once.
    """
    deadline = time.monotonic() + 20
    while _state(child.pid) not in ("S", "") and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send(key)


def _state(process: int | str) -> str:
    """Return the state letter of a process: S if it waits, Z for a zombie; "" if unknown."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def plain_text(text: str) -> str:
    """Return terminal output without colours, on one line with single blanks."""
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", text).split())


def child_processes(parent: int) -> list[str]:
    """Return the ids of a process's children, none on systems without /proc."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    return path.read_text().split() if path.exists() else []


def read_json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def still_running(processes: list[str], seconds: float = 20) -> list[str]:
    """Return the processes that still run; wait up to `seconds` for their end."""
    deadline = time.monotonic() + seconds
    while (
        found := [process for process in processes if is_running(process)]
    ) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def wait_for_cpu_time(process: int, seconds: float) -> None:
    """Wait until a process has used `seconds` of CPU time; without /proc sleep for twice as long."""
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


def is_running(process: str) -> bool:
    """Return False if a process has ended, even as a zombie."""
    return _state(process) not in ("", "Z")


def kill_all_with(mark: str) -> None:
    """Kill all processes whose environment contains `mark`."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


def program_command(path: Path, code: str) -> str:
    """Write an external program and return its command."""
    path.write_text(code, encoding="utf-8")
    return f"'{sys.executable}' '{path}'"


CLUSTER = """
import subprocess, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        sys.exit(subprocess.run([*sys.argv[1:], "--cluster", cluster.scheduler_address]).returncode)
"""


def run_on_cluster(folder: Path, script: str, *arguments: str) -> str:
    """Run a script on a local Dask cluster and return its stdout."""
    (folder / "cluster.py").write_text(CLUSTER, encoding="utf-8")
    command = [sys.executable, str(folder / "cluster.py"), sys.executable, str(ROOT / script), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=110, cwd=ROOT, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


class SavedScript:
    """A script saved in a folder outside the project, as by a reader of the documentation."""

    def __init__(self, folder: Path, script: str) -> None:
        self.folder, self.script = folder, script

    def python(
        self, *words: str, answers: str = "", seconds: float = 60, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run Python in the folder; `more` is added to its environment."""
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
        """Run the script, which must succeed, and return the lines it prints."""
        done = self.run(*words, answers=answers)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout.splitlines()


def empty_files(folder: Path, *names: str) -> list[Path]:
    """Create empty files and their folders; return their paths."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    return [folder / name for name in names]
