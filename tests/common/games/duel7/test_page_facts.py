"""The facts of the duel for its page: options of a random start."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest

from common.games.duel7.page_facts import PIECES, TURNS, page_facts
from duel7 import GAME


def test_defaults_are_those_of_the_game() -> None:
    options = signature(GAME.starts).parameters
    assert (options["pieces"].default, options["turns"].default) == (PIECES, TURNS)


@pytest.mark.parametrize(
    ("setup", "facts"), [({}, (PIECES, TURNS)), ({"pieces": (2, 3), "turns": 9}, ((2, 3), 9))]
)
def test_options_of_a_start_reach_the_page(setup: dict[str, Any], facts: tuple[tuple[int, int], int]) -> None:
    found = page_facts(GAME, setup).setup
    assert (found["pieces"], found["turns"]) == facts and found["curve"]["slope"] == 0.83
