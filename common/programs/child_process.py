"""External programs as child processes: sandboxed, and limited in time, output and resources.

No process that a program starts outlives it.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from common.messages import _
from common.programs.confinement import OPEN, Confinement
from common.programs.file_access import access, machine_code
from common.programs.own_folder import own_folder
from common.programs.process_tree import kill_below, send
from common.programs.resource_monitor import ResourceMonitor
from common.programs.sandbox import confined, give_to, sandbox_for, user_for
from common.rules.player import PlayerFault

if TYPE_CHECKING:
    import subprocess

FLOOD = 1 << 20  # bytes of output; a program that writes more is killed
KEPT = 1 << 16  # bytes at the end of the output that are read for the answer
NOT_STARTED = (126, 127)  # exit status of launcher.py, as of a shell, if a command cannot be run
TOKEN = "GAME_PLAYER"  # environment variable by which stray children of a program are found
WINDOWS = {"SYSTEMROOT", "PATHEXT", "COMSPEC", "WINDIR"}
KNOWN = {"PATH", "LANG", "LANGUAGE", "TZ"} | (WINDOWS if os.name == "nt" else set())
MISSING_PACKAGE = "ModuleNotFoundError"


class Finished(NamedTuple):
    """The result of a program: exit status, and the last lines of stdout and stderr.

    `status` is None if the program was killed at a limit. `excess` names an exceeded resource limit.
    """

    status: int | None
    answer: str
    last_words: str
    flooded: bool
    excess: str = ""

    def check(self, seconds: float) -> None:
        """Raise ForfeitError, with the referee's sentence, unless the program ended normally.

        `seconds` is the time limit to quote.
        """
        if self.excess:
            raise PlayerFault(self.excess, self.last_words, _("excess"))
        if self.flooded:
            raise PlayerFault(_("floods: more than {count} bytes", count=FLOOD), self.last_words, _("flood"))
        if self.status is None:
            raise PlayerFault(
                _("does not answer within {seconds:g} s", seconds=seconds), self.last_words, _("time")
            )
        if number := signal_of(self.status):
            raise PlayerFault(_("crashes: signal {number}", number=number), self.last_words)
        if self.status in NOT_STARTED:
            raise PlayerFault(
                _("crashes: cannot be started: exit status {status}", status=self.status), self.last_words
            )
        if self.status:
            raise PlayerFault(_("crashes: exit status {status}", status=self.status), self.last_words)


def run_process(
    command: list[str], seconds: float, folder: Path | None = None, confinement: Confinement = OPEN
) -> Finished:
    """Run a program without input or shell, for at most `seconds`, and kill all that it started.

    Raise ForfeitError if it cannot be started.
    """
    with started(command, seconds, folder, confinement) as program:
        output, errors = Reader(program.process.stdout), Reader(program.process.stderr)
        status = _wait(program.process, seconds, output, errors)
    return Finished(
        status,
        output.last_line(),
        errors.last_line(),
        output.flooded or errors.flooded,
        program.monitor.fault,
    )


class Running(NamedTuple):
    """A running program: its process, its token, and the monitor of its resources.

    `has_namespace` is True if a process namespace kills everything that it started. `stack` removes its
    scratch folder.
    """

    process: subprocess.Popen[bytes]
    token: str
    monitor: ResourceMonitor
    is_enclosed: bool
    stack: ExitStack

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the program with all that it started, and remove its scratch folder."""
        self.monitor.stop()
        kill_tree(self.process, self.token, self.is_enclosed)
        self.stack.close()


def started(
    command: list[str],
    seconds: float,
    folder: Path | None = None,
    confinement: Confinement = OPEN,
    talks: bool = False,
) -> Running:
    """Start a confined program in `folder`, by default in a new scratch folder.

    It gets no input unless `has_input`. `seconds` limits its CPU time and must be more than it should need on
    one processor. Raise ForfeitError if it cannot be started.
    """
    with ExitStack() as stack:
        cwd = folder.resolve() if folder else stack.enter_context(own_folder(confinement.temporary))
        sandbox, accessible = sandbox_for(confinement), access(command, cwd, confinement)
        give_to(user_for(accessible, sandbox), cwd)
        environment = clean_environment(cwd, confinement) | machine_code(command)
        call = confined(command, accessible, sandbox, seconds)
        process, token = _popen(call, environment, cwd, talks)
        is_enclosed = sandbox.name in ("bubblewrap", "unshare")
        monitor = ResourceMonitor(
            process.pid, lambda: kill_tree(process, token, is_enclosed), confinement.memory
        )
        return Running(process, token, monitor, is_enclosed, stack.pop_all())


