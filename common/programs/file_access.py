"""The files that a sandboxed program may read and write.

It may read its own files, its interpreter and the system's libraries. It may write only its own folder.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

from common.programs.confinement import Confinement
from common.programs.interpreters import base_interpreter, installation_paths, interpreter_paths
from common.programs.project_programs import ROOT, is_project_command, project_modules
from common.programs.system_paths import (
    SYSTEM_FOLDERS,
    has_unrelated_files,
    is_existing_path,
    is_system_path,
)

# Files that libraries and language runtimes read. Nothing secret: no `shadow`, no settings of services.
ETC_PATTERNS = (
    *(
        "alternatives",
        "ca-certificates*",
        "crypto-policies",
        "debian_version",
        "fonts",
        "group",
        "host.conf",
        "hosts",
    ),
    *(
        "java*",
        "jvm*",
        "ld.so.*",
        "locale*",
        "localtime",
        "machine-id",
        "magic*",
        "mime.types",
        "mono",
        "nsswitch.conf",
    ),
    *(
        "os-release",
        "passwd",
        "perl",
        "pki",
        "profile",
        "protocols",
        "python*",
        "services",
        "ssl/certs",
        "ssl/*.cnf",
    ),
    *("terminfo", "timezone"),
)
LAUNCHER = Path(__file__).resolve().with_name("launcher.py")


class Access(NamedTuple):
    """The paths that a program may read, those hidden among them, and the folder that it may write.

    Of the readable ones, only the launcher needs those in `launching`, before it changes the user id.
    """

    readable: tuple[Path, ...]
    hidden: tuple[Path, ...]
    folder: Path
    launching: frozenset[Path] = frozenset()


def access_for(command: Sequence[str], folder: Path, confinement: Confinement) -> Access:
    """Return the paths that a command may access; `folder` is the only one that it may write.

    Readable are its own files, its interpreter and what the confinement adds, except for hidden paths. This
    project's modules are readable too, unless an external program is isolated.
    """
    ours = is_project_command(command)
    more = (*(project_modules() if ours or not confinement.isolated else ()),)
    if (
        confinement.isolated
        and not ours
        and not any(ROOT.is_relative_to(path) for path in confinement.readable)
    ):
        # Our modules may be installed among the interpreter's packages.
        confinement = confinement.with_secret(*project_modules())
    accessible = accessible_files(command[0], frozenset(program_paths(command)), confinement, more)
    return accessible._replace(folder=folder)


@lru_cache(maxsize=256)  # called for each move of a one-shot program
def accessible_files(
    first: str, own: frozenset[Path], confinement: Confinement, more: tuple[Path, ...]
) -> Access:
    """Return the readable and hidden paths of a program, with `Path()` in place of its own folder.

    `first` is the first word of its command, `own` its own files, `more` paths that are readable in any case.
    System paths and paths that do not exist are left out of the readable ones.
    """
    hidden = set(hidden_paths(own, confinement.secret))
    needed = [*confinement.readable, *readable_paths(own, hidden), *interpreter_paths(first), *more]
    launching = launcher_paths() - set(needed)
    existing = {path for path in [*needed, *launching] if path.exists() and not is_system_path(path)}
    outermost = {
        path
        for path in existing
        if path in more or not any(other in path.parents for other in existing - hidden)
    }
    return Access(tuple(sorted(outermost)), tuple(sorted(hidden)), Path(), launching)


def program_paths(command: Sequence[str]) -> set[Path]:
    """Return the paths on a command line that belong to the program itself (not the interpreter).

    They are existing absolute paths outside the system's folders, resolved. The first word counts only if no
    other word contains one.
    """
    return paths_in(command[1:]) or paths_in(command[:1])


def paths_in(words: Iterable[str]) -> set[Path]:
    """Return the existing absolute paths in words, resolved, also inside lists of paths.

    System paths and the root folder are left out.
    """
    parts = [
        part for word in words for part in ([word] if is_existing_path(word) else word.split(os.pathsep))
    ]
    found = {Path(part).resolve() for part in parts if is_existing_path(part)}
    return {path for path in found if not is_system_path(path) and path != Path(path.anchor)}


def readable_paths(own: Iterable[Path], hidden: Collection[Path]) -> Iterator[Path]:
    """Yield the readable paths for a program's own files: its folders, and the folders of its files.

    Only the file itself is yielded if its folder is hidden or holds unrelated files.
    """
    for path in own:
        alone = path.is_dir() or path.parent in hidden or has_unrelated_files(path.parent)
        yield path if alone else path.parent


def hidden_paths(own: Collection[Path], secret: Iterable[Path]) -> Iterator[Path]:
    """Yield the secret paths that a program must not see; its own paths are never hidden.

    A secret file hides its whole folder, unless the program's own files or unrelated files lie there.
    """
    for path in (path.resolve() for path in secret):
        folder = path.parent
        if path in own:
            continue
        whole = (
            path.is_file()
            and not has_unrelated_files(folder)
            and not any(mine.is_relative_to(folder) for mine in own)
        )
        yield folder if whole else path


@cache
def launcher_paths() -> frozenset[Path]:
    """Return the paths that launcher.py needs."""
    return frozenset(
        {LAUNCHER, Path(cache_from_source(str(LAUNCHER))), *installation_paths(base_interpreter())}
    )


# FOR BUBBLEWRAP AND LANDLOCK


@cache
def etc_files() -> tuple[Path, ...]:
    """Return the paths in `/etc` that every program may read."""
    return tuple(sorted({path for pattern in ETC_PATTERNS for path in Path("/etc").glob(pattern)}))


def mount_options(accessible: Access, whole_etc: bool) -> Iterator[str]:
    """Yield bubblewrap options: read-only mounts of readable paths, a writable folder.

    Hidden paths appear empty. `whole_etc` mounts all of `/etc` at once. This is for Landlock inside, which
    restricts `/etc` file by file: separate mounts take as long as everything else together.
    """
    for name in SYSTEM_FOLDERS:
        folder = Path(name)
        if folder.is_symlink():
            yield from ("--symlink", str(folder.readlink()), name)
        elif folder.is_dir():
            yield from ("--ro-bind", name, name)
    for path in [Path("/etc")] if whole_etc else etc_files():
        yield from ("--ro-bind", str(path), str(path))
    yield from ("--tmpfs", "/tmp")
    for folder in parents({*accessible.readable, accessible.folder}):
        yield from ("--perms", "0755", "--dir", str(folder))
    emptied = list[str]()
    for path in sorted({*accessible.readable, *accessible.hidden}, key=lambda path: len(path.parts)):
        if path not in accessible.hidden:
            yield from ("--ro-bind", str(path), str(path))
        elif any(path.is_relative_to(other) for other in accessible.readable):
            yield from ("--tmpfs", str(path)) if path.is_dir() else ("--ro-bind", "/dev/null", str(path))
            emptied += ["--remount-ro", str(path)] if path.is_dir() else []
    yield from (
        "--bind",
        str(accessible.folder),
        str(accessible.folder),
        *emptied,
        "--remount-ro",
        "/tmp",
        "--remount-ro",
        "/",
    )


def parents(paths: Iterable[Path]) -> list[Path]:
    """Return all parent folders of paths except `/` and `/tmp`, outer ones first.

    They are made explicitly, since bubblewrap would make them accessible to root only.
    """
    found = {parent for path in paths for parent in path.parents}
    return sorted(found - {Path("/"), Path("/tmp")})


def landlock_options(accessible: Access) -> Iterator[str]:
    """Yield launcher.py options: the paths that Landlock lets a program read, list and write."""
    for everyone in (*SYSTEM_FOLDERS, "/proc", "/dev/random", "/dev/urandom", *etc_files()):
        yield f"read={everyone}"
    for path in accessible.readable:
        yield from path_rules(path, accessible.hidden)
    yield f"write={accessible.folder}"


def path_rules(path: Path, hidden: Collection[Path]) -> Iterator[str]:
    """Yield launcher.py options that make a path readable, except for hidden paths in it.

    Landlock cannot exclude a path beneath an allowed one, so a folder with hidden contents is allowed entry
    by entry.
    """
    if path in hidden:
        return
    if not any(other.is_relative_to(path) for other in hidden):
        yield f"read={path}"
        return
    yield f"list={path}"
    for inside in sorted(path.iterdir()):
        yield from path_rules(inside, hidden)
