"""Play games between players: all moves, the outcome, the winner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from common.play.game_loop import HistoryPlayer, closing_players
from common.rules.errors import BadInput
from common.rules.position import Outcome, P, Player


def play_plies(start: P, players: Mapping[str, Player[P]]) -> Iterator[tuple[Any, P]]:
    """Yield each move with the position after it. Raise PlayerFault."""
    history = [start]
    for player in players.values():
        if isinstance(player, HistoryPlayer):
            player.history = history
    with closing_players(players.values()):
        while not history[-1].outcome():
            move = players[history[-1].turn](history[-1])
            history.append(history[-1].play(move))
            yield move, history[-1]


def replay(position: P, texts: Iterable[str]) -> Iterator[tuple[Any, P]]:
    """Yield each move of a game with the position after it. Raise BadInput at an illegal move."""
    for ply, text in enumerate(texts, 1):
        move = position.read_move(text)
        if position.outcome() or move not in position.moves():
            raise BadInput(f"Move {ply} is illegal: {text!r}")
        position = position.play(move)
        yield move, position


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
