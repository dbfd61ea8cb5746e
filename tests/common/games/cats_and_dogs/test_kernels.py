"""Kernels of the rules compared with the readable rules of catsdogs.py, in plain Python."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from catsdogs import GAME, START, Position, read_position, safe_moves
from common.games.cats_and_dogs.kernels import horizon, key, play
from common.kernels.kernel import Kernels, State
from common.rules.square_grid import NO_STEP
from common.search.alpha_beta import NOT_OVER
from common.search.transposition import WON
from tests.support.catsdogs_cases import HOPELESS, MIDDLE, late_position
from tests.support.variants import variant

PLAIN = GAME.search.compiled().plain
PLY = 5


@cache
def single_plies() -> Kernels:
    """Return the kernels in which each single move of the dogs is a ply."""
    return variant(GAME.search.compiled(), WHOLE_TURNS=0).plain


def positions(seed: int, count: int = 150) -> list[Position]:
    """Return late positions that are not over, with few dogs, at any step."""
    chance = random.Random(seed)
    found = (late_position(chance) for _ in range(count))
    return [at for at in found if not at.outcome() and at.moves()]


def listed(kernels: Kernels, state: State) -> list[int]:
    """Return all moves that `next_move` lists."""
    memory: Any = kernels.memory(GAME.search.compiled().fields)
    moves, move = list[int](), int(kernels.next_move(memory, state, NO_STEP, 0))
    while move != NO_STEP:
        moves.append(move)
        move = int(kernels.next_move(memory, state, move, 0))
    return moves


def ends_of_turn(at: Position) -> list[Position]:
    """Return the positions after the decision of the side to move: two single moves at step 1."""
    once = [at.play(move) for move in at.moves()]
    if at.step != 1:
        return once
    return [
        last for after in once for last in ([after] if after.outcome() else map(after.play, after.moves()))
    ]


def test_next_move_and_play_reach_every_result_once() -> None:
    steps = set[int]()
    for at in positions(1):
        reached = [Position(*play(at, move)) for move in listed(PLAIN, at)]
        assert len(set(reached)) == len(reached)
        assert {after[:2] for after in reached} == {after[:2] for after in ends_of_turn(at)}, at
        assert {after.turn for after in reached} == {"cat" if at.step else "dog"}
        steps.add(at.step)
    assert steps == {0, 1, 2}


def test_play_removes_the_captured_dog() -> None:
    after = Position(*play(START, 0 << 6 | 1))
    assert after == START.play((0, 1))
    assert (after.step, after.dogs.bit_count()) == (1, START.dogs.bit_count() - 1)


def test_dogs_without_a_move_pass() -> None:
    """The only dog stands between two cats and the rim."""
    at = read_position("CDC..../.C...../......./....C../......./......./......C", 1)
    assert at.moves() == [] and listed(PLAIN, at) == [0]
    assert play(at, 0) == at._replace(step=0)
    assert listed(single_plies(), at) == [0]


def test_single_moves_are_plies_without_whole_turns() -> None:
    for at in positions(2):
        after = [Position(*single_plies().play(at, move)) for move in listed(single_plies(), at)]
        assert [(child.cats, child.dogs) for child in after] == [at.play(move)[:2] for move in at.moves()]
        assert {child.step for child in after} == {(at.step + 1) % 3}


def expected_end(at: Position) -> int:
    """Return the score at PLY by the readable rules."""
    outcome = at.outcome()
    if outcome:
        return WON - PLY if outcome.winner == at.turn else PLY - WON
    return PLY + 1 - WON if at.step == 0 and not safe_moves(at) else NOT_OVER


def test_end_score_matches_the_outcome() -> None:
    chance, seen = random.Random(3), set[int]()
    for _ in range(300):
        at = late_position(chance)
        assert PLAIN.end_score(None, at, PLY) == expected_end(at), at
        seen.add(expected_end(at))
    assert seen == {WON - PLY, PLY - WON, PLY + 1 - WON, NOT_OVER}


def test_three_in_line_count_before_the_end_of_contact() -> None:
    at = read_position("CCC..../......./......./......./......./......./C.....C")
    assert (PLAIN.end_score(None, at, 2), PLAIN.end_score(None, at._replace(step=1), 2)) == (2 - WON, WON - 2)


def test_loss_is_foreseen_below_the_root_only() -> None:
    at = read_position(HOPELESS)
    blind = variant(GAME.search.compiled(), FORESEE=0).plain
    assert {after.outcome() and after.outcome().winner for after in map(at.play, at.moves())} == {"dog"}  # type: ignore[union-attr]
    assert [PLAIN.end_score(None, at, ply) for ply in (0, 1)] == [NOT_OVER, 2 - WON]
    assert blind.end_score(None, at, 1) == NOT_OVER


def test_move_score_is_the_evaluation_for_the_side_that_moves() -> None:
    at, captures_left = read_position(MIDDLE), dict[int, int]()
    for move in listed(PLAIN, at):
        child = Position(*play(at, move))
        assert PLAIN.move_score(at, move) == -100 * PLAIN.evaluate(child)
        captures_left[PLAIN.move_score(at, move)] = len(safe_moves(child._replace(step=0)))
    assert captures_left[max(captures_left)] > captures_left[min(captures_left)]


def test_horizon_bounds_the_length_of_every_game() -> None:
    chance = random.Random(5)
    for at in positions(4, 40):
        plies, state = 0, tuple(at)
        while PLAIN.end_score(None, state, 0) == NOT_OVER:
            state, plies = play(state, chance.choice(listed(PLAIN, state))), plies + 1
        assert plies <= horizon(at)
    assert horizon(START) == 2 * 44 + 1


@pytest.mark.parametrize("depth", [0, 9])
def test_key_identifies_the_whole_state(depth: int) -> None:
    states = {Position(*at[:2], step) for at in positions(6) for step in range(3)}
    assert len({key(state, depth) for state in states}) == len(states)
    assert all(0 <= word < 1 << 62 for state in states for word in key(state, depth))
