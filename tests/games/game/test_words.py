"""The words of Circle the Cat: questions, all forms of an answer, refusals, status, positions."""

from __future__ import annotations

import pytest

from common.play.game import Ply
from common.rules.errors import BadInput
from game import EXAMPLE, GAME, Position, read_start

START = read_start("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")
CAT = START._replace(turn="cat")


def cell(row: int, column: int) -> int:
    return row * 11 + column


def test_question_and_help_depend_on_the_side() -> None:
    assert GAME.prompt(CAT) == "Cat's step (NW NE W E SW SE): "
    assert GAME.prompt(START) == "Cell to block (row, column): "
    assert "nw ne w e sw se" in GAME.explain(CAT) and "7 9 4 6 1 3" in GAME.explain(CAT)
    assert GAME.explain(START).startswith("Name the cell to block by row and column")


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
    assert GAME.refusal(position, move) == said


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
    assert GAME.status(read_start(*arguments)) == said


def test_introduction_names_both_ways_to_win() -> None:
    assert GAME.rules.introduction.endswith(
        "The cat wins on an open exit (E), the catcher when the cat has no step left."
    )


@pytest.mark.parametrize("turn", ["cat", "catcher"])
@pytest.mark.parametrize(
    "answer", ["4 6", "4,6", "(4,6)", "[4, 6]", "4 , 6", "04 06", "( 4 , 6 )", "4\u00a06"]
)
def test_cell_is_read_in_several_forms(answer: str, turn: str) -> None:
    assert GAME.legal_move(START._replace(turn=turn), answer) == cell(4, 6)


@pytest.mark.parametrize(
    ("answers", "target"),
    [
        ("nw NW no 7", (4, 5)),
        ("ne Ne 9", (4, 6)),
        ("w o 4", (5, 4)),
        ("e l 6", (5, 6)),
        ("sw so 1", (6, 5)),
        ("se 3", (6, 6)),
    ],
)
def test_step_is_read_in_both_languages_and_by_keypad(answers: str, target: tuple[int, int]) -> None:
    for answer in answers.split():
        assert GAME.legal_move(CAT, answer) == cell(*target)


@pytest.mark.parametrize(
    ("position", "answer", "reason"),
    [
        (START, "11 0", r"The cell \(11, 0\) is off the board"),
        (START, "(4", r"The cell '\(4': expected one cell"),
        (START, "ne", "the cell to block 'ne': expected one cell"),
        (START, "4 6 7", "the cell to block '4 6 7': expected one cell"),
        (CAT, "up", "'up' is not a direction: expected one of NW NE W E SW SE"),
        (CAT, "", "'' is not a direction"),
        (CAT, "5", "'5' is not a direction"),
        (CAT, "1 1", r"\(1, 1\) is blocked already"),
        (CAT, "9 9", r"\(9, 9\) is not beside the cat at \(5, 5\)"),
        (CAT._replace(cat=0), "nw", r"That leads off the board from \(0, 0\)"),
    ],
)
def test_answer_that_is_no_legal_move_is_refused(position: Position, answer: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        GAME.legal_move(position, answer)


def test_move_is_announced_as_the_referee_prints_it() -> None:
    assert GAME.sentence(Ply(START, cell(4, 6), START.play(cell(4, 6)))) == "CATCHER = (4, 6)"
    assert GAME.sentence(Ply(CAT, cell(4, 6), CAT.play(cell(4, 6)), by_person=True)) == "CAT     = (4, 6)"


@pytest.mark.parametrize("position", [START, CAT])
def test_words_of_a_position_are_read_back(position: Position) -> None:
    assert GAME.read(*GAME.write(position)) == position


@pytest.mark.parametrize(
    "line", ["[5, 5] [] [(0, 0)]", "[5, 5] [] []", "cat [5, 5] [] []", "[5,5] [(1,1), (1,5)] [(0,0)]"]
)
def test_arguments_without_quotes_are_told_how_to_quote(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.read(*line.split())
    count = len(line.split())
    wanted = f"put CAT, BLOCKS and EXITS in quotes, e.g. python game.py {EXAMPLE}"
    assert str(refused.value) == f"'{line}' is split into {count} arguments: {wanted}"


@pytest.mark.parametrize("words", [("[5,5]", "[(1,1),(1,5)]", "[(0,0)]"), ("[5, 5]", "[(1, 1)", "[(0, 0)])")])
def test_other_arguments_are_not_called_split(words: tuple[str, ...]) -> None:
    try:
        GAME.read(*words)
    except BadInput as problem:
        assert "split" not in str(problem)
