"""Start positions by seed and options, and the check that a position can be played."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

from common.play.game import Game
from common.rules.errors import BadInput, quoted
from common.rules.position import P
from common.search.limit import Limit


def start(game: Game[P], seed: int, options: Mapping[str, Any]) -> P:
    """Return the first start position by a seed and options. Raise BadInput if one is wrong."""
    known = [name for name in signature(game.starts).parameters if name != "seed"]
    if unknown := sorted(set(options) - set(known)):
        raise BadInput(f"{quoted(unknown[0])} is not an option: expected {', '.join(known)}")
    return game.settled(game.starts(seed=seed, **options)[0])


def check_playable(game: Game[P], position: P) -> None:
    """Raise BadInput if the game is over, or the side to move has no move."""
    if outcome := position.outcome():
        raise BadInput(f"The game is over: {outcome.reason}")
    if not position.moves():
        raise BadInput(f"{position.turn} has no move there: give the other side the turn")


def check_limit(game: Game[P], verb: str, limit: Limit) -> None:
    """Raise BadInput if the engine of a game does not know one of the limits in this command."""
    known = [name for name in game.limits[verb] if name in Limit._fields]
    for name, value in limit.record_fields().items():
        if name not in known:
            raise BadInput(f"{name}={value:g}: {game.name} takes {' or '.join(known)}")
