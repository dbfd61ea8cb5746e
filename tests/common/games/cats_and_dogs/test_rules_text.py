"""The rules of Cats & Dogs in words agree with the rules in code."""

from __future__ import annotations

from catsdogs import CATS, START
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.rules_text import RULES


def test_rules_name_the_start() -> None:
    *cats, last = SQUARES.names(CATS).split()
    assert f"cats (C) on {', '.join(cats)} and {last}, dogs (D) on the other" in RULES.full
    dogs = START.dogs.bit_count()
    assert f"{dogs} squares. No square is empty." in RULES.full and START.empty == 0
    assert f"at most {dogs} moves of the cats" in RULES.full and f"{dogs} dogs" in RULES.introduction
