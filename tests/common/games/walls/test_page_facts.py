"""The facts of Walls for its page: boards, the default size, fixed starts."""

from __future__ import annotations

import pytest

from common.games.walls.page_facts import page_facts
from common.rules.errors import BadInput
from walls import GAME, start


def test_page_offers_three_sizes() -> None:
    facts = page_facts(GAME, {"words": ["7"]})
    assert facts.boards == {name: start(int(name)) for name in ("3", "5", "7")}
    assert facts.setup["variant"] == "7" and facts.has_own_start


def test_given_position_is_a_fixed_start() -> None:
    assert not page_facts(GAME, {"words": GAME.write(start(3))}).has_own_start


def test_larger_boards_are_refused() -> None:
    with pytest.raises(BadInput, match="page: N = 9: expected 3, 5 or 7"):
        page_facts(GAME, {"words": ["9"]})
