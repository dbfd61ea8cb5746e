"""How programs of a tournament are run: with which Python, and from copies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from common.play.players import PERSISTENT_PREFIX
from common.programs.one_shot import join_command, split_command
from common.programs.program_store import ProgramStore
from common.programs.runtime import Runtime


class LaunchSettings(NamedTuple):
    """How to run programs: with which Python, and from copies if there is a store.

    With `runtime` None this is the Python that runs us, and command lines stay as they are.
    """

    runtime: Runtime | None = None
    store: ProgramStore | None = None

    def install(self, path: Path) -> Path:
        """Return the place where a program (file or folder) runs, its own or that of a copy.

        It is copied if there is a store. Raise `ProgramRefused` if it cannot be copied.
        """
        return self.store.add(path) if self.store else path.absolute()

    def python_command(self, path: Path) -> list[str]:
        """Return the command that runs a Python file."""
        return self.runtime.script_command(path) if self.runtime else [sys.executable, str(path)]

    def command_line(self, command: str) -> str:
        """Return a command line with the chosen Python; the prefix of a persistent program stays.

        Raise BadInput if it cannot be run.
        """
        if self.runtime is None:
            return command
        words = split_command(command.removeprefix(PERSISTENT_PREFIX))
        line = join_command(self.runtime.resolve_command(words))
        return f"{PERSISTENT_PREFIX} {line}" if command.startswith(PERSISTENT_PREFIX) else line


RUN_IN_PLACE = LaunchSettings()
