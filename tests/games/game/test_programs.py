"""Other people's programs as players: every fault under its own name, nothing left behind."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from common.play.players import PlayerSettings
from game import GAME, read_start, sentence
from tests.support.game_cases import replay_printed
from tests.support.programs import Run

BAD_PLAYERS = {
    "crash": ("import sys; sys.exit('no idea')", "crashes: exit status 1"),
    "stall": ("import time; time.sleep(60)", "does not answer within 0.5 s"),
    "flood": ("while True: print('x' * 10000)", "floods: more than 1048576 bytes"),
    "rubbish": ("print('to the left'); print()", "makes an unintelligible move: 'to the left'"),
    "control": ("print('\\x1b[2J')", "makes an unintelligible move: '\\x1b[2J'"),
    "silence": ("print()", "gives up"),
}
ILLEGAL = {"cat": "NW", "catcher": "(5, 5)"}


def program(folder: Path, code: str) -> str:
    (folder / "player.py").write_text(code, encoding="utf-8")
    return f"'{sys.executable}' '{folder / 'player.py'}'"


def play(run: Run, side: str, command: str) -> tuple[list[str], str]:
    """The last two lines and stderr of a game from the corner: NW of the cat is off the board, (5, 5) is a block."""
    done = run("game.py", "[0, 0]", "[(5, 5)]", "[(0, 10)]", "--no-gif", "--seconds", "0.5", f"--{side}", command)
    assert done.returncode == 0
    return done.stdout.splitlines()[-2:], done.stderr


@pytest.mark.parametrize("side", ["cat", "catcher"])
@pytest.mark.parametrize("fault", BAD_PLAYERS)
def test_every_fault_has_its_sentence_and_loses_the_game(run: Run, tmp_path: Path, side: str, fault: str) -> None:
    code, sentence = BAD_PLAYERS[fault]
    lines, errors = play(run, side, program(tmp_path, code))
    assert lines == [f"{side.capitalize()} {sentence}", "1" if side == "cat" else "0"]
    assert ("no idea" in errors) == (fault == "crash")


@pytest.mark.parametrize("side", ["cat", "catcher"])
def test_an_illegal_move_loses_the_game(run: Run, tmp_path: Path, side: str) -> None:
    lines, _ = play(run, side, program(tmp_path, f"print('{ILLEGAL[side]}')"))
    assert lines[0] == f"{side.capitalize()} makes an illegal move: '{ILLEGAL[side]}'"


def test_a_stalling_player_costs_its_limit_and_no_more(run: Run, tmp_path: Path) -> None:
    began = time.monotonic()
    play(run, "catcher", program(tmp_path, BAD_PLAYERS["stall"][0]))
    assert time.monotonic() - began < 5


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("session", [False, True])
def test_no_process_is_left_behind(run: Run, tmp_path: Path, session: bool) -> None:
    """A child in the background, and one that made a session of its own, end with the move."""
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60) # {tmp_path}'], start_new_session={session}); print('E')"
    play(run, "cat", program(tmp_path, code))
    assert [line for line in _command_lines() if str(tmp_path).encode() in line and b"sleep" in line] == []


def _command_lines() -> list[bytes]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found.append((folder / "cmdline").read_bytes())
    return found


@pytest.mark.usefixtures("bare")
def test_a_program_sees_the_position_as_the_course_prints_it(run: Run, tmp_path: Path) -> None:
    play(run, "catcher", program(tmp_path, f"import sys; open({str(tmp_path / 'seen')!r}, 'w').write('|'.join(sys.argv[1:]))"))
    assert (tmp_path / "seen").read_text() == "(0, 0)|[(5, 5)]|[(0, 10)]"


def test_a_program_gets_no_input_and_no_shell(run: Run, tmp_path: Path) -> None:
    command = program(tmp_path, "import sys; print(len(sys.stdin.read()), sys.argv[1:3])") + " '; touch pwned' '$(touch pwned)'"
    lines, _ = play(run, "cat", command)
    assert lines[0] == "Cat makes an unintelligible move: '0 ['; touch pwned', '$(touch pwned)']'"
    assert not (tmp_path / "pwned").exists()


def test_our_own_move_verb_plays_against_us_as_a_program(run: Run) -> None:
    root = Path(__file__).parents[3]
    start = ("[1, 1]", "[(0, 1), (1, 2)]", "[(5, 5)]", "--no-gif")
    played = run(
        "game.py",
        *start,
        "--cat",
        f"'{sys.executable}' '{root / 'game.py'}' move cat",
        "--catcher",
        f"'{sys.executable}' '{root / 'game.py'}' move catcher",
    )
    position, afresh = read_start(*start[:3]), []
    while not position.outcome():
        move = GAME.player(position.turn, "engine", PlayerSettings(shown=False))(position)
        afresh.append(sentence(position, move, False))
        position = position.play(move)
    assert played.stdout.splitlines()[:-2] == afresh
    assert replay_printed(read_start(*start[:3]), played.stdout).outcome() == ("catcher", "Cat did not move and got caught", 0)
    assert played.stdout.endswith("1\n")


def test_a_random_player_repeats_with_its_seed(run: Run) -> None:
    games = [
        run("game.py", "[5, 5]", "[]", "[(0, 0)]", "--no-gif", "--cat", "random", "--seed", seed).stdout
        for seed in ("1", "1", "2")
    ]
    assert games[0] == games[1] != games[2]
