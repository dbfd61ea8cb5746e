"""The dialogue of Cats & Dogs on a pipe, as far as only this game asks and prints it.

What all games share is tested in tests/contract/test_dialogue.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.dialogues import (
    CAT,
    FIRST,
    QUIET,
    SECOND,
)
from tests.support.dialogues import CATS_SIDE as QUESTION
from tests.support.dialogues import CATS_START as START
from tests.support.dialogues import CATS_STUCK as SHUT_IN
from tests.support.dialogues import cats_board as board
from tests.support.programs import Run

PROMPTS = CAT, FIRST, SECOND
STUCK = "dC...../C....../.....C./......./...C.../......./....C.."
# three cat moves; the dogs move back and forth
SHORTEST = "d4 d3\nc4 d4\nd4 c4\nd3 d2\nc4 d4\nd4 c4\nd2 d1"


def talk(called: Run, answers: str, *more: str) -> tuple[int, str, str]:
    done = called("catsdogs.py", *more, input=answers)
    return done.returncode, done.stdout, done.stderr


def play_both_sides(called: Run, place: str, step: int, answers: str, *more: str) -> tuple[int, str, str]:
    """Play both sides from a given start; the output begins after the first question."""
    status, output, errors = talk(
        called, f"both\n{answers}", "--position", place, "--step", str(step), *QUIET, *more
    )
    assert output.startswith(QUESTION)
    return status, output.removeprefix(QUESTION), errors


def position_after(place: str, *moves: str) -> str:
    """Return the position after single moves."""
    signs = dict(
        zip(
            (f"{row}{column}" for row in "abcdefg" for column in "1234567"),
            place.replace("/", ""),
            strict=True,
        )
    )
    for move in moves:
        origin, target = move.split()
        signs[target], signs[origin] = signs[origin], "."
    letters = "".join(signs.values())
    return "/".join(letters[row : row + 7] for row in range(0, 49, 7))


def test_contract_lines_are_printed_byte_for_byte(called: Run) -> None:
    status, output, errors = talk(called, "both\na1 a2\nb1 a1\na1 b1\nquit\n")
    once = position_after(START, "a1 a2")
    turn = [
        f"{CAT}Cat moves a1 to a2\n{board(once)}",
        f"{FIRST}Dog moves b1 to a1\n{board(position_after(once, 'b1 a1'))}",
        f"{SECOND}Dog moves a1 to b1\n{board(once)}",
    ]
    assert output == QUESTION + board(START) + "".join(turn) + CAT
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("answer", ["cat", "both", " BOTH ", "Cat"])
def test_human_cats_are_asked_at_once(called: Run, answer: str) -> None:
    _, output, _ = talk(called, f"{answer}\nquit\n")
    assert output == QUESTION + board(START) + CAT


def test_human_cats_see_both_dog_moves_of_the_engine(called: Run) -> None:
    _, output, _ = talk(called, "cat\na1 a2\nquit\n", *QUIET)
    said = [line for line in output.splitlines() if " moves " in line]
    assert said[0] == f"{CAT}Cat moves a1 to a2"
    assert len(said) == 3 and all(line.startswith("Dog moves ") for line in said[1:])
    assert output.endswith(f"\n{CAT}")


def test_human_dogs_see_the_engine_move_first(called: Run) -> None:
    _, output, _ = talk(called, "dog\nquit\n", *QUIET)
    assert output.startswith(f"{QUESTION}{board(START)}Cat moves ")
    assert output.count("  1 2 3 4 5 6 7\n") == 2
    assert output.endswith(f"\n{FIRST}")


def test_answer_none_lets_the_engine_play_both_sides(called: Run) -> None:
    status, output, errors = talk(called, "none\n", "--position", SHUT_IN, *QUIET)
    assert output.startswith(f"{QUESTION}{board(SHUT_IN)}Cat moves ")
    assert not any(prompt in output for prompt in PROMPTS)
    assert output.splitlines()[-1] in ("CAT WINS", "DOG WINS")
    assert (status, errors) == (0, "")


def test_undo_takes_back_single_moves_if_both_sides_are_human(called: Run, tmp_path: Path) -> None:
    answers = "a1 a2\nb1 a1\nundo\nb1 a1\na1 b1\nundo\nundo\nundo\nundo\nquit\n"
    _, output, _ = play_both_sides(called, START, 0, answers, "--record", "game.jsonl")
    once = position_after(START, "a1 a2")
    twice = position_after(once, "b1 a1")
    back = [
        f"{SECOND}Taken back to move 2.\n{board(once)}",
        f"{FIRST}Dog moves b1 to a1\n{board(twice)}",
        f"{SECOND}Dog moves a1 to b1\n{board(once)}",
        f"{CAT}Taken back to move 3.\n{board(twice)}",
        f"{SECOND}Taken back to move 2.\n{board(once)}",
        f"{FIRST}Taken back to move 1.\n{board(START)}",
        f"{CAT}There is no move of yours to take back.\n{CAT}",
    ]
    assert output.endswith("".join(back))
    assert len((tmp_path / "game.jsonl").read_text().splitlines()) == 1


def test_undo_takes_back_both_dog_moves_of_the_engine(called: Run, tmp_path: Path) -> None:
    game = ("play", "--cat", "human", *QUIET, "--record", "game.jsonl")
    _, output, _ = talk(called, "a1 a2\nundo\na7 a6\nquit\n", *game)
    assert f"{CAT}Taken back to move 1.\n{board(START)}{CAT}Cat moves a7 to a6\n" in output
    saved_entries = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()[1:]]
    assert [(entry["ply"], entry["side"]) for entry in saved_entries] == [(1, "cat"), (2, "dog"), (3, "dog")]
    assert saved_entries[0]["move"] == "a7 a6"


def test_undo_takes_back_the_engines_cat_move(called: Run) -> None:
    start = position_after(START, "a1 a2")
    game = ("play", "--dog", "human", "--position", start, "--step", "1", *QUIET)
    _, output, _ = talk(called, "b1 a1\na1 b1\nundo\nundo\nundo\nquit\n", *game)
    back = (
        f"Taken back to move 2.\n{board(position_after(start, 'b1 a1'))}{SECOND}"
        f"Taken back to move 1.\n{board(start)}{FIRST}"
    )
    assert output.endswith(f"{FIRST}{back}There is no move of yours to take back.\n{FIRST}")


@pytest.mark.parametrize(
    "ending",
    [
        (
            "......./......C/C..C..D/D....../....C../......./.C.....",
            0,
            "b7 c7",
            "Three cats stand in row c.",
            "DOG",
        ),
        (
            "..CD.../.....C./......./..C..../....C../......./.CD....",
            0,
            "g2 g3",
            "Three cats stand in column 3.",
            "DOG",
        ),
        (
            "C..d..C/...C.../......./......./......./......./...C..C",
            0,
            "b4 a4",
            "Three cats stand in row a.",
            "DOG",
        ),
        (
            "CD...../.....C./......./..C..../....C../D....../...C...",
            0,
            "a1 a2",
            "No cat has a dog beside it.",
            "CAT",
        ),
        (
            "CD...../.....C./......./..C..../....C../......./...C..D",
            1,
            "a2 a3",
            "No cat has a dog beside it.",
            "CAT",
        ),
        (
            "CD...../.....C./......./..C..../....C../......./...C..D",
            1,
            "g7 g6\na2 b2",
            "No cat has a dog beside it.",
            "CAT",
        ),
        (
            "CD...../.....C./......./..C..../....C../......./...C..D",
            2,
            "a2 b2",
            "No cat has a dog beside it.",
            "CAT",
        ),
        (SHUT_IN, 0, "c1 b1\na2 a1", "No cat has a dog beside it.", "CAT"),
        (START, 0, SHORTEST, "Three cats stand in column 1.", "DOG"),
    ],
    ids=[
        "row",
        "column",
        "both at once",
        "capture",
        "first dog move",
        "second dog move",
        "step 2",
        "pass",
        "shortest",
    ],
)
def test_end_prints_reason_and_verdict(
    called: Run, tmp_path: Path, ending: tuple[str, int, str, str, str]
) -> None:
    """`ending` is a position and its step, the last answers, and the reason and verdict printed."""
    place, step, answers, reason, verdict = ending
    status, output, errors = play_both_sides(called, place, step, f"{answers}\n")
    assert output.splitlines()[-2:] == [reason, f"{verdict} WINS"]
    assert sum(output.count(prompt) for prompt in PROMPTS) == len(answers.split("\n"))
    assert (status, errors) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("place", "step", "reason", "verdict"),
    [
        ("...C.../...C.../...C.../...C.../......./CD...../.......", 0, "Four cats stand in column 4.", "DOG"),
        ("......./......./......./CCCCC../D....../......./.......", 2, "Five cats stand in row d.", "DOG"),
        ("CD...../C....../C.CC.../......./......./......./.......", 1, "Three cats stand in row c.", "DOG"),
        ("CDDDDDC/DDDDDDD/DDDDDDD/DDDDDDD/DDDDDDD/DDDDDDD/C.C...C", 0, "Three cats stand in row g.", "DOG"),
        ("C.D..../.....C./......./..C..../....C../......./...C..D", 0, "No cat has a dog beside it.", "CAT"),
        ("C....../.....C./......./..C..../....C../......./...C...", 1, "No cat has a dog beside it.", "CAT"),
    ],
)
def test_finished_start_ends_at_once(called: Run, place: str, step: int, reason: str, verdict: str) -> None:
    assert play_both_sides(called, place, step, "") == (0, f"{board(place)}{reason}\n{verdict} WINS\n", "")


def test_pass_is_printed_after_the_board(called: Run) -> None:
    _, output, _ = play_both_sides(called, SHUT_IN, 0, "c1 b1\n")
    shown = board(position_after(SHUT_IN, "c1 b1"))
    assert output == f"{board(SHUT_IN)}{CAT}Cat moves c1 to b1\n{shown}Dog cannot move\n{CAT}"


def test_undo_after_a_pass_takes_back_the_capture(called: Run) -> None:
    _, output, _ = play_both_sides(called, SHUT_IN, 0, "c1 b1\nundo\na2 a1\nquit\n")
    assert f"Dog cannot move\n{CAT}Taken back to move 1.\n{board(SHUT_IN)}{CAT}Cat moves a2 to a1\n" in output


@pytest.mark.parametrize("step", [1, 2])
def test_dogs_without_a_move_pass_at_the_start(called: Run, step: int) -> None:
    _, output, _ = play_both_sides(called, STUCK, step, "")
    assert output.endswith((f"{board(STUCK)}{CAT}", f"{board(STUCK)}Dog cannot move\n{CAT}"))
    assert output.count("Dog cannot move\n") == 1


def test_pass_is_not_printed_after_the_end(called: Run) -> None:
    place = "dCCC.../C....../.....C./......./......./......./......."
    _, output, _ = play_both_sides(called, place, 1, "")
    assert "cannot" not in output and output.endswith("Three cats stand in row a.\nDOG WINS\n")
