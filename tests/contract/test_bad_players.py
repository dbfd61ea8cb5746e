"""Programs that fail, in every way and in every game: the game ends with the right sentence, the other side wins, nothing runs on."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.programs import Run, alive, interrupted, on_unix, piped, program

pytestmark = pytest.mark.usefixtures("bare")

SECONDS = "0.5"
TELL = (
    "import os, pathlib, subprocess, sys, time\ntell = lambda pid: open({pids!r}, 'a').write(f'{{pid}}\\n')\ntell(os.getpid())\n"
)
CHILD = "tell(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session={session}).pid)"


class Bad(NamedTuple):
    """What a program does, what is said of it, the last line on stderr."""

    code: str
    said: str
    last_words: str = ""


BAD = {
    "silence": Bad("print()", "gives up"),
    "crash": Bad("print('first', file=sys.stderr); sys.exit('no idea')", "crashes: exit status 1", "no idea"),
    "crash with a status": Bad(
        "print('a1 a2'); print('out of ideas', file=sys.stderr); sys.exit(7)", "crashes: exit status 7", "out of ideas"
    ),
    "stall": Bad("time.sleep(60)", f"does not answer within {SECONDS} s"),
    "closed output": Bad("os.close(1); time.sleep(60)", f"does not answer within {SECONDS} s"),
    "flood": Bad("while True: os.write(1, b'x' * 10000)", "floods: more than 1048576 bytes"),
    "flood of errors": Bad("while True: os.write(2, b'x' * 10000)", "floods: more than 1048576 bytes"),
    "child": Bad(CHILD.format(session=False), "gives up"),
    "child in a session of its own": Bad(CHILD.format(session=True), "gives up"),
    "child of one that stalls": Bad(CHILD.format(session=True) + "; time.sleep(60)", f"does not answer within {SECONDS} s"),
}


class Game(NamedTuple):
    """How a program plays a side, and an answer that is no move and one that is not legal: (answer, code that gives it)."""

    call: tuple[str, ...]
    side: str
    option: str
    rubbish: tuple[str, str]
    illegal: tuple[str, str] | None
    ends: tuple[str, ...]  # the lines from the sentence on; {said} is side and fault


def printed(answer: str) -> tuple[str, str]:
    return answer, f"print({answer!r}); print()"


def in_file(answer: str, code: str) -> tuple[str, str]:
    return answer, f"pathlib.Path('next_state.txt').write_text({code})"


LINE = "Game {number}: {said}. A 0 bricks, B 0 bricks. A 0 points, B 2 points."
GAMES = {
    "game.py": Game(("[5, 5]", "[]", "[(0, 0)]", "--no-gif"), "Catcher", "--catcher", printed("to the left"), printed("(5, 5)"), ("{said}", "0")),
    "squirrels.py": Game(("play", "--o", "greedy"), "X", "--x", in_file("XY" + "*" * 23, "'XY' + '*' * 23"), in_file("XX" + "*" * 23, "'XX' + '*' * 23"), ("{said}", "O wins")),
    "duel7.py": Game(("play", "--o", "random"), "X", "--x", printed("to the left"), printed("a1 a7"), ("{said}", "PLAYER2 WINS")),
    "walls.py": Game(("3", "--b", "forward-first"), "A", "--a", printed("to the left"), None, ()),
    "catsdogs.py": Game(("play", "--dog", "random"), "Cat", "--cat", printed("to the left"), printed("a1 g7"), ("{said}", "DOG WINS")),
}  # fmt: skip


def play(run: Run, folder: Path, script: str, code: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """A game against a program, and the processes of the program that are still there after it."""
    pids = folder / "pids"
    command = program(folder / "bad.py", TELL.format(pids=str(pids)) + code)
    played = GAMES[script]
    done = run(script, *played.call, "--seed", "1", "--seconds", SECONDS, played.option, command)
    started = pids.read_text().split()
    assert started
    return done, alive(started) if sys.platform != "win32" else []


def check(done: subprocess.CompletedProcess[str], script: str, fault: str) -> None:
    played = GAMES[script]
    said = f"{played.side} {fault}"
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stdout.splitlines()
    if script == "walls.py":
        results = [line for line in lines if line.startswith("Game ") and "starts" not in line]
        assert results == [LINE.format(number=number, said=said) for number in (1, 2)]
        assert lines[-1] == "Match: A 0 points, B 4 points"
    else:
        assert lines[-len(played.ends) :] == [line.format(said=said) for line in played.ends]


@pytest.mark.parametrize("script", GAMES)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_loses_and_nothing_of_it_runs_on(run: Run, tmp_path: Path, script: str, kind: str) -> None:
    done, running = play(run, tmp_path, script, BAD[kind].code)
    check(done, script, BAD[kind].said)
    if BAD[kind].last_words:
        assert done.stderr.splitlines()[-1] == BAD[kind].last_words
    assert running == []


@pytest.mark.parametrize("script", GAMES)
def test_an_answer_that_is_no_move_is_unintelligible(run: Run, tmp_path: Path, script: str) -> None:
    answer, code = GAMES[script].rubbish
    check(play(run, tmp_path, script, code)[0], script, f"makes an unintelligible move: '{answer}'")


@pytest.mark.parametrize("script", [script for script in GAMES if GAMES[script].illegal])  # every move of Walls is legal
def test_a_move_against_the_rules_is_illegal(run: Run, tmp_path: Path, script: str) -> None:
    answer, code = GAMES[script].illegal or ("", "")
    check(play(run, tmp_path, script, code)[0], script, f"makes an illegal move: '{answer}'")


ONE_BRICK = """
import sys
rows = sys.argv[2]
if "a" not in rows:
    print("try-forward" if "A^" in rows else "turn-right")
