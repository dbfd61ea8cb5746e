"""The players of both sides: which are programs, and which files are theirs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from common.play.game import Game
from common.play.players import PERSISTENT_PREFIX
from common.programs.one_shot import program_files

Seat = tuple[str, str]  # side; the player's name or command line


def programs_among(game: Game[Any], seats: Iterable[Seat]) -> list[str]:
    """Return the command lines among players, without the prefix of persistent programs."""
    return [name.removeprefix(PERSISTENT_PREFIX) for side, name in seats if name not in game.kinds]


def files_of_programs(game: Game[Any], seats: Iterable[Seat]) -> set[Path]:
    """Return the files of all programs among players, which must be hidden from each other."""
    return {path for command in programs_among(game, seats) for path in program_files(command)}
