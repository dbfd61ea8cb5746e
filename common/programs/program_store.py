"""Programs of a class, each copied into a folder of its own before it runs: regular files, and no link that leads elsewhere."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import IO, NamedTuple

from common.messages import _
from common.programs.own_folder import open_regular, remove_tree
from common.rules.errors import BadInput, quoted, visible

MOST_FILES = 10_000  # files and folders of one program
MOST_BYTES = 1 << 30  # bytes of one program
CHUNK = 1 << 20
PLAIN = re.compile(r"[A-Za-z0-9_+=, ][A-Za-z0-9._+=, -]{0,99}")  # names that need no care anywhere


class Refused(BadInput):
    """A program that cannot be copied: it is not run, and the others are."""


class Stored(NamedTuple):
    """A copy of a program: its file or folder, and a digest of all that is in it."""

    path: Path
    digest: str


class ProgramStore:
    """A folder with a folder for each program."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def add(self, entry: Path) -> Stored:
        """Copy a file, or a folder with all that is in it. Raise Refused if it has links that lead out of it, or too much."""
        entry = Path(os.path.normpath(entry.absolute()))
        own = Path(tempfile.mkdtemp(dir=self.root))
        own.chmod(0o755)
        copy = _Copy(entry.parent.resolve())
        try:
            if entry.is_symlink():
                raise Refused(_("{name} is a link", name=quoted(entry.name)))
            if not entry.is_dir():
                path = own / plain_name(entry.name)
                copy.file((entry.name,), path)
            else:
                path = own
                copy.folder(entry.name, own)
        except BadInput as problem:
            raise Refused(str(problem)) from None
        except OSError as problem:
            raise Refused(
                _(
                    "{name} cannot be copied: {reason}",
                    name=quoted(entry.name),
                    reason=_(str(problem.strerror)),
                )
            ) from None
        return Stored(path, copy.digest.hexdigest())


class _Copy:
    """A copy that is being made, from a folder whose entry it is."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._files, self._bytes = 0, 0
        self.digest = hashlib.sha256()

    def folder(self, name: str, into: Path) -> None:
        """Copy a folder. Raise Refused or OSError."""
        waiting: list[tuple[tuple[str, ...], Path]] = [((name,), into)]
        while waiting:
            names, target = waiting.pop()
            target.mkdir(exist_ok=True)
            target.chmod(0o755)
            for entry in sorted(os.scandir(self._base.joinpath(*names)), key=lambda entry: entry.name):
                self._count()
                below = (*names, entry.name)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((below, target / entry.name))
                elif entry.is_symlink():
                    self.file(self._target(below), target / entry.name)
                else:
                    self.file(below, target / entry.name)

    def _target(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the file that a link leads to. Raise Refused if that is not in the entry, or a folder."""
        found, entry = Path(os.path.realpath(self._base.joinpath(*names))), self._base / names[0]
        said = quoted("/".join(names[1:]))
        if not found.is_relative_to(entry):
            raise Refused(_("{name} is a link that points outside", name=said))
        if not found.is_file():
            raise Refused(_("{name} is a link, but not to a file", name=said))
        return found.relative_to(self._base).parts

    def file(self, names: tuple[str, ...], target: Path) -> None:
        """Copy a regular file. Raise Refused or OSError."""
        self.digest.update(os.fsencode("/".join(names)) + b"\0")
        with open_regular(self._base, *names) as given, target.open("xb") as written:
            for part in parts_of(given):
                self._bytes += len(part)
                if self._bytes > MOST_BYTES:
                    raise Refused(_("it has more than {size} GB", size=MOST_BYTES >> 30))
                self.digest.update(part)
                written.write(part)
            self.digest.update(b"\0%d" % self._bytes)
            is_executable = os.fstat(given.fileno()).st_mode & stat.S_IXUSR
        target.chmod(0o755 if is_executable else 0o644)

    def _count(self) -> None:
        self._files += 1
        if self._files > MOST_FILES:
            raise Refused(_("it has more than {count} files", count=MOST_FILES))


def parts_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yield what a file holds, a part at a time."""
    while part := file.read(CHUNK):
        yield part


def plain_name(name: str) -> str:
    """Return the name of a file, or one with the same ending that lists of paths and every terminal can take."""
    return name if PLAIN.fullmatch(name) else f"program{suffix_of(name)}"


def suffix_of(name: str) -> str:
    """Return the ending of a name if it is a plain one."""
    suffix = Path(name).suffix
    return suffix if PLAIN.fullmatch(f"a{suffix}") else ""


@contextmanager
def program_store() -> Iterator[ProgramStore]:
    """Yield an empty store, which is removed at the end."""
    root = Path(tempfile.mkdtemp(prefix="programs-")).resolve()
    if os.name != "nt" and os.geteuid() == 0:
        root.chmod(0o711)  # root runs programs under another user id
    try:
        yield ProgramStore(root)
    finally:
        remove_tree(root)


def names_of(paths: Iterable[Path]) -> dict[Path, str]:
    """Return what programs are called, printable: without the ending, unless another one is called so."""
    stems = {path: visible(path.name if path.is_dir() else path.stem) for path in paths}
    wholes = {path: visible(path.name) for path in stems}
    found = dict[str, Path]()
    for path, stem in stems.items():
        name = stem if is_only(path, stems, wholes) else wholes[path]
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        found[next(one for one in tries if one not in found)] = path
    return {path: name for name, path in found.items()}


def is_only(path: Path, stems: dict[Path, str], wholes: dict[Path, str]) -> bool:
    """Return True if no other program may be called as this one without its ending."""
    return all(stems[path] not in (stems[other], wholes[other]) for other in stems if other != path)
