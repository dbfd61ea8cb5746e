"""Pages that play in a real browser: whole games of all five games against the engine in the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from common.command.playing import load
from common.play.game import join_words
from tests.support.games import SCRIPTS, game_of
from tests.support.played_pages import NARROW, WIDE, PlayedPage, in_playwright, open_browser, write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = in_playwright
# Options of short games.
SHORT: dict[str, dict[str, Any]] = {
    "game": {"blocks": 20},
    "squirrels": {"words": ("X", " ".join(map(str, range(1, 26))), "**XX*/**XOX/***O*/X*OO*/X**OO")},
    "duel7": {"pieces": (3, 3), "turns": 8},
    "walls": {"words": ("3",)},
    "catsdogs": {"words": ("cat", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...", "0")},
}
WHOLE: dict[str, dict[str, Any]] = {"walls": {"words": ("5",)}}
HOW = {"click": WIDE, "key": WIDE, "tap": NARROW}
every_script = pytest.mark.parametrize("script", SCRIPTS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


def page_of(folder: Path, script: str, options: dict[str, Any], **more: Any) -> Path:
    """Write a page on which a person plays the first side."""
    game = game_of(script)
    return write_page(folder, game, game.starts.setup(**options), **{"side": game.sides[0], **more})


def check_record(page: PlayedPage, script: str, folder: Path) -> None:
    """Save the game, and compare every position of the page with Python's."""
    game = game_of(script)
    saved = load(game, page.save(folder))
    assert saved.outcome == saved.history[-1].outcome() and len(saved.moves) == page.ply
    page.tab.locator("#first").click()
    for number, position in enumerate(saved.history):
        assert page.position == join_words(game.notation.write(position)), number
        page.tab.locator("#forward").click(force=True)


@every_script
def test_short_game_by_clicks_replays_in_python(script: str, browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, script, SHORT[script]).as_uri())
    page.play("click", random.Random(1))
    outcome = game_of(script).notation.read_words
    assert outcome and page.text("advice")
    check_record(page, script, tmp_path)
    page.close()
