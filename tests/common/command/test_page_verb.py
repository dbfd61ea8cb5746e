"""The verb `page`: its file, its position, who plays, and what it refuses."""

from __future__ import annotations

import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from common.command.page_verb import add_page
from common.play.game import Game
from tests.support import small_game
from tests.support.plain_parts import plain_parts
from tests.support.small_game import Position, run_verb


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Position, Any]:
    """Return a small game whose page has the script of the duel, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    game = Game(
        Position(),
        **plain_parts(Position()),
        starts=small_game.GAME.starts,
        package="tests.support.small_page",
    )
    game.name = "duel7"
    return game


def players_on(path: str) -> Any:
    """Return the side of the person on a page at first, the level, and its start."""
    found = re.search(r'id="data">(.*?)</script>', Path(path).read_text("utf-8"))
    assert found
    data = json.loads(found[1])
    return data["players"]["side"], data["players"]["level"], data["start"]


@pytest.mark.parametrize(
    ("words", "file", "shown"),
    [
        ((), "duel7.html", ("Ann", "1", ["Ann", "10"])),
        (("new.HTM", "Bob", "5"), "new.HTM", ("Ann", "1", ["Bob", "5"])),
        (("Bob", "5", "x.html", "--bob", "human"), "x.html", ("Bob", "1", ["Bob", "5"])),
        (("--ann", "engine"), "duel7.html", ("Bob", "1", ["Ann", "10"])),
        (("--ann", "level-4"), "duel7.html", ("Bob", "4", ["Ann", "10"])),
        (("--ann", "human", "--bob", "human", "--level", "2"), "duel7.html", ("both", "2", ["Ann", "10"])),
        (("--ann", "engine", "--bob", "engine"), "duel7.html", ("none", "1", ["Ann", "10"])),
    ],
)
def test_page_has_file_start_and_players(
    words: tuple[str, ...],
    file: str,
    shown: tuple[Any, ...],
    game: Game[Position, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_verb(add_page, "page", *words, game=game) == 0
    assert players_on(file) == shown
    assert re.fullmatch(rf"{re.escape(file)}: \d+ kB, plays in a browser\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("a.html", "b.html"), "page a.html b.html: expected one file, e.g. page a.html"),
        (("--ann", "random"), "--ann 'random': a page has human, engine and level-1 to level-5"),
        (("--ann", "level-1", "--bob", "level-2"), "page: levels 1, 2: a page has one level"),
        (("--level", "9"), "--level 9: expected a level from 1 to 5"),
        (("no/folder.html",), "'no/folder.html': 'no' is not an existing folder"),
        (("Bob", "x"), "'x'"),
    ],
)
def test_wrong_calls_get_one_line(
    words: tuple[str, ...], line: str, game: Game[Position, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_page, "page", *words, game=game) == 2
    said = capsys.readouterr().err
    assert said.startswith(line) and said.count("\n") == 1
    assert list(Path().iterdir()) == []


def test_existing_file_is_overwritten_by_force_only(
    game: Game[Position, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("duel7.html").write_text("mine")
    assert run_verb(add_page, "page", game=game) == 2
    assert "duel7.html already exists" in capsys.readouterr().err
    assert Path("duel7.html").read_text() == "mine"
    assert run_verb(add_page, "page", "--force", game=game) == 0
    assert Path("duel7.html").stat().st_size > 10_000


@pytest.mark.parametrize("has_browser", [True, False])
def test_open_shows_the_page_or_prints_its_path(
    has_browser: bool,
    game: Game[Position, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened = list[str]()

    def browse(address: str) -> bool:
        opened.append(address)
        return has_browser

    monkeypatch.setattr(webbrowser, "open", browse)
    assert run_verb(add_page, "page", "--open", game=game) == 0
    path = Path("duel7.html").absolute()
    assert opened == [path.as_uri()]
    assert (str(path) in capsys.readouterr().out) is not has_browser


def test_game_without_a_page_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_page, "page") == 2
    assert capsys.readouterr().err == "page: small_game has no page to play in a browser\n"
