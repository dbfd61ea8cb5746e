"""The reference search, compared with the rules of a tiny game and with brute force."""

from __future__ import annotations

import pytest

from common.search.alpha_beta import INFINITE
from common.search.reference_search import reference_move
from common.search.transposition import WON
from tests.support.perft import perft
from tests.support.tiny_game import GAME, Position, is_won
from tests.support.variants import with_perft

LINKED = GAME.search.compiled()
KERNELS = LINKED.plain
COUNTED = with_perft(LINKED).plain


def alpha_beta(position: Position, depth: int) -> int:
    memory = KERNELS.memory(LINKED.fields)
    return int(KERNELS.alpha_beta(memory, GAME.search.state(position), depth, -INFINITE, INFINITE, 0))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft_agrees_with_the_rules(depth: int) -> None:
    for position in (Position(), Position(2, 1), Position(0, 3)):
        memory = COUNTED.memory(LINKED.fields)
        assert COUNTED.perft(memory, GAME.search.state(position), depth, 0) == perft(position, depth)


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("second", [1, 3, 4])
def test_alpha_beta_to_the_end_finds_the_winner(first: int, second: int) -> None:
    position = Position(first, second)
    assert (alpha_beta(position, first + second) > 0) == is_won(position)


def test_alpha_beta_stops_at_its_depth() -> None:
    assert abs(alpha_beta(Position(), 2)) <= 5  # an estimate
    assert alpha_beta(Position(0, 3), 1) == WON - 1


def test_reference_move_is_the_first_of_several_best() -> None:
    assert reference_move(KERNELS, LINKED.fields, (0, 3), 3) == 5
    assert reference_move(KERNELS, LINKED.fields, (2, 2), 4) == 0  # 3, from the other heap, is as good
    scores = [-alpha_beta(Position().play(move), 1) for move in Position().moves()]
    assert reference_move(KERNELS, LINKED.fields, (9, 8), 2) == scores.index(max(scores))
