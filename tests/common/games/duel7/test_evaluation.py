"""The evaluation of the sliding duel, compared with the readable rules."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import CROWD_COUNT, FEATURE_WEIGHTS, STAGE_COUNT
from common.games.duel7.tapered import tapered_weights
from common.kernels.kernel import Kernels
from common.rules.bits import bits_of, cells_of
from common.search.alpha_beta import DECISIVE_SCORE
from duel7 import GAME, Position, random_start
from tests.support.variants import variant

state_of = GAME.search.state
ZERO = (0,) * 4


def beside(squares: set[int]) -> set[int]:
    return {near for square in squares for near in cells_of(SQUARES.near[square])}


def features(own: set[int], other: set[int], empty: set[int]) -> list[int]:
    """Count the features of a side, in the order of WORTH."""
    space = beside(own) & empty
    reach = (beside(space) & empty) - space
    near = {square: set(cells_of(SQUARES.near[square])) for square in SQUARES.squares}
    rows = [divmod(square, SQUARES.stride) for square in own]
    return [
        len(space),
        len(reach),
        len(reach - beside(other)),
        sum(len(near[square] & empty) for square in own),
        sum(len(near[square] & own) > 1 for square in empty),
        sum(len(near[square]) < 4 for square in own),
        sum(abs(one[0] - two[0]) == abs(one[1] - two[1]) == 1 for one, two in combinations(rows, 2)),
        len(own & beside(other)),
        sum(len(near[square] & empty) == 4 for square in own),
        64 * len(own) // len(own | other),
    ]


def random_positions(count: int) -> list[Position]:
    chance, found = random.Random(count), []
    for _ in range(count):
        squares = chance.sample(SQUARES.squares, chance.randint(2, 48))
        x = chance.randint(1, len(squares) - 1)
        left = chance.choice([1, 2, 3, 8, 9, 30, 48, 49, 50, 1000])
        found.append(Position(bits_of(squares[:x]), bits_of(squares[x:]), left, chance.choice("XO")))
    return found


def feature_differences(at: Position) -> list[int]:
    own, other, _ = state_of(at)
    sets = set(cells_of(own)), set(cells_of(other))
    empty = set(cells_of(at.empty))
    sides = zip(features(*sets, empty), features(*sets[::-1], empty), strict=True)
    return [mine - theirs for mine, theirs in sides] + [1, 1 if at.turns_left % 2 else -1]


@pytest.mark.parametrize("feature", range(len(FEATURE_WEIGHTS)))
def test_feature_matches_the_readable_rules(feature: int) -> None:
    worth = [(1,) * 4 if at == feature else ZERO for at in range(len(FEATURE_WEIGHTS))]
    kernels = variant(GAME.search.compiled(), WEIGHTS=tapered_weights(worth, CROWD_COUNT, STAGE_COUNT)).plain
    for at in random_positions(60):
        assert kernels.evaluate(state_of(at)) == feature_differences(at)[feature], at


def test_evaluation_stays_below_decided_scores(compiled: Kernels) -> None:
    for at in random_positions(3000):
        assert abs(compiled.evaluate(state_of(at))) < DECISIVE_SCORE / 2


@pytest.mark.parametrize("left", [1, 8, 99])
def test_larger_army_is_ahead(left: int, compiled: Kernels) -> None:
    for number in range(50):
        start = random_start((9, 4), left, number)
        assert compiled.evaluate(state_of(start)) > compiled.evaluate(
            state_of(start._replace(x=start.o, o=start.x))
        )
