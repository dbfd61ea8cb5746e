"""Start positions by seed and options, and positions that cannot be played."""

from __future__ import annotations

import pytest

from common.api.positions import check_limit, check_playable, start
from common.rules.errors import BadInput
from common.search.limit import Limit
from tests.support.small_api import API, API_WITH_OPTIONS
from tests.support.small_game import Position


def test_start_follows_seed_and_options() -> None:
    assert start(API, 7, {}) == Position()
    assert start(API_WITH_OPTIONS, 7, {"heap": 5}) == Position(5)
    first, again, other = (start(API_WITH_OPTIONS, seed, {"random_start": True}).heap for seed in (1, 1, 2))
    assert first == again != other


def test_unknown_option_is_refused() -> None:
    with pytest.raises(
        BadInput, match=r"^'heaps' is not an option: expected words, heap, random_start, games$"
    ):
        start(API_WITH_OPTIONS, 0, {"heaps": 5})


def test_finished_game_is_refused() -> None:
    check_playable(API, Position(1))
    with pytest.raises(BadInput, match=r"^The game is over: The last counter is taken\.$"):
        check_playable(API, Position(0))


def test_limit_unknown_to_the_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_limit(API, "play", Limit(seconds=1, nodes=5))
    monkeypatch.setattr(API.players, "limits", {"play": ("depth", "threads")})
    check_limit(API, "play", Limit(depth=3))
    with pytest.raises(BadInput, match=r"^nodes=5: small_game takes depth$"):
        check_limit(API, "play", Limit(nodes=5))
