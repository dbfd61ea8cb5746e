"""Play games between players: all moves, the outcome, the winner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from common.rules.game_loop import GameLoop
from common.rules.position import Outcome, P, Player


def play_plies(start: P, players: Mapping[str, Player[P]]) -> Iterator[tuple[Any, P]]:
    """Yield each move with the position after it. Raise PlayerFault."""
    loop = GameLoop([start], players)
    for ply in loop.plies():
        yield ply.move, ply.after
    if loop.forfeit:
        raise loop.forfeit.error


def play_to_end(start: P, players: Mapping[str, Player[P]]) -> tuple[tuple[str, ...], Outcome]:
    """Play a game; return its moves and outcome. Raise PlayerFault."""
    moves, position = [], start
    for move, after in play_plies(start, players):
        moves.append(position.text(move))
        position = after
    outcome = position.outcome()
    assert outcome
    return tuple(moves), outcome


def winner(start: P, players: Mapping[str, Player[P]]) -> str | None:
    """Play a game and return its winner."""
    return play_to_end(start, players)[1].winner
