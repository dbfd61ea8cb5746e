"""Fixtures of the tests of tournaments whose games are made up."""

from __future__ import annotations

import pytest

from common.search.game_search import SeatScore
from tests.support.small_board import GAME


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take few bootstrap samples: the intervals are asked in test_ratings."""
    monkeypatch.setattr("common.judge.tournament.ratings.SAMPLES", 5)


@pytest.fixture
def by_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pairs be compared by the seat score of X."""
    monkeypatch.setattr(GAME.search, "seat_score", SeatScore("moves", lambda outcome, plies: plies))
