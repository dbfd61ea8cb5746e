"""Failing programs in every game: the right sentence, a win of the other side, no process left."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from common.programs.child_process import ProcessResult
from tests.support.misbehaving_programs import CHILD, TELL
from tests.support.programs import (
    Run,
    interrupt,
    on_linux,
    on_unix,
    program_command,
    read_json_lines,
    start_on_pipe,
    still_running,
)

pytestmark = pytest.mark.usefixtures("bare")

SHORT = "0.1"  # limit for a program that stalls from its start
SECONDS = "0.5"  # limit for a program that does something before it stalls
ENOUGH = "30"  # limit for a program that answers, on a busy machine too
LONG = 60  # seconds for which a program stalls


class BadProgram(NamedTuple):
    """Code of a misbehaving program, the reason printed for its loss, its last line on stderr, its limit."""

    code: str
    said: str
    last_words: str = ""
    seconds: str = ENOUGH

    @property
    def is_late(self) -> bool:
        return self.seconds != ENOUGH


def stalling(code: str, seconds: str) -> BadProgram:
    """Return a program that stalls after `code`."""
    return BadProgram(f"{code}time.sleep({LONG})", f"does not answer within {seconds} s", seconds=seconds)


FLOODS = "floods: more than 1048576 bytes"
USUAL = {  # tested for both sides
    "silence": BadProgram("print()", "gives up"),
    "crash": BadProgram(
        "print('first', file=sys.stderr); sys.exit('no idea')", "crashes: exit status 1", "no idea"
    ),
    "stall": stalling("", SHORT),
    "flood": BadProgram("while True: os.write(1, b'x' * 10000)", FLOODS),
}
BAD = USUAL | {
    "crash with a status": BadProgram(
        "print('a1 a2'); print('out of ideas', file=sys.stderr); sys.exit(7)",
        "crashes: exit status 7",
        "out of ideas",
    ),
    "closed output": stalling("os.close(1); ", SECONDS),
    "flood of words": BadProgram("print('a1 a2 ' * 400_000)", FLOODS),
    "flood of errors": BadProgram("while True: os.write(2, b'x' * 10000)", FLOODS),
    "child": BadProgram(CHILD.format(session=False), "gives up"),
    "child in a session of its own": BadProgram(CHILD.format(session=True), "gives up"),
    "child of one that stalls": stalling(CHILD.format(session=True) + "; ", SECONDS),
}
SAMPLE = {  # in the other games they are `long`
    "crash with a status": "catsdogs",
    "closed output": "squirrels",
    "flood of words": "duel7",
    "flood of errors": "game",
    "child": "walls",
    "child in a session of its own": "squirrels",
    "child of one that stalls": "duel7",
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


def play(called: Run, folder: Path, seat: Seat, bad: BadProgram) -> list[str]:
    """Play against a program, check how it loses, and return its processes that are still alive."""
    pids = folder / "pids"
    command = program_command(folder / "bad.py", TELL.format(pids=str(pids)) + bad.code)
    began = time.monotonic()
    play_and_check(called, folder, seat, bad, command)
    assert not bad.is_late or time.monotonic() - began < LONG / 2
    started = pids.read_text().split() if pids.exists() else []
    assert started or bad.is_late
    return still_running(started) if sys.platform != "win32" else []


def play_and_check(called: Run, folder: Path, seat: Seat, bad: BadProgram, command: str) -> None:
    """Play against a command and check how it loses."""
    words = (*seat.call[1:], "--seed", "1", "--seconds", bad.seconds, seat.option, command)
    check(called(seat.call[0], *words, "--record", "game.jsonl"), seat, bad)
    _, *moves, end = read_json_lines(folder / "game.jsonl")
    assert (len(moves), end["outcome"]["winner"]) == (seat.before, seat.winner)


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


def cases(seats: Mapping[str, Seat], quick: Callable[[str, str], bool]) -> pytest.MarkDecorator:
    """Parametrize a test with every kind of program in every seat; those that are not `quick` are `long`."""
    long = pytest.mark.long
    found = [
        pytest.param(script, kind, marks=() if quick(script, kind) else long)
        for kind in (BAD if seats is FIRST else USUAL)
        for script in seats
    ]
    return pytest.mark.parametrize(("script", "kind"), found)


@cases(FIRST, lambda script, kind: kind in USUAL or SAMPLE[kind] == script)
def test_bad_program_loses_and_leaves_no_process(called: Run, tmp_path: Path, script: str, kind: str) -> None:
    assert play(called, tmp_path, FIRST[script], BAD[kind]) == []


@cases(OTHER, lambda script, kind: kind == "crash")
def test_bad_program_loses_as_the_second_side(called: Run, tmp_path: Path, script: str, kind: str) -> None:
    assert play(called, tmp_path, OTHER[script], BAD[kind]) == []


def unintelligible(answer: str, seat: Seat) -> BadProgram:
    return BadProgram(code_of(answer, seat), f"makes an unintelligible move: {answer!r}")


@pytest.mark.parametrize("script", FIRST)
def test_program_that_prints_no_move_loses(called: Run, tmp_path: Path, script: str) -> None:
    seat = FIRST[script]
    assert play(called, tmp_path, seat, unintelligible(seat.rubbish[0], seat)) == []


def answers(kind: str) -> pytest.MarkDecorator:
    """Parametrize a test with every answer of a kind in every seat."""
    found = [(seat, answer) for seat in SEATS for answer in getattr(seat, kind)]
    return pytest.mark.parametrize(
        ("seat", "answer"), found, ids=[f"{seat.call[0]}-{seat.side}-{answer!a}" for seat, answer in found]
    )


@pytest.fixture
def answered(
    called: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Seat, str, str], None]:
    """Provide a function that plays against a program without a process: only its answer is given."""

    def judge(seat: Seat, answer: str, said: str) -> None:
        def run_process(*given: Any, **_: object) -> ProcessResult:
            for folder in given[2:3]:
                (folder / "next_state.txt").write_text(answer, encoding="utf-8")
            return ProcessResult(0, answer, "", False)

        monkeypatch.setattr("common.programs.one_shot.run_process", run_process)
        play_and_check(called, tmp_path, seat, BadProgram("", said), f"'{sys.executable}' 'bad.py'")

    return judge


@answers("rubbish")
def test_answer_that_is_not_a_move_is_unintelligible(
    answered: Callable[[Seat, str, str], None], seat: Seat, answer: str
) -> None:
    answered(seat, answer, f"makes an unintelligible move: {answer!r}")


@answers("illegal")
def test_move_against_the_rules_is_illegal(
    answered: Callable[[Seat, str, str], None], seat: Seat, answer: str
) -> None:
    answered(seat, answer, f"makes an illegal move: {answer!r}")


ONE_BRICK = """
import sys
rows = sys.argv[2]
if "a" not in rows:
    print("try-forward" if "A^" in rows else "turn-right")
