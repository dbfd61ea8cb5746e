"""Positions as words, according to the field types of a position."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from common.play.notation import FieldNotation
from common.rules.errors import BadInput
from tests.support.bare_game import Position as Heaps

HEAPS = FieldNotation(Heaps(), ("Ann", "Bob"))


class Walk(NamedTuple):
    """A position whose side to move follows from a field."""

    row: Annotated[str, "[ab.]{3}"] = "a.b"
    step: int = 0

    @property
    def turn(self) -> str:
        return "AB"[self.step % 2]


WALK = FieldNotation(Walk(), ("A", "B"))  # type: ignore[type-var]


def test_notation_reads_what_it_writes() -> None:
    assert HEAPS.write(Heaps()) == ["Ann", "(3, 5)"]
    assert HEAPS.read("bob", "(0, 2)") == Heaps((0, 2), "Bob")
    assert WALK.write(Walk("b.a", 3)) == ["B", "b.a", "3"]
    assert WALK.read("B", "b.a", "3") == Walk("b.a", 3)
    assert WALK.form == "SIDE ROW STEP"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("C", "a.b", "0"), "'C' is not a side: expected A or B, e.g. A"),
        (("B", "a.b", "0"), "'B' is not to move there: expected A"),
        (("A", "a.c", "0"), "'a.c': expected row as [ab.]{3}, e.g. a.b"),
        (("A", "a.b", "two"), "'two': expected step, e.g. 0"),
        (("A", "a.b", "(0,)"), "'(0,)': expected step, e.g. 0"),
        (("A", "a.b", "["), "'[': expected step, e.g. 0"),
        (("A", "a.b", "__import__('os')"), "expected step, e.g. 0"),
    ],
)
def test_notation_refuses_a_wrong_word(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(BadInput, match="expected") as problem:
        WALK.read(*words)
    assert told in str(problem.value)
