"""This project's own scripts and commands, which may use its modules."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from common.programs.system_paths import is_existing_path

ROOT = Path(__file__).resolve().parents[2]  # holds the scripts and `common`


def is_project_command(command: Sequence[str]) -> bool:
    """Return True for one of this project's scripts or console commands."""
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
