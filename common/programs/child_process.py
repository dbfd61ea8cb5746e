"""External programs as child processes: sandboxed, and limited in time, output and resources.

No process that a program starts outlives it.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from common.programs.confined_command import change_owner, confined_command, user_for
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.file_access import access_for
from common.programs.move_clock import MoveClock, Overrun
from common.programs.own_folder import own_folder
from common.programs.pipe_reader import MAX_OUTPUT, PipeReader
from common.programs.process_tree import TOKEN_VARIABLE, kill_tree
from common.programs.resource_monitor import ResourceMonitor
from common.programs.sandbox import sandbox_for
from common.rules.player import ForfeitError

if TYPE_CHECKING:
    import subprocess

NOT_STARTED = (126, 127)  # exit status of launcher.py, as of a shell, if a command cannot be run
WINDOWS_VARIABLES = {"SYSTEMROOT", "PATHEXT", "COMSPEC", "WINDIR"}
PASSED_VARIABLES = {"PATH", "LANG", "LANGUAGE", "TZ"} | (WINDOWS_VARIABLES if os.name == "nt" else set())
MISSING_PACKAGE = "ModuleNotFoundError"


class ProcessResult(NamedTuple):
    """The result of a program: exit status, and the last non-empty lines of stdout and stderr.

    `answer` is the line of stdout, `last_words` that of stderr. `status` is None if the program was killed at
    the time limit or because it `flooded`, i.e. wrote more than `MAX_OUTPUT` bytes to one of them. `excess`
    describes an exceeded resource limit, empty if there was none. `overrun` says how far the time limit was
    exceeded, None if it was not.
    """

    status: int | None
    answer: str
    last_words: str
    flooded: bool
    excess: str = ""
    overrun: Overrun | None = None

    def check(self, seconds: float) -> None:
        """Raise ForfeitError in the referee's words unless the program ended with status 0 within limits.

        `seconds` is the time limit to quote; it is not checked here.
        """
        if self.excess:
            raise ForfeitError(self.excess, self.last_words, "excess")
        if self.flooded:
            raise ForfeitError(f"floods: more than {MAX_OUTPUT} bytes", self.last_words, "flood")
        if self.status is None:
            raise ForfeitError(f"does not answer within {seconds:g} s", self.last_words, "time")
        if number := termination_signal(self.status):
            raise ForfeitError(f"crashes: signal {number}", self.last_words)
        if self.status in NOT_STARTED:
            raise ForfeitError(f"crashes: cannot be started: exit status {self.status}", self.last_words)
        if self.status:
            raise ForfeitError(f"crashes: exit status {self.status}", self.last_words)


def run_process(
    command: list[str],
    seconds: float,
    folder: Path | None = None,
    confinement: Confinement = DEFAULT_CONFINEMENT,
) -> ProcessResult:
    """Run a program without input or shell, for at most `seconds`, and kill all that it started.

    It may run longer by what the machine delayed it (see `MoveClock`).
    `folder` is its working folder, the only one that a sandbox lets it write, by default a scratch folder
    that is removed afterwards. The result also reports crashes and exceeded limits. Raise ForfeitError only
    if the program cannot be started.
    """
    with start_program(command, seconds, folder, confinement) as program:
        clock = MoveClock(program.process.pid, seconds)
        output, errors = PipeReader(program.process.stdout), PipeReader(program.process.stderr)
        status = _wait(program.process, clock, output, errors)
        overrun = clock.overrun()
    return ProcessResult(
        status,
        output.last_line(),
        errors.last_line(),
        output.flooded or errors.flooded,
        program.monitor.excess,
        overrun,
    )


class RunningProgram(NamedTuple):
    """A running program: its process, and the monitor of its resources.

    `stack` stops the monitor, kills the program with all that it started, and removes its scratch folder.
    """

    process: subprocess.Popen[bytes]
    monitor: ResourceMonitor
    stack: ExitStack

    def __enter__(self) -> RunningProgram:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill the program with all that it started, and remove its scratch folder; a given folder stays."""
        self.stack.close()


