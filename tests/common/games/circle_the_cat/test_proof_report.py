"""Strategies of Circle the Cat, checked against every reply, and the player `perfect`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import proven_best
from common.kernels.deadline import Deadline
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from game import GAME, SIDES, read_start
from tests.support.cat_starts import set_start
from tests.support.cat_strategies import (
    Strategy,
    StrategyEntry,
    WrongStrategyError,
    check_strategy,
    find_strategy,
)
from tests.support.compiled import machine_code
from tests.support.game_cases import BORDER, won_by
from tests.support.play import winner

ENOUGH = Limit(nodes=1_000_000)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)


@pytest.mark.parametrize("side", SIDES)
def test_stored_starts_are_won(side: str) -> None:
    assert proven_best(won_by(side, 1)[0], Deadline(nodes=60_000))[0] == side


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("other", ["best-first", "random"])
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
def test_perfect_wins_won_starts(side: str, other: str, games: int) -> None:
    for number, start in enumerate(won_by(side, games)):
        players = {
            name: GAME.kind(name, "perfect" if name == side else other).make(
                PlayerSettings(Level(ENOUGH), seed=number, shows_progress=False, start=start)
            )
            for name in SIDES
        }
        assert winner(start, players) == side


MANY = {"R15": range(8), "R10": range(12), "C": (18, 50), "R5": (4, 22, 26)}
FEW = {"R15": range(1), "C": (18,), "R5": (22,)}


@pytest.mark.parametrize(
    ("starts", "count", "won"),
    [(FEW, 3, 2), pytest.param(MANY, 25, 4, marks=pytest.mark.long)],
    ids=["some", "many"],
)
def test_strategies_answer_every_reply(starts: dict[str, Sequence[int]], count: int, won: int) -> None:
    winners = []
    for name, numbers in starts.items():
        for number in numbers:
            start = set_start(name, number)
            plan = find_strategy(start)
            check_strategy(start, plan)
            winners.append(plan.cat_wins)
    assert (len(winners), sum(winners)) == (count, won)


@pytest.mark.parametrize("side", SIDES)
def test_incomplete_strategy_is_refused(side: str) -> None:
    start = won_by(side, 1)[0] if side == "catcher" else read_start("(1, 5)", "[]", BORDER)
    plan = find_strategy(start)
    check_strategy(start, plan)
    for broken in (
        without_an_answer(plan),
        with_fewer_cells(plan),
        Strategy(not plan.cat_wins, plan.entries),
    ):
        with pytest.raises(WrongStrategyError, match="entry"):
            check_strategy(start, broken)


def without_an_answer(plan: Strategy) -> Strategy:
    """Remove the last answer of the first entry."""
    first, *others = plan.entries
    if plan.cat_wins:
        answers = dict(list(first.answers.items())[:-1])
    else:
        answers = {block: dict(list(steps.items())[:-1]) for block, steps in first.answers.items()}
    return Strategy(plan.cat_wins, [first._replace(answers=answers), *others])


def with_fewer_cells(plan: Strategy) -> Strategy:
    """Remove one cell from an entry's needed cells; the certificates found here need all of theirs."""
    at = next(number for number, entry in enumerate(plan.entries) if entry.needed.bit_count() > 1)
    entry: StrategyEntry = plan.entries[at]
    fewer = entry._replace(needed=entry.needed & entry.needed - 1)
    return Strategy(plan.cat_wins, [*plan.entries[:at], fewer, *plan.entries[at + 1 :]])
