"""Canonical positions under the board's eight symmetries."""

from __future__ import annotations

from random import Random

from catsdogs import START, Position
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.symmetry import CHANGES, canonical, image
from common.rules.bits import bits_of
from tests.support.catsdogs_cases import symmetries, transform


def random_position(chance: Random) -> Position:
    squares = chance.sample(SQUARES.squares, chance.randint(6, 49))
    return Position(bits_of(squares[:5]), bits_of(squares[5:]), chance.randint(0, 2))


def test_equal_positions_have_one_canonical_state() -> None:
    chance = Random(1)
    for _ in range(200):
        at = random_position(chance)
        equal = {(*transform(at, change),) for change in symmetries()}
        assert {canonical(state) for state in equal} == {canonical(at)}
        assert canonical(at) in equal


def test_canonical_states_of_different_positions_differ() -> None:
    chance = Random(2)
    seen = dict[tuple[int, int, int], set[Position]]()
    for _ in range(2_000):
        squares = chance.sample(SQUARES.squares[:9], 7)
        at = Position(bits_of(squares[:5]), bits_of(squares[5:]), 0)
        seen.setdefault(canonical(at), set()).add(at)
    for found in seen.values():
        first = next(iter(found))
        assert found <= {transform(first, change) for change in symmetries()}
    assert len(seen) < sum(map(len, seen.values()))


def test_start_equals_all_its_images() -> None:
    assert {image(START.dogs, number) for number in range(len(CHANGES))} == {START.dogs}
    assert canonical(START) == START
