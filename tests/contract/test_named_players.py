"""The players of a game in records, page titles and pictures of all five games."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

from common.play.record import load
from common.play.shared_page import film_of
from common.show.film import CAPTION
from tests.support.games import SCRIPTS, every_script, game_of
from tests.support.programs import Run, read_json_lines

TITLES = {
    "game": "Circle the Cat",
    "squirrels": "Squirrel war",
    "duel7": "The sliding duel",
    "walls": "Walls",
    "catsdogs": "Cats & Dogs",
}
STARTS = {"duel7": ("--turns", "8"), "walls": ("3", "--games", "1")}


def record_level_game(script: str, called: Run, *more: str) -> list[str]:
    """Record a game of a random player against level 1 as game.jsonl; return the sides."""
    sides: list[str] = list(game_of(script).sides)
    call = ("play", *STARTS.get(script, ()), f"--{sides[0].lower()}", "random", "--level", "1")
    done = called(f"{script}.py", *call, "--seed", "3", "--record", "game.jsonl", *more)
    assert done.returncode == 0, done.stderr
    return sides


@every_script
def test_record_keeps_the_chosen_level_also_after_resume(script: str, called: Run, tmp_path: Path) -> None:
    first, second = record_level_game(script, called)
    header, *moves, _ = read_json_lines(tmp_path / "game.jsonl")
    assert header["players"] == {first: "random", second: "level-1"}
    half = [header, *moves[: len(moves) // 2]]
    (tmp_path / "half.jsonl").write_text("\n".join(map(json.dumps, half)) + "\n", encoding="utf-8")
    assert called(f"{script}.py", "play", "--resume", "half.jsonl").returncode == 0
    again, *others = read_json_lines(tmp_path / "half.jsonl")
    assert again["players"] == header["players"]
    assert [move.get("move") for move in others[:-1]] == [move["move"] for move in moves]


@every_script
def test_limit_given_at_resume_replaces_the_level(script: str, called: Run, tmp_path: Path) -> None:
    _, second = record_level_game(script, called)
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:-2]) + "\n", encoding="utf-8")
    assert called(f"{script}.py", "play", "--resume", "half.jsonl", "--level", "2").returncode == 0
    assert read_json_lines(tmp_path / "half.jsonl")[0]["players"][second] == "level-2"
    (tmp_path / "half.jsonl").write_text("\n".join(lines[:-2]) + "\n", encoding="utf-8")
    limit = ("--depth", "1") if script == "squirrels" else ("--nodes", "5")
    assert called(f"{script}.py", "play", "--resume", "half.jsonl", *limit).returncode == 0
    assert read_json_lines(tmp_path / "half.jsonl")[0]["players"][second] == "engine"


@every_script
def test_record_of_an_engine_with_limits_still_resumes(script: str, called: Run, tmp_path: Path) -> None:
    """Records written before levels were kept say `engine`."""
    _, second = record_level_game(script, called)
    header, *moves, _ = read_json_lines(tmp_path / "game.jsonl")
    header["players"][second] = "engine"
    old = [header, *moves[:-1]]
    (tmp_path / "old.jsonl").write_text("\n".join(map(json.dumps, old)) + "\n", encoding="utf-8")
    assert called(f"{script}.py", "replay", "old.jsonl").returncode == 0
    limit = ("--depth", "1") if script == "squirrels" else ("--nodes", "5")
    assert called(f"{script}.py", "play", "--resume", "old.jsonl", *limit).returncode == 0
    assert read_json_lines(tmp_path / "old.jsonl")[0]["players"][second] == "engine"


@every_script
def test_page_title_and_pictures_name_the_players(script: str, called: Run, tmp_path: Path) -> None:
    first, second = record_level_game(script, called, "--gif", "game.gif")
    done = called(f"{script}.py", "replay", "game.jsonl", "--html", "game.html", "--png", "end.png")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    titles = [unescape(text) for text in re.findall("<(?:title|h1)>(.*?)</", page)]
    assert titles == 2 * [f"{TITLES[script]}: random against level 1"]
    game = game_of(script)
    saved = load(game, tmp_path / "game.jsonl")
    film = film_of(saved)
    assert film.heading == f"{first}: random, {second}: level 1"
    last = film.image(len(saved.moves)).convert("RGB")
    with Image.open(tmp_path / "end.png") as still, Image.open(tmp_path / "game.gif") as moving:
        assert still.convert("RGB").tobytes() == last.tobytes()
        moving.seek(len(saved.moves))
        assert moving.size == last.size
        assert dark_rows(moving.convert("RGB")) == dark_rows(last)
    film.heading = ""
    assert dark_rows(film.image(len(saved.moves)).convert("RGB")) != dark_rows(last)


def dark_rows(picture: Image.Image) -> list[bool]:
    """Return for each row of pixels below the board whether it has dark ones."""
    below = picture.convert("L").crop((0, picture.height - CAPTION, picture.width, picture.height))
    dark = below.point([255] * 100 + [0] * 156).resize((1, CAPTION), Image.Resampling.BOX)
    return [value > 0 for value in dark.tobytes()]


@pytest.mark.parametrize("script", SCRIPTS)
def test_title_is_the_name_in_the_help(script: str) -> None:
    assert game_of(script).title == TITLES[script]


def test_pictures_of_walls_have_coordinates() -> None:
    game = game_of("walls")
    for size in (5, 11):
        film = game.look.film([game.opening(0, size)], None)
        labels = [text for _, text in sorted((place[1], text) for place, text in film.labels.items())]
        assert labels == [
            *sorted(str(number) for number in range(1, size + 1)),
            *"abcdefghijk"[:size],
        ]


def test_page_of_the_duel_names_sides(called: Run, tmp_path: Path) -> None:
    record_level_game("duel7", called)
    assert "Computer moves" in called("duel7.py", "replay", "game.jsonl", "--html", "game.html").stdout
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "Computer" not in page and "X moves the piece at" in page and "O moves the piece at" in page
