"""The conditions under which a command runs external programs: sandboxing, memory, files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from common.rules.errors import BadInput

DEFAULT_MEMORY = 2.0  # GB, by default


class Confinement(NamedTuple):
    """The conditions under which external programs run.

    `memory` is the limit in GB for a program with its child processes. Programs that are not `sandboxed` may
    access the network and all files of this user. `readable` lists paths that programs may read besides their
    own. `secret` lists paths that they may not read even beside their own: records, and the programs of other
    players.

    `isolated` programs cannot import the packages of this environment. `ponder` lets a persistent program
    think on its opponent's time. The folders in `search_path` come first in the PATH of an isolated program.

    Scratch folders are made in `temporary_folder`, by default among the system's temporary files. The process
    that made it removes it, so they vanish even if a worker process is killed.
    """

    memory: float = DEFAULT_MEMORY
    sandboxed: bool = True
    readable: tuple[Path, ...] = ()
    secret: tuple[Path, ...] = ()
    isolated: bool = False
    ponder: bool = False
    search_path: tuple[Path, ...] = ()
    temporary_folder: Path | None = None

    def with_secret(self, *paths: Path | None) -> Confinement:
        """Return a copy with more secret paths, made absolute; None is skipped."""
        return self._replace(secret=(*self.secret, *(path.absolute() for path in paths if path)))


DEFAULT_CONFINEMENT = Confinement()  # the defaults


def check_memory(gigabytes: float | None) -> float | None:
    """Return a memory limit (GB) unchanged. Raise BadInput unless it is above 0 or None."""
    if gigabytes is not None and not gigabytes > 0:
        raise BadInput(f"--memory {gigabytes:g}: expected gigabytes, a number above 0, e.g. --memory 4")
    return gigabytes


def resolve_readable(paths: list[Path] | None) -> list[Path]:
    """Resolve the paths that programs may read; none if None. Raise BadInput if one does not exist."""
    for path in paths or []:
        if not path.exists():
            raise BadInput(f"--readable {path}: expected an existing file or folder")
    return [path.resolve() for path in paths or []]
