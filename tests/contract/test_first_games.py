"""docs/first-games.md and docs/terminal.svg match the output of the programs."""

from __future__ import annotations

import pytest

pytest.importorskip("pexpect")

from tests.support.first_games import GAMES, HEAD, PAGE, FirstGame, section
from tests.support.programs import on_unix
from tests.support.terminal_picture import PICTURE, picture


@on_unix
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.script)
def test_first_game_matches_the_page(game: FirstGame) -> None:
    assert section(game) in PAGE.read_text("utf-8"), (
        "python -m tests.support.first_games writes the page anew"
    )


def test_page_has_all_five_games() -> None:
    text = PAGE.read_text("utf-8")
    assert text.startswith(HEAD)
    assert text.count("\n## ") == len(GAMES) == 5


@on_unix
def test_terminal_picture_matches_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # the picture has colours even with NO_COLOR
    assert picture() == PICTURE.read_text("utf-8"), "python -m tests.support.terminal_picture draws it anew"


def test_terminal_picture_loads_no_other_file() -> None:
    text = PICTURE.read_text("utf-8")
    assert text.count("http") == 1 and "@font-face" not in text  # the namespace of SVG