def start_program(
    command: list[str],
    seconds: float,
    folder: Path | None = None,
    confinement: Confinement = DEFAULT_CONFINEMENT,
    has_input: bool = False,
) -> RunningProgram:
    """Start a confined program in `folder`, by default in a new scratch folder; the caller must `end` it.

    `folder` is the only one that a sandbox lets it write; if we run as root, its owner may change. The
    program gets no input unless `has_input`. `seconds` limits its CPU time, not the time that passes: each
    process gets so much for every processor. Raise ForfeitError if it cannot be started.
    """
    with ExitStack() as stack:
        cwd = folder.resolve() if folder else stack.enter_context(own_folder(confinement.temporary_folder))
        sandbox, accessible = sandbox_for(confinement), access_for(command, cwd, confinement)
        change_owner(user_for(accessible, sandbox), cwd)
        environment = clean_environment(cwd, confinement)
        call = confined_command(command, accessible, sandbox, seconds)
        process, token = _start_process(call, environment, cwd, has_input)
        kill = partial(kill_tree, process, token, has_namespace=sandbox.name in ("bubblewrap", "unshare"))
        stack.callback(kill)
        monitor = ResourceMonitor(process.pid, kill, confinement.memory)
        stack.callback(monitor.stop)
        return RunningProgram(process, monitor, stack.pop_all())


def _start_process(
    call: list[str], environment: Mapping[str, str], folder: Path, has_input: bool
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a process in its own session; return it and the token in its environment.

    Raise ForfeitError if it cannot be started.
    """
    import subprocess

    token = os.urandom(16).hex()
    try:
        process = subprocess.Popen(
            call,
            stdin=subprocess.PIPE if has_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, TOKEN_VARIABLE: token, **({"PYTHONUNBUFFERED": "1"} if has_input else {})},
            cwd=folder,
            start_new_session=os.name != "nt",
        )
    except OSError as problem:
        raise ForfeitError(f"crashes: cannot be started: {problem.strerror}") from None
    return process, token


def clean_environment(folder: Path, confinement: Confinement = DEFAULT_CONFINEMENT) -> dict[str, str]:
    """Return a program's environment variables: PATH, language, time zone, and its folder as home.

    `folder` is also for its temporary files. If isolated, PATH starts with the confinement's `search_path`
    and excludes our virtual environment.
    """
    variables = {
        name: text
        for name, text in os.environ.items()
        if name.upper() in PASSED_VARIABLES or name.startswith("LC_")
    }
    if confinement.isolated:
        path = path_without_packages(variables.get("PATH", os.defpath))
        variables["PATH"] = os.pathsep.join([*map(str, confinement.search_path), path])
    return variables | dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), str(folder))


def path_without_packages(path: str) -> str:
    """Return a PATH without the virtual environment in which we run; unchanged if we run in none."""
    own = Path(sys.prefix).resolve()
    kept = [part for part in path.split(os.pathsep) if part and not Path(part).resolve().is_relative_to(own)]
    return os.pathsep.join(kept if sys.prefix != sys.base_prefix else path.split(os.pathsep))


def _wait(process: subprocess.Popen[bytes], clock: MoveClock, *readers: PipeReader) -> int | None:
    """Wait for the exit status; return None when the time is up or if a reader is flooded."""
    while not clock.is_over() and not any(reader.flooded for reader in readers):
        if (status := wait_for_status(process, clock.next_step())) is not None:
            return status
        clock.woke()
    return None


def wait_for_status(process: subprocess.Popen[bytes], seconds: float) -> int | None:
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


def termination_signal(status: int) -> int | None:
    """Return the number of the signal that ended a program, or None.

    A status -N means signal N, and so does 128 + N from a supervisor.
    """
    if status < 0:
        return -status
    return status - 128 if os.name != "nt" and 128 < status < 160 else None
