"""The search of three turns compared with brute force on the readable rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from catsdogs import GAME, Position, read_position
from common.games.cats_and_dogs.players import safe_moves
from common.games.cats_and_dogs.three_turn_search import CATS_HAVE_WON
from tests.support.catsdogs_cases import HOPELESS, late_position

LINKED = GAME.search.compiled()
PLAIN = LINKED.plain
LOST = -1


@pytest.fixture
def memory() -> Any:
    return PLAIN.memory(LINKED.fields)


def double_moves(at: Position) -> list[Position]:
    """Return the positions after the dogs' turn, with the cats to move."""
    if not at.moves():
        return [at._replace(step=0)]
    once = [at.play(move) for move in at.moves()]
    return [
        last
        for after in once
        for last in ([after] if after.outcome() else [after.play(move) for move in after.moves()])
    ]


def fewest_captures(at: Position) -> int:
    """Return the fewest safe captures that the dogs' turn can leave."""
    goes_on = [after for after in double_moves(at) if not after.outcome()]
    return min((len(safe_moves(after)) for after in goes_on), default=CATS_HAVE_WON)


def most_captures(at: Position) -> int:
    """Return the most safe captures that the cats' move leaves after the dogs' reply."""
    found = [LOST]
    for move in at.moves():
        after = Position(*at.play(move)[:2], 1)
        end = after.outcome()
        if not end:
            found.append(fewest_captures(after))
        else:
            found.append(LOST if end.winner == "dog" else CATS_HAVE_WON)
    return max(found)


def dog_positions(seed: int, count: int) -> list[Position]:
    """Return positions with few dogs in which the dogs make the first of two moves."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < count:
        at = late_position(chance)
        if at.step == 1 and not at.outcome() and at.dogs.bit_count() < 5:
            found.append(at)
    return found


def test_fewest_captures_left_matches_brute_force(memory: Any) -> None:
    seen = set[int]()
    for at in dog_positions(1, 15):
        found = PLAIN.fewest_captures_left(memory, at)
        assert found == fewest_captures(at), at
        seen.add(found)
    assert {0, 1} < seen


def test_dogs_that_cannot_keep_contact_have_lost(memory: Any) -> None:
    """The only dog has to leave the only cat beside it."""
    at = read_position("C....C./D....../......./...C.../......./......./.C...C.", 1)
    assert {bool(after.outcome()) for after in double_moves(at)} == {True}
    assert PLAIN.fewest_captures_left(memory, at) == CATS_HAVE_WON


def test_most_captures_left_matches_brute_force(memory: Any) -> None:
    seen = set[int]()
    for at in dog_positions(2, 25):
        cats = at._replace(step=0)
        found = PLAIN.most_captures_left(memory, cats, CATS_HAVE_WON + 1)
        assert found == most_captures(cats), cats
        seen.add(found)
    assert {LOST, 1, CATS_HAVE_WON} < seen


def test_cats_with_losing_captures_only_leave_nothing(memory: Any) -> None:
    assert PLAIN.most_captures_left(memory, read_position(HOPELESS), CATS_HAVE_WON) == LOST


def test_cutoff_ends_the_comparison_of_captures(memory: Any) -> None:
    """A capture that reaches the cutoff refutes the dogs' move, so others need not be tried."""
    at = next(
        at._replace(step=0) for at in dog_positions(3, 20) if 0 < most_captures(at._replace(step=0)) < 9
    )
    for cutoff in range(most_captures(at) + 2):
        found = PLAIN.most_captures_left(memory, at, cutoff)
        assert min(found, cutoff) == min(most_captures(at), cutoff)


def test_best_move_leaves_the_fewest_captures_and_is_the_first(memory: Any) -> None:
    for at in dog_positions(4, 2):
        chosen = PLAIN.best_three_turn_move(memory, at)
        end = PLAIN.generate(memory, at, 0)
        left = dict[int, int]()
        for move in [memory.moves[number] for number in range(end)]:
            after = Position(*PLAIN.play(at, move))
            left[move] = CATS_HAVE_WON if after.outcome() else most_captures(after)
        assert chosen == min(left, key=left.__getitem__), at
