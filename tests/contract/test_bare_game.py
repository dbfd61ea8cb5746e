"""A game that defines nothing but a Position, its notation and its look has every verb."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from tests.support import bare_game
from tests.support.programs import SavedScript, read_json_lines


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> SavedScript:
    """Prepare calls of the script, saved as heaps.py."""
    folder = tmp_path_factory.mktemp("bare")
    shutil.copy(str(bare_game.__file__), folder / "heaps.py")
    return SavedScript(folder, "heaps.py")


@pytest.fixture(scope="module")
def record(calls: SavedScript) -> Path:
    lines = calls.lines("play", "--gif", "game.gif", "--record", "game.jsonl")
    assert lines[1:3] == ["a o o o . .", "b o o o o o"]
    assert lines[-2:] == ["The last counter is taken.", "ANN WINS"]
    return calls.folder / "game.jsonl"


def test_record_and_film_contain_every_move(record: Path) -> None:
    _, *moves, end = read_json_lines(record)
    assert all(move.get("proven", True) for move in moves)
    assert end["outcome"]["winner"] == "Ann"
    with Image.open(record.with_name("game.gif")) as film:
        assert len(list(ImageSequence.Iterator(film))) == len(moves) + 1


def test_replay_writes_a_page(calls: SavedScript, record: Path) -> None:
    assert calls.lines("replay", record.name, "--html", "game.html")[-1] == "ANN WINS"
    assert "The last counter is taken." in record.with_name("game.html").read_text(encoding="utf-8")


def test_analysis_finds_no_turning_point(calls: SavedScript, record: Path) -> None:
    assert calls.lines("analyse", record.name)[-1] == "No blunder or mistake."
    assert calls.lines("analyse", "Ann", "3,5")[2] == "Score: Ann wins, proven"


def test_solve_searches_to_the_end(calls: SavedScript) -> None:
    lines = calls.lines("solve", "Bob", "4,4")
    assert lines[:2] == ["Ann wins, whatever Bob does.", "Value: Ann wins, proven"]
    assert len(lines[3].removeprefix("Line: ").split(", ")) == 8


def test_move_prints_one_move(calls: SavedScript) -> None:
    assert calls.lines("move", "Bob", "3,5", "--depth", "9") == ["1:2"]


def test_match_engine_wins(calls: SavedScript) -> None:
    lines = calls.lines("match", "engine", "novice", "--pairs", "8", "--jobs", "1")
    assert re.search(r"engine - novice: 16 games: (\d+) won", "\n".join(lines))


def test_wrong_side_is_refused(calls: SavedScript) -> None:
    done = calls.run("move", "Cid", "3,5")
    assert done.returncode == 2
    assert done.stderr == "Cid 3,5: expected SIDE HEAPS, e.g. Bob 3,4\n"
