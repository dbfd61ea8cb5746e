"""Textbook players: careful and roomy cats, and squeezing dogs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from common.rules.position import PendingMoves, Player
from common.rules.square_grid import Step

if TYPE_CHECKING:
    from catsdogs import Position
    from common.kernels.kernel import State
    from common.search.compiled_game import CompiledGame


def safe_moves(position: Position) -> list[Step]:
    """Return the safe captures of a position with the cats to move: no three cats are in line after them."""
    ends = {capture: position.play(capture).outcome() for capture in position.moves()}
    return [capture for capture, end in ends.items() if end is None or end.winner == "cat"]


def careful(seed: int) -> Player[Position]:
    """Return cats that make a random safe capture, or any capture if none is safe."""
    chance = random.Random(seed)
    return lambda position: chance.choice(safe_moves(position) or position.moves())


def roomy(seed: int) -> Player[Position]:
    """Return cats that end contact by a safe capture, or else keep the most safe captures.

    They count captures as if the dogs did not move in between. They choose at random among equals, and any
    capture if none is safe.
    """
    chance = random.Random(seed)

    def captures_after(position: Position, capture: Step) -> int:
        after = position.play(capture)
        return 1000 if after.outcome() else len(safe_moves(after._replace(step=0)))

    def move(position: Position) -> Step:
        captures = safe_moves(position)
        counts = [captures_after(position, capture) for capture in captures]
        best = [capture for capture, count in zip(captures, counts, strict=True) if count == max(counts)]
        return chance.choice(best or position.moves())

    return move


def squeeze(game: CompiledGame[Position], seed: int) -> Player[Position]:
    """Return dogs that leave the fewest safe captures, of all distinct double moves that keep contact.

    They choose at random among equals.
    """
    chance = random.Random(seed)
    kernels = game.plain
    memory = kernels.memory(game.fields)
    plan = PendingMoves()

    def captures_left(state: State, move: int) -> int:
        cats, dogs, _ = kernels.play(state, move)
        return int(kernels.count_safe_captures(cats, dogs)) if kernels.in_contact(cats, dogs) else 1000

    def decide(position: Position) -> list[Step]:
        state = game.state(position)
        moves = [int(memory.moves[at]) for at in range(kernels.generate(memory, state, 0))]
        left = [captures_left(state, move) for move in moves]
        best = [move for move, captures in zip(moves, left, strict=True) if captures == min(left)]
        return game.moves(position, chance.choice(best))

    return lambda position: plan.pop(position) or plan.store(position, decide(position))
