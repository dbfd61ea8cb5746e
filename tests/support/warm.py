"""The scripts in processes that are forked from one that has imported everything: real processes, which only start sooner.

`Warm` is the client, in the process of the tests. `python -m tests.support.warm` is the process that forks: for each request, a
line of JSON on its stdin, it prints the exit status, or a line without one if the time was up.
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
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
SCRIPTS = ("catsdogs", "duel7", "game", "squirrels", "walls")
LATER = ("PIL.ImageDraw", "PIL.GifImagePlugin", "rich.console", "joblib", "imageio")  # what verbs import when they need it


class Warm:
    """Answers calls as the real commands do, in the environment of the caller."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._environment = at_start()
        assert self._server.stdout
        self._server.stdout.readline()  # so that no test waits for it

    def can(self) -> bool:
        """False where a Python that starts now would behave otherwise."""
        return self._environment == at_start()

    def run(self, command: list[str], cwd: Path, given: str | None, timeout: float) -> subprocess.CompletedProcess[str]:
        """A script with its arguments; `given` is what it reads. Raises TimeoutExpired."""
        with tempfile.TemporaryDirectory() as folder:
            streams = [os.devnull, *(str(Path(folder) / name) for name in ("stdout", "stderr"))]
            if given is not None:
                streams[0] = str(Path(folder) / "stdin")
                Path(streams[0]).write_text(given, encoding="utf-8")
            request = {"command": command, "cwd": str(cwd), "environment": dict(os.environ), "streams": streams}
            status = self._answer(request | {"timeout": timeout})
            if status is None:
                raise subprocess.TimeoutExpired(command, timeout)
            printed = [Path(stream).read_text(encoding="utf-8") for stream in streams[1:]]
        return subprocess.CompletedProcess(command, status, *printed)

    def _answer(self, request: dict[str, Any]) -> int | None:
        assert self._server.stdin and self._server.stdout
        print(json.dumps(request), file=self._server.stdin, flush=True)
        answer = self._server.stdout.readline()
        assert answer, "the process that forks has ended"
        status: int | None = json.loads(answer)
        return status

    def close(self) -> None:
        """End the process that forks."""
        self._server.communicate()


def at_start() -> dict[str, str]:
    """The part of the environment that a Python reads when it starts."""
    return {name: value for name, value in os.environ.items() if name.startswith(("PYTHON", "LC_", "LANG"))}


# THE PROCESS THAT FORKS


def serve() -> None:
    """Import everything, then answer requests until stdin ends."""
    for name in SCRIPTS:
        import_module(name)
    for path in (ROOT / "common").rglob("[a-z]*.py"):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for name in LATER:
        import_module(name)
    with redirect_stdout(StringIO()):
        import_module("duel7").main(["play", "--help"])  # typer imports what reads arguments when the first ones come
    gc.freeze()
    with os.fdopen(os.dup(0)) as requests, os.fdopen(os.dup(1), "w") as answers:  # so that sys.stdin and sys.stdout stay unused
        print("ready", file=answers, flush=True)
        for line in requests:
            request = json.loads(line)
            process = os.fork()
            if process == 0:
                end(called(request))
            print(json.dumps(status_of(process, request["timeout"])), file=answers, flush=True)


def status_of(process: int, timeout: float) -> int | None:
    """The exit status of a process when it has ended; None if the time was up, and the process is killed."""
    began = time.monotonic()
    while not (ended := os.waitpid(process, os.WNOHANG))[0]:
        spent = time.monotonic() - began
        if spent > timeout:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return None
        time.sleep(min(0.001 + spent / 10, 0.02))
    return os.waitstatus_to_exitcode(ended[1])


def called(request: dict[str, Any]) -> object:
    """Be the command of a request, with its streams, environment, folder and arguments; what `sys.exit` is given."""
    for number, path in enumerate(request["streams"]):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY), number)
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


def end(status: object) -> NoReturn:
    """What an interpreter does at its end, but for giving back what it holds, which takes longer than most commands."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with suppress(OSError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    serve()
