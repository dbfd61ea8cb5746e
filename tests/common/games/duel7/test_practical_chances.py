"""Practical chances in drawn positions of the sliding duel, compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from common.games.duel7.practical_chances import CERTAIN
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.rules.square_grid import step_of
from common.search import transposition
from common.search.limit import Level
from common.search.move_order import PLIES
from common.search.think import CHANCE_TURNS, Thinker
from duel7 import GAME, OTHER_SIDE, Position, random_start
from tests.support.compiled import machine_code

state_of = GAME.search.state


@cache
def value(at: Position) -> int:
    """Return 1 if the side to move wins, -1 if it loses, 0 for a draw."""
    if outcome := at.outcome():
        return 0 if outcome.winner is None else 1 if outcome.winner == at.turn else -1
    return max(-value(at.play(move)) for move in at.moves())


def lead(at: Position, side: str) -> int:
    return at.space(side) - at.space(OTHER_SIDE[side])


def hope(at: Position, turns: int) -> int:
    """Compute the kernel of the same name by the rules, for an opponent with greedy replies."""
    if at.outcome():
        return 0
    after = [at.play(move) for move in at.moves()]
    best = max(lead(child, at.turn) for child in after)
    looking_good = [child for child in after if lead(child, at.turn) == best]
    return sum(CERTAIN if value(child) > 0 else next_trap(child, turns - 1) for child in looking_good) // len(
        looking_good
    )


def next_trap(at: Position, turns: int) -> int:
    if turns == 0 or at.outcome():
        return 0
    return max((hope(child, turns) for child in drawn_moves(at)), default=0)


def drawn_moves(at: Position) -> list[Position]:
    """Return the unfinished positions after moves that keep a draw."""
    return [child for child in map(at.play, at.moves()) if not child.outcome() and value(child) <= 0]


def drawn_positions(count: int, most: int, seed: int) -> Iterator[Position]:
    """Yield drawn positions near the end that offer a choice."""
    chance, found = random.Random(seed), 0
    while found < count:
        pieces, others, turns = chance.choice([(2, 2, 4), (2, 2, 4), (2, 3, 4), (3, 3, 3)])
        at = random_start((pieces, others), min(turns, most), chance.getrandbits(30))
        if not at.outcome() and value(at) == 0 and len(drawn_moves(at)) > 1:
            found += 1
            yield at


def kernel_move(kernels: Kernels, at: Position, first: int, turns: int) -> int:
    """Return the move that the kernel chooses if it begins with `first`."""
    memory, table = kernels.memory(GAME.search.compiled().fields), kernels.memory(transposition.FIELDS)
    table.mask, memory.budget, memory.best = (1 << 14) - 1, 1 << 60, first
    kernels.improve_chances(memory, table, state_of(at), turns)
    return int(memory.best)


def drawing_moves(at: Position) -> dict[int, int]:
    """Map the moves that keep a draw to 0."""
    return {move[0] * 64 + move[1]: 0 for move in at.moves() if value(at.play(move)) <= 0}


@pytest.mark.parametrize("turns", [1, 2])
def test_chosen_move_leaves_most_losing_replies(turns: int) -> None:
    kernels, better = machine_code(GAME.search.compiled()), 0
    for at in drawn_positions(12, 4, seed=18):  # three of these have a better move than the first
        first = next(iter(drawing_moves(at)))
        found = at.play(step_of(kernel_move(kernels, at, first, turns)))
        best = max(hope(child, turns) for child in drawn_moves(at))
        assert hope(found, turns) == best and value(found) <= 0, at
        better += best > hope(at.play(step_of(first)), turns)
    assert better > 1


def test_plain_python_chooses_like_machine_code() -> None:
    plain, fast = GAME.search.compiled().plain, machine_code(GAME.search.compiled())
    for at in drawn_positions(5, 3, 3):
        first = next(iter(drawing_moves(at)))
        assert kernel_move(plain, at, first, 2) == kernel_move(fast, at, first, 2)


def test_stopped_search_keeps_its_move() -> None:
    kernels = GAME.search.compiled().plain
    at = next(drawn_positions(1, 4, 4))
    memory, table = kernels.memory(GAME.search.compiled().fields), kernels.memory(transposition.FIELDS)
    memory.budget, memory.best, memory.stop = 1 << 60, next(iter(drawing_moves(at))), 1
    kernels.improve_chances(memory, table, state_of(at), CHANCE_TURNS)
    assert memory.best == next(iter(drawing_moves(at))) and PLIES > 2 * CHANCE_TURNS


@pytest.mark.parametrize("count", [28, pytest.param(50, marks=pytest.mark.long)])
def test_engine_seeks_practical_chances_and_still_draws(count: int) -> None:
    linked = GAME.search.compiled()
    kernels, changed = machine_code(linked), 0
    for at in drawn_positions(count, 4, 5):
        searcher = Thinker(linked, kernels, bits=14)
        reports = list(searcher.think(state_of(at), Deadline(nodes=200_000)))
        assert reports[-1].proven and reports[-1].score == 0
        last = at.play(step_of(reports[-1].move))
        assert value(last) <= 0, at
        changed += reports[-1].move != next(report.move for report in reports if report.proven)
    assert changed > 1
    assert not Thinker(linked, kernels, bits=14, level=Level(ignored_part=0.5))._seeks_chances
    assert not Thinker(linked, kernels, bits=14, thorough=True)._seeks_chances
