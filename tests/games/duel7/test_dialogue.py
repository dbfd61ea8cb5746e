"""The sliding duel's dialogue: piped, on a real terminal of 80x24, and ended early in every way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import (
    ROOT,
    Run,
    child_processes,
    interrupt,
    on_unix,
    only_saved_game,
    plain_text,
    start_on_pipe,
    start_on_terminal,
    still_running,
    wait_for_end_of_game,
    wait_for_exit,
    wait_for_quit,
)

DATA = Path(__file__).parent / "data"
SETUP = [
    "Do you want to be Player1 or Player2? (1/2): ",
    "Number of pieces of Player1 (X): ",
    "Number of pieces of Player2 (O): ",
    "Maximum number of turns (single moves of both players together): ",
    "Place the pieces randomly or enter their coordinates? (r/e): ",
]
PIECE_PROMPT = "Choose piece to move: "
EMPTY = "  1 2 3 4 5 6 7\n" + "".join(f"{row} . . . . . . .\n" for row in "abcdefg")
WEAK = ("--nodes", "50", "--threads", "1")
THINKING = ("--player", "2", "--seconds", "30", "--seed", "1")
BARE = (
    f"import sys, runpy; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['duel7.py']; "
    f"runpy.run_path({str(ROOT / 'duel7.py')!r}, run_name='__main__')"
)
pexpect: Any = pytest.importorskip("pexpect")


def talk(run: Run, answers: str, *more: str) -> tuple[int, str, str]:
    done = run("duel7.py", *more, input=answers)
    return done.returncode, done.stdout, done.stderr


def board(**pieces: str) -> str:
    """Draw the board as the contract prints it: board(X="a1 a7", O="b2")."""
    lines = [line.split(" ") for line in EMPTY.splitlines()]
    for side, squares in pieces.items():
        for square in squares.split():
            lines["abcdefg".index(square[0]) + 1][int(square[1])] = side
    return "".join(" ".join(line) + "\n" for line in [["", "", *"1234567"], *lines[1:]])


def play(run: Run, place: str, turns: int, answers: str, *more: str) -> tuple[int, str, str]:
    """Play X from a given start."""
    return talk(run, answers, "play", "--player", "1", "--place", place, "--turns", str(turns), *WEAK, *more)


def test_dialogue_equals_the_stored_one(run: Run, tmp_path: Path) -> None:
    """Written by: python duel7.py --nodes 2000 --threads 1 < answers.txt > dialogue.txt."""
    answers = (DATA / "answers.txt").read_text()
    for _ in range(2):
        spoken = talk(run, answers, "--nodes", "2000", "--threads", "1")
        assert spoken == (0, (DATA / "dialogue.txt").read_text(), "")
    assert list(tmp_path.iterdir()) == []


def test_assignment_sentences_are_printed_byte_for_byte(run: Run) -> None:
    _, output, _ = play(run, "X c4 O g4 a4 a1", 4, "c4\nd4\n")
    spoken = output.split(board(X="c4", O="g4 a4 a1"))[1]
    start = (
        f"{PIECE_PROMPT}Choose the new position for c4: "
        f"Player moves the piece at c4 to d4\n{board(X='d4', O='g4 a4 a1')}"
    )
    assert spoken.startswith(f"{start}Computer moves the piece at ")
    assert spoken.endswith(f"\n{PIECE_PROMPT}")


def test_questions_come_in_order(run: Run) -> None:
    _, output, errors = talk(run, "1\n2\n1\n2\ne\nc4\nG7\nd1\nc4 d4\n", *WEAK)
    squares = (
        "Coordinate of piece 1 of Player1 (X): Coordinate of piece 2 of Player1 (X): "
        "Coordinate of piece 1 of Player2 (O): "
    )
    assert output.startswith("".join(SETUP) + squares + board(X="c4 g7", O="d1") + PIECE_PROMPT)
    assert errors == ""


ODD = ["-1", "1.5", "1 2", "1000001", "9" * 5000, "\x1b[2J", "\u0661", "quit"]


@pytest.mark.parametrize(("number", "answer"), [*product(range(5), ["", "0", "x"]), *product((0, 3), ODD)])
def test_question_repeats_after_quoting_a_wrong_answer(run: Run, number: int, answer: str) -> None:
    good = ["1", "2", "2", "4", "r"]
    _, output, errors = talk(run, "\n".join([*good[:number], answer]) + "\n")
    before = "".join(SETUP[: number + 1])
    assert output.startswith(f"{before}'")
    refusal = output.removeprefix(before)
    assert refusal.count("\n") == 1
    assert "expected" in refusal and "e.g." in refusal
    assert "\x1b" not in refusal
    assert output.endswith(f"\n{SETUP[number]}")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("x", "o", "refused"),
    [("48", "", True), ("47", "2", True), ("47", "1", False), ("1", "48", True), ("1", "47", False)],
)
def test_one_square_stays_free(run: Run, x: str, o: str, refused: bool) -> None:
    _, output, _ = talk(run, f"1\n{x}\n{o}\n")
    assert output.endswith(SETUP[3]) != refused
    assert ("expected a whole number" in output) == refused


def test_board_with_one_free_square_is_playable(run: Run) -> None:
    status, output, errors = talk(run, "2\n1\n47\n5\n", "--seed", "5", *WEAK)
    assert (status, errors) in [
        (0, "--seed 5\n"),
        (1, "--seed 5\nThe input ended before the game was over.\n"),
    ]
    shown = output.split(SETUP[3])[1].splitlines()[1:8]
    assert [sum(line.count(sign) for line in shown) for sign in "XO."] == [1, 47, 1]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("a1", "a1 is occupied"),
        ("A2", "a2 is occupied"),
        ("c3 c3", "c3 is occupied"),
        ("b1 b1", "b1 is occupied"),
        ("c3 h1", "'h1' is not a square"),
        ("a8", "'a8' is not a square"),
        ("a0", "'a0' is not a square"),
        ("11", "'11' is not a square"),
        ("", "'' is not a square"),
        ("c3 c4 c5", "'c3 c4 c5' names 3 squares"),
    ],
)
def test_impossible_square_is_refused_and_asked_again(run: Run, answer: str, reason: str) -> None:
    _, output, _ = talk(run, f"1\n2\n2\n4\ne\na1 a2\n{answer}\n")
    question = "Coordinate of piece 1 of Player2 (O): "
    assert output.count(question) == 2
    refusal = output.split(question)[1]
    assert refusal.startswith(reason) and refusal.count("\n") == 1


@pytest.mark.parametrize("answer", ["a1 a1", "a1\na1", "a1 a2 a1"])
def test_refusal_suggests_a_free_square(run: Run, answer: str) -> None:
    _, output, _ = talk(run, f"1\n3\n3\n4\ne\n{answer}\n")
    assert "a1 is occupied" in output
    assert "e.g. a1" not in output


@pytest.mark.parametrize(
    "answers", ["c3 c4 c5\na1 a2", "c3\nc4\nc5\na1\na2", " C3,c4 \nc5\na1 a2", "c3 , c4\nC5\na1\nA2"]
)
def test_one_answer_may_name_several_squares(run: Run, answers: str) -> None:
    _, output, _ = talk(run, f"1\n3\n2\n4\ne\n{answers}\nquit\n")
    assert output.endswith(board(X="c3 c4 c5", O="a1 a2") + PIECE_PROMPT)


@pytest.mark.parametrize(
    "answers", ["c4\nd4\n", "c4 d4\n", "  C4 \n D4\n", "C4,d4\n", "c4-d4\n", "c5\n\nc4\nd4\n"]
)
def test_move_is_read_in_several_forms(run: Run, answers: str) -> None:
    _, output, _ = play(run, "X c4 c5 O g7", 2, answers)
    assert f"Player moves the piece at c4 to d4\n{board(X='d4 c5', O='g7')}" in output


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "'' is not a square"),
        ("h1", "'h1' is not a square"),
        ("c4 h1", "'h1' is not a square"),
        ("go", "'go' is not a square"),
        ("c4 d4 e4", "'c4 d4 e4' is more than a move"),
        ("g7", "No piece of yours stands at g7"),
        ("b1", "No piece of yours stands at b1"),
        ("b1 b2", "No piece of yours stands at b1"),
        ("a1", "The piece at a1 cannot move"),
        ("a1 a2", "The piece at a1 cannot move"),
        ("c4 e4", "e4 is not beside c4"),
        ("c4 d5", "d5 is not beside c4"),
        ("c4 c5", "c5 is occupied"),
        ("c4 c4", "c4 is occupied"),
    ],
)
def test_wrong_piece_gets_one_line_and_the_same_question(run: Run, answer: str, reason: str) -> None:
    _, output, _ = play(run, "X a1 a2 c4 c5 O b1 b2 g7 a3", 2, f"{answer}\n")
    refusal = output.split(PIECE_PROMPT)[1]
    assert refusal.startswith(reason) and refusal.count("\n") == 1
    assert output.endswith(f"\n{PIECE_PROMPT}")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("d5", "d5 is not beside c4: the piece can move to b4 c3 d4"),
        ("c5", "c5 is occupied"),
        ("x", "'x' is not a square"),
        ("d4 d5", "'d4 d5' is not a square"),
    ],
)
def test_wrong_target_gets_one_line_and_the_same_question(run: Run, answer: str, reason: str) -> None:
    question = "Choose the new position for c4: "
    _, output, _ = play(run, "X c4 c5 O g7", 2, f"c4\n{answer}\n")
    refusal = output.split(question)[1]
    assert refusal.startswith(reason) and refusal.count("\n") == 1
    assert output.endswith(f"\n{question}")


@pytest.mark.parametrize("first", ["", "c4\n"])
def test_command_words_work_at_both_questions(run: Run, tmp_path: Path, first: str) -> None:
    answers = first + "moves\nhelp\nboard\nHINT\nsave mine.jsonl\n" + first + "undo\nquit\n"
    _, output, _ = play(run, "X c4 O g7", 2, answers)
    parts = output.replace("Choose the new position for c4: ", PIECE_PROMPT).split(PIECE_PROMPT)
    said = [part for part in parts[1:] if part]
    assert said[0] == "Moves: c4 b4, c4 c3, c4 c5, c4 d4\n"
    assert said[1].endswith("undo hint moves board save [FILE] help quit.\n")
    assert said[2] == board(X="c4", O="g7") + "X to move.\n"
    assert said[3].startswith("Hint: c4 ")
    assert said[4:] == ["Saved in mine.jsonl\n", "There is no move of yours to take back.\n"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl"]
    assert talk(run, "", "replay", "mine.jsonl")[:2] == (0, "Not finished\n")


def test_undo_takes_back_to_the_last_own_move(run: Run, tmp_path: Path) -> None:
    _, output, _ = play(run, "X c4 O g7", 9, "c4 d4\nundo\nc4 c5\nquit\n", "--record", "game.jsonl")
    start = board(X="c4", O="g7")
    assert (
        f"{PIECE_PROMPT}Taken back to move 1.\n{start}{PIECE_PROMPT}Player moves the piece at c4 to c5\n"
        in output
    )
    saved = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert [entry.get("move") for entry in saved][:2] == [None, "c4 c5"]
    assert len(saved) == 3


def test_start_without_a_move_ends_at_once(run: Run, tmp_path: Path) -> None:
    """The start is the assignment's board PLAYER2 WINS."""
    x, o = "a1 a2 b1 b2 f6 f7 g6 g7", "a3 b3 c1 c2 e6 e7 f5 g5"
    spoken = play(run, f"X {x} O {o}", 20, "")
    assert spoken == (0, board(X=x, O=o) + "Player1 (X) has no valid move.\nPLAYER2 WINS\n", "")
    assert list(tmp_path.iterdir()) == []


