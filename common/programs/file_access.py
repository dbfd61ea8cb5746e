"""The files that a sandboxed program may read and write.

It may read its own files, its interpreter and the system's libraries. It may write only its own folder.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

from common.programs.confinement import Confinement

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
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
BIN_FOLDERS = {"bin", "shims", "Scripts"}  # folders of an installation that hold its programs
# One of these lies beside such a folder.
INSTALLATION_MARKERS = (
    "pyvenv.cfg",
    "conda-meta",
    "lib",
    "lib64",
    "libexec",
    "release",
)
SYSTEM_PYTHON = "/usr/bin/python3"
LAUNCHER = Path(__file__).resolve().with_name("launcher.py")
ROOT = Path(__file__).resolve().parents[2]  # holds the scripts and `common`


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
    more = (
        *(project_modules() if ours or not confinement.isolated else ()),
        *(machine_code_folder() if ours else ()),
    )
    if (
        confinement.isolated
        and not ours
        and not any(ROOT.is_relative_to(path) for path in confinement.readable)
    ):
        # Our modules may be installed among the interpreter's packages.
        confinement = confinement.with_secret(*project_modules())
    cached = confinement._replace(stderr_log=None)  # each game has another log
    accessible = accessible_files(command[0], frozenset(program_paths(command)), cached, more)
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


def is_existing_path(word: str) -> bool:
    """Return True for an absolute path that exists. A word too long for a file name is not one."""
    with suppress(OSError, ValueError):
        return Path(word).is_absolute() and Path(word).exists()
    return False


def is_system_path(path: Path) -> bool:
    """Return True for a path in a system folder or in `/etc`, where all programs may read the same."""
    return any(path.is_relative_to(folder) for folder in (*SYSTEM_FOLDERS, "/etc"))


def readable_paths(own: Iterable[Path], hidden: Collection[Path]) -> Iterator[Path]:
    """Yield the readable paths for a program's own files: its folders, and the folders of its files.

    Only the file itself is yielded if its folder is hidden or holds unrelated files.
    """
    for path in own:
        alone = path.is_dir() or path.parent in hidden or has_unrelated_files(path.parent)
        yield path if alone else path.parent


def has_unrelated_files(folder: Path) -> bool:
    """Return True for a folder with unrelated contents: the root, a home, a folder for temporary files."""
    shared = (Path.home(), Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"))
    return any(other.resolve().is_relative_to(folder) for other in shared)


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


# INTERPRETERS


@cache
def interpreter_paths(word: str) -> frozenset[Path]:
    """Return the installation paths needed to run a command, by the first word of its command line.

    If that is a script, the interpreter in its `#!` line is included. The result is empty if the word cannot
    be run.
    """
    first = shutil.which(word)
    if first is None:
        return frozenset()
    found = installation_paths(Path(first))
    if script_runner := shebang_words(Path(first)):
        words = script_runner[1:] if Path(script_runner[0]).name == "env" else script_runner
        runners = filter(None, map(shutil.which, words))
        found |= installation_paths(Path(next(runners, first)))
    return frozenset(found)


def shebang_words(script: Path) -> list[str]:
    """Return the words after `#!` in the first line of a script, an empty list for other files."""
    with suppress(OSError), script.open("rb") as file:
        if file.read(2) == b"#!":
            return file.readline(200).decode("utf-8", "replace").split()
    return []


def installation_paths(program: Path) -> set[Path]:
    """Return the paths that an interpreter needs: its prefix, and that of every link on the way to it.

    A virtual environment adds the installation that it is based on. A program or link outside such an
    installation adds only itself.
    """
    found = set[Path]()
    for path in link_chain(program):
        prefix = path.parent.parent
        whole = (
            path.parent.name in BIN_FOLDERS
            and not has_unrelated_files(prefix)
            and prefix != Path.home() / ".local"
        )
        if whole and any((prefix / sign).exists() for sign in INSTALLATION_MARKERS):
            found |= {prefix, *base_installation(prefix)}
        else:
            found.add(path)
    return found


def link_chain(path: Path) -> list[Path]:
    """Return a path followed by each target in its chain of links; the last one is resolved."""
    found = [path.absolute()]
    while found[-1].is_symlink() and len(found) < 40:
        found.append(Path(os.path.normpath(found[-1].parent / found[-1].readlink())))
    return [*found, found[-1].resolve()]


def base_installation(prefix: Path) -> set[Path]:
    """Return the folders of the installation that a virtual environment is based on.

    They are the folder as named there and as resolved. `prefix` is the environment's folder. The result is
    empty if it is not one.
    """
    with suppress(OSError):
        for line in (prefix / "pyvenv.cfg").read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                home = Path(value.strip())
                return {home.parent, home.resolve().parent}
    return set()


@cache
def base_interpreter() -> Path:
    """Return the resolved path of the Python that our virtual environment is based on, else our Python."""
    return Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()


@cache
def public_interpreter() -> Path:
    """Return a Python that every user may run: the base Python, else that of the system.

    Where there is none it is the base Python all the same.
    """
    base, system = base_interpreter(), Path(SYSTEM_PYTHON)
    is_public = all(is_system_path(path) or is_open_to_all(path) for path in installation_paths(base))
    return base if is_public or not system.exists() else system


@cache
def launcher_paths() -> frozenset[Path]:
    """Return the paths that launcher.py needs."""
    return frozenset(
        {LAUNCHER, Path(cache_from_source(str(LAUNCHER))), *installation_paths(base_interpreter())}
    )


# THE PROJECT'S OWN PROGRAMS


def is_project_command(command: Sequence[str]) -> bool:
    """Return True for one of this project's scripts or console commands.

    Only they may use the cache of machine code.
    """
    named = [Path(word).resolve() for word in command if is_existing_path(word)]
    if any(path.parent == ROOT and path.suffix == ".py" for path in named):
        return True
    first = Path(command[0]) if named else Path()
    return (
        first.parent == Path(sys.prefix) / ("Scripts" if os.name == "nt" else "bin")
        and first.name.removesuffix(".exe") in console_commands()
    )


@cache
def project_modules() -> tuple[Path, ...]:
    """Return the files and folders of this project that can be imported."""
    return (ROOT / "common", *ROOT.glob("*.py"))


def console_commands() -> set[str]:
    """Return the names of this project's console commands, empty if it is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return {entry.name for entry in distribution("five-board-games").entry_points}
    except PackageNotFoundError:
        return set()


