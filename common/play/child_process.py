"""A program in a process of its own: shut in, limited in time, output and means, and nothing that it starts outlives it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from common.play.players import PlayerFault
from common.play.sandbox import clean_environment, limited, sandbox, shut_in, signal_of
from common.play.watcher import Watcher, memory_limit

if TYPE_CHECKING:
    import subprocess

FLOOD = 1 << 20  # bytes of output after which a program is stopped
KEPT = 1 << 16  # bytes of its output that are looked at
NOT_STARTED = (126, 127)  # said by sh of what it cannot run
_TOKEN = "GAME_PLAYER"  # in the environment of a program, so that its stray children are found


class Finished(NamedTuple):
    """How a program ended: its exit status (None: stopped at its limit), last lines of its output and of stderr.

    `excess` is what it took too much of.
    """

    status: int | None
    answer: str
    last_words: str
    flooded: bool
    excess: str = ""

    def check(self, seconds: float) -> None:
        """Raise PlayerFault, in the words of the referee, if anything went wrong."""
        if self.excess:
            raise PlayerFault(self.excess, self.last_words, "excess")
        if self.flooded:
            raise PlayerFault(f"floods: more than {FLOOD} bytes", self.last_words, "flood")
        if self.status is None:
            raise PlayerFault(f"does not answer within {seconds:g} s", self.last_words, "time")
        if number := signal_of(self.status):
            raise PlayerFault(f"crashes: signal {number}", self.last_words)
        if self.status in NOT_STARTED:
            raise PlayerFault(f"crashes: cannot be started: exit status {self.status}", self.last_words)
        if self.status:
            raise PlayerFault(f"crashes: exit status {self.status}", self.last_words)


def run_process(command: list[str], seconds: float, folder: Path | None = None) -> Finished:
    """Run a program without input or shell for `seconds` at most; nothing that it started outlives the call.

    Raises PlayerFault if it cannot be started.
    """
    program = start_process(command, seconds, folder)
    try:
        output, errors = Reader(program.process.stdout), Reader(program.process.stderr)
        status = _wait(program.process, seconds, output, errors)
    finally:
        program.kill()
    return Finished(status, output.last_line(), errors.last_line(), output.flooded or errors.flooded, program.watcher.fault)


class Started(NamedTuple):
    """Somebody's program that runs, the token by which what it starts is found, who watches it, a folder that is removed."""

    process: subprocess.Popen[bytes]
    token: str
    watcher: Watcher
    folder: Path | None

    def kill(self) -> None:
        """End it, and whatever it has started."""
        self.watcher.stop()
        _kill_tree(self.process, self.token)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def start_process(command: list[str], seconds: float, folder: Path | None = None, talks: bool = False) -> Started:
    """Start a program, shut in and limited, in a folder of its own if none is given; without input unless it `talks`.

    `seconds` of processor time are more than it should need on one processor. Raises PlayerFault if it cannot be started,
    and BadInput if the environment says a limit of memory that is none.
    """
    import subprocess

    memory = memory_limit()
    token, own = os.urandom(16).hex(), None if folder else Path(tempfile.mkdtemp(prefix="player-"))
    where = (folder or own or Path()).resolve()
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            limited(shut_in(command, command, where, sandbox()), seconds),
            stdin=pipe if talks else subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            env=clean_environment(where) | {_TOKEN: token} | ({"PYTHONUNBUFFERED": "1"} if talks else {}),
            cwd=where,
            start_new_session=os.name != "nt",
        )
    except OSError as problem:
        raise PlayerFault(f"crashes: cannot be started: {problem.strerror}") from None
    return Started(process, token, Watcher(process.pid, lambda: _kill_tree(process, token), memory), own)


def _wait(process: subprocess.Popen[bytes], seconds: float, *readers: Reader) -> int | None:
    """The exit status; None if time is up or a reader is flooded. In short waits, so that Ctrl-C arrives."""
    import subprocess

    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0 and not any(reader.flooded for reader in readers):
        try:
            return process.wait(min(left, 0.1))
        except subprocess.TimeoutExpired:
            continue
    return None


class Reader:
    """Reads a pipe to its end in a thread, keeps the last part, and notices a flood."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        import threading

        self._pipe, self._kept, self._total = pipe, b"", 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        if self._pipe:
            with self._pipe as pipe:
                while not self.flooded and (part := os.read(pipe.fileno(), KEPT)):
                    self._total += len(part)
                    self._kept = (self._kept + part)[-KEPT:]

    @property
    def flooded(self) -> bool:
        """True once it is too much."""
        return self._total > FLOOD

    def forget(self) -> None:
        """Count from here on."""
        self._total = 0

    def last_line(self) -> str:
        """The last line that is not empty, once the pipe is closed."""
        self._thread.join(1)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _kill_tree(process: subprocess.Popen[bytes], token: str) -> None:
    if os.name == "nt":
        import subprocess

        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        _kill(os.killpg, process.pid)
        if sys.platform == "linux" and not sandbox().no_survivors:
            for stray in [*_strays(token), *_strays(token)]:  # one that is just being started may be missed the first time
                _kill(os.kill, stray)
    process.wait()


def _kill(how: Callable[[int, int], None], number: int) -> None:
    import signal

    with suppress(ProcessLookupError, PermissionError):
        how(number, signal.SIGKILL)


def _strays(token: str) -> list[int]:
    """Processes that left the group but still carry the token of the program that started them."""
    mark = f"{_TOKEN}={token}".encode()
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit() and mark in _environment(folder)]


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:
        return b""
