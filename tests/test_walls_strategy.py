"""The stored strategy of N = 3 against every reply, not a sample; and the file it is kept in."""

from __future__ import annotations

import random

import pytest
from conftest import machine_code

from common.kernel import Kernels
from common.strategy import FOLDER, Strategy
from walls import (
    GRAPH_FIELDS,
    MOVES,
    SIDES,
    Position,
    best_moves,
    book,
    brain,
    graph,
    mirrored,
    start,
    state_of,
    strategy,
    swapped,
)


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    machine_code(brain(3))
    return graph()


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("starter", [0, 1], ids=["A starts", "B starts"])
@pytest.mark.parametrize("player", [0, 1], ids=SIDES)
def test_no_half_point_is_lost_whoever_starts_and_whatever_the_other_does(kernels: Kernels, player: int, starter: int) -> None:
    memory = kernels.memory(GRAPH_FIELDS)

    def worth(position: Position) -> int:
        value = int(kernels.value_of(memory, state_of(position)))
        return value if position.mover == player else -value

    first = start(3, starter)
    assert sign(worth(first)) == (1 if starter == player else -1)
    seen, left = {first}, [first]
    while left:
        position = left.pop()
        if position.outcome():
            continue
        if position.mover == player:
            move = book(position)
            assert move is not None, position
            replies = [position.play(move)]
            assert worth(replies[0]) == worth(position), position
        else:
            replies = [position.play(move) for move in MOVES]
        new = [after for after in replies if after not in seen]
        seen.update(new)
        left.extend(new)
    assert len(seen) > 30_000


def test_the_stored_file_is_what_the_command_makes(kernels: Kernels) -> None:
    assert (FOLDER / "3x3.bin").read_bytes() == best_moves().packed()
    assert len(strategy()) > 10_000


def test_packing_keeps_every_move() -> None:
    chance = random.Random(1)
    entries = {chance.randrange(1 << 40): chance.randrange(4) for _ in range(2000)}
    again = Strategy.unpacked(Strategy(entries.items()).packed())
    assert all(again.move(key) == move for key, move in entries.items())
    assert [again.move(key) for key in range(1 << 40, (1 << 40) + 9)] == [None] * 9
    assert Strategy.unpacked(Strategy(()).packed()).move(0) is None


def test_mirrors_are_their_own_inverses_and_the_rules_do_not_mind_them() -> None:
    chance = random.Random(2)
    exchanged = {"try-forward": "try-forward", "turn-left": "turn-right", "turn-right": "turn-left"}
    for size in (3, 5):
        position = start(size)
        while not position.outcome():
            move = chance.choice(MOVES)
            after = position.play(move)
            for mirror in (mirrored, swapped):
                assert mirror(mirror(position)) == position
                assert mirror(position).play(exchanged[move]) == mirror(after)
            position = after


def test_larger_boards_have_no_book() -> None:
    assert book(start(5)) is None
