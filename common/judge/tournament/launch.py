"""How programs of a tournament are run: with which Python, and from copies. Each is known by a digest."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from common.programs.file_access import program_paths
from common.programs.one_shot import split_command
from common.programs.program_store import ProgramStore, StoredProgram, digest_of
from common.programs.runtime import Runtime

DIGEST_LENGTH = 16  # hexadecimal digits of a player's digest


class Command(NamedTuple):
    """The words of a command, and the digest of the text that was written and of the files in it."""

    words: list[str]
    digest: str


class LaunchSettings(NamedTuple):
    """How to run programs: with which Python, and from copies if there is a store.

    With `runtime` None this is the Python that runs us, and command lines stay as they are.
    """

    runtime: Runtime | None = None
    store: ProgramStore | None = None

    def install(self, path: Path) -> StoredProgram:
        """Return the place where a program (file or folder) runs, its own or that of a copy, and its digest.

        It is copied if there is a store. Raise `ProgramRefused` if it cannot be copied.
        """
        return self.store.add(path) if self.store else StoredProgram(path.absolute(), digest_of(path))

    def python_command(self, path: Path) -> list[str]:
        """Return the command that runs a Python file."""
        return self.runtime.script_command(path) if self.runtime else [sys.executable, str(path)]

    def parse_command(self, command: str, folder: Path | None = None) -> Command:
        """Split a command line, make the names of existing files absolute, and copy them if necessary.

        The names are relative to `folder`, by default the current one. If there is a store and a `folder` is
        given, the files in it that the command names are copied and their copies named. The runtime replaces
        `python`. Raise BadInput if the command cannot be run, `ProgramRefused` if a file cannot be copied.
        """
        words, copies = split_command(command, folder), dict[str, StoredProgram]()
        placed = self._copy_paths(words, folder, copies) if self.store and folder else words
        copied = [copy.path for copy in copies.values()]
        others = (
            path
            for path in sorted(program_paths(placed))
            if not any(path.is_relative_to(copy) for copy in copied)
        )
        digests = [*(copy.digest for copy in copies.values()), *map(digest_of, others)]
        used = self.runtime.resolve_command(placed) if self.runtime else placed
        return Command(used, combined_digest(command, *digests))

    def _copy_paths(self, words: Sequence[str], folder: Path, copies: dict[str, StoredProgram]) -> list[str]:
        return [
            os.pathsep.join(self._copy_path(part, folder, copies) for part in word.split(os.pathsep))
            for word in words
        ]

    def _copy_path(self, word: str, folder: Path, copies: dict[str, StoredProgram]) -> str:
        path = Path(word)
        if not path.is_relative_to(folder) or path == folder or not path.exists():
            return word
        entry, *below = path.relative_to(folder).parts
        if entry not in copies:
            copies[entry] = self.install(folder / entry)
        return str(copies[entry].path.joinpath(*below))


RUN_IN_PLACE = LaunchSettings()


def combined_digest(*parts: str) -> str:
    """Return the digest of several texts, such as a command and the digests of its files."""
    return sha256("\0".join(parts).encode()).hexdigest()[:DIGEST_LENGTH]
