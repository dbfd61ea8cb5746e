"""Failing programs in every game: the right sentence, a win of the other side, no process left."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.misbehaving_programs import CHILD, TELL
from tests.support.programs import (
    Run,
    interrupt,
    on_unix,
    program_command,
    read_json_lines,
    start_on_pipe,
    still_running,
)

pytestmark = pytest.mark.usefixtures("bare")

SECONDS = "0.5"  # limit for a program that stalls
ENOUGH = "30"  # limit for a program that answers, on a busy machine too
LONG = 60  # seconds for which a program stalls


class BadProgram(NamedTuple):
    """Code of a misbehaving program, the reason printed for its loss, and its last line on stderr."""

    code: str
    said: str
    last_words: str = ""


LATE = f"does not answer within {SECONDS} s"
FLOODS = "floods: more than 1048576 bytes"
USUAL = {  # tested for both sides
    "silence": BadProgram("print()", "gives up"),
    "crash": BadProgram(
        "print('first', file=sys.stderr); sys.exit('no idea')", "crashes: exit status 1", "no idea"
    ),
    "stall": BadProgram(f"time.sleep({LONG})", LATE),
    "flood": BadProgram("while True: os.write(1, b'x' * 10000)", FLOODS),
}
BAD = USUAL | {
    "crash with a status": BadProgram(
        "print('a1 a2'); print('out of ideas', file=sys.stderr); sys.exit(7)",
        "crashes: exit status 7",
        "out of ideas",
    ),
    "closed output": BadProgram(f"os.close(1); time.sleep({LONG})", LATE),
    "flood of words": BadProgram("print('a1 a2 ' * 400_000)", FLOODS),
    "flood of errors": BadProgram("while True: os.write(2, b'x' * 10000)", FLOODS),
    "child": BadProgram(CHILD.format(session=False), "gives up"),
    "child in a session of its own": BadProgram(CHILD.format(session=True), "gives up"),
    "child of one that stalls": BadProgram(CHILD.format(session=True) + f"; time.sleep({LONG})", LATE),
}

RUBBISH = ("to the left", "\x1b[2J")
CROWN, FOREIGN = "XX" + "*" * 23, "XY" + "*" * 23
STEPS = ("a1 a1", "a1 a3", "d4 d5", "a1 a7")  # onto an occupied square, too far, of no piece
HUNT = "...DDC./......D/...C.C./D..DD../.C.DD../......D/...C..."
HOPS = ("d4 d4", "d4 d6", "a1 a2", "a1 g7")


class Seat(NamedTuple):
    """A program's place in a game: call, side, option that names it, winner, answers that are no moves.

    `ends`: lines from the sentence on; {said} stands for side and reason. `before`: moves that the other side
    makes first.
    """

    call: tuple[str, ...]
    side: str
    option: str
    winner: str
    ends: tuple[str, ...]
    rubbish: tuple[str, ...] = RUBBISH
    illegal: tuple[str, ...] = ()
    before: int = 0


def hunt_call(step: str, other: str) -> tuple[str, ...]:
    return ("catsdogs.py", "play", "--position", HUNT, "--step", step, f"--{other}", "random")


DUEL = ("duel7.py", "play", "--place", "X a1 a7 O b2 c3", "--turns", "5")
LINE = "Game {number}: {said}. A 0 bricks, B 0 bricks. A 0 points, B 2 points."
TRAP = ("game.py", "[0, 0]", "[(5, 5)]", "[(0, 10)]", "--no-gif")
FIRST = {  # the sides that move first
    "game": Seat(
        ("game.py", "[5, 5]", "[]", "[(0, 0)]", "--no-gif"),
        "Catcher",
        "--catcher",
        "cat",
        ("{said}", "0"),
        illegal=("(5, 5)",),
    ),
    "squirrels": Seat(
        ("squirrels.py", "play", "--o", "greedy"),
        "X",
        "--x",
        "O",
        ("{said}", "O wins"),
        (FOREIGN,),
        (CROWN, "*" * 25),
    ),
    "duel7": Seat(
        (*DUEL, "--o", "random"), "X", "--x", "O", ("{said}", "PLAYER2 WINS"), (*RUBBISH, "a1"), STEPS
    ),
    "walls": Seat(
        ("walls.py", "3", "--b", "forward-first"), "A", "--a", "B", ()
    ),  # every move of Walls is legal
    "catsdogs": Seat(
        hunt_call("0", "dog"),
        "Cat",
        "--cat",
        "dog",
        ("{said}", "DOG WINS"),
        (*RUBBISH, "d4", "d4 d5 e5 e6"),
        HOPS,
    ),
}
OTHER = {
    "game": Seat(
        (*TRAP, "--catcher", "exit"), "Cat", "--cat", "catcher", ("{said}", "1"), illegal=("NW",), before=1
    ),
    "squirrels": Seat(
        ("squirrels.py", "play", "--x", "greedy"),
        "O",
        "--o",
        "X",
        ("{said}", "X wins"),
        (FOREIGN,),
        (CROWN,),
        before=1,
    ),
    "duel7": Seat(
        (*DUEL, "--x", "random"),
        "O",
        "--o",
        "X",
        ("{said}", "PLAYER1 WINS"),
        (*RUBBISH, "a1"),
        STEPS,
        before=1,
    ),
    "catsdogs": Seat(
        hunt_call("1", "cat"),
        "Dog",
        "--dog",
        "cat",
        ("{said}", "CAT WINS"),
        (*RUBBISH, "d4", "d4 d5 e5 e6"),
        HOPS,
    ),
}
SEATS = [*FIRST.values(), *OTHER.values()]


def code_of(answer: str, seat: Seat) -> str:
    """Return the code of a program that gives an answer."""
    if seat.call[0] == "squirrels.py":
        return f"pathlib.Path('next_state.txt').write_text({answer!r})"
    return f"print({answer!r}); print()"


def play(run: Run, folder: Path, seat: Seat, bad: BadProgram) -> list[str]:
    """Play against a program, check how it loses, and return its processes that are still alive."""
    pids = folder / "pids"
    command = program_command(folder / "bad.py", TELL.format(pids=str(pids)) + bad.code)
    seconds = SECONDS if bad.said == LATE else ENOUGH
    words = (
        *seat.call[1:],
        "--seed",
        "1",
        "--seconds",
        seconds,
        seat.option,
        command,
        "--record",
        "game.jsonl",
    )
    began = time.monotonic()
    check(run(seat.call[0], *words), seat, bad)
    assert bad.said != LATE or time.monotonic() - began < LONG / 2
    _, *moves, end = read_json_lines(folder / "game.jsonl")
    assert (len(moves), end["outcome"]["winner"]) == (seat.before, seat.winner)
    started = pids.read_text().split() if pids.exists() else []
    assert started or bad.said == LATE
    return still_running(started) if sys.platform != "win32" else []


def check(done: subprocess.CompletedProcess[str], seat: Seat, bad: BadProgram) -> None:
    said = f"{seat.side} {bad.said}"
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert ("no idea" in done.stderr) == (bad.last_words == "no idea")
    if bad.last_words:
        assert done.stderr.splitlines()[-1] == bad.last_words
    lines = done.stdout.splitlines()
    if seat.call[0] == "walls.py":
        results = [line for line in lines if line.startswith("Game ") and "starts" not in line]
        assert results == [LINE.format(number=number, said=said) for number in (1, 2)]
        assert lines[-1] == "Match: A 0 points, B 4 points"
    else:
        assert lines[-len(seat.ends) :] == [line.format(said=said) for line in seat.ends]


@pytest.mark.parametrize("script", FIRST)
@pytest.mark.parametrize("kind", BAD)
def test_bad_program_loses_and_leaves_no_process(run: Run, tmp_path: Path, script: str, kind: str) -> None:
    assert play(run, tmp_path, FIRST[script], BAD[kind]) == []


@pytest.mark.parametrize("script", OTHER)
@pytest.mark.parametrize("kind", USUAL)
def test_bad_program_loses_as_the_second_side(run: Run, tmp_path: Path, script: str, kind: str) -> None:
    assert play(run, tmp_path, OTHER[script], BAD[kind]) == []


def answers(kind: str) -> pytest.MarkDecorator:
    """Parametrize a test with every answer of a kind in every seat."""
    found = [(seat, answer) for seat in SEATS for answer in getattr(seat, kind)]
    return pytest.mark.parametrize(
        ("seat", "answer"), found, ids=[f"{seat.call[0]}-{seat.side}-{answer!a}" for seat, answer in found]
    )


@answers("rubbish")
def test_answer_that_is_not_a_move_is_unintelligible(
    run: Run, tmp_path: Path, seat: Seat, answer: str
) -> None:
    play(run, tmp_path, seat, BadProgram(code_of(answer, seat), f"makes an unintelligible move: {answer!r}"))


@answers("illegal")
def test_move_against_the_rules_is_illegal(run: Run, tmp_path: Path, seat: Seat, answer: str) -> None:
    play(run, tmp_path, seat, BadProgram(code_of(answer, seat), f"makes an illegal move: {answer!r}"))


ONE_BRICK = """
import sys
rows = sys.argv[2]
if "a" not in rows:
    print("try-forward" if "A^" in rows else "turn-right")
