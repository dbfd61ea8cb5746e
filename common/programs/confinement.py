"""What a call says of other people's programs: how far they are confined, and what they may use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from common.messages import _
from common.rules.errors import BadInput

MEMORY = 2.0  # GB


class Confinement(NamedTuple):
    """The conditions under which other people's programs run.

    `memory` is in GB, for a program with all it has started. `readable` are paths that programs may read besides their
    own; `secret` ones they may not, although they lie beside their own: records, and the programs of other players.
    `isolated` programs get none of the packages of this environment. `ponder` lets a persistent program think while its
    opponent does. `path` are folders that their PATH begins with. Their own
    folders are made in `temporary`, which whoever made it removes also where a worker is killed.
    """

    memory: float = MEMORY
    sandboxed: bool = True
    readable: tuple[Path, ...] = ()
    secret: tuple[Path, ...] = ()
    isolated: bool = False
    ponder: bool = False
    path: tuple[Path, ...] = ()
    temporary: Path | None = None

    def hiding(self, *paths: Path | None) -> Confinement:
        """Return the same with more paths that are secret."""
        return self._replace(secret=(*self.secret, *(path.absolute() for path in paths if path)))


OPEN = Confinement()  # what applies where a call says nothing


def read_memory(gigabytes: float | None) -> float | None:
    """Return a limit of memory. Raise BadInput unless it is above 0."""
    if gigabytes is not None and not gigabytes > 0:
        raise BadInput(
            _(
                "--memory {gigabytes:g}: expected gigabytes, a number above 0, e.g. --memory 4",
                gigabytes=gigabytes,
            )
        )
    return gigabytes


def read_readable(paths: list[Path] | None) -> list[Path]:
    """Return paths that programs may read. Raise BadInput at one that is not there."""
    for path in paths or []:
        if not path.exists():
            raise BadInput(_("--readable {file}: expected an existing file or folder", file=path))
    return [path.resolve() for path in paths or []]
