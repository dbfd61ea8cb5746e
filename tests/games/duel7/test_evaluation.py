"""What the evaluation of the sliding duel counts, by the readable rules; and the fit of its weights to outcomes of games."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import CROWDS, STAGES, WORTH
from common.games.duel7.tapered import tapered
from common.kernels.kernel import Kernels
from common.rules.bits import bits_of, cells_of
from common.search.alpha_beta import DECIDED
from duel7 import GAME, Position, bench_start, placed, random_start
from tests.bench.fit_duel import NOUGHT, Seen, fitted, played, table

state_of = GAME.state


def beside(squares: set[int]) -> set[int]:
    return {near for square in squares for near in cells_of(SQUARES.near[square])}


def features(own: set[int], other: set[int], empty: set[int]) -> list[int]:
    """What is counted of a side, in the order of WORTH."""
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


def counted(at: Position) -> list[int]:
    own, other, _ = state_of(at)
    sets = set(cells_of(own)), set(cells_of(other))
    empty = set(cells_of(at.empty))
    sides = zip(features(*sets, empty), features(*sets[::-1], empty), strict=True)
    return [mine - theirs for mine, theirs in sides] + [1, 1 if at.left % 2 else -1]


@pytest.mark.parametrize("feature", range(len(WORTH)))
def test_each_feature_is_what_is_counted_by_the_readable_rules(feature: int) -> None:
    worth = [(1,) * 4 if at == feature else NOUGHT for at in range(len(WORTH))]
    kernels = GAME.linked().variant(WEIGHTS=tapered(worth, CROWDS, STAGES)).plain
    for at in random_positions(60):
        assert kernels.evaluate(state_of(at)) == counted(at)[feature], at


def test_no_guess_looks_like_a_decided_game(compiled: Kernels) -> None:
    for at in random_positions(3000):
        assert abs(compiled.evaluate(state_of(at))) < DECIDED / 2


@pytest.mark.parametrize("left", [1, 8, 99])
def test_the_larger_army_is_ahead(left: int, compiled: Kernels) -> None:
    for number in range(50):
        start = random_start((9, 4), left, number)
        assert compiled.evaluate(state_of(start)) > compiled.evaluate(state_of(start._replace(x=start.o, o=start.x)))


def test_starts_with_equal_armies_are_asked_apart() -> None:
    even = [GAME.openings()["even"](number) for number in range(16)]
    assert {start.x.bit_count() for start in even} == {3, 6, 10, 16}
    assert all(start.x.bit_count() == start.o.bit_count() for start in even)
    assert {start.left for start in even} == {20, 21, 40, 41}
    assert {series.sets for series in GAME.table()} == {("table",), ("even",)}


# THE FIT


def test_the_fit_sees_what_the_evaluation_sees(compiled: Kernels) -> None:
    pytest.importorskip("numpy")
    seen = [Seen(tuple(map(int, state_of(at))), 0.5) for at in random_positions(300)]
    scores = table([seen])[0] @ list(chain(*WORTH))
    for each, score in zip(seen, scores, strict=True):
        assert compiled.evaluate(each.state) == pytest.approx(score, abs=60), each  # weights are rounded


def test_the_weights_by_which_games_were_drawn_are_found_again() -> None:
    pytest.importorskip("numpy")
    chance = random.Random(3)
    games = [[Seen(state_of(at), 0.5)] for at in random_positions(4000)]
    rows, results = table(games)
    rows = rows[:, :4]
    for at, score in enumerate(rows @ [0.4, 0.1, 0.3, -0.2]):
        results[at] = chance.random() < 1 / (1 + 2.718281828 ** -float(score))
    assert fitted(rows, results) == pytest.approx([0.4, 0.1, 0.3, -0.2], abs=0.12)


def test_games_for_the_fit_are_repeated_by_their_number() -> None:
    game = played(4, 50)
    assert game == played(4, 50) != played(5, 50)
    assert {each.result for each in game[::2]} == {1 - each.result for each in game[1::2]}
    assert len({each.state[2] for each in game}) == len(game)


def test_starts_of_the_table_of_strength_are_the_same_as_ever() -> None:
    starts = [bench_start(number) for number in (0, 9)]
    assert [placed(start) for start in starts] == ["X c1 d3 d5 O b1 e2 e5", "X c2 c7 e6 e7 g4 g7 O b6 c3 d2 g1"]
    assert [start.left for start in starts] == [20, 21]