def test_only_the_side_to_move_can_be_stuck(run: Run) -> None:
    _, output, _ = play(run, "X b1 a2 g7 O a1", 20, "")
    assert output == board(X="b1 a2 g7", O="a1") + PIECE_PROMPT
    _, output, _ = play(run, "X b1 a2 g7 O a1", 20, "g7 g6\n")
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
    run: Run, place: str, move: str, counts: tuple[int, int], verdict: str
) -> None:
    status, output, errors = play(run, place, 1, f"{move}\n")
    reason = (
        f"Turn limit reached. P1 moveable space count is {counts[0]}, P2 moveable space count is {counts[1]}."
    )
    assert output.splitlines()[-2:] == [reason, verdict]
    assert (status, errors) == (0, "")


def test_computer_moves_first_if_the_human_is_player2(run: Run) -> None:
    _, output, _ = talk(run, "2\n1\n1\n3\ne\nd4\ng7\ng7 g6\n", *WEAK)
    lines = output.split(board(X="d4", O="g7"))[1].splitlines()
    assert lines[0].startswith("Computer moves the piece at d4 to ")
    assert f"{PIECE_PROMPT}Player moves the piece at g7 to g6" in lines
    assert lines[-1] in ("PLAYER1 WINS", "PLAYER2 WINS", "DRAW")


