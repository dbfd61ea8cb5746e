"""External programs as players of Circle the Cat: arguments, input, our own `move`, seeds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from common.play.players import PlayerSettings
from game import GAME, read_start, referee_line
from tests.support.game_cases import replay_printed
from tests.support.programs import Run


def program(folder: Path, code: str) -> str:
    (folder / "player.py").write_text(code, encoding="utf-8")
    return f"'{sys.executable}' '{folder / 'player.py'}'"


def play(run: Run, side: str, command: str) -> tuple[list[str], str]:
    """Play from the corner; return the last two lines and stderr. NW is off the board, (5, 5) is blocked."""
    done = run(
        "game.py", "[0, 0]", "[(5, 5)]", "[(0, 10)]", "--no-gif", "--seconds", "0.5", f"--{side}", command
    )
    assert done.returncode == 0
    return done.stdout.splitlines()[-2:], done.stderr


@pytest.mark.usefixtures("bare")
def test_program_sees_the_position_in_the_assignments_form(run: Run, tmp_path: Path) -> None:
    play(
        run,
        "catcher",
        program(tmp_path, f"import sys; open({str(tmp_path / 'seen')!r}, 'w').write('|'.join(sys.argv[1:]))"),
    )
    assert (tmp_path / "seen").read_text() == "(0, 0)|[(5, 5)]|[(0, 10)]"


def test_program_gets_no_input_and_no_shell(run: Run, tmp_path: Path) -> None:
    command = (
        program(tmp_path, "import sys; print(len(sys.stdin.read()), sys.argv[1:3])")
        + " '; touch pwned' '$(touch pwned)'"
    )
    lines, _ = play(run, "cat", command)
    assert lines[0] == "Cat makes an unintelligible move: '0 ['; touch pwned', '$(touch pwned)']'"
    assert not (tmp_path / "pwned").exists()


def test_our_move_verb_plays_like_the_engine(run: Run) -> None:
    root = Path(__file__).parents[3]
    start = ("[1, 1]", "[(0, 1), (1, 2), (2, 1), (2, 2)]", "[(5, 5)]", "--no-gif")  # five moves
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
        move = GAME.thinker(PlayerSettings(shows_progress=False))(position)
        afresh.append(referee_line(position, move))
        position = position.play(move)
    assert len(afresh) == 5
    assert played.stdout.splitlines()[:-2] == afresh
    assert replay_printed(read_start(*start[:3]), played.stdout).outcome() == (
        "catcher",
        "Cat did not move and got caught",
        0,
    )
    assert played.stdout.endswith("1\n")


def test_random_player_repeats_with_its_seed(run: Run) -> None:
    games = [
        run(
            "game.py",
            *("[5, 5]", "[]", "[(0, 0)]", "--no-gif", "--seed", seed),
            *("--cat", "random", "--catcher", "next"),
        ).stdout
        for seed in ("1", "1", "2")
    ]
    assert games[0] == games[1] != games[2]
