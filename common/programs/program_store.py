"""Copies of the programs of a class, each in its own folder.

Only regular files are copied. A link that leads outside the program is refused.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import IO

from common.programs.own_folder import open_regular, remove_tree
from common.rules.errors import BadInput, quoted, visible

MAX_FILES = 10_000  # files and folders of one program
MAX_BYTES = 1 << 30  # of one program
CHUNK = 1 << 20  # bytes read at a time
BYTECODE_FOLDER = "__pycache__"  # no part of a program: Python writes it anew
# Safe in PATH lists and on every terminal.
SAFE_NAME = re.compile(r"[A-Za-z0-9_+=, ][A-Za-z0-9._+=, -]{0,99}")


class ProgramRefused(BadInput):
    """A program that cannot be copied. It does not run; the other programs do."""


class ProgramStore:
    """A folder that holds one subfolder per copied program."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def add(self, entry: Path) -> Path:
        """Copy a program, which is a file or a folder with everything in it, and return the copy.

        A file whose name is not safe gets another one; links to files within a folder become copies of them.
        Raise `ProgramRefused` if the program is a link, contains another kind of link or something that is
        not a regular file, is too large or cannot be read.
        """
        entry = Path(os.path.normpath(entry.absolute()))
        own = Path(tempfile.mkdtemp(dir=self.root))
        own.chmod(0o755)
        copy = _Copy(entry.parent.resolve())
        try:
            if entry.is_symlink():
                raise ProgramRefused(f"{quoted(entry.name)} is a link")
            if not entry.is_dir():
                path = own / safe_name(entry.name)
                copy.copy_file((entry.name,), path)
            else:
                path = own
                copy.copy_folder(entry.name, own)
        except BadInput as problem:
            raise ProgramRefused(str(problem)) from None
        except OSError as problem:
            raise ProgramRefused(f"{quoted(entry.name)} cannot be copied: {problem.strerror}") from None
        return path


class _Copy:
    """The copying of one program out of the folder `base`, with a running size."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._files, self._bytes = 0, 0

    def copy_folder(self, name: str, into: Path) -> None:
        """Copy the contents of the folder `name` in `base` to `into`, without folders of bytecode.

        Raise BadInput or OSError.
        """
        waiting: list[tuple[tuple[str, ...], Path]] = [((name,), into)]
        while waiting:
            names, target = waiting.pop()
            target.mkdir(exist_ok=True)
            target.chmod(0o755)
            for entry in sorted(os.scandir(self._base.joinpath(*names)), key=lambda entry: entry.name):
                if entry.name == BYTECODE_FOLDER:
                    continue
                self._count()
                below = (*names, entry.name)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((below, target / entry.name))
                elif entry.is_symlink():
                    self.copy_file(self._resolve_link(below), target / entry.name)
                else:
                    self.copy_file(below, target / entry.name)

    def _resolve_link(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Resolve a link to the path parts of its target, relative to the base folder.

        Raise `ProgramRefused` if the target lies outside the program or is not a file.
        """
        found, entry = Path(os.path.realpath(self._base.joinpath(*names))), self._base / names[0]
        path = quoted("/".join(names[1:]))
        if not found.is_relative_to(entry):
            raise ProgramRefused(f"{path} is a link that points outside")
        if not found.is_file():
            raise ProgramRefused(f"{path} is a link, but not to a file")
        return found.relative_to(self._base).parts

    def copy_file(self, names: tuple[str, ...], target: Path) -> None:
        """Copy a regular file and keep its executable bit. Raise BadInput or OSError.

        `names` are its path parts below `base`. `target` must not exist.
        """
        with open_regular(self._base, *names) as source, target.open("xb") as copy:
            for part in read_chunks(source):
                self._bytes += len(part)
                if self._bytes > MAX_BYTES:
                    raise ProgramRefused(f"it has more than {MAX_BYTES >> 30} GB")
                copy.write(part)
            is_executable = os.fstat(source.fileno()).st_mode & stat.S_IXUSR
        target.chmod(0o755 if is_executable else 0o644)

    def _count(self) -> None:
        self._files += 1
        if self._files > MAX_FILES:
            raise ProgramRefused(f"it has more than {MAX_FILES} files")


def read_chunks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the contents of a file in chunks."""
    while part := file.read(CHUNK):
        yield part


def safe_name(name: str) -> str:
    """Return a file name unchanged if it is safe, otherwise `program` with the same suffix.

    Safe names contain nothing that would split a list of paths or control a terminal.
    """
    return name if SAFE_NAME.fullmatch(name) else f"program{safe_suffix(name)}"


def safe_suffix(name: str) -> str:
    """Return the suffix of a file name, with its dot, or an empty string if it is not safe."""
    suffix = Path(name).suffix
    return suffix if SAFE_NAME.fullmatch(f"a{suffix}") else ""


@contextmanager
def program_store() -> Iterator[ProgramStore]:
    """Yield an empty temporary store and remove it at the end."""
    root = Path(tempfile.mkdtemp(prefix="programs-")).resolve()
    if os.name != "nt" and os.geteuid() == 0:
        root.chmod(0o711)  # root runs programs under another user id, which must be able to enter
    try:
        yield ProgramStore(root)
    finally:
        remove_tree(root)


def display_names(paths: Iterable[Path]) -> dict[Path, str]:
    """Choose a unique, printable name for each program, by its path.

    This is the name without suffix, or the whole name if another program could also be called so. A number in
    parentheses is added if even the whole name is taken.
    """
    stems = {path: visible(path.name if path.is_dir() else path.stem) for path in paths}
    wholes = {path: visible(path.name) for path in stems}
    found = dict[str, Path]()
    for path, stem in stems.items():
        name = stem if has_unique_stem(path, stems, wholes) else wholes[path]
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        found[next(one for one in tries if one not in found)] = path
    return {path: name for name, path in found.items()}


def has_unique_stem(path: Path, stems: dict[Path, str], wholes: dict[Path, str]) -> bool:
    """Check that no other program has the stem of this one as its stem or whole name."""
    return all(stems[path] not in (stems[other], wholes[other]) for other in stems if other != path)
