"""Fork server: run the scripts in processes forked from one that has imported everything.

They are real processes that only start sooner. `ForkServer` is the client, in the test process. `python -m
tests.support.fork_server` is the server. It reads requests from stdin, one line of JSON each.

It answers a call with the exit status, or null after the timeout. For a program on a terminal it answers with
the process id. When asked about that process later, it answers with the exit status, or null while the
process runs.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TextIO

import psutil

from tests.support.imports import ROOT, SCRIPTS

INITIAL_ENVIRONMENT = dict(os.environ)  # saved before a test can change it
LAZY_IMPORTS = (
    "PIL.ImageDraw",
    "PIL.GifImagePlugin",
    "rich.console",
    "joblib",
    "imageio",
)  # imported lazily by the verbs


class RunLimits(NamedTuple):
    """Seconds until a script is killed; CPU seconds until it gets a Ctrl-C before that, if at all.

    A script that waits gets its Ctrl-C after ten times as many seconds.
    """

    timeout: float
    interrupt: float | None = None


class ForkServer:
    """Client of the fork server; runs scripts in the caller's environment."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=INITIAL_ENVIRONMENT,
        )
        assert self._server.stdout
        self._server.stdout.readline()  # wait until it is ready, so that no test has to

    def is_usable(self) -> bool:
        """Return False if a freshly started Python would behave differently in this environment."""
        return startup_variables(INITIAL_ENVIRONMENT) == startup_variables(os.environ)

    def run(
        self, command: list[str], cwd: Path, stdin_text: str | None, limits: RunLimits
    ) -> subprocess.CompletedProcess[str]:
        """Run a script with its arguments; `stdin_text` is its stdin. Raise TimeoutExpired."""
        with tempfile.TemporaryDirectory() as folder:
            streams = [os.devnull, *(str(Path(folder) / name) for name in ("stdout", "stderr"))]
            if stdin_text is not None:
                streams[0] = str(Path(folder) / "stdin")
                Path(streams[0]).write_text(stdin_text, encoding="utf-8")
            request = {
                "command": command,
                "cwd": str(cwd),
                "environment": dict(os.environ),
                "streams": streams,
            }
            status = self._answer(request | limits._asdict())
            if status is None:
                raise subprocess.TimeoutExpired(command, limits.timeout)
            printed = [Path(stream).read_text(encoding="utf-8") for stream in streams[1:]]
        return subprocess.CompletedProcess(command, status, *printed)

    def start(self, command: list[str], cwd: str, environment: dict[str, str], terminal: str) -> int:
        """Start a script on a terminal of its own, given by its device name; return the process id."""
        streams = [terminal] * 3
        process = self._answer(
            {"command": command, "cwd": cwd, "environment": environment, "streams": streams}
        )
        assert process is not None
        return process

    def exit_status(self, process: int) -> int | None:
        """Return the exit status of a started process; None while it runs.

        Do not ask again after the status was returned.
        """
        return self._answer({"ended": process})

    def _answer(self, request: dict[str, Any]) -> int | None:
        assert self._server.stdin and self._server.stdout
        print(json.dumps(request), file=self._server.stdin, flush=True)
        answer = self._server.stdout.readline()
        assert answer, "the fork server has exited"
        status: int | None = json.loads(answer)
        return status

    def close(self) -> None:
        """Stop the server. A script that still waits on a terminal keeps the server's stdout open."""
        assert self._server.stdin and self._server.stdout
        self._server.stdin.close()
        self._server.wait()
        self._server.stdout.close()


@cache
def fork_server() -> ForkServer | None:
    """Return this process's fork server; None on systems without fork."""
    return ForkServer() if hasattr(os, "fork") else None


def startup_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that Python reads when it starts."""
    return {name: value for name, value in environment.items() if name.startswith(("PYTHON", "LC_", "LANG"))}


# THE SERVER


def serve() -> None:
    """Import everything, then answer requests until stdin ends."""
    for name in SCRIPTS:
        import_module(name)
    for path in (ROOT / "common").rglob("[a-z]*.py"):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for name in LAZY_IMPORTS:
        import_module(name)
    with redirect_stdout(StringIO()):
        import_module("duel7").main(["play", "--help"])  # typer imports its argument parser lazily
    gc.freeze()
    with (
        os.fdopen(os.dup(0)) as requests,
        os.fdopen(os.dup(1), "w") as answers,
    ):  # keep sys.stdin and sys.stdout unused
        print("ready", file=answers, flush=True)
        for line in requests:
            request = json.loads(line)
            if "ended" in request:
                print(json.dumps(poll_status(request["ended"])), file=answers, flush=True)
                continue
            process = os.fork()
            if process == 0:
                exit_quickly(run_request(request, answers))
            if "timeout" in request:
                limits = RunLimits(request["timeout"], request["interrupt"])
                print(json.dumps(wait_for_status(limits, process)), file=answers, flush=True)


def poll_status(process: int) -> int | None:
    """Return the exit status of a child process; None while it runs."""
    ended, status = os.waitpid(process, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def wait_for_status(limits: RunLimits, process: int) -> int | None:
    """Wait for a child process and return its exit status; after the timeout kill it, return None."""
    began, interrupt = time.monotonic(), limits.interrupt
    while (status := poll_status(process)) is None:
        spent = time.monotonic() - began
        if interrupt is not None and (spent > 10 * interrupt or cpu_seconds(process) > interrupt):
            os.kill(process, signal.SIGINT)
            interrupt = None
        if spent > limits.timeout:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return None
        time.sleep(min(0.001 + spent / 10, 0.02))
    return status


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds that a child process has used."""
    used = psutil.Process(process).cpu_times()
    return float(used.user + used.system)


def run_request(request: dict[str, Any], answers: TextIO) -> object:
    """Run a request's script in this process, with its streams, environment, folder and arguments.

    Return the argument of `sys.exit`.
    """
    on_a_terminal = "timeout" not in request
    if on_a_terminal:
        os.setsid()  # the terminal opened next becomes the session's terminal
    for number, path in enumerate(request["streams"]):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY), number)
    if on_a_terminal:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        print(os.getpid(), file=answers, flush=True)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["cwd"])
    sys.argv = request["command"]
    try:
        import_module(Path(sys.argv[0]).stem).console()
    except SystemExit as leaving:
        return leaving.code
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def exit_quickly(status: object) -> NoReturn:
    """Exit as an interpreter does, but without freeing memory, which takes longer than most commands."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with suppress(OSError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    serve()
