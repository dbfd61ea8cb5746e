"""The dialogue of Cats & Dogs: piped, on a real terminal of 80x24, and ended early in every way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
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
QUESTION = "Which side do you play? (cat/dog/both/none): "
CAT, FIRST, SECOND = PROMPTS = "Cat's move: ", "Dog's first move: ", "Dog's second move: "
START = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
CORNER = "CCD.D../D....../..C..../......C/....C../......./......."  # two cats side by side, one without a dog
SHUT_IN = "dC...../D....../C....../.....C./......./....C../......C"  # the dogs cannot move after c1 b1
STUCK = "dC...../C....../.....C./......./...C.../......./....C.."
SHORTEST = (
    "d4 d3\nc4 d4\nd4 c4\nd3 d2\nc4 d4\nd4 c4\nd2 d1\n"  # three cat moves; the dogs move back and forth
)
WEAK = ("--nodes", "50", "--threads", "1")
THINKING = ("play", "--dog", "human", "--seconds", "30")
QUICK = (
    "import catsdogs; from common.search.limit import Limit; "
    "catsdogs.USUAL = Limit(seconds=0.5); catsdogs.console()"
)
BARE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['catsdogs.py']; {QUICK}"
pexpect: Any = pytest.importorskip("pexpect")


def talk(run: Run, answers: str, *more: str) -> tuple[int, str, str]:
    done = run("catsdogs.py", *more, input=answers)
    return done.returncode, done.stdout, done.stderr


def play_both_sides(run: Run, place: str, step: int, answers: str, *more: str) -> tuple[int, str, str]:
    """Play both sides from a given start; the output begins after the first question."""
    status, output, errors = talk(
        run, f"both\n{answers}", "--position", place, "--step", str(step), *WEAK, *more
    )
    assert output.startswith(QUESTION)
    return status, output.removeprefix(QUESTION), errors


def board(place: str) -> str:
    """Draw a position as the contract prints it."""
    rows = zip("abcdefg", place.upper().split("/"), strict=True)
    return "  1 2 3 4 5 6 7\n" + "".join(f"{name} {' '.join(row)}\n" for name, row in rows)


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


def test_dialogue_equals_the_stored_one(run: Run, tmp_path: Path) -> None:
    """Written by: python catsdogs.py --nodes 2000 --threads 1 < answers.txt > dialogue.txt."""
    answers = (DATA / "answers.txt").read_text()
    for _ in range(2):
        spoken = talk(run, answers, "--nodes", "2000", "--threads", "1")
        assert spoken == (0, (DATA / "dialogue.txt").read_text(), "")
    assert list(tmp_path.iterdir()) == []


def test_contract_lines_are_printed_byte_for_byte(run: Run) -> None:
    status, output, errors = talk(run, "both\na1 a2\nb1 a1\na1 b1\nquit\n")
    once = position_after(START, "a1 a2")
    turn = [
        f"{CAT}Cat moves a1 to a2\n{board(once)}",
        f"{FIRST}Dog moves b1 to a1\n{board(position_after(once, 'b1 a1'))}",
        f"{SECOND}Dog moves a1 to b1\n{board(once)}",
    ]
    assert output == QUESTION + board(START) + "".join(turn) + CAT
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("answer", ["cat", "both", " BOTH ", "Cat"])
def test_human_cats_are_asked_at_once(run: Run, answer: str) -> None:
    _, output, _ = talk(run, f"{answer}\nquit\n")
    assert output == QUESTION + board(START) + CAT


def test_human_cats_see_both_dog_moves_of_the_engine(run: Run) -> None:
    _, output, _ = talk(run, "cat\na1 a2\nquit\n", *WEAK)
    said = [line for line in output.splitlines() if " moves " in line]
    assert said[0] == f"{CAT}Cat moves a1 to a2"
    assert len(said) == 3 and all(line.startswith("Dog moves ") for line in said[1:])
    assert output.endswith(f"\n{CAT}")


def test_human_dogs_see_the_engine_move_first(run: Run) -> None:
    _, output, _ = talk(run, "dog\nquit\n", *WEAK)
    assert output.startswith(f"{QUESTION}{board(START)}Cat moves ")
    assert output.count("  1 2 3 4 5 6 7\n") == 2
    assert output.endswith(f"\n{FIRST}")


def test_answer_none_lets_the_engine_play_both_sides(run: Run) -> None:
    status, output, errors = talk(run, "none\n", "--position", SHUT_IN, *WEAK)
    assert output.startswith(f"{QUESTION}{board(SHUT_IN)}Cat moves ")
    assert not any(prompt in output for prompt in PROMPTS)
    assert output.splitlines()[-1] in ("CAT WINS", "DOG WINS")
    assert (status, errors) == (0, "")


@pytest.mark.parametrize(
    "answer", ["", "x", "cats", "cat dog", "1", "quit", "9" * 5000, "\x1b[2J", "\u0441at"]
)
def test_side_question_repeats_after_quoting_a_wrong_answer(run: Run, answer: str) -> None:
    _, output, errors = talk(run, f"{answer}\n")
    before, refusal, again = output.split(QUESTION)
    assert (before, again) == ("", "")
    assert refusal.startswith(f"'{answer[:3]}".replace("\x1b", "\\x1b")) and refusal.count("\n") == 1
    assert "expected cat or dog or both or none" in refusal and "e.g." in refusal
    assert len(refusal) < 150
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    "answer", ["a1 a2", "a1-a2", "a1a2", "A1 A2", "A1-a2", "A1A2", "  a1   a2  ", "a1 - a2"]
)
def test_move_is_read_in_several_forms(run: Run, answer: str) -> None:
    _, output, _ = talk(run, f"both\n{answer}\nb1{answer.strip()[2:-2]}A1\nquit\n")
    once = position_after(START, "a1 a2")
    said = (
        f"Cat moves a1 to a2\n{board(once)}{FIRST}Dog moves b1 to a1\n{board(position_after(once, 'b1 a1'))}"
    )
    assert output == f"{QUESTION}{board(START)}{CAT}{said}{SECOND}"


NOT_TWO = [
    ("", "'' is not a move"),
    ("a1", "'a1' is not a move"),
    ("a1 a2 a3", "'a1 a2 a3' is not a move"),
    ("pounce", "'pounce' is not a move"),
    ("h1 a1", "'h1' is not a square"),
    ("a1 a8", "'a8' is not a square"),
    ("a1 b0", "'b0' is not a square"),
    ("A1-H9", "'h9' is not a square"),
    ("1a 2a", "'1a' is not a square"),
]
OF_CATS = [
    ("a4 a5", "No cat stands at a4: move one of the cats, e.g. a1 b1"),
    ("a3 a4", "No cat stands at a3"),
    ("b1 a1", "No cat stands at b1"),
    ("a1 b2", "b2 is not beside a1: go up, down, left or right, e.g. a1 b1"),
    ("a1 c1", "c1 is not beside a1"),
    ("a1 a1", "a1 is not beside a1"),
    ("d7 e1", "e1 is not beside d7"),
    ("a1 a2", "a2 holds no dog: the cat at a1 can go to b1"),
    ("a2 b2", "b2 holds no dog: the cat at a2 can go to a3"),
    ("c3 c4", "c4 holds no dog: the cat at c3 can go to no square"),
]
OF_DOGS = [
    ("a1 b1", "No dog stands at a1: move one of the dogs, e.g. a3 a4"),
    ("a4 b4", "No dog stands at a4"),
    ("a3 b4", "b4 is not beside a3"),
    ("a5 c5", "c5 is not beside a5"),
    ("b1 b1", "b1 is not beside b1"),
    ("a3 a2", "a2 is not empty: the dog at a3 can go to a4 b3"),
    ("b1 a1", "a1 is not empty: the dog at b1 can go to b2 c1"),
]


@pytest.mark.parametrize(
    ("step", "answers"), [(0, NOT_TWO + OF_CATS), (1, NOT_TWO + OF_DOGS), (2, NOT_TWO + OF_DOGS)]
)
def test_refused_move_gets_one_line_and_the_same_question(
    run: Run, step: int, answers: list[tuple[str, str]]
) -> None:
    status, output, errors = play_both_sides(
        run, CORNER, step, "".join(f"{answer}\n" for answer, _ in answers)
    )
    shown, *refusals, last = output.split(PROMPTS[step])
    assert (shown, last) == (board(CORNER), "")
    for (answer, reason), refusal in zip(answers, refusals, strict=True):
        assert refusal.startswith(reason), answer
        assert refusal.endswith("\n") and refusal.count("\n") == 1
        assert "e.g. " in refusal or "can go to " in refusal
    assert (status, errors.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("step", "moves"),
    [
        (0, "a1 b1, a2 a3"),
        (1, "a3 a4, a3 b3, a5 a4, a5 a6, a5 b5, b1 b2, b1 c1"),
        (2, "a3 a4, a3 b3, a5 a4, a5 a6, a5 b5, b1 b2, b1 c1"),
    ],
)
def test_command_words_work_at_every_question(run: Run, tmp_path: Path, step: int, moves: str) -> None:
    answers = "moves\nhelp\nboard\nHINT\nsave mine.jsonl\nsave\nsave no/such/folder\nundo\nquit\n"
    status, output, errors = play_both_sides(run, CORNER, step, answers)
    shown, *said = output.split(PROMPTS[step])
    assert (shown, said.pop()) == (board(CORNER), "")
    assert said[0] == f"Moves: {moves}\n"
    assert said[1].endswith("undo hint moves board save [FILE] help quit.\n") and said[1].count("\n") == 1
    assert said[2] == board(CORNER) + f"{'Dog' if step else 'Cat'} to move.\n"
    assert said[3].startswith("Hint: ") and said[3].removeprefix("Hint: ").strip() in moves.split(", ")
    (path,) = (tmp_path / "saved-games").iterdir()
    assert said[4:6] == ["Saved in mine.jsonl\n", f"Saved in saved-games/{path.name}\n"]
    assert said[6].startswith("Cannot save in no") and said[6].count("\n") == 1
    assert said[7:] == ["There is no move of yours to take back.\n"]
    assert (status, errors) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.jsonl", "saved-games"]
    assert talk(run, "", "replay", "mine.jsonl")[:2] == (0, "Not finished\n")


def test_undo_takes_back_single_moves_if_both_sides_are_human(run: Run, tmp_path: Path) -> None:
    answers = "a1 a2\nb1 a1\nundo\nb1 a1\na1 b1\nundo\nundo\nundo\nundo\nquit\n"
    _, output, _ = play_both_sides(run, START, 0, answers, "--record", "game.jsonl")
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


def test_undo_takes_back_both_dog_moves_of_the_engine(run: Run, tmp_path: Path) -> None:
    game = ("play", "--cat", "human", *WEAK, "--record", "game.jsonl")
    _, output, _ = talk(run, "a1 a2\nundo\na7 a6\nquit\n", *game)
    assert f"{CAT}Taken back to move 1.\n{board(START)}{CAT}Cat moves a7 to a6\n" in output
    saved_entries = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()[1:]]
    assert [(entry["ply"], entry["side"]) for entry in saved_entries] == [(1, "cat"), (2, "dog"), (3, "dog")]
    assert saved_entries[0]["move"] == "a7 a6"


def test_undo_takes_back_the_engines_cat_move(run: Run) -> None:
    start = position_after(START, "a1 a2")
    game = ("play", "--dog", "human", "--position", start, "--step", "1", *WEAK)
    _, output, _ = talk(run, "b1 a1\na1 b1\nundo\nundo\nundo\nquit\n", *game)
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
        (START, 0, SHORTEST.strip(), "Three cats stand in column 1.", "DOG"),
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
    run: Run, tmp_path: Path, ending: tuple[str, int, str, str, str]
) -> None:
    """`ending` is a position and its step, the last answers, and the reason and verdict printed."""
    place, step, answers, reason, verdict = ending
    status, output, errors = play_both_sides(run, place, step, f"{answers}\n")
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
def test_finished_start_ends_at_once(run: Run, place: str, step: int, reason: str, verdict: str) -> None:
    assert play_both_sides(run, place, step, "") == (0, f"{board(place)}{reason}\n{verdict} WINS\n", "")


def test_pass_is_printed_after_the_board(run: Run) -> None:
    _, output, _ = play_both_sides(run, SHUT_IN, 0, "c1 b1\n")
    shown = board(position_after(SHUT_IN, "c1 b1"))
    assert output == f"{board(SHUT_IN)}{CAT}Cat moves c1 to b1\n{shown}Dog cannot move\n{CAT}"


def test_undo_after_a_pass_takes_back_the_capture(run: Run) -> None:
    _, output, _ = play_both_sides(run, SHUT_IN, 0, "c1 b1\nundo\na2 a1\nquit\n")
    assert f"Dog cannot move\n{CAT}Taken back to move 1.\n{board(SHUT_IN)}{CAT}Cat moves a2 to a1\n" in output


@pytest.mark.parametrize("step", [1, 2])
def test_dogs_without_a_move_pass_at_the_start(run: Run, step: int) -> None:
    _, output, _ = play_both_sides(run, STUCK, step, "")
    assert output.endswith((f"{board(STUCK)}{CAT}", f"{board(STUCK)}Dog cannot move\n{CAT}"))
    assert output.count("Dog cannot move\n") == 1


def test_pass_is_not_printed_after_the_end(run: Run) -> None:
    place = "dCCC.../C....../.....C./......./......./......./......."
    _, output, _ = play_both_sides(run, place, 1, "")
    assert "cannot" not in output and output.endswith("Three cats stand in row a.\nDOG WINS\n")


@pytest.mark.parametrize("given", range(5))
def test_end_of_input_is_one_line_and_status_1(run: Run, tmp_path: Path, given: int) -> None:
    answers = "".join(f"{answer}\n" for answer in ["both", "a1 a2", "b1 a1", "a1 b1"][:given])
    status, output, errors = talk(run, answers)
    assert output.endswith([QUESTION, CAT, FIRST, SECOND, CAT][given])
    assert (status, errors) == (1, "The input ended before the game was over.\n")
    assert list(tmp_path.iterdir()) == []


def test_last_answer_needs_no_line_end(run: Run) -> None:
    assert talk(run, "both\nquit")[0] == 0


def test_bytes_that_are_not_text_are_refused(run: Run) -> None:
    done = run("catsdogs.py", text=False, input=b"\xff\xfe\n\x00\nboth\n\xff a2\n")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert len(done.stdout.splitlines()) == 2 + 8 + 1 + 1


@pytest.mark.parametrize(
    ("answers", "last"),
    [
        (f"both\n{SHORTEST}", ["Three cats stand in column 1.", "DOG WINS"]),
        ("cat\nd4 d3\nhint\nquit\n", [CAT.strip()]),
    ],
)
def test_dialogue_needs_only_the_standard_library(tmp_path: Path, answers: str, last: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", BARE],
        cwd=tmp_path,
        input=answers,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert [line.strip() for line in done.stdout.splitlines()[-len(last) :]] == last
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_terminal_dialogue_needs_only_the_standard_library(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable, ["-S", "-I", "-c", BARE], cwd=str(tmp_path), timeout=20, encoding="utf-8"
    )
    child.expect_exact(QUESTION.replace(": ", " [cat]: "))
    child.sendline("both")
    child.expect_exact(CAT)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@on_unix
@pytest.mark.parametrize(
    ("arguments", "prompt"),
    [
        ((), QUESTION),
        (("play", "--cat", "human"), CAT),
        (("play", "--dog", "human", "--position", CORNER, "--step", "1"), FIRST),
        (("play", "--dog", "human", "--position", CORNER, "--step", "2"), SECOND),
    ],
)
def test_ctrl_c_at_a_question_is_one_line_and_status_130(
    tmp_path: Path, arguments: tuple[str, ...], prompt: str
) -> None:
    child = start_on_pipe("catsdogs.py", tmp_path, *arguments, *(WEAK if arguments else ()))
    assert child.stdout
    said = ""
    while not said.endswith(prompt):
        said += child.stdout.read(1)
    assert interrupt(child) == (130, "Stopped.\n")
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_ctrl_c_while_thinking_is_one_line_and_leaves_no_process(tmp_path: Path) -> None:
    child = start_on_pipe("catsdogs.py", tmp_path, *THINKING)
    assert child.stdout
    while not child.stdout.readline().startswith("g "):
        pass
    time.sleep(1)
    helpers = child_processes(child.pid)
    assert interrupt(child) == (130, "Stopped.\n")
    assert still_running(helpers) == []
    assert list(tmp_path.iterdir()) == []


def saved_entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in only_saved_game(folder).read_text().splitlines()]


@on_unix
def test_terminal_shows_command_words_and_coloured_board(tmp_path: Path) -> None:
    child = start_on_terminal("catsdogs.py", tmp_path)
    child.expect_exact(QUESTION.replace(": ", " [cat]: "))
    child.sendline("both")
    child.expect_exact(CAT)
    assert (
        child.before.count(
            "\x1b[2mYou can always type: undo hint moves board save [FILE] resign help quit\x1b[0m\r\n"
        )
        == 1
    )
    shown = child.before.split("quit\x1b[0m\r\n")[1]
    assert (shown.count(" C "), shown.count(" D ")) == (5, 44)
    assert "\x1b[" in shown
    assert len(shown.splitlines()) <= 23
    child.sendline("quit")
    status, _, said = wait_for_quit(child)
    assert (status, said) == (
        0,
        f"Unfinished game saved in saved-games/{only_saved_game(tmp_path).name}. Next:",
    )
    assert [entry.get("start") for entry in saved_entries(tmp_path)] == [{"position": f"cat {START} 0"}]


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
def test_leaving_a_terminal_saves_the_unfinished_game(tmp_path: Path, key: str, status: int) -> None:
    child = start_on_terminal("catsdogs.py", tmp_path)
    child.expect_exact(QUESTION.replace(": ", " [cat]: "))
    child.sendline("both")
    for prompt, answer in ((CAT, "a1 a2"), (FIRST, "b1 a1")):
        child.expect_exact(prompt)
        child.sendline(answer)
    child.expect_exact(SECOND)
    child.send(key)
    assert wait_for_quit(child)[0] == status
    assert [entry.get("move") for entry in saved_entries(tmp_path)] == [None, "a1 a2", "b1 a1"]


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
def test_leaving_a_terminal_before_the_game_saves_nothing(tmp_path: Path, key: str, status: int) -> None:
    child = start_on_terminal("catsdogs.py", tmp_path)
    child.expect_exact(QUESTION.replace(": ", " [cat]: "))
    child.send(key)
    assert wait_for_exit(child)[0] == status
    assert list(tmp_path.iterdir()) == []


@on_unix
def test_ctrl_c_on_a_terminal_while_thinking_saves_the_game(tmp_path: Path) -> None:
    child = start_on_terminal("catsdogs.py", tmp_path, *THINKING)
    child.expect_exact("s left  depth ")
    time.sleep(1)
    child.send("\x03")
    assert wait_for_quit(child)[:2] == (130, "Stopped.")
    assert saved_entries(tmp_path)[0]["limits"] == {"seconds": 30.0}


@on_unix
def test_terminal_brackets_the_last_move(tmp_path: Path) -> None:
    child = start_on_terminal(
        "catsdogs.py", tmp_path, "play", "--cat", "human", "--dog", "human", "--position", SHUT_IN
    )
    child.expect_exact(CAT)
    child.sendline("c1 b1")
    child.expect_exact("Dog cannot move\r\n")
    assert plain_text(child.before).count("[C]") == 1
    child.expect_exact(CAT)
    child.sendline("a2 a1")
    assert wait_for_end_of_game(child) == (0, "CAT WINS")
    assert [entry.get("move") for entry in saved_entries(tmp_path)] == [None, "c1 b1", "a2 a1", None]
