"""The interpreters that run programs, and the paths of their installations."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from common.programs.system_paths import has_unrelated_files, is_open_to_all, is_system_path

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