@pytest.mark.parametrize("given", range(11))
def test_end_of_input_is_one_line_and_status_1(run: Run, tmp_path: Path, given: int) -> None:
    answers = ["1", "2", "2", "9", "e", "c4", "c5", "g1", "g2", "c4", "d4"][:given]
    prompt = [
        *SETUP,
        *(
            f"Coordinate of piece {piece} of {side}: "
            for side in ("Player1 (X)", "Player2 (O)")
            for piece in (1, 2)
        ),
    ]
    status, output, errors = talk(
        run, "".join(f"{answer}\n" for answer in answers), *(WEAK if given == 10 else ())
    )
    assert output.endswith([*prompt, PIECE_PROMPT, "Choose the new position for c4: "][given])
    assert (status, errors) == (1, "The input ended before the game was over.\n")
    assert list(tmp_path.iterdir()) == []


def test_end_of_input_after_a_random_start_prints_its_seed(run: Run) -> None:
    status, first, errors = talk(run, "1\n3\n4\n9\nr\n")
    seed, end = errors.splitlines()
    assert (status, end) == (1, "The input ended before the game was over.")
    _, again, _ = talk(run, "1\n3\n4\n9\n", *seed.split())
    assert first.replace(SETUP[4], "") == again


def test_bytes_that_are_not_text_are_refused(run: Run) -> None:
    done = run("duel7.py", text=False, input=b"\xff\xfe\n\x00\n")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stdout.splitlines()) == 3


