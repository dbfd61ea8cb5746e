"""The verb `analyse`: what counts as a saved game, the output, and refused calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.command.analyse_verb import add_analyse, is_saved_game
from common.play.game import Game
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position, run_verb, save_game


def test_words_of_a_position_are_no_saved_game(tmp_path: Path) -> None:
    file = save_game(tmp_path / "game.jsonl", "2")
    assert is_saved_game(GAME, [str(file)])
    assert not is_saved_game(GAME, [str(file), str(file)])
    assert not is_saved_game(GAME, [str(tmp_path / "missing.jsonl")])
    assert not is_saved_game(GAME, [str(tmp_path)])


def test_first_byte_decides_if_a_position_may_be_one_word(tmp_path: Path) -> None:
    game = Game(Position(), **plain_parts(Position()))
    game.notation.examples = ("10",), ("Ann", "10")
    (tmp_path / "input.txt").write_text("10")
    assert not is_saved_game(game, [str(tmp_path / "input.txt")])
    assert is_saved_game(game, [str(save_game(tmp_path / "game.jsonl", "2"))])


def test_position_prints_its_best_move_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_analyse, "analyse", "Ann", "6", "--nodes", "500") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Best for Ann: 2\n") and "Score: Ann wins, proven\n" in printed


def test_position_as_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_analyse, "analyse", "Bob", "7", "--nodes", "500", "--json") == 0
    (line,) = capsys.readouterr().out.splitlines()
    facts = json.loads(line)
    assert (facts["side"], facts["move"], facts["proven"]) == ("Bob", "3", True)


def test_saved_game_as_json_is_one_object_a_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_game(tmp_path / "game.jsonl", "1", "1", "3", "2", "3")
    assert run_verb(add_analyse, "analyse", str(file), "--nodes", "500", "--json") == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [fact["move"] for fact in facts] == ["1", "1", "3", "2", "3"]


def test_saved_game_names_the_turning_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_game(tmp_path / "game.jsonl", "1", "1", "3", "2", "3")
    assert run_verb(add_analyse, "analyse", str(file), "--nodes", "500") == 0
    *moves, first, second = capsys.readouterr().out.splitlines()
    assert len(moves) == 5
    assert first.startswith("Move 1, Ann 1, is a blunder") and second.startswith(
        "Move 4, Bob 2, is a blunder"
    )


def test_saved_game_is_written_as_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = save_game(tmp_path / "game.jsonl", "2", "1"), tmp_path / "game.html"
    assert run_verb(add_analyse, "analyse", str(file), "--nodes", "50", "--html", str(page)) == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("Ann", "6", "--html", "game.html"), "--html game.html: expected a saved game"),
        (("Ann", "0"), "The game is over: The last counter is taken."),
        (("missing.jsonl",), "'missing.jsonl': expected a file with a saved game, or a position"),
        (("Ann", "6", "--nodes", "0"), "--nodes 0: expected a whole number of 1 or more"),
    ],
)
def test_impossible_analysis_is_refused(
    words: tuple[str, ...],
    wanted: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_verb(add_analyse, "analyse", *words) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.startswith(wanted)
    assert list(tmp_path.iterdir()) == []


def test_game_without_moves_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = save_game(tmp_path / "game.jsonl")
    assert run_verb(add_analyse, "analyse", str(file)) == 2
    assert "has no moves" in capsys.readouterr().err
