"""Our programs on a pseudo-terminal, started by the fork server."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import sys
import termios
from typing import Any

import pexpect
from ptyprocess import PtyProcess

from tests.support.fork_server import ForkServer


class ForkedTerminal(pexpect.spawn):  # type: ignore[misc]
    """A pexpect session with a forked program."""

    def __init__(self, warm: ForkServer, command: list[str], settings: dict[str, Any]) -> None:
        self._warm, self._command = warm, command
        super().__init__(sys.executable, command, **settings)
        self.delaybeforesend = None  # tests type only after they have read the prompt

    def _spawnpty(
        self, _: object, *, env: dict[str, str], cwd: str, dimensions: tuple[int, int], **_more: object
    ) -> PtyProcess:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *dimensions, 0, 0))
        process = self._warm.start(self._command, cwd, env, os.ttyname(theirs))
        os.close(theirs)  # the program has opened it by now
        return ForkedProcess(self._warm, process, ours)


class ForkedProcess(PtyProcess):  # type: ignore[misc]
    """A process that is no child of ours; the fork server knows its exit status."""

    def __init__(self, warm: ForkServer, process: int, terminal: int) -> None:
        super().__init__(process, terminal)
        self._warm = warm
        self.terminated, self.delayafterclose = False, 0.01
        self.exitstatus: int | None
        self.signalstatus: int | None

    def isalive(self) -> bool:
        """Return False if the process has ended; set its exit status then."""
        if not self.terminated and (status := self._warm.exit_status(self.pid)) is not None:
            self.terminated = True
            self.exitstatus, self.signalstatus = (status, None) if status >= 0 else (None, -status)
        return not self.terminated
