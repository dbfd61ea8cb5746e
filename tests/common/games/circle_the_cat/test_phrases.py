"""The phrases for a human player of Circle the Cat: questions, help, refusals, status."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.phrases import Dialogue
from game import Position, read_start

PHRASES = Dialogue()
START = read_start("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
CAT = START._replace(turn="cat")


def cell(row: int, column: int) -> int:
    return row * 11 + column


def test_question_and_help_depend_on_the_side() -> None:
    assert PHRASES.prompt(CAT) == "Cat's step (NW NE W E SW SE): "
    assert PHRASES.prompt(START) == "Cell to block (row, column): "
    assert "nw ne w e sw se" in PHRASES.explain(CAT) and "7 9 4 6 1 3" in PHRASES.explain(CAT)
    assert PHRASES.explain(START).startswith("Name the cell to block by row and column")


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (START, cell(1, 1), "(1, 1) is blocked already: choose a free cell, e.g. (0, 0)."),
        (START, cell(5, 5), "The cat sits on (5, 5): choose another cell, e.g. (0, 0)."),
        (CAT, cell(1, 1), "(1, 1) is blocked already: choose a free cell, e.g. NW."),
        (CAT, cell(5, 5), "The cat sits on (5, 5): choose another cell, e.g. NW."),
        (CAT, cell(9, 9), "(9, 9) is not beside the cat at (5, 5): choose a neighbour, e.g. NW."),
        (
            CAT._replace(cat=0),
            None,
            "That leads off the board from (0, 0): choose another direction, e.g. E.",
        ),
    ],
)
def test_refusal_gives_the_reason_and_an_example(position: Position, move: int | None, said: str) -> None:
    assert PHRASES.refusal(position, move) == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("[5, 5]", "[]", "[(5, 6)]"), "1 step to the nearest exit"),
        (("[5, 5]", "[]", "[(5, 8), (0, 0)]"), "3 steps to the nearest exit"),
        (("[5, 5]", "[(5, 6)]", "[(5, 7)]"), "3 steps to the nearest exit"),
        (("[5, 5]", "[]", "[]"), "no way out"),
        (("[0, 0]", "[(0, 2), (1, 0), (1, 1)]", "[(10, 10)]"), "no way out"),
        (("[5, 5]", "[]", "[(5, 5)]"), ""),
        (("[0, 0]", "[(0, 1), (1, 0)]", "[(10, 10)]"), ""),
    ],
)
def test_status_tells_the_length_of_the_way(arguments: tuple[str, str, str], said: str) -> None:
    assert PHRASES.status(read_start(*arguments)) == said


def test_introduction_names_both_ways_to_win() -> None:
    assert PHRASES.rules.introduction.endswith(
        "The cat wins on an open exit (E), the catcher when the cat has no step left."
    )