"""


def test_forfeit_in_mid_game_still_counts_bricks(called: Run, tmp_path: Path) -> None:
    """A turns, lays a brick and gives up; the replay prints the same counts."""
    command = program_command(tmp_path / "bad.py", ONE_BRICK)
    done = called(
        "walls.py", "5", "--a", command, "--b", "forward-first", "--seed", "1", "--record", "game.jsonl"
    )
    results = re.findall(
        r"Game (\d): A gives up\. A (\d) bricks, B (\d) bricks\. A 0 points, B 2 points\.", done.stdout
    )
    assert [(number, a) for number, a, _ in results] == [("1", "1"), ("2", "1")]
    for number, file in (("1", "game.jsonl"), ("2", "game-2.jsonl")):
        boards = done.stdout.split("Game 2: B starts")[int(number) - 1].split("A gives up")[0]
        assert results[int(number) - 1][2] == str(boards.split("moves")[-1].count("b"))
        last = called("walls.py", "replay", file).stdout.splitlines()[-1]
        assert last.partition(": ")[2] in done.stdout
    assert done.stdout.endswith("Match: A 0 points, B 4 points\n")


@on_unix
@pytest.mark.parametrize("script", FIRST)
def test_interrupted_game_ends_the_program(tmp_path: Path, script: str) -> None:
    game, pids = start_game_against_a_parent(tmp_path, script)
    seed_is_told = "random" in FIRST[script].call or script == "squirrels"
    assert interrupt(game) == (
        130,
        "seed 1 (repeat with --seed 1)\nStopped.\n" if seed_is_told else "Stopped.\n",
    )
    assert len(pids) == 2 and still_running(pids) == []


@on_linux
def test_killed_game_ends_the_program(tmp_path: Path) -> None:
    """Nobody else can: the game has no time to, and the child has left the program's group."""
    game, pids = start_game_against_a_parent(tmp_path, "duel7")
    game.kill()
    game.communicate()
    assert len(pids) == 2 and still_running(pids) == []


def start_game_against_a_parent(folder: Path, script: str) -> tuple[subprocess.Popen[str], list[str]]:
    """Start a game against a program that stalls, and wait for its child in a session of its own.

    Return the game and the ids of both processes.
    """
    seat, pids = FIRST[script], folder / "pids"
    code = TELL.format(pids=str(pids)) + CHILD.format(session=True) + f"; time.sleep({LONG})"
    program = program_command(folder / "bad.py", code)
    limits = ("--seed", "1", "--seconds", str(LONG))
    game = start_on_pipe(seat.call[0], folder, *seat.call[1:], *limits, seat.option, program)
    deadline = time.monotonic() + LONG / 2
    while not (pids.exists() and pids.read_text().count("\n") == 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    return game, pids.read_text().split()
