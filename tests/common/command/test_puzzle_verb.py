"""The verb `puzzle`: exit statuses, refused calls, puzzles of a saved game, another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.command import puzzle_verb
from common.command.puzzle_verb import add_puzzle, ask_puzzles
from common.play.puzzles import Puzzle, Refutation
from tests.support.keyboard import type_on_pipe, type_on_terminal
from tests.support.small_game import GAME, run_verb, save_game

TEN = Puzzle(("Ann", "10"), "2", 1, 5, (Refutation(("1",), -1),))
BLUNDER = ("1", "1", "2", "2", "3", "1")  # Ann takes 1 of 10 counters, not 2


@pytest.fixture
def game_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(puzzle_verb, "NODES", 2_000)
    return save_game(tmp_path / "game.jsonl", *BLUNDER, Ann="human")


@pytest.mark.parametrize(("answer", "status"), [("2", 0), ("1", 1)])
def test_status_tells_whether_the_answer_is_right(
    monkeypatch: pytest.MonkeyPatch, game_file: Path, answer: str, status: int
) -> None:
    type_on_pipe(monkeypatch, answer)
    assert run_verb(add_puzzle, "puzzle", "--from", str(game_file)) == status


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "small_game has no stored puzzles: use --from FILE"),
        (("--difficulty", "4"), "expected a whole number from 1 to 3"),
        (("--from", "none.jsonl"), "none.jsonl: No such file or directory"),
        (("--from", "game.jsonl", "--seed", "1"), "leave out --seed and --difficulty"),
    ],
)
def test_wrong_calls_are_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    assert run_verb(add_puzzle, "puzzle", *words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line


def test_game_without_blunders_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_game(tmp_path / "game.jsonl", "2", "3", "1", Ann="human")
    assert run_verb(add_puzzle, "puzzle", "--from", str(file)) == 2
    assert "no blunder with a single proven best move" in capsys.readouterr().err


def test_terminal_asks_for_another_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "2", "yes", "1", "resign", "no")
    assert ask_puzzles(GAME, [TEN, TEN, TEN]) == 1
    assert screen.getvalue().count("Another puzzle?") == 2
