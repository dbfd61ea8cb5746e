"""The facts of the duel for its page: options of a random start."""

from __future__ import annotations

import pytest

from common.games.duel7.page_facts import PIECES, TURNS, page_facts
from duel7 import DEFAULT_PIECES, DEFAULT_TURNS, GAME, Setup


def test_defaults_are_those_of_the_game() -> None:
    assert (PIECES, TURNS) == (DEFAULT_PIECES, DEFAULT_TURNS)


@pytest.mark.parametrize(
    ("setup", "facts"), [(Setup(), (PIECES, TURNS)), (Setup(pieces=(2, 3), turns=9), ((2, 3), 9))]
)
def test_options_of_a_start_reach_the_page(setup: Setup, facts: tuple[tuple[int, int], int]) -> None:
    found = page_facts(GAME, setup).setup
    assert (found["pieces"], found["turns"]) == facts and found["curve"]["slope"] == 0.83
