"""The engine: stored moves, only moves, no time, insight and facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from common.kernels.deadline import Deadline
from common.kernels.kernel import State
from common.rules.errors import BadInput
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.engine import Engine, SearchControl, line_texts, with_mean_scores
from common.search.iterative_deepening import IterativeDeepening
from common.search.limit import Limit
from common.search.results import Report
from tests.support.tiny_game import GAME, Position, is_won

LINKED = GAME.search.compiled()


def engine(limit: Limit = Limit(nodes=20_000), book: Callable[[Position], Any] = lambda _: None) -> Any:
    return Engine(LINKED, IterativeDeepening(LINKED, LINKED.plain, bits=12), limit, book=book)


@pytest.mark.parametrize("position", [Position(5, 2), Position(3, 4), Position(6, 3, "B")])
def test_engine_wins_won_positions(position: Position) -> None:
    player, side = engine(), position.turn
    while not position.outcome():
        move = player(position) if position.turn == side else position.moves()[0]
        position = position.play(move)
    outcome = position.outcome()
    assert outcome and outcome.winner == side


def test_book_move_is_played_without_a_search() -> None:
    player = engine(book=lambda position: 4 if position == Position() else None)
    assert (player(Position()), player.last, player.record_fields()) == (4, None, {})
    assert player(Position(5, 2)) is not None
    assert player.last


def test_only_move_is_played_without_a_search() -> None:
    player = engine()
    assert (player(Position(0, 1)), player.last) == (3, None)


class Idle:
    """A searcher that never has time."""

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        return iter(())


def test_engine_without_time_plays_the_best_evaluation() -> None:
    player, position = Engine(LINKED, Idle(), Limit(seconds=0.1)), Position()
    after = {move: LINKED.static_score(position.play(move)) for move in position.moves()}
    assert after[player(position)] == min(after.values()) < max(after.values())
    assert player.last is None


def test_progress_describes_every_report_to_whoever_watches() -> None:
    shown = list[str]()

    @contextmanager
    def watch(seconds: float | None) -> Iterator[Callable[[str], None]]:
        yield shown.append

    searcher, position = IterativeDeepening(LINKED, LINKED.plain, bits=12), Position()
    player = Engine(LINKED, searcher, Limit(depth=3), control=SearchControl(watch))
    player(position)
    assert player.last and len(shown) == 3 and shown[-1] == player.describe(position, player.last)


def test_unwatched_search_describes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formatting takes time that a move may not have."""
    player = engine()
    monkeypatch.setattr(player, "describe", lambda *_: pytest.fail("described a report"))
    assert player(Position()) is not None


def test_insight_names_the_winner_and_its_line() -> None:
    found = engine().insight(Position(2, 4))
    assert (found.score.side, found.score.proven, found.score.words) == ("A", True, "A wins")
    at = Position(2, 4)
    for move in found.line:
        assert at.read_move(move) in at.moves()
        at = at.play(at.read_move(move))
    assert not is_won(Position(2, 4).play(at.read_move(found.line[0])))


def test_insight_without_time_is_refused() -> None:
    with pytest.raises(BadInput, match=r"--seconds 0\.1: too short to search anything"):
        Engine(LINKED, Idle(), Limit(seconds=0.1)).insight(Position())


class OnceOnly:
    """A searcher that has time for its first search only."""

    def __init__(self) -> None:
        self.reports = [report(1, 5)]

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        return iter([self.reports.pop()] if self.reports else [])


def test_search_without_time_does_not_return_the_last_report() -> None:
    player = Engine(LINKED, OnceOnly(), Limit(seconds=0.1))
    assert player.search(Position(), player.deadline()) and player.last
    assert player.search(Position(5, 2), player.deadline()) is player.last is None
    assert player.record_fields() == {}


def test_facts_describe_the_last_search() -> None:
    player = engine()
    player(Position(2, 4))
    assert player.last
    facts = player.record_fields()
    assert (facts["depth"], facts["proven"]) == (player.last.depth, True)
    assert line_texts(LINKED, Position(2, 4), player.last._replace(line=(), move=1)) == ("a2",)


def report(depth: int, score: int, proven: bool = False) -> Report:
    return Report(1, score, (1,), depth, depth, 0.0, proven)


def test_shown_score_is_the_mean_of_an_even_and_an_odd_depth() -> None:
    reports = [report(1, 30), report(2, -10), report(3, 31), report(5, 20), report(6, -40)]
    found = list(with_mean_scores(reports))
    assert [each.shown_score for each in found] == [30, 10, 10, 5, -10]
    assert [each.score for each in found] == [each.score for each in reports]
    mirrored = [each._replace(score=-each.score) for each in reports]
    assert [each.shown_score for each in with_mean_scores(mirrored)] == [-30, -10, -10, -5, 10]


def test_proven_and_decisive_scores_are_told_as_they_are() -> None:
    reports = [report(1, 30), report(2, DECISIVE_SCORE + 3), report(3, 8), report(4, 0, True)]
    assert [each.shown_score for each in with_mean_scores(reports)] == [30, DECISIVE_SCORE + 3, 8, 0]


def test_mean_of_depths_changes_neither_move_nor_nodes() -> None:
    player, position = engine(), Position()
    move = player(position)
    raw = list(
        IterativeDeepening(LINKED, LINKED.plain, bits=12).think(
            LINKED.state(position), Deadline(nodes=20_000)
        )
    )
    assert player.last and (raw[-1].move, raw[-1].nodes) == (player.last.move, player.last.nodes)
    assert LINKED.moves(position, raw[-1].move) == [move]
