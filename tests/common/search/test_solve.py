"""`solve` by search: the exact value, or an estimate with bounds if the limit comes first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from common.kernels.deadline import Deadline
from common.rules.errors import BadInput
from common.search import solve
from common.search.limit import Limit
from common.search.position_search import PositionGame, PositionSearch
from common.search.results import Question
from common.search.solve import (
    UNKNOWN_BOUNDS,
    cost_line,
    search_thoroughly,
    solve_by_search,
    thorough_searcher,
)
from tests.support.small_board import GAME, OTHER, START, X_WINS, Position

LINKED = GAME.search.searched_game(START)
SHALLOW = Question(Limit(depth=2))


@cache
def winner(position: Position) -> str:
    """Return the winner by brute force."""
    if outcome := position.outcome():
        return str(outcome.winner)
    won = any(winner(position.play(move)) == position.turn for move in position.moves())
    return position.turn if won else OTHER[position.turn]


def reachable(position: Position) -> Iterator[Position]:
    """Yield a position and all that may follow, those of a finished game excepted."""
    if not position.outcome():
        yield position
        for move in position.moves():
            yield from reachable(position.play(move))


def test_second_player_wins_hexapawn() -> None:
    """As Gardner found: each first move has an answer that wins."""
    found = solve_by_search(LINKED, START, Question())
    assert found.lines[0] == "Value: O wins, proven"
    assert found.facts[0]["proven"] and found.facts[0]["expected"] == -100


def test_solver_agrees_with_brute_force_everywhere() -> None:
    positions = set(reachable(START))
    assert len(positions) > 50
    for position in positions:
        fact = solve_by_search(LINKED, position, Question()).facts[0]
        assert (fact["value"], fact["proven"]) == (f"{winner(position)} wins", True), position
        won = (fact["score"] > 0) == (winner(position) == position.turn)
        assert won and fact["side"] == position.turn and fact["move"] == fact["line"][0]


def test_proven_line_is_legal_and_ends_the_game() -> None:
    position, line = START, solve_by_search(LINKED, START, Question()).facts[0]["line"]
    for text in line:
        move = position.read_move(text)
        assert move in position.moves()
        position = position.play(move)
    outcome = position.outcome()
    assert outcome and outcome.winner == "O"


def test_proven_winner_is_reported_once() -> None:
    scores = list[int]()

    def note(score: int, more: str = "") -> None:
        scores.append(score)

    solve_by_search(LINKED, START, Question(on_proven=note))
    solve_by_search(LINKED, START, SHALLOW._replace(on_proven=note))
    assert len(scores) == 1 and scores[0] < 0


def test_depth_limit_gives_an_estimate_with_bounds() -> None:
    usual, own = (solve_by_search(LINKED, START, SHALLOW, *more) for more in ((), ("X may win",)))
    assert usual.lines[0] == f"Value: not proven; {UNKNOWN_BOUNDS}"
    assert usual.lines[1].startswith("Estimate: ")
    assert (own.facts[0]["bounds"], own.facts[0]["proven"]) == ("X may win", False)
    assert own.cost[0].startswith("Depth 2, ")


def test_limit_without_a_search_is_refused() -> None:
    with pytest.raises(BadInput, match="too short to search anything"):
        solve_by_search(LINKED, START, Question(Limit(nodes=1)))


def test_deadline_of_the_caller_counts() -> None:
    report = search_thoroughly(LINKED, START, Question(), Deadline(depth=1))
    assert (report.depth, report.proven) == (1, False)
    with pytest.raises(BadInput):
        search_thoroughly(LINKED, START, Question(), Deadline(nodes=1))


def test_immediate_win_is_proven_at_depth_one() -> None:
    report = search_thoroughly(LINKED, X_WINS, Question(), Deadline())
    assert (report.depth, report.proven) == (1, True)
    assert X_WINS.play(X_WINS.moves()[report.move]).outcome()


def test_searcher_of_a_game_without_kernels_has_its_own_table() -> None:
    assert isinstance(LINKED, PositionGame)
    searchers = [thorough_searcher(LINKED) for _ in range(2)]
    assert all(isinstance(searcher, PositionSearch) for searcher in searchers)
    first, second = (search_thoroughly(LINKED, START, Question(), Deadline()).nodes for _ in range(2))
    assert searchers[0] is not searchers[1] and first == second


def test_searcher_of_compiled_kernels_has_two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[tuple[Any, ...]]()

    def searcher(*given: Any, **options: Any) -> tuple[Any, ...]:
        made.append((*given, options))
        return made[-1]

    linked: Any = SimpleNamespace(fast=object())
    monkeypatch.setattr(solve, "ThoroughSearch", searcher)
    found: Any = thorough_searcher(linked)
    assert found == made[0] == (linked, linked.fast, {"threads": 2})


def test_cost_has_depth_nodes_and_seconds() -> None:
    report = search_thoroughly(LINKED, X_WINS, Question(), Deadline())._replace(nodes=12, seconds=0.126)
    assert cost_line(report) == "Depth 1, 12 nodes, 0.13 s"