def _popen(
    call: list[str], environment: Mapping[str, str], folder: Path, talks: bool
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a process in its own session; return it and the token in its environment.

    Raise ForfeitError if it cannot be started.
    """
    import subprocess

    token = os.urandom(16).hex()
    try:
        process = subprocess.Popen(
            call,
            stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, TOKEN: token, **({"PYTHONUNBUFFERED": "1"} if talks else {})},
            cwd=folder,
            start_new_session=os.name != "nt",
        )
    except OSError as problem:
        raise PlayerFault(
            _("crashes: cannot be started: {reason}", reason=_(str(problem.strerror)))
        ) from None
    return process, token


def clean_environment(folder: Path, confinement: Confinement = OPEN) -> dict[str, str]:
    """Return a program's environment variables: PATH, language, time zone, and its folder as home."""
    variables = {
        name: text for name, text in os.environ.items() if name.upper() in KNOWN or name.startswith("LC_")
    }
    if confinement.isolated:
        path = path_without_packages(variables.get("PATH", os.defpath))
        variables["PATH"] = os.pathsep.join([*map(str, confinement.path), path])
    return variables | dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), str(folder))


def path_without_packages(path: str) -> str:
    """Return a PATH without the folders of the virtual environment in which we run."""
    own = Path(sys.prefix).resolve()
    kept = [part for part in path.split(os.pathsep) if part and not Path(part).resolve().is_relative_to(own)]
    return os.pathsep.join(kept if sys.prefix != sys.base_prefix else path.split(os.pathsep))


def _wait(process: subprocess.Popen[bytes], seconds: float, *readers: Reader) -> int | None:
    """Wait for the exit status; return None at the time limit or if a reader is flooded.

    Each wait is short, so that Ctrl-C gets through.
    """
    deadline = time.monotonic() + seconds
    while (remaining := deadline - time.monotonic()) > 0 and not any(reader.flooded for reader in readers):
        if (status := status_within(process, min(remaining, 0.1))) is not None:
            return status
    return None


def status_within(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit status as soon as a process ends, or None if it still runs after `seconds`."""
    import subprocess

    if (
        sys.platform == "linux" and process.returncode is None
    ):  # Popen.wait would only poll, up to 50 ms apart
        with suppress(OSError):
            found = os.pidfd_open(process.pid)
            try:
                select.select([found], [], [], seconds)
            finally:
                os.close(found)
            return process.poll()
    with suppress(subprocess.TimeoutExpired):
        return process.wait(seconds)
    return None


class Reader:
    """A thread that reads a pipe to its end, keeps the last part, and detects a flood."""

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
        """True once more than `MAX_OUTPUT` bytes have arrived."""
        return self._total > FLOOD

    def forget(self) -> None:
        """Reset the count of bytes, at the start of a new answer."""
        self._total = 0

    def last_line(self) -> str:
        """Return the last non-empty line, stripped; wait up to 1 s for the end of the pipe."""
        self._thread.join(1)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


# ENDING


def signal_of(status: int) -> int | None:
    """Return the number of the signal that ended a program, or None.

    A status -N means signal N, and so does 128 + N from a supervisor.
    """
    if status < 0:
        return -status
    return status - 128 if os.name != "nt" and 128 < status < 160 else None


def kill_tree(process: subprocess.Popen[bytes], token: str, is_enclosed: bool) -> None:
    """Kill a program with everything that it started, and wait for its end."""
    import signal
    import subprocess

    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        escaped = process.poll() is not None and process.returncode < 0  # someone killed its supervisor
        if not is_enclosed:  # otherwise killing the first process of the namespace kills all
            kill_below(process.pid)
        send(os.killpg, process.pid, signal.SIGKILL)
        if escaped and not is_enclosed:
            for stray in [
                *strays(token),
                *strays(token),
            ]:  # the first search may miss a process that is just starting
                send(os.kill, stray, signal.SIGKILL)
    process.wait()


def strays(token: str) -> list[int]:
    """List the processes with a token in their environment.

    Such processes left the process group and killed their supervisor.
    """
    mark = f"{TOKEN}={token}".encode()
    folders = (
        (folder for folder in Path("/proc").iterdir() if folder.name.isdigit())
        if Path("/proc").is_dir()
        else ()
    )
    return [int(folder.name) for folder in folders if mark in _environment(folder)]


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:
        return b""
