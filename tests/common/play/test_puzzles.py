"""Stored puzzles: their lines, shared refutations, and the choice by seed and difficulty."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.play import puzzles
from common.play.game import Game, Setup
from common.play.puzzles import (
    Puzzle,
    Refutation,
    choose_puzzles,
    puzzle_file,
    read_puzzle,
    share_refutations,
    stored_puzzles,
)
from common.rules.errors import BadInput
from tests.support.small_game import GAME, Position

TEN = Puzzle(("Ann", "10"), "2", 1, 5, (Refutation(("1",), -1), Refutation(("3",), -1, ("3",))), False, 1)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Position, Setup]:
    """Provide the game with nine stored puzzles, three of each difficulty."""
    monkeypatch.setattr(puzzles, "FOLDER", tmp_path)
    stored = (TEN._replace(words=("Ann", str(10 + at)), difficulty=1 + at % 3) for at in range(9))
    lines = "".join(f"{puzzle.line()}\n" for puzzle in stored)
    puzzle_file(GAME).write_text(lines, encoding="utf-8")
    return GAME


def test_line_of_a_puzzle_is_read_back() -> None:
    assert read_puzzle(TEN.line()) == TEN


def test_refutation_names_its_moves_or_holds_for_all_others() -> None:
    assert TEN.refutation("3").replies == ("3",)
    assert TEN.refutation("1").replies == ("1",)


def test_most_common_refutation_leaves_its_moves_out() -> None:
    wrong = [("a", ("x",), -1), ("b", ("y",), -1), ("c", ("y",), -1), ("d", ("y",), 0)]
    assert share_refutations(wrong) == (
        Refutation(("y",), -1),
        Refutation(("x",), -1, ("a",)),
        Refutation(("y",), 0, ("d",)),
    )


def test_seed_orders_the_puzzles_of_a_difficulty(game: Game[Position, Setup]) -> None:
    hard = choose_puzzles(game, 3, 1)
    assert [puzzle.difficulty for puzzle in hard] == [3, 3, 3]
    assert hard == choose_puzzles(game, 3, 1)
    assert len({choose_puzzles(game, None, seed)[0].words for seed in range(20)}) > 3
    assert sorted(choose_puzzles(game, None, 5)) == sorted(stored_puzzles(game))


def test_game_without_puzzles_is_refused() -> None:
    assert stored_puzzles(GAME) == []
    with pytest.raises(BadInput, match="no stored puzzles"):
        choose_puzzles(GAME, None, 1)
