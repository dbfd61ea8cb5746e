"""This project's own scripts and commands, which may use its modules and its cache of machine code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from common.programs.system_paths import is_existing_path

ROOT = Path(__file__).resolve().parents[2]  # holds the scripts and `common`


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
