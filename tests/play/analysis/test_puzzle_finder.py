"""Finding puzzles: one proven best move, its refutations, and the blunders of saved games."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.play.analysis.puzzle_finder import PuzzleFinder, puzzles_from_game
from common.play.players import PlayerSettings
from common.play.puzzles import Puzzle
from common.play.record import load
from common.rules.errors import BadInput
from common.search.limit import Level, Limit
from tests.support.small_game import GAME, Position, save_game

SETTINGS = PlayerSettings(Level(Limit(depth=30)), 1)


def found(position: Position, exact: bool = False, settings: PlayerSettings = SETTINGS) -> Puzzle | None:
    return PuzzleFinder(GAME, settings, exact).find(position)


def test_only_winning_move_is_a_puzzle() -> None:
    puzzle = found(Position(10))
    assert puzzle
    assert (puzzle.words, puzzle.best, puzzle.value) == (("Ann", "10"), "2", 1)
    assert {puzzle.refutation(move).value for move in ("1", "3")} == {-1}
    for move in (1, 3):
        (reply,) = puzzle.refutation(str(move)).replies
        assert (10 - move - int(reply)) % 4 == 0


@pytest.mark.parametrize("counters", [3, 6])
def test_length_of_the_win_is_not_claimed(counters: int) -> None:
    """The search proves who wins, not the quickest win."""
    puzzle = found(Position(counters))
    assert puzzle and puzzle.plies == 0


@pytest.mark.parametrize("position", [Position(8), Position(0), Position(1)])
def test_lost_ended_and_forced_positions_are_no_puzzles(position: Position) -> None:
    assert found(position) is None


def test_unproven_moves_are_no_puzzle() -> None:
    assert found(Position(90), settings=PlayerSettings(Level(Limit(depth=1)), 1)) is None


def test_blunders_of_the_human_become_puzzles(tmp_path: Path) -> None:
    file = save_game(tmp_path / "game.jsonl", "1", "1", "2", "2", "3", "1", Ann="human")
    assert [puzzle.words for puzzle in puzzles_from_game(load(GAME, file), SETTINGS)] == [("Ann", "10")]
    file = save_game(tmp_path / "other.jsonl", "2", "3", "3", Bob="human")
    assert list(puzzles_from_game(load(GAME, file), SETTINGS)) == []


def test_game_without_moves_is_refused(tmp_path: Path) -> None:
    saved = load(GAME, save_game(tmp_path / "game.jsonl"))
    with pytest.raises(BadInput, match="no moves"):
        list(puzzles_from_game(saved, SETTINGS))
