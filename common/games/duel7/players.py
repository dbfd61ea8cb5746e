"""Textbook players: greedy, and minimax to a fixed depth."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from common.games.duel7.kernels import lead
from common.kernels.kernel import Kernels, link
from common.rules.square_grid import Step, step_of
from common.search.reference_search import reference_move

if TYPE_CHECKING:
    from common.search.compiled_game import CompiledGame
    from duel7 import Position


def greedy(position: Position) -> Step:
    """Return the move with the largest lead in moveable space after it, the first of equals."""
    own, other = position.turn, "O" if position.turn == "X" else "X"
    after = {move: position.play(move) for move in position.moves()}
    return max(after, key=lambda move: after[move].space(own) - after[move].space(other))


@cache
def space_kernels(game: CompiledGame[Position]) -> Kernels:
    """Return kernels in plain Python that evaluate only the lead in moveable space."""
    return Kernels(link(game.names | {"SPACE": 1, "evaluate": lead}))


def minimax(game: CompiledGame[Position], position: Position, depth: int) -> Step:
    """Return the move of a search of all moves to `depth` plies, the first of the best.

    It evaluates by moveable space.
    """
    return step_of(reference_move(space_kernels(game), game.fields, game.state(position), depth))
