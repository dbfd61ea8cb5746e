"""A program of ours on a pseudo-terminal, forked from a process that has imported everything."""

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

from tests.support.warm import Warm


class Forked(pexpect.spawn):  # type: ignore[misc]
    """What a test reads from and types to."""

    def __init__(self, warm: Warm, command: list[str], settings: dict[str, Any]) -> None:
        self._warm, self._command = warm, command
        super().__init__(sys.executable, command, **settings)
        self.delaybeforesend = None  # tests type when they have read the prompt

    def _spawnpty(
        self, _: object, *, env: dict[str, str], cwd: str, dimensions: tuple[int, int], **_more: object
    ) -> PtyProcess:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *dimensions, 0, 0))
        process = self._warm.start(self._command, cwd, env, os.ttyname(theirs))
        os.close(theirs)  # now that the program has opened it
        return WarmProcess(self._warm, process, ours)


class WarmProcess(PtyProcess):  # type: ignore[misc]
    """A process that is not a child of ours: its parent knows how it ended."""

    def __init__(self, warm: Warm, process: int, terminal: int) -> None:
        super().__init__(process, terminal)
        self._warm = warm
        self.terminated, self.delayafterclose = False, 0.01
        self.exitstatus: int | None
        self.signalstatus: int | None

    def isalive(self) -> bool:
        """False when it has ended; how, is then known."""
        if not self.terminated and (status := self._warm.ended(self.pid)) is not None:
            self.terminated = True
            self.exitstatus, self.signalstatus = (status, None) if status >= 0 else (None, -status)
        return not self.terminated
