"""docs/first-games.md and docs/terminal.svg show what the programs show."""

from __future__ import annotations

import pytest

pytest.importorskip("pexpect")

from tests.support.first_games import GAMES, HEAD, PAGE, FirstGame, section
from tests.support.programs import on_unix
from tests.support.terminal_picture import PICTURE, picture


@on_unix
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.script)
def test_a_first_game_is_as_the_page_has_it(game: FirstGame) -> None:
    assert section(game) in PAGE.read_text("utf-8"), (
        "python -m tests.support.first_games writes the page anew"
    )


def test_the_page_has_all_five_games_and_says_how_it_is_made() -> None:
    text = PAGE.read_text("utf-8")
    assert text.startswith(HEAD)
    assert text.count("\n## ") == len(GAMES) == 5


@on_unix
def test_the_picture_of_a_terminal_is_what_a_terminal_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # the picture has colours all the same
    assert picture() == PICTURE.read_text("utf-8"), "python -m tests.support.terminal_picture draws it anew"


def test_the_picture_of_a_terminal_needs_nothing_from_elsewhere() -> None:
    text = PICTURE.read_text("utf-8")
    assert text.count("http") == 1 and "@font-face" not in text  # the name of the format
