"""The dialogue about a puzzle: right, refuted, given up, hints, other commands."""

from __future__ import annotations

import pytest

from common.play.puzzle_dialogue import PuzzleDialogue
from common.play.puzzles import Puzzle, Refutation
from tests.support.keyboard import type_on_pipe
from tests.support.small_board import GAME as BOARD_GAME
from tests.support.small_board import X_WINS
from tests.support.small_game import GAME

TEN = Puzzle(("Ann", "10"), "2", 1, 5, (Refutation(("1",), -1), Refutation(("2",), -1, ("1", "3"))))
WORTH_7 = TEN._replace(value=7, exact=True)


def asked(puzzle: Puzzle = TEN) -> bool:
    return PuzzleDialogue(GAME, puzzle).run()


def test_right_move_gets_the_length_of_the_proof(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "2")
    assert asked()
    shown = capsys.readouterr().out
    assert "Ann to move and win: only one move does it.\nAnn's move: Right: Ann wins, " in shown
    assert shown.endswith("proven to the end, 5 moves of both sides.\n")


def test_wrong_move_is_refuted_on_the_board_once_on_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "3", "2")
    assert not asked()
    shown = capsys.readouterr().out
    assert "Ann plays 3\nBob plays 2\n" in shown and "Position(heap=5, turn='Ann')" in shown
    assert shown.endswith("Wrong: 3 is answered by 2: Bob wins.\n")


def test_hints_name_a_wrong_move_then_the_right_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "hint", "hint", "resign")
    asked()
    assert "Hint: it is not 1\nAnn's move: Hint: 2\n" in capsys.readouterr().out


def test_first_hint_names_the_piece(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tuple(BOARD_GAME.write(X_WINS))
    type_on_pipe(monkeypatch, "hint", "b2 c2")
    assert PuzzleDialogue(BOARD_GAME, Puzzle(words, "b2 c2", 1, 1, (Refutation((), -1),))).run()
    assert "Hint: the move begins with b2\n" in capsys.readouterr().out


def test_other_commands_keep_the_puzzle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "undo", "save", "moves", "9", "2")
    assert asked()
    shown = capsys.readouterr().out
    assert shown.count("A puzzle is a single move") == 2
    assert "Moves: 1, 2, 3\n" in shown and "'9' is not a move" in shown


@pytest.mark.parametrize(
    ("puzzle", "answer", "shown"),
    [
        (
            TEN._replace(value=0),
            "2",
            "Ann to move and draw: only one move does it.\nAnn's move: Right: draw, ",
        ),
        (WORTH_7, "2", "one move is worth more than all others.\nAnn's move: Right: Ann wins by 7, "),
        (WORTH_7, "1", "Wrong: 1 is answered by 2: Bob wins by 1, not Ann wins by 7."),
        (TEN._replace(refutations=(Refutation((), 0),)), "3", "Wrong: 3 ends the game: draw."),
    ],
)
def test_values_become_words(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    puzzle: Puzzle,
    answer: str,
    shown: str,
) -> None:
    type_on_pipe(monkeypatch, answer)
    asked(puzzle)
    assert shown in capsys.readouterr().out
