"""The analysis of a record: moves, sentences about mistakes, the page."""

from __future__ import annotations

import pytest

from common.api.analysis import analyse
from common.api.record import make_record
from common.rules.errors import BadInput
from common.search.limit import Limit
from tests.support.small_api import API
from tests.support.small_game import Position


def test_blunder_is_found() -> None:
    found = analyse(API, make_record(API, Position(6), [3, 3], {}), Limit(depth=9))
    assert [move.better_move for move in found.moves] == ["2", None]
    (sentence,) = found.mistakes
    assert sentence.startswith("Move 1, Ann 3, is a blunder")
    assert repr(found) == sentence
    assert found._repr_html_().startswith("<iframe ")


def test_good_moves_have_no_sentence() -> None:
    found = analyse(API, make_record(API, Position(6), [2, 1, 3], {}), Limit(depth=9))
    assert repr(found) == "No blunder or mistake."


def test_empty_game_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^The record has no moves"):
        analyse(API, make_record(API, Position(6), [], {}), Limit(depth=9))
