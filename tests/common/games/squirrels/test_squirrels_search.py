"""The squirrels' engine of the page (squirrels_search.js) plays as the one in Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.players import best_gain
from common.search.limit import Level, Limit
from common.search.results import Question
from squirrels import (
    ALPHA_BETA,
    LEVELS,
    PERFECT,
    Position,
    algorithm_move,
    board_of,
    evaluate,
    random_start,
    state_of,
)
from tests.support.compiled import machine_code
from tests.support.node import Message, ask_engine, needs_node, question

pytestmark = needs_node


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(EXACT_KERNELS)


@pytest.fixture(params=[20, pytest.param(100, marks=pytest.mark.long)])
def count(request: pytest.FixtureRequest) -> int:
    """Return the number of positions."""
    found: int = request.param
    return found


@cache
def positions(least: int, most: int, count: int) -> list[Position]:
    """Return positions after random moves, with a number of free squares between `least` and `most`."""
    found = list[Position]()
    for number in range(count):
        chance, position = random.Random(number), random_start(number)
        free = chance.randint(least, most)
        while len(position.moves()) > free:
            position = position.play(chance.choice(position.moves()))
        found.append(position)
    return found


def answers(asked: Sequence[Position], level: Level, is_analysis: bool = False) -> list[list[Message]]:
    """Return the messages of one engine of the page about these positions, in their order."""
    questions = [
        question(state_of(position), level)
        | {"setup": {"values": position.values}, "isAnalysis": is_analysis}
        for position in asked
    ]
    return ask_engine("squirrels", ["exact"], questions)


def chosen_moves(asked: Sequence[Position], level: Level) -> list[int]:
    return [messages[-1]["move"] for messages in answers(asked, level)]


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_levels_without_a_seed_choose_equally(depth: int, count: int) -> None:
    asked = positions(2, 25, count)
    expected = [algorithm_move(ALPHA_BETA, position, depth) for position in asked]
    assert chosen_moves(asked, Level(Limit(depth=depth))) == expected


def test_exact_values_and_moves_are_equal(count: int) -> None:
    asked = positions(2, 16, count)
    for position, messages in zip(asked, answers(asked, Level(), is_analysis=True), strict=True):
        expected = PERFECT.solve(position, Question(Limit()))
        report, end = messages[-2], position
        for move in report["line"]:
            end = end.play(move)
        assert report["proven"]
        assert (report["score"], report["move"]) == (expected.low, expected.move), position
        assert end.outcome()
        assert evaluate(end, position.turn) == expected.low


def test_proven_win_is_never_given_away(count: int) -> None:
    asked = positions(2, 15, 3 * count // 2)
    won = [position for position in asked if PERFECT.solve(position, Question(Limit())).low > 0]
    assert len(won) >= count // 2
    for position, messages in zip(won, answers(won, Level()), strict=True):
        after = position.play(messages[-1]["move"])
        lead = (
            evaluate(after, position.turn)
            if after.outcome()
            else -PERFECT.solve(after, Question(Limit())).low
        )
        assert lead > 0, position


@pytest.mark.parametrize("number", [3, 4, 5])
def test_varied_level_stays_within_its_margin(number: int) -> None:
    level = LEVELS[number]._replace(seed=5)
    asked = positions(2, 25, 15)
    depth, margin = level.limit.depth or 1, level.margin or 0
    for position, move in zip(asked, chosen_moves(asked, level), strict=True):
        board, values = board_of(position), dict[int, int]()
        for square in position.moves():
            mine, theirs, gained = board.play(*state_of(position), square)
            values[square] = gained - best_gain(board, (theirs, mine), depth - 1, -(1 << 40), 1 << 40)
        allowed = margin if len(values) > depth else 0
        assert values[move] >= max(values.values()) - allowed, position


def test_weakened_level_repeats_by_its_seed() -> None:
    asked = positions(8, 25, 20)
    first, again, other = (chosen_moves(asked, LEVELS[1]._replace(seed=seed)) for seed in (7, 7, 8))
    assert first == again != other
