"""The facts of Cats & Dogs for its page: constants that give the same odds as Python."""

from __future__ import annotations

from catsdogs import GAME, START
from common.games.cats_and_dogs.page_facts import page_facts


def test_odds_are_those_of_the_curve() -> None:
    found = page_facts(GAME, {}).setup
    dogs = START.dogs.bit_count()
    assert found["odds"] + found["oddsPerDog"] * dogs == GAME.search.curve(START).start
