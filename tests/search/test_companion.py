"""Prove, else search: what an engine does with the bounds that its companion proves."""

from __future__ import annotations

from typing import Any

import pytest

from common.kernels.deadline import Deadline
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.limit import Level, Limit
from common.search.prover import UNBOUNDED, Companion, ProvenBounds, proven_win
from common.search.results import Report
from common.search.think import Engine, Thinker
from common.search.transposition import WON
from tests.support.tiny_game import GAME, Position

LINKED, START = GAME.search.compiled(), Position()
STATE = GAME.search.state(START)
MOVE = START.moves()[-1]
LIMIT = Deadline(nodes=300)


class Told(Companion):
    """A companion that is told what is proven, and counts the questions."""

    def __init__(self, found: ProvenBounds) -> None:
        super().__init__()
        self.found, self.asked = found, 0

    def decide(self, state: Any, deadline: Deadline) -> ProvenBounds:
        self.asked += 1
        return self.found

    def score(self, found: ProvenBounds) -> int:
        return super().score(found) if found.low > 0 else found.low + 50


def thinker(companion: Companion, monkeypatch: pytest.MonkeyPatch, level: Level = Level()) -> Thinker:
    monkeypatch.setattr(LINKED, "companion", lambda *given: companion)
    return Thinker(LINKED, LINKED.plain, bits=10, level=level)


def reports(found: ProvenBounds, monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    return list(thinker(Told(found), monkeypatch).think(STATE, LIMIT))


def test_proven_win_is_played_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    (report,) = reports(proven_win(True, MOVE)._replace(nodes=7), monkeypatch)
    assert report == Report(MOVE, DECISIVE_SCORE, (MOVE,), 0, 7, 0.0, True)
    (soon,) = reports(proven_win(True, MOVE, 5), monkeypatch)
    assert (soon.score, soon.depth) == (WON - 5, 5)


def test_proven_win_answers_at_once_again(monkeypatch: pytest.MonkeyPatch) -> None:
    companion = Told(proven_win(True, MOVE))
    engine = Engine(LINKED, thinker(companion, monkeypatch), Limit(seconds=60))
    for asked in (1, 2):
        assert engine(START) == MOVE
        assert companion.asked == asked
        assert engine.last and engine.last.nodes == 0 and engine.last.seconds < 5


def test_exact_value_is_played_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    (report,) = reports(ProvenBounds(-3, -3, MOVE), monkeypatch)
    assert (report.move, report.score, report.proven) == (MOVE, 47, True)


def test_proven_loss_is_searched_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, searched, last = reports(ProvenBounds(high=0), monkeypatch)
    assert not searched.proven
    assert last == searched._replace(score=-DECISIVE_SCORE, proven=True)


@pytest.mark.parametrize(("low", "is_better"), [(-1000, False), (0, True)])
def test_lower_bound_counts_if_the_search_finds_nothing_better(
    low: int, is_better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = reports(ProvenBounds(), monkeypatch)
    assert -950 < alone[-1].score < 50
    found = reports(ProvenBounds(low, UNBOUNDED, MOVE), monkeypatch)
    better = [alone[-1]._replace(move=MOVE, score=50, line=(MOVE,))] if is_better else []
    assert found == alone + better


def test_search_has_the_nodes_that_the_proof_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reports(ProvenBounds(nodes=200), monkeypatch)
    alone = list(thinker(Companion(), monkeypatch).think(STATE, Deadline(nodes=100)))
    assert found == [report._replace(nodes=report.nodes + 200) for report in alone]


def test_level_that_ignores_moves_asks_no_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    companion = Told(proven_win(True, MOVE))
    assert list(thinker(companion, monkeypatch, Level(ignored_part=0.5)).think(STATE, LIMIT))
    assert companion.asked == 0
