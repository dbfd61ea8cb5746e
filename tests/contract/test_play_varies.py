"""Levels vary in `play` by the seed: the same seed repeats a game, also a resumed one, others differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.play.players import OpeningPlayer, PlayerSettings
from tests.support.games import every_script, game_of
from tests.support.programs import Run, read_json_lines

LEVEL = {"catsdogs": "level-2"}  # else level-3, which ignores no moves
SHORT = {  # options of a short game
    "duel7": ("--turns", "12"),
    "walls": ("3", "--games", "1"),
    "catsdogs": ("--position", "...DDC./......D/...C.C./D..DD../.C.DD../......D/...C..."),
}
MOVES_LEFT_OUT = 4  # of the record of a game that is resumed


def play(run: Run, script: str, seed: int, record: Path) -> Any:
    """Let a level play against itself from the seed's start; record the game."""
    sides = [
        word for side in game_of(script).sides for word in (f"--{side.lower()}", LEVEL.get(script, "level-3"))
    ]
    options = (*sides, "--seed", str(seed), "--record", str(record), *SHORT.get(script, ()))
    done = run(f"{script}.py", "play", *options)
    assert done.returncode == 0, done.stderr
    return done


def moves_of(record: Path) -> list[str]:
    return [line["move"] for line in read_json_lines(record) if "move" in line]


@every_script
def test_same_seed_repeats_a_game_between_levels(script: str, run: Run, tmp_path: Path) -> None:
    first, again = (play(run, script, 7, tmp_path / name) for name in ("first", "again"))
    assert first.stderr == again.stderr == "seed 7 (repeat with --seed 7)\n"
    moves = moves_of(tmp_path / "first")
    assert moves == moves_of(tmp_path / "again")
    for seed in (8, 9):
        play(run, script, seed, tmp_path / str(seed))
        if moves_of(tmp_path / str(seed)) != moves:
            return
    raise AssertionError("three seeds give the same game")


@every_script
def test_resumed_game_between_levels_continues_by_its_seed(script: str, run: Run, tmp_path: Path) -> None:
    play(run, script, 7, tmp_path / "whole")
    lines = (tmp_path / "whole").read_text(encoding="utf-8").splitlines(keepends=True)
    half = tmp_path / "half"
    half.write_text("".join(lines[: -MOVES_LEFT_OUT - 1]), encoding="utf-8")
    assert run(f"{script}.py", "play", "--resume", str(half)).returncode == 0
    assert moves_of(half) == moves_of(tmp_path / "whole")


@every_script
def test_levels_do_not_vary_in_matches(script: str) -> None:
    game = game_of(script)
    start = game.opening(1)
    settings = PlayerSettings(seed=5, in_match=True, shows_progress=False)
    for number in game.levels:
        made = game.kind(game.sides[0], f"level-{number}").make(settings._replace(start=start))
        assert not isinstance(made, OpeningPlayer)


@every_script
def test_margins_belong_to_levels(script: str) -> None:
    """Level 5 chooses among equal moves only; in Circle the Cat it plays by proofs and does not vary."""
    levels = game_of(script).levels
    assert all(levels[number].margin > 0 for number in (1, 2, 3, 4))
    assert levels[5].margin == (None if script == "game" else 0)


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (("--level", "1"), "seed 3 (repeat with --seed 3)\n"),
        (("--nodes", "12"), ""),
    ],
)
def test_seed_is_printed_if_the_engine_varies(run: Run, options: tuple[str, ...], printed: str) -> None:
    done = run("walls.py", "play", "3", "--games", "1", "--b", "forward-first", "--seed", "3", *options)
    assert (done.returncode, done.stderr) == (0, printed)