"""


def test_a_fault_in_mid_game_still_tells_the_bricks_and_a_replay_does_too(run: Run, tmp_path: Path) -> None:
    """A turns, lays a brick and gives up."""
    command = program(tmp_path / "bad.py", ONE_BRICK)
    done = run("walls.py", "5", "--a", command, "--b", "forward-first", "--seed", "1", "--record", "game.jsonl")
    results = re.findall(r"Game (\d): A gives up\. A (\d) bricks, B (\d) bricks\. A 0 points, B 2 points\.", done.stdout)
    assert [(number, a) for number, a, _ in results] == [("1", "1"), ("2", "1")]
    for number, file in (("1", "game.jsonl"), ("2", "game-2.jsonl")):
        boards = done.stdout.split("Game 2: B starts")[int(number) - 1].split("A gives up")[0]
        assert results[int(number) - 1][2] == str(boards.split("moves")[-1].count("b"))
        last = run("walls.py", "replay", file).stdout.splitlines()[-1]
        assert last.partition(": ")[2] in done.stdout
    assert done.stdout.endswith("Match: A 0 points, B 4 points\n")


@on_unix
@pytest.mark.parametrize("script", GAMES)
def test_an_interrupted_game_takes_the_program_with_it(tmp_path: Path, script: str) -> None:
    played, pids = GAMES[script], tmp_path / "pids"
    code = TELL.format(pids=str(pids)) + CHILD.format(session=True) + "; time.sleep(60)"
    game = piped(
        script, tmp_path, *played.call, "--seed", "1", "--seconds", "60", played.option, program(tmp_path / "bad.py", code)
    )
    deadline = time.monotonic() + 20
    while not (pids.exists() and pids.read_text().count("\n") == 2) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert interrupted(game) == (
        130,
        "--seed 1\nStopped.\n" if "random" in played.call or script == "squirrels.py" else "Stopped.\n",
    )
    assert len(pids.read_text().split()) == 2 and alive(pids.read_text().split()) == []
