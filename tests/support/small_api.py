"""The small game with its Python interface."""

from __future__ import annotations

from common.api.game import Game
from common.play.setup import Setup
from tests.support.plain_parts import plain_parts
from tests.support.small_game import Heaps, HeapSetup, Position

API: Game[Position, Setup] = Game(Position(), **plain_parts(Position()))
API_WITH_OPTIONS: Game[Position, HeapSetup] = Game(Position(), **plain_parts(Position()), starts=Heaps())


def take_one(position: Position) -> int:
    """Take one counter."""
    return 1


def perfect(position: Position) -> int:
    """Leave a multiple of four, if that is possible."""
    return position.heap % 4 or 1
