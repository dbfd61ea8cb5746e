"""The dialogue of Circle the Cat, as far as only this game asks and prints it.

What all games share is tested in tests/contract/test_dialogue.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.dialogues import BLOCK, CATCH_START, terminal_at, typed
from tests.support.programs import Run, on_unix, read_json_lines

CATCHER = (*CATCH_START, "--catcher", "human")


def test_pipe_shows_nothing_before_the_first_question(called: Run, tmp_path: Path) -> None:
    done = called("game.py", *CATCHER, input="quit\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, BLOCK, "")
    assert list(tmp_path.iterdir()) == []


def test_undo_also_takes_back_the_engines_step(called: Run, tmp_path: Path) -> None:
    answers = typed("4 6", "undo", "4 7", "save mine.jsonl", "quit")
    parts = called("game.py", *CATCHER, input=answers).stdout.split(BLOCK)
    assert parts[2].startswith("Taken back to move 1.\n")
    saved = read_json_lines(tmp_path / "mine.jsonl")
    assert [line.get("move") for line in saved][:2] == [None, "(4, 7)"]


def test_game_ends_with_the_contracts_last_lines(called: Run, tmp_path: Path) -> None:
    call = ("[5, 5]", "[]", "[(5, 7)]", "--catcher", "human", "--cat", "shortest")
    assert called("game.py", *call, input="0 0\n0 1\n").stdout.endswith("Cat runs away\n0\n")
    assert (tmp_path / "game.gif").exists()


def test_seed_repeats_a_random_start(called: Run) -> None:
    call = ("game.py", "play", "--blocks", "20", "--no-gif", "--seed")
    calls = [called(*call, seed) for seed in ("3", "3", "4")]
    assert calls[0].stdout == calls[1].stdout != calls[2].stdout
    assert calls[0].stderr == "seed 3 (repeat with --seed 3)\n"


@on_unix
def test_no_color_removes_the_colours_of_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    child = terminal_at("game.py", tmp_path, BLOCK, *CATCHER)
    assert "\x1b[1;37;44m" not in child.before
    assert "E" in child.before
