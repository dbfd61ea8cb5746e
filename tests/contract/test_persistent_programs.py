"""Persistent programs as players and as our own `serve`: equal games, every forfeit reported."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import SCRIPTS, every_script
from tests.support.misbehaving_programs import CHILD, TELL
from tests.support.programs import (
    ROOT,
    Run,
    interrupt,
    on_unix,
    program_command,
    read_json_lines,
    start_on_pipe,
    still_running,
)

pytestmark = pytest.mark.usefixtures("bare")

STARTS = {"game": ("[5, 5]", "[(1, 1), (4, 5), (6, 5)]", "[(0, 0), (10, 10)]"), "walls": ("3",)}


def moves_of(record: Path) -> list[str]:
    return [line["move"] for line in read_json_lines(record) if "move" in line]


def side_of(script: str, at: int) -> str:
    return f"--{import_module(script).GAME.sides[at].lower()}"


@every_script
def test_served_player_plays_the_same_game(script: str, run: Run, tmp_path: Path) -> None:
    # In `play` levels vary by the seed, and served ones do not.
    player = "novice"
    served = f"persistent: '{sys.executable}' '{ROOT / script}.py' serve --player {player} --seed 1"
    for name, record in ((served, "served.jsonl"), (player, "here.jsonl")):
        sides = (side_of(script, 0), name, side_of(script, 1), name)
        played = run(
            f"{script}.py", "play", *STARTS.get(script, ()), *sides, "--seed", "1", "--record", record
        )
        assert played.returncode == 0, played.stderr
    assert moves_of(tmp_path / "served.jsonl") == moves_of(tmp_path / "here.jsonl")


def served(called: Run, script: str, *lines: str) -> subprocess.CompletedProcess[str]:
    return called(f"{script}.py", "serve", "--player", "random", input="".join(f"{line}\n" for line in lines))


@every_script
def test_serve_answers_each_line_until_quit_or_end_of_input(script: str, called: Run) -> None:
    game = import_module(script).GAME
    starts = [game.opening(number) for number in (1, 2)]
    lines = ["\t".join(game.write(start)) for start in starts]
    for last in (("quit", lines[0]), ()):
        ended = served(called, script, lines[0], "", lines[1], *last)
        assert (ended.returncode, ended.stderr) == (0, "")
        answers = ended.stdout.splitlines()
        assert len(answers) == 2
        for start, answer in zip(starts, answers, strict=True):
            assert start.read_move(answer) in start.moves()


@every_script
def test_serve_explains_a_missing_answer_and_continues(script: str, called: Run) -> None:
    game = import_module(script).GAME
    line = "\t".join(game.write(game.opening(1)))
    ended = served(called, script, "nonsense", "a\tb\tc\td\te\tf", line)
    assert ended.returncode == 0, ended.stderr
    first, second, third = ended.stdout.splitlines()
    assert first.startswith("? ") and second.startswith("? ") and not third.startswith("?")


FIRST = "line = input(); words = line.split('\\t')\n"
BAD: dict[str, tuple[str, str]] = {
    "gives up": ("print('?')", "gives up"),
    "gives up and says why": ("print('? no idea left')", "gives up: 'no idea left'"),
    "not flushed": (
        "out = open(1, 'w', closefd=False); out.write('a1 a2\\n'); time.sleep(60)",
        "no line came: flushed?",
    ),
    "a line without its end": ("print('a1 a2', end=''); time.sleep(60)", "no line came: flushed?"),
    "crash": ("print('lost', file=sys.stderr); sys.exit(3)", "crashes: exit status 3"),
    "ends": ("pass", "crashes: ends before the game is over"),
    "unintelligible": ("print('to the left')", "makes an unintelligible move: 'to the left'"),
    "illegal": ("print('a1 a7')", "makes an illegal move: 'a1 a7'"),
    "flood": ("while True: os.write(1, b'x' * 10000)", "floods: more than 1048576 bytes"),
    "flood of lines": ("while True: os.write(1, b' \\n' * 10000)", "floods: more than 1048576 bytes"),
    "flood of errors": ("while True: os.write(2, b'x' * 10000)", "floods: more than 1048576 bytes"),
    "never started": ("", "crashes: exit status 1"),
}


@pytest.mark.parametrize("kind", BAD)
def test_persistent_program_forfeits_with_its_reason(kind: str, called: Run, tmp_path: Path) -> None:
    code, said = BAD[kind]
    pids = tmp_path / "pids"
    child = CHILD.format(session=True) + "\n" if sys.platform != "win32" else ""
    begin = FIRST if kind != "never started" else "raise RuntimeError('at once')\n"
    name = "persistent: " + program_command(
        tmp_path / "bad.py", TELL.format(pids=str(pids)) + child + begin + code
    )
    if "flushed" in said:  # the first answer may take as long as a start, so this program answers once first
        name = "persistent: " + program_command(
            tmp_path / "bad.py", TELL.format(pids=str(pids)) + child + SECOND + code
        )
    done = called("duel7.py", "play", "--x", name, "--o", "random", "--seed", "1", "--seconds", "0.5")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout
    sentence, result = done.stdout.splitlines()[-2:]
    assert sentence.startswith("X ") and sentence.endswith(said)
    assert result == "PLAYER2 WINS"
    assert still_running(pids.read_text().split()) == []


SECOND = f"""
sys.path.insert(0, {str(ROOT)!r})
import duel7
position = duel7.GAME.read(*input().split('\\t'))
print(position.text(position.moves()[0]))
input()
"""

HONEST = """
import sys
sys.path.insert(0, {root!r})
open({log!r}, "a").write("started\\n")
import duel7
for line in sys.stdin:
    if line.strip() == "quit":
        open({log!r}, "a").write("quit\\n")
        break
    position = duel7.GAME.read(*line.rstrip("\\n").split("\\t"))
    print(position.text(position.moves()[0]), file=sys.stdout)