"""


def test_forfeit_in_mid_game_still_counts_bricks(run: Run, tmp_path: Path) -> None:
    """A turns, lays a brick and gives up; the replay prints the same counts."""
    command = program_command(tmp_path / "bad.py", ONE_BRICK)
    done = run(
        "walls.py", "5", "--a", command, "--b", "forward-first", "--seed", "1", "--record", "game.jsonl"
    )
    results = re.findall(
        r"Game (\d): A gives up\. A (\d) bricks, B (\d) bricks\. A 0 points, B 2 points\.", done.stdout
    )
    assert [(number, a) for number, a, _ in results] == [("1", "1"), ("2", "1")]
    for number, file in (("1", "game.jsonl"), ("2", "game-2.jsonl")):
        boards = done.stdout.split("Game 2: B starts")[int(number) - 1].split("A gives up")[0]
        assert results[int(number) - 1][2] == str(boards.split("moves")[-1].count("b"))
        last = run("walls.py", "replay", file).stdout.splitlines()[-1]
        assert last.partition(": ")[2] in done.stdout
    assert done.stdout.endswith("Match: A 0 points, B 4 points\n")


@on_unix
@pytest.mark.parametrize("script", FIRST)
def test_interrupted_game_ends_the_program(tmp_path: Path, script: str) -> None:
    seat, pids = FIRST[script], tmp_path / "pids"
    code = TELL.format(pids=str(pids)) + CHILD.format(session=True) + f"; time.sleep({LONG})"
    words = (
        *seat.call[1:],
        "--seed",
        "1",
        "--seconds",
        str(LONG),
        seat.option,
        program_command(tmp_path / "bad.py", code),
    )
    game = start_on_pipe(seat.call[0], tmp_path, *words)
    deadline = time.monotonic() + LONG / 2
    while not (pids.exists() and pids.read_text().count("\n") == 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    seed_is_told = "random" in seat.call or script == "squirrels"
    assert interrupt(game) == (130, "--seed 1\nStopped.\n" if seed_is_told else "Stopped.\n")
    assert len(pids.read_text().split()) == 2 and still_running(pids.read_text().split()) == []
