"""Textbook players: greedy, and minimax to a fixed depth."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from common.games.duel7.kernels import lead
from common.kernels.deadline import UNLIMITED_NODES
from common.kernels.kernel import Kernels, link
from common.rules.square_grid import Step
from common.search.alpha_beta import INFINITE

if TYPE_CHECKING:
    from common.search.compiled_game import CompiledGame
    from duel7 import Position

TABLE_BITS = 14


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
    """Return the move of a search of all moves to `depth` plies without reductions, the first of the best.

    It evaluates by moveable space.
    """
    kernels = space_kernels(game)
    memory, table = kernels.memory(game.fields), kernels.memory(game.sized_table(TABLE_BITS))
    memory.thorough, memory.budget, table.mask = 1, UNLIMITED_NODES, (1 << TABLE_BITS) - 1
    best, choice = -INFINITE, position.moves()[0]
    for move in position.moves():
        state = game.state(position.play(move))
        value = -kernels.search(memory, table, state, depth - 1, -INFINITE, -best, 1)
        if value > best:
            best, choice = value, move
    return choice
