"""The human player of the sliding duel: a piece, then its square, or both in one answer."""

from __future__ import annotations

from io import StringIO

import pytest

from common.games.duel7.board import SQUARES
from common.play.person import Person
from common.play.players import PlayerSettings
from common.rules.errors import Leave
from duel7 import GAME, Position, read_place

PIECE = "Choose piece to move: "
START = Position(*read_place("X c4 a1 O g4 a2 b1"), 12)  # a1 cannot move


def seated() -> Person:
    person = Person(GAME, PlayerSettings())
    person.history = [START]
    return person


def target(name: str) -> str:
    return f"Choose the new position for {name}: "


class Asked:
    """The answers to a human player's questions: the move, and all that was printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *answers: str) -> tuple[str, str]:
        self._monkeypatch.setattr("sys.stdin", StringIO("".join(f"{answer}\n" for answer in answers)))
        move = seated()(START)
        return SQUARES.step_text(move), self._capsys.readouterr().out


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asked:
    return Asked(monkeypatch, capsys)


def test_piece_and_square_are_asked_one_after_the_other(asked: Asked) -> None:
    assert asked("c4", "d4") == ("c4 d4", PIECE + target("c4"))


@pytest.mark.parametrize("answer", ["c4 d4", "C4 D4", "c4-d4", "c4,d4", "c4, d4", " c4  d4 "])
def test_one_answer_may_hold_the_whole_move(asked: Asked, answer: str) -> None:
    assert asked(answer) == ("c4 d4", PIECE)


def test_empty_answer_chooses_another_piece(asked: Asked) -> None:
    move, said = asked("c4", "", "c4 c5")
    assert (move, said) == ("c4 c5", f"{PIECE}{target('c4')}{PIECE}")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("g4", "No piece of yours stands at g4: choose one that can move, e.g. c4"),
        ("e5", "No piece of yours stands at e5: choose one that can move, e.g. c4"),
        ("a1", "The piece at a1 cannot move: choose another one, e.g. c4"),
        ("a1 a2", "The piece at a1 cannot move: choose another one, e.g. c4"),
        ("c4 c4", "c4 is occupied: the piece can move to b4 c3 c5 d4"),
        ("c4 h1", "'h1' is not a square: expected a1 to g7 (row letter, column number), e.g. c4"),
        ("c4 e4", "e4 is not beside c4: the piece can move to b4 c3 c5 d4"),
        ("c4 g4", "g4 is occupied: the piece can move to b4 c3 c5 d4"),
        ("c8", "'c8' is not a square: expected a1 to g7 (row letter, column number), e.g. c4"),
        ("", "'' is not a square: expected a1 to g7 (row letter, column number), e.g. c4"),
        (
            "c4 d4 e4",
            "'c4 d4 e4' is more than a move: name the piece, or the piece and its new square, e.g. c4 d4",
        ),
    ],
)
def test_refused_piece_gets_a_reason_and_the_same_question(asked: Asked, answer: str, reason: str) -> None:
    assert asked(answer, "c4 d4") == ("c4 d4", f"{PIECE}{reason}\n{PIECE}")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("c4", "c4 is occupied: the piece can move to b4 c3 c5 d4"),
        ("d5", "d5 is not beside c4: the piece can move to b4 c3 c5 d4"),
        ("d4 d5", "'d4 d5' is not a square: expected a1 to g7 (row letter, column number), e.g. c4"),
        ("d", "'d' is not a square: expected a1 to g7 (row letter, column number), e.g. c4"),
    ],
)
def test_refused_square_gets_a_reason_and_the_same_question(asked: Asked, answer: str, reason: str) -> None:
    question = target("c4")
    assert asked("c4", answer, "b4") == ("c4 b4", f"{PIECE}{question}{reason}\n{question}")


def test_commands_work_at_both_questions(asked: Asked) -> None:
    move, said = asked("moves", "c4", "moves", "d4")
    moves = "Moves: c4 b4, c4 c3, c4 c5, c4 d4\n"
    assert (move, said) == ("c4 d4", f"{PIECE}{moves}{PIECE}{target('c4')}{moves}{target('c4')}")


@pytest.mark.parametrize(("answers", "status"), [(("quit",), 0), (("c4", "quit"), 0), (("c4",), 1), ((), 1)])
def test_leaving_is_possible_at_both_questions(asked: Asked, answers: tuple[str, ...], status: int) -> None:
    with pytest.raises(Leave) as left:
        asked(*answers)
    assert left.value.status == status
