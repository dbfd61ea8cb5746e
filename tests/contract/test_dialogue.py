"""The dialogue with a human in all games: on a pipe, on a terminal, and ended early in every way.

What only one game asks or prints is tested in tests/games.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from tests.support.dialogues import (
    BLOCK,
    CAT,
    CATCH_START,
    CATS_CORNER,
    CATS_SIDE,
    CATS_START,
    CATS_STUCK,
    DUEL_SETUP,
    FIRST,
    PIECE,
    QUIET,
    SECOND,
    SQUARE,
    STEP,
    WALLS_A,
    WALLS_B,
    WALLS_BOARD,
    WALLS_SETUP,
    cats_board,
    duel_board,
    terminal_at,
    typed,
)
from tests.support.programs import (
    ROOT,
    Run,
    child_processes,
    interrupt,
    on_unix,
    only_saved_game,
    plain_text,
    press,
    read_json_lines,
    start_on_pipe,
    still_running,
    wait_for_cpu_time,
    wait_for_end_of_game,
    wait_for_exit,
    wait_for_quit,
)

ENDED = "The input ended before the game was over.\n"
WORDS = "undo hint moves board save [FILE] resign rules help quit"
DUEL = ("play", "--player", "1", *QUIET)
SMALL_DUEL = (*DUEL, "--place", "X c4 O g7")
LAST_TURN = ("play", "--x", "human", "--o", "human", "--place", "X c4 O g7", "--turns", "1")
CORNER = ("--position", CATS_CORNER)
CATCH = (*CATCH_START, "--catcher", "human")
SQUIRRELS = ("play", "--x", "human", "--o", "human", "--seed", "7")
WALLS = ("play", "3", "--a", "human", "--b", "human")


# THE STORED DIALOGUES


@pytest.mark.parametrize(
    ("script", "stored", "limit"),
    [
        ("catsdogs", "dialogue.txt", ("--nodes", "2000")),
        ("duel7", "dialogue.txt", ("--nodes", "2000")),
        ("walls", "match.txt", ("--nodes", "300")),
    ],
)
def test_dialogue_equals_the_stored_one(
    run: Run, tmp_path: Path, script: str, stored: str, limit: tuple[str, ...]
) -> None:
    """Written by: python SCRIPT.py --nodes N < answers.txt > dialogue.txt."""
    data = ROOT / "tests" / "games" / script / "data"
    done = run(f"{script}.py", *limit, input=(data / "answers.txt").read_text())
    assert (done.returncode, done.stdout, done.stderr) == (0, (data / stored).read_text(), "")
    assert list(tmp_path.iterdir()) == []


# WRONG ANSWERS


class Refusals(NamedTuple):
    """Wrong answers to one question, each with the beginning of its refusal.

    `before` are the answers up to the question. `suggests`: every refusal contains one of these texts.
    """

    script: str
    call: tuple[str, ...]
    before: tuple[str, ...]
    question: str
    answers: Sequence[tuple[str, str]]
    suggests: tuple[str, ...] = ("",)


def quoted(*answers: str) -> list[tuple[str, str]]:
    """Return each answer with a refusal that begins by quoting it."""
    return [(answer, f"'{answer[:3]}".replace("\x1b", "\\x1b")) for answer in answers]


ODD = ("-1", "1.5", "1 2", "1000001", "9" * 5000, "\x1b[2J", "\u0661")
NOT_TWO = [
    ("", "'' is not a move"),
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
DUEL_SQUARES = [
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
]
DUEL_PIECES = [
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
]
DUEL_TARGETS = [
    ("d5", "d5 is not beside c4: the piece can move to b4 c3 d4"),
    ("c5", "c5 is occupied"),
    ("x", "'x' is not a square"),
    ("d4 d5", "'d4 d5' is not a square"),
]
CATCHER_CELLS = [
    ("1 1", "(1, 1) is blocked already"),
    ("5 5", "The cat sits on (5, 5)"),
    ("11 0", "The cell (11, 0) is off the board"),
    ("ne", "the cell to block 'ne'"),
]
CAT_STEPS = [
    ("up", "'up' is not a direction"),
    ("9 9", "(9, 9) is not beside the cat at (5, 5)"),
    ("", "'' is not a direction"),
]
REFUSALS = {
    "catsdogs side": Refusals(
        "catsdogs",
        (),
        (),
        CATS_SIDE,
        quoted("", "x", "cat dog", "9" * 5000, "\x1b[2J", "\u0441at"),
        ("expected cat or dog or both or none, e.g.",),
    ),
    **{
        f"catsdogs step {step}": Refusals(
            "catsdogs",
            (*CORNER, "--step", str(step), *QUIET),
            ("both",),
            (CAT, FIRST, SECOND)[step],
            NOT_TWO + (OF_DOGS if step else OF_CATS),
            ("e.g. ", "can go to "),
        )
        for step in range(3)
    },
    **{
        f"duel7 question {number}": Refusals(
            "duel7",
            (),
            ("1", "2", "2", "4", "r")[:number],
            DUEL_SETUP[number],
            quoted("", "0", *(("x",) if number else ()), *(ODD if number in (0, 3) else ())),
            ("expected",),
        )
        for number in range(5)
    },
    "duel7 squares": Refusals(
        "duel7",
        (),
        ("1", "2", "2", "4", "e", "a1 a2"),
        "Coordinate of piece 1 of Player2 (O): ",
        DUEL_SQUARES,
    ),
    "duel7 pieces": Refusals(
        "duel7", (*DUEL, "--place", "X a1 a2 c4 c5 O b1 b2 g7 a3", "--turns", "2"), (), PIECE, DUEL_PIECES
    ),
    "duel7 targets": Refusals(
        "duel7",
        (*DUEL, "--place", "X c4 c5 O g7", "--turns", "2"),
        ("c4",),
        "Choose the new position for c4: ",
        DUEL_TARGETS,
    ),
    "game catcher": Refusals("game", CATCH, (), BLOCK, CATCHER_CELLS),
    "game cat": Refusals("game", (*CATCH_START, "--cat", "human", "--catcher", "widen"), (), STEP, CAT_STEPS),
    "squirrels": Refusals(
        "squirrels",
        SQUIRRELS,
        ("a1",),
        SQUARE,
        [
            *quoted("zz", "f1", "c6", ""),
            ("a1", "A1 is X's already: choose a free square, e.g. B1."),
        ],
        ("e.g. ",),
    ),
    "walls size": Refusals("walls", (), (), WALLS_SETUP[0], quoted("4", "1", "27", "three", ""), ("e.g. ",)),
    "walls A": Refusals("walls", (), ("3",), WALLS_SETUP[1], quoted("4", "\x1b[2J"), ("e.g. ",)),
    "walls B": Refusals("walls", (), ("3", "p"), WALLS_SETUP[2], quoted("b"), ("e.g. ",)),
    "walls move": Refusals("walls", WALLS, (), WALLS_A, quoted("backwards", "", "1"), ("e.g. ",)),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_wrong_answer_gets_one_line_and_the_same_question(called: Run, case: str) -> None:
    script, call, before, question, answers, suggests = REFUSALS[case]
    done = called(f"{script}.py", *call, input=typed(*before, *(answer for answer, _ in answers)))
    _, *refusals, last = done.stdout.split(question)[-len(answers) - 2 :]
    assert last == ""
    for (answer, reason), refusal in zip(answers, refusals, strict=True):
        assert refusal.startswith(reason), answer
        assert refusal.endswith("\n") and refusal.count("\n") == 1 and len(refusal) < 200
        assert any(text in refusal for text in suggests) and refusal[:-1].isprintable()
    assert done.returncode == 1 and done.stderr.endswith(ENDED)


@pytest.mark.parametrize(
    ("script", "questions"), [("catsdogs", (CATS_SIDE,) * 2 + (CAT, CAT)), ("duel7", DUEL_SETUP[:1] * 3)]
)
def test_bytes_that_are_not_text_are_refused(started: Run, script: str, questions: tuple[str, ...]) -> None:
    given = b"\xff\xfe\n\x00\nboth\n\xff a2\n" if script == "catsdogs" else b"\xff\xfe\n\x00\n"
    done = started(f"{script}.py", text=False, input=given)
    printed, errors = done.stdout.decode(), done.stderr.decode()  # type: ignore[attr-defined]
    assert (done.returncode, errors) == (1, ENDED)
    asked = re.findall("|".join(map(re.escape, {*questions})), printed)
    assert len(asked) == len(questions) + (script == "catsdogs")
    assert re.search(r"'\\x(dc)?ff\\x(dc)?fe'", printed)


# MOVES AND COMMAND WORDS


class Forms(NamedTuple):
    """Answers that all mean the same, and what is printed after each of them."""

    script: str
    call: tuple[str, ...]
    answers: tuple[str, ...]
    printed: str


AFTER_C4 = duel_board(X="d4 c5", O="g7")
ONCE = CATS_START.replace("CDD", ".CD", 1)
FORMS = {
    "catsdogs": Forms(
        "catsdogs",
        ("play", "--cat", "human", "--dog", "human"),
        ("a1 a2", "a1-a2", "a1a2", "A1 A2", "A1-a2", "A1A2", "  a1   a2  ", "a1 - a2"),
        f"{CAT}Cat moves a1 to a2\n{cats_board(ONCE)}{FIRST}",
    ),
    "catsdogs dogs": Forms(
        "catsdogs",
        ("play", "--cat", "human", "--dog", "human", "--position", ONCE, "--step", "1"),
        ("b1 a1", "b1-a1", "b1a1", "B1 A1", "B1-a1", "B1A1", "  b1   a1  ", "b1 - a1"),
        f"{FIRST}Dog moves b1 to a1\n",
    ),
    "duel7": Forms(
        "duel7",
        (*DUEL, "--place", "X c4 c5 O g7", "--turns", "4"),
        ("c4\nd4", "c4 d4", "  C4 \n D4", "C4,d4", "c4-d4", "c5\n\nc4\nd4"),
        f"Player moves the piece at c4 to d4\n{AFTER_C4}",
    ),
    "game catcher": Forms(
        "game",
        CATCH,
        ("4 6", "4,6", "(4,6)", "[4, 6]", " 4 , 6 "),
        f"{BLOCK}CATCHER = (4, 6)\n   0 1 2",
    ),
    **{
        f"game cat {cell}": Forms(
            "game",
            (*CATCH_START, "--cat", "human", "--catcher", "next"),
            answers,
            f"\n{STEP}CAT     = {cell}\n",
        )
        for cell, answers in (
            ("(4, 6)", ("ne", "NE", "9", "4 6")),
            ("(4, 5)", ("no",)),
            ("(5, 4)", ("w",)),
            ("(6, 5)", ("1",)),
        )
    },
    "squirrels": Forms("squirrels", SQUIRRELS, ("c3", "C3", " c3 "), f"{SQUARE}X takes C3\n"),
    **{
        f"walls {move}": Forms(
            "walls", ("3", "--a", "human", "--b", "forward-first"), words, f"{WALLS_A}A moves {move}\n"
        )
        for move, words in (
            ("try-forward (stays)", ("f", "F", "forward", "up", "^", "try-forward")),
            ("turn-left", ("l", "Left", "<", "turn-left")),
            ("turn-right", ("r", "RIGHT", ">")),
        )
    },
}


@pytest.mark.parametrize("case", FORMS)
def test_move_is_read_in_several_forms(called: Run, case: str) -> None:
    """Each form is typed at the start of the game, to which `undo` leads back."""
    script, call, answers, printed = FORMS[case]
    done = called(f"{script}.py", *call, input=typed(*(f"{answer}\nundo" for answer in answers), "quit"))
    assert done.stdout.count(printed) == len(answers)
    assert len(re.findall(r"Taken back to move [12]\.\n", done.stdout)) == len(answers)
    assert done.returncode == 0


class Words(NamedTuple):
    """A question at which command words are typed.

    `before` is typed up to the question, `again` before the last words. `moves` and `board` begin the answers
    to `moves` and `board`; `turn` is named by `board`.
    """

    script: str
    call: tuple[str, ...]
    before: tuple[str, ...]
    again: tuple[str, ...]
    prompts: tuple[str, ...]
    moves: str
    board: str
    turn: str


DOG_MOVES = "a3 a4, a3 b3, a5 a4, a5 a6, a5 b5, b1 b2, b1 c1\n"
DUEL_MOVES, DUEL_BOARD = "c4 b4, c4 c3, c4 c5, c4 d4\n", duel_board(X="c4", O="g7")
TARGET = "Choose the new position for c4: "
COMMAND_WORDS = {
    **{
        f"catsdogs step {step}": Words(
            "catsdogs",
            (*CORNER, "--step", str(step), *QUIET),
            ("both",),
            (),
            ((CAT, FIRST, SECOND)[step],),
            DOG_MOVES if step else "a1 b1, a2 a3\n",
            cats_board(CATS_CORNER),
            "Dog" if step else "Cat",
        )
        for step in range(3)
    },
    **{
        f"duel7{name}": Words(
            "duel7",
            (*SMALL_DUEL, "--turns", "2"),
            before,
            before,
            (PIECE, TARGET),
            DUEL_MOVES,
            DUEL_BOARD,
            "X",
        )
        for name, before in (("", ()), (" target", ("c4",)))
    },
    "game": Words("game", CATCH, (), (), (BLOCK,), "(0, 0), (0, 1)", "   0 1 2", "Catcher"),
    "squirrels": Words(
        "squirrels", (*SQUIRRELS, "--depth", "1"), (), (), (SQUARE,), "A1, B1", "  A   B", "X"
    ),
    "walls": Words(
        "walls",
        ("--nodes", "20"),
        ("3", "p", "p"),
        (),
        (WALLS_A,),
        "try-forward, turn-left, turn-right\n",
        WALLS_BOARD,
        "A",
    ),
}


@pytest.mark.parametrize("case", COMMAND_WORDS)
def test_command_words_work_at_every_question(called: Run, tmp_path: Path, case: str) -> None:
    script, call, before, again, prompts, moves, board, turn = COMMAND_WORDS[case]
    words = ("moves", "help", "board", "HINT", "save mine.jsonl", "save", "save no/such/folder")
    done = called(f"{script}.py", *call, input=typed(*before, *words, *again, "undo", "quit"))
    _, *parts = re.split("|".join(map(re.escape, prompts)), done.stdout)
    said = [part for part in parts if part]
    assert said[0].startswith(f"Moves: {moves}") and said[0].count("\n") == 1
    assert said[1].endswith("quit    Leave the game.\n") and "save    Save the game: save FILE." in said[1]
    assert said[2].startswith(board) and said[2].endswith(f"\n{turn} to move.\n")
    hint = said[3].removeprefix("Hint: ").partition(": ")[0]
    assert said[3].startswith("Hint: ") and f" {hint}," in said[0].replace("\n", ",")
    (path,) = (tmp_path / "saved-games").iterdir()
    assert said[4:6] == ["Saved in mine.jsonl\n", f"Saved in saved-games/{path.name}\n"]
    assert said[6].startswith("Cannot save in no") and said[6].count("\n") == 1
    assert said[7:] == ["There is no move of yours to take back.\n"]
    assert done.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.jsonl", "saved-games"]
    assert called(f"{script}.py", "replay", "mine.jsonl").stdout.endswith("Not finished\n")


# THE END OF THE INPUT

SCRIPTED = {  # answers, and the question after none, one, ... of them
    "catsdogs": ((), ("both", "a1 a2", "b1 a1", "a1 b1"), (CATS_SIDE, CAT, FIRST, SECOND, CAT)),
    "duel7": (
        QUIET,
        ("1", "2", "2", "9", "e", "c4", "c5", "g1", "g2", "c4", "d4"),
        (
            *DUEL_SETUP,
            *(
                f"Coordinate of piece {piece} of {side}: "
                for side, piece in product(("Player1 (X)", "Player2 (O)"), (1, 2))
            ),
            PIECE,
            TARGET,
            PIECE,
        ),
    ),
    "walls": ((), ("3", "p", "p", "l"), (*WALLS_SETUP, WALLS_A, WALLS_B)),
    "game": (CATCH, ("4 6", "4 5"), (BLOCK, BLOCK, BLOCK)),
    "game cat": ((*CATCH_START, "--cat", "human", "--catcher", "next"), ("ne", "ne"), (STEP, STEP, STEP)),
    "squirrels": (SQUIRRELS, ("a1", "b1"), (SQUARE,) * 3),
}


@pytest.mark.parametrize(
    ("case", "given"), [(case, given) for case, row in SCRIPTED.items() for given in range(len(row[2]))]
)
def test_end_of_input_is_one_line_and_status_1(called: Run, tmp_path: Path, case: str, given: int) -> None:
    call, answers, questions = SCRIPTED[case]
    done = called(f"{case.split(maxsplit=1)[0]}.py", *call, input=typed(*answers[:given]))
    assert done.stdout.endswith(questions[given])
    assert (done.returncode, done.stderr.replace("seed 7 (repeat with --seed 7)\n", "")) == (1, ENDED)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("script", "answers"), [("catsdogs", "both\nquit"), ("game", "quit")])
def test_last_answer_needs_no_line_end(called: Run, script: str, answers: str) -> None:
    assert called(f"{script}.py", *(CATCH if script == "game" else ()), input=answers).returncode == 0


# THE END OF THE GAME


@pytest.mark.parametrize(
    ("script", "call", "end"),
    [
        (
            "catsdogs",
            ("play", "--cat", "human", "--dog", "human", "--position", CATS_STUCK),
            (("c1 b1", "a2 a1"), ["No cat has a dog beside it.", "CAT WINS"]),
        ),
        (
            "duel7",
            (*DUEL, "--place", "X a1 d3 O a7 g7", "--turns", "1"),
            (
                ("d3 d4",),
                [
                    "Turn limit reached. P1 moveable space count is 6, P2 moveable space count is 4.",
                    "PLAYER1 WINS",
                ],
            ),
        ),
        (
            "game",
            ("[5, 5]", "[]", "[(5, 7)]", "--catcher", "human", "--cat", "shortest", "--no-gif"),
            (("0 0", "0 1"), ["Cat runs away", "0"]),
        ),
        ("squirrels", SQUIRRELS, (("c3", "resign"), ["O resigns", "X wins"])),
    ],
)
def test_end_prints_reason_and_verdict(
    called: Run, tmp_path: Path, script: str, call: tuple[str, ...], end: tuple[Sequence[str], list[str]]
) -> None:
    """`end` are the answers, and the last lines that they lead to."""
    answers, last = end
    done = called(f"{script}.py", *call, input=typed(*answers))
    assert done.returncode == 0 and done.stdout.endswith("\n".join([*last, ""]))
    assert done.stderr.replace("seed 7 (repeat with --seed 7)\n", "") == ""
    assert list(tmp_path.iterdir()) == []


# ONLY PYTHON

PATH = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv = ['{{script}}.py']; "
FEW_NODES = "from common.search.limit import Limit; "
SET_LIMIT = "game.GAME.limit = Limit(nodes=50); game.console()"
BARE = {
    "catsdogs": f"{FEW_NODES}import catsdogs as game; {SET_LIMIT}",
    "duel7": "import runpy; runpy.run_path({path!r}, run_name='__main__')",
    "walls": f"{FEW_NODES}import walls as game; {SET_LIMIT}",
}
SHORTEST = (  # three cat moves; the dogs move back and forth
    *("both", "d4 d3", "c4 d4", "d4 c4", "d3 d2", "c4 d4", "d4 c4", "d2 d1"),
)
ALONE = [
    ("catsdogs", SHORTEST, "DOG WINS"),
    ("catsdogs", ("cat", "d4 d3", "hint", "quit"), CAT.strip()),
    (
        "duel7",
        ("1", "2", "2", "4", "e", "c3 d4", "a1 a2", "c3 c4", "hint", "d4 d5"),
        "PLAYER1 WINS|PLAYER2 WINS|DRAW",
    ),
    ("walls", ("3", "p", "a", *("f", "l") * 50), r"Match: A \d points, B \d points"),
]


def alone(script: str) -> list[str]:
    """Return arguments of Python that run a script without any installed package."""
    code = PATH.format(script=script) + BARE[script].format(path=str(ROOT / f"{script}.py"))
    return ["-S", "-I", "-c", code]


@pytest.mark.parametrize(("script", "answers", "last"), ALONE)
def test_dialogue_needs_only_the_standard_library(
    tmp_path: Path, script: str, answers: tuple[str, ...], last: str
) -> None:
    command = [sys.executable, *alone(script)]
    done = subprocess.run(
        command, cwd=tmp_path, input=typed(*answers), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(last, done.stdout.splitlines()[-1].strip())
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1
    assert list(tmp_path.iterdir()) == []


@on_unix
@pytest.mark.parametrize(
    ("script", "questions", "answers"),
    [
        ("catsdogs", (CATS_SIDE, CAT), ("both", "quit")),
        ("duel7", (*DUEL_SETUP, PIECE), ("",) * len(DUEL_SETUP) + ("quit",)),
    ],
)
def test_terminal_dialogue_needs_only_the_standard_library(
    tmp_path: Path, script: str, questions: tuple[str, ...], answers: tuple[str, ...]
) -> None:
    child = pexpect.spawn(sys.executable, alone(script), cwd=str(tmp_path), timeout=20, encoding="utf-8")
    for question, answer in zip(questions, answers, strict=True):
        child.expect_exact(question.removesuffix(": "))
        child.sendline(answer)
    assert wait_for_exit(child)[0] == 0


# CTRL-C AND CTRL-D


@on_unix
@pytest.mark.parametrize(
    ("script", "call", "prompt"),
    [
        ("catsdogs", (), CATS_SIDE),
        ("catsdogs", ("play", "--dog", "human", *CORNER, "--step", "2", *QUIET), SECOND),
        ("duel7", SMALL_DUEL, PIECE),
        ("walls", WALLS, WALLS_A),
        ("game", CATCH, BLOCK),
        ("squirrels", SQUIRRELS, SQUARE),
    ],
)
def test_ctrl_c_at_a_question_is_one_line_and_status_130(
    tmp_path: Path, script: str, call: tuple[str, ...], prompt: str
) -> None:
    child = start_on_pipe(f"{script}.py", tmp_path, *call)
    assert child.stdout
    said = ""
    while not said.endswith(prompt):
        said += child.stdout.read(1)
    status, errors = interrupt(child)
    assert (status, errors.replace("seed 7 (repeat with --seed 7)\n", "")) == (130, "Stopped.\n")
    assert list(tmp_path.iterdir()) == []


THINKING = {
    "catsdogs": ("play", "--dog", "human", "--seconds", "30"),
    "duel7": ("play", "--player", "2", "--seconds", "30", "--seed", "1"),
}


@on_unix
@pytest.mark.parametrize("script", THINKING)
def test_ctrl_c_while_thinking_is_one_line_and_leaves_no_process(tmp_path: Path, script: str) -> None:
    child = start_on_pipe(f"{script}.py", tmp_path, *THINKING[script])
    assert child.stdout
    while not child.stdout.readline().startswith("g "):
        pass
    wait_for_cpu_time(child.pid, 0.6)  # the start takes half of it
    helpers = child_processes(child.pid)
    status, errors = interrupt(child)
    assert (status, errors.replace("seed 1 (repeat with --seed 1)\n", "")) == (130, "Stopped.\n")
    assert still_running(helpers) == []
    assert list(tmp_path.iterdir()) == []


@on_unix
@pytest.mark.parametrize("script", THINKING)
def test_ctrl_c_on_a_terminal_while_thinking_saves_the_game(tmp_path: Path, script: str) -> None:
    child = terminal_at(f"{script}.py", tmp_path, "s left  depth ", *THINKING[script])
    child.expect_exact("s left  depth ")
    child.send("\x03")
    assert wait_for_quit(child)[:2] == (130, "Stopped.")
    assert read_json_lines(only_saved_game(tmp_path))[0]["limits"] == {"seconds": 30.0}


KEYS = pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1), ("quit\n", 0)])
LEFT: dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...], str]] = {
    "catsdogs": (
        (),
        ((CATS_SIDE.removesuffix(": "), "both"), (CAT, "a1 a2"), (FIRST, "b1 a1")),
        SECOND,
    ),
    "duel7": (SMALL_DUEL, ((PIECE, "c4 d4"),), PIECE),
    "game": (CATCH, ((BLOCK, "4 6"),), BLOCK),
    "squirrels": (SQUIRRELS, ((SQUARE, "c3"),), SQUARE),
}


@on_unix
@KEYS
@pytest.mark.parametrize("script", LEFT)
def test_leaving_a_terminal_saves_the_unfinished_game(
    tmp_path: Path, script: str, key: str, status: int
) -> None:
    call, answers, last = LEFT[script]
    child = terminal_at(f"{script}.py", tmp_path, "", *call)
    for prompt, answer in answers:
        child.expect_exact(prompt)
        child.sendline(answer)
    child.expect_exact(last)
    press(child, key)
    assert wait_for_quit(child)[0] == status
    moves = [line["move"].lower() for line in read_json_lines(only_saved_game(tmp_path)) if "move" in line]
    wanted = [answer for prompt, answer in answers if not prompt.startswith("Which")]
    assert moves[: len(wanted)] == [{"4 6": "(4, 6)"}.get(answer, answer) for answer in wanted]


@on_unix
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1)])
@pytest.mark.parametrize(
    ("script", "question"), [("catsdogs", CATS_SIDE), ("duel7", DUEL_SETUP[0]), ("walls", WALLS_SETUP[0])]
)
def test_leaving_a_terminal_before_the_game_saves_nothing(
    tmp_path: Path, script: str, question: str, key: str, status: int
) -> None:
    child = terminal_at(f"{script}.py", tmp_path, question.removesuffix(": "))
    press(child, key)
    assert wait_for_exit(child)[0] == status
    assert list(tmp_path.iterdir()) == []


# ON A TERMINAL

OPENED: dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...], str, dict[str, int], str]] = {
    "catsdogs": ((), ((f"{CATS_SIDE[:-2]} [cat]: ", "both"),), CAT, {"C": 5, "D": 44}, f"cat {CATS_START} 0"),
    "duel7": (
        (),
        tuple(
            (f"{question[:-2]} [{default}]: ", "")
            for question, default in zip(DUEL_SETUP, ("1", "6", "6", "40", "r"), strict=True)
        ),
        PIECE,
        {"X": 6, "O": 6},
        'X "X .*" 40',
    ),
    "game": (CATCH, (), BLOCK, {"C": 1, "X": 1, "E": 2}, ".*"),
}


@on_unix
@pytest.mark.parametrize("script", OPENED)
def test_terminal_offers_defaults_command_words_and_a_board(tmp_path: Path, script: str) -> None:
    call, answers, prompt, signs, start = OPENED[script]
    child = terminal_at(f"{script}.py", tmp_path, "", *call)
    for question, answer in answers:
        child.expect_exact(question)
        child.sendline(answer)
    child.expect_exact(prompt)
    assert child.before.count(f"\x1b[2mYou can always type: {WORDS}\x1b[0m\r\n") == 1
    shown = child.before.split("quit\x1b[0m\r\n")[1]
    assert "\x1b[" in shown and len(shown.splitlines()) <= 23
    cells = plain_text(shown).partition("Move 1 | ")[0]
    assert {sign: len(re.findall(rf"(?<!\S){sign}(?!\S)", cells)) for sign in signs} == signs
    child.sendline("quit")
    status, _, said = wait_for_quit(child)
    path = only_saved_game(tmp_path)
    assert (status, said) == (0, f"Unfinished game saved in saved-games/{path.name}. Next:")
    (header,) = read_json_lines(path)
    assert re.fullmatch(start, header["start"]["position"])


@on_unix
@pytest.mark.parametrize(
    ("script", "call", "prompt", "moves"),
    [
        (
            "catsdogs",
            ("play", "--cat", "human", "--dog", "human", "--position", CATS_STUCK),
            CAT,
            (("c1 b1", "a2 a1"), ("[C]", "Dog cannot move\r\n"), "CAT WINS"),
        ),
        ("duel7", LAST_TURN, PIECE, (("c4 d4",), ("[X]", ""), "PLAYER1 WINS")),
    ],
)
def test_terminal_brackets_the_last_move(
    tmp_path: Path,
    script: str,
    call: tuple[str, ...],
    prompt: str,
    moves: tuple[tuple[str, ...], tuple[str, str], str],
) -> None:
    """`moves` are the answers, the mark and the text before the second prompt, and the last line."""
    answer, brackets, last = moves
    child: Any = terminal_at(f"{script}.py", tmp_path, prompt, *call)
    shown = ""
    for number, move in enumerate(answer):
        child.sendline(move)
        if number < len(answer) - 1:
            child.expect_exact(brackets[1])
            shown += child.before
            child.expect_exact(prompt)
    assert wait_for_end_of_game(child) == (0, last)
    assert plain_text(shown or child.before).count(brackets[0]) == 1
    lines = only_saved_game(tmp_path).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("move") for line in lines] == [None, *answer, None]