"""


def test_persistent_program_is_started_and_ended_once_a_game(called: Run, tmp_path: Path) -> None:
    """No flush is needed: we start Python unbuffered."""
    log = tmp_path / "log"
    name = "persistent: " + program_command(
        tmp_path / "honest.py", HONEST.format(root=str(ROOT), log=str(log))
    )
    done = called("duel7.py", "match", name, "random", "--pairs", "2", "--jobs", "1", "--seconds", "2")
    assert "4 games" in done.stdout and "forfeits" not in done.stdout, done.stdout + done.stderr
    assert log.read_text().split() == ["started", "quit"] * 4


@on_unix
def test_interrupted_game_ends_a_persistent_program(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    name = program_command(
        tmp_path / "bad.py", TELL.format(pids=str(pids)) + CHILD.format(session=True) + "\ntime.sleep(60)"
    )
    game = start_on_pipe(
        "duel7.py",
        tmp_path,
        "play",
        "--x",
        f"persistent: {name}",
        "--o",
        "greedy",
        "--place",
        "X a1 O g7",
        "--seconds",
        "60",
    )
    wait_for(pids)
    assert interrupt(game)[0] == 130
    assert still_running(pids.read_text().split()) == []


def wait_for(pids: Path, lines: int = 2) -> None:
    import time

    deadline = time.monotonic() + 20
    while not (pids.exists() and pids.read_text().count("\n") == lines) and time.monotonic() < deadline:
        time.sleep(0.02)


@every_script
def test_persistent_program_that_cannot_run_is_refused(script: str, called: Run) -> None:
    ended = called(f"{script}.py", "play", side_of(script, 0), "persistent: nothing-of-this-name --fast")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "neither a player's name nor a command" in ended.stderr


def test_persistent_program_receives_positions_with_side_first(called: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = f"import sys\nfor line in sys.stdin:\n    open({str(log)!r}, 'a').write(line)\n    print('?')\n"
    for script in SCRIPTS:
        name = "persistent: " + program_command(tmp_path / "bot.py", code)
        called(
            f"{script}.py",
            "play",
            *STARTS.get(script, ()),
            side_of(script, 0),
            name,
            side_of(script, 1),
            name,
            "--seed",
            "1",
            "--seconds",
            "5" if script != "game" else "1",
        )
    told = [line for line in log.read_text().splitlines() if line != "quit"]
    found: list[Any] = [line.split("\t") for line in told]
    for script in SCRIPTS:
        game = import_module(script).GAME
        assert any(words[0] in game.sides and len(words) in (3, 4) and _reads(game, words) for words in found)


def _reads(game: Any, words: list[str]) -> bool:
    try:
        return bool(game.write(game.read(*words)) == words)
    except ValueError:
        return False
