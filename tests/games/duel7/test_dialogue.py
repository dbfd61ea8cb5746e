"""The sliding duel's dialogue on a pipe, as far as only this game asks and prints it.

What all games share is tested in tests/contract/test_dialogue.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.dialogues import DUEL_SETUP as SETUP
from tests.support.dialogues import PIECE, QUIET
from tests.support.dialogues import duel_board as board
from tests.support.programs import Run


def talk(called: Run, answers: str, *more: str) -> tuple[int, str, str]:
    done = called("duel7.py", *more, input=answers)
    return done.returncode, done.stdout, done.stderr


def play(called: Run, place: str, turns: int, answers: str, *more: str) -> tuple[int, str, str]:
    """Play X from a given start."""
    return talk(
        called, answers, "play", "--player", "1", "--place", place, "--turns", str(turns), *QUIET, *more
    )


def test_assignment_sentences_are_printed_byte_for_byte(called: Run) -> None:
    _, output, _ = play(called, "X c4 O g4 a4 a1", 4, "c4\nd4\n")
    spoken = output.split(board(X="c4", O="g4 a4 a1"))[1]
    start = (
        f"{PIECE}Choose the new position for c4: "
        f"Player moves the piece at c4 to d4\n{board(X='d4', O='g4 a4 a1')}"
    )
    assert spoken.startswith(f"{start}Computer moves the piece at ")
    assert spoken.endswith(f"\n{PIECE}")


def test_questions_come_in_order(called: Run) -> None:
    _, output, errors = talk(called, "1\n2\n1\n2\ne\nc4\nG7\nd1\nc4 d4\n", *QUIET)
    squares = (
        "Coordinate of piece 1 of Player1 (X): Coordinate of piece 2 of Player1 (X): "
        "Coordinate of piece 1 of Player2 (O): "
    )
    assert output.startswith("".join(SETUP) + squares + board(X="c4 g7", O="d1") + PIECE)
    assert errors == ""


@pytest.mark.parametrize(
    ("x", "o", "refused"),
    [("48", "", True), ("47", "2", True), ("47", "1", False), ("1", "48", True), ("1", "47", False)],
)
def test_one_square_stays_free(called: Run, x: str, o: str, refused: bool) -> None:
    _, output, _ = talk(called, f"1\n{x}\n{o}\n")
    assert output.endswith(SETUP[3]) != refused
    assert ("expected a whole number" in output) == refused


def test_board_with_one_free_square_is_playable(called: Run) -> None:
    status, output, errors = talk(called, "2\n1\n47\n5\n", "--seed", "5", *QUIET)
    assert (status, errors) in [
        (0, "seed 5 (repeat with --seed 5)\n"),
        (1, "seed 5 (repeat with --seed 5)\nThe input ended before the game was over.\n"),
    ]
    shown = output.split(SETUP[3])[1].splitlines()[1:8]
    assert [sum(line.count(sign) for line in shown) for sign in "XO."] == [1, 47, 1]


@pytest.mark.parametrize("answer", ["a1 a1", "a1\na1", "a1 a2 a1"])
def test_refusal_suggests_a_free_square(called: Run, answer: str) -> None:
    _, output, _ = talk(called, f"1\n3\n3\n4\ne\n{answer}\n")
    assert "a1 is occupied" in output
    assert "e.g. a1" not in output


@pytest.mark.parametrize(
    "answers", ["c3 c4 c5\na1 a2", "c3\nc4\nc5\na1\na2", " C3,c4 \nc5\na1 a2", "c3 , c4\nC5\na1\nA2"]
)
def test_one_answer_may_name_several_squares(called: Run, answers: str) -> None:
    _, output, _ = talk(called, f"1\n3\n2\n4\ne\n{answers}\nquit\n")
    assert output.endswith(board(X="c3 c4 c5", O="a1 a2") + PIECE)


def test_undo_takes_back_to_the_last_own_move(called: Run, tmp_path: Path) -> None:
    _, output, _ = play(called, "X c4 O g7", 9, "c4 d4\nundo\nc4 c5\nquit\n", "--record", "game.jsonl")
    start = board(X="c4", O="g7")
    assert f"{PIECE}Taken back to move 1.\n{start}{PIECE}Player moves the piece at c4 to c5\n" in output
    saved = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert [entry.get("move") for entry in saved][:2] == [None, "c4 c5"]
    assert len(saved) == 3


def test_start_without_a_move_ends_at_once(called: Run, tmp_path: Path) -> None:
    """The start is the assignment's board PLAYER2 WINS."""
    x, o = "a1 a2 b1 b2 f6 f7 g6 g7", "a3 b3 c1 c2 e6 e7 f5 g5"
    spoken = play(called, f"X {x} O {o}", 20, "")
    assert spoken == (0, board(X=x, O=o) + "Player1 (X) has no valid move.\nPLAYER2 WINS\n", "")
    assert list(tmp_path.iterdir()) == []


def test_only_the_side_to_move_can_be_stuck(called: Run) -> None:
    _, output, _ = play(called, "X b1 a2 g7 O a1", 20, "")
    assert output == board(X="b1 a2 g7", O="a1") + PIECE
    _, output, _ = play(called, "X b1 a2 g7 O a1", 20, "g7 g6\n")
    assert output.endswith("Player2 (O) has no valid move.\nPLAYER1 WINS\n")


@pytest.mark.parametrize(
    ("place", "move", "counts", "verdict"),
    [
        # leads to the assignment's board DRAW
        ("X a1 a7 b2 b7 e3 O a2 a6 b1 b6 c7", "e3 e4", (6, 6), "DRAW"),
        ("X a1 d3 O a7 g7", "d3 d4", (6, 4), "PLAYER1 WINS"),
        ("X a1 O d4", "a1 a2", (3, 4), "PLAYER2 WINS"),
    ],
)
def test_turn_limit_prints_counts_and_verdict(
    called: Run, place: str, move: str, counts: tuple[int, int], verdict: str
) -> None:
    status, output, errors = play(called, place, 1, f"{move}\n")
    reason = (
        f"Turn limit reached. P1 moveable space count is {counts[0]}, P2 moveable space count is {counts[1]}."
    )
    assert output.splitlines()[-2:] == [reason, verdict]
    assert (status, errors) == (0, "")


def test_computer_moves_first_if_the_human_is_player2(called: Run) -> None:
    _, output, _ = talk(called, "2\n1\n1\n3\ne\nd4\ng7\ng7 g6\n", *QUIET)
    lines = output.split(board(X="d4", O="g7"))[1].splitlines()
    assert lines[0].startswith("Computer moves the piece at d4 to ")
    assert f"{PIECE}Player moves the piece at g7 to g6" in lines
    assert lines[-1] in ("PLAYER1 WINS", "PLAYER2 WINS", "DRAW")


def test_end_of_input_after_a_random_start_prints_its_seed(called: Run) -> None:
    status, first, errors = talk(called, "1\n3\n4\n9\nr\n")
    seed, end = errors.splitlines()
    assert (status, end) == (1, "The input ended before the game was over.")
    _, again, _ = talk(called, "1\n3\n4\n9\n", "--seed", seed.split()[1])
    assert first.replace(SETUP[4], "") == again