def machine_code_folder() -> list[Path]:
    """Return a list of the cache folder of machine code, created if necessary; empty if impossible."""
    from common.kernels.jit.cache import MachineCodeUnavailable, ensure_cache_folder

    with suppress(OSError, MachineCodeUnavailable):
        return [ensure_cache_folder().resolve()]
    return []


def machine_code_variable(command: Sequence[str]) -> dict[str, str]:
    """Return the environment variable for the machine code cache, by name.

    The result is empty for an external program or without a cache folder.
    """
    from common.kernels.jit.cache import CACHE_VARIABLE

    folders = machine_code_folder() if is_project_command(command) else []
    return {CACHE_VARIABLE: str(folders[0])} if folders else {}


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


def is_open_to_all(path: Path, parents_mounted: bool = False) -> bool:
    """Return True if every user may read a path and, in a folder, the files directly in it.

    Its parents must be accessible too, unless `parents_mounted` says that the sandbox provides them.
    """
    inside = filter(Path.is_file, path.iterdir()) if path.is_dir() else ()
    above = () if parents_mounted else path.parents
    try:
        return all(map(is_world_readable, (path, *inside))) and all(
            folder.stat().st_mode & stat.S_IXOTH for folder in above
        )
    except OSError:
        return False


def is_world_readable(path: Path) -> bool:
    """Return True if every user may read a file, or list and enter a folder. Raise OSError."""
    mode = path.lstat().st_mode  # a link has its own mode; its target may lie elsewhere
    required = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & required == required