def test_dialogue_needs_only_the_standard_library(tmp_path: Path) -> None:
    answers = "1\n2\n2\n4\ne\nc3 d4\na1 a2\nc3 c4\nhint\nd4 d5\n"
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", BARE],
        cwd=tmp_path,
        input=answers,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] in ("PLAYER1 WINS", "PLAYER2 WINS", "DRAW")
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_terminal_dialogue_needs_only_the_standard_library(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable, ["-S", "-I", "-c", BARE], cwd=str(tmp_path), timeout=20, encoding="utf-8"
    )
    for question in (*SETUP, PIECE_PROMPT):
        child.expect_exact(question.removesuffix(": "))
        child.sendline("" if question != PIECE_PROMPT else "quit")
    assert wait_for_exit(child)[0] == 0


@on_unix
@pytest.mark.parametrize(
    ("arguments", "prompt"),
    [((), SETUP[0]), (("play", "--player", "1", "--place", "X c4 O g7", *WEAK), PIECE_PROMPT)],
)
def test_ctrl_c_at_a_question_is_one_line_and_status_130(
    tmp_path: Path, arguments: tuple[str, ...], prompt: str
) -> None:
    child = start_on_pipe("duel7.py", tmp_path, *arguments)
    assert child.stdout
    said = ""
    while not said.endswith(prompt):
        said += child.stdout.read(1)
    assert interrupt(child) == (130, "Stopped.\n")
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_ctrl_c_while_thinking_is_one_line_and_leaves_no_process(tmp_path: Path) -> None:
    child = start_on_pipe("duel7.py", tmp_path, "play", *THINKING)
    assert child.stdout
    while not child.stdout.readline().startswith("g "):
        pass
    time.sleep(1)
    helpers = child_processes(child.pid)
    assert interrupt(child) == (130, "--seed 1\nStopped.\n")
    assert still_running(helpers) == []
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_terminal_offers_defaults_and_command_words(tmp_path: Path) -> None:
    child = start_on_terminal("duel7.py", tmp_path)
    for question, usual in zip(SETUP, ("1", "6", "6", "40", "r"), strict=True):
        child.expect_exact(f"{question.removesuffix(': ')} [{usual}]: ")
        child.sendline("")
    child.expect_exact(PIECE_PROMPT)
    assert (
        "\x1b[2mYou can always type: undo hint moves board save [FILE] resign help quit\x1b[0m"
        in child.before
    )
    shown = child.before.split("quit\x1b[0m\r\n")[1]
    shown, _, status = shown.partition("Move 1 | ")
    assert (shown.count(" X "), shown.count(" O ")) == (6, 6)
    assert status.startswith("turns left 40 | moveable space X ")
    assert len(shown.splitlines()) <= 23
    child.sendline("quit")
    status, _, said = wait_for_quit(child)
    assert (status, said) == (
        0,
        f"Unfinished game saved in saved-games/{only_saved_game(tmp_path).name}. Next:",
    )
    start = json.loads(only_saved_game(tmp_path).read_text())["start"]
    assert start["position"].startswith('X "X ') and start["position"].endswith('" 40')


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
def test_leaving_a_terminal_saves_the_unfinished_game(tmp_path: Path, key: str, status: int) -> None:
    child = start_on_terminal("duel7.py", tmp_path, "play", "--player", "1", "--place", "X c4 O g7", *WEAK)
    child.expect_exact(PIECE_PROMPT)
    child.sendline("c4 d4")
    child.expect_exact(PIECE_PROMPT)
    child.send(key)
    assert wait_for_quit(child)[0] == status
    assert '"move": "c4 d4"' in only_saved_game(tmp_path).read_text()


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
def test_leaving_a_terminal_before_the_game_saves_nothing(tmp_path: Path, key: str, status: int) -> None:
    child = start_on_terminal("duel7.py", tmp_path)
    child.expect_exact(SETUP[0].removesuffix(": "))
    child.send(key)
    assert wait_for_exit(child)[0] == status
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_ctrl_c_on_a_terminal_while_thinking_saves_the_game(tmp_path: Path) -> None:
    child = start_on_terminal("duel7.py", tmp_path, "play", *THINKING)
    child.expect_exact("s left  depth ")
    time.sleep(1)
    child.send("\x03")
    assert wait_for_quit(child)[:2] == (130, "Stopped.")
    assert json.loads(only_saved_game(tmp_path).read_text())["limits"] == {"seconds": 30.0}


@on_unix
def test_terminal_brackets_the_last_move(tmp_path: Path) -> None:
    child = start_on_terminal(
        "duel7.py", tmp_path, "play", "--player", "1", "--place", "X c4 O g7", "--turns", "1", *WEAK
    )
    child.expect_exact(PIECE_PROMPT)
    child.sendline("c4 d4")
    assert wait_for_end_of_game(child) == (0, "PLAYER1 WINS")
    assert "[X]" in plain_text(child.before)
