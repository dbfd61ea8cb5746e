"""Make the picture of a page that plays, docs/page.png, in a headless Chromium.

Run it by: python -m tests.support.browser_pictures
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from tests.support.browser import open_browser
from tests.support.games import game_of
from tests.support.played_pages import PlayedPage, write_page
from tests.support.programs import ROOT

PICTURE = ROOT / "docs" / "page.png"
WINDOW = 1000, 802  # pixels
COLOURS = 48
MOVES = ((10, 3), (23, 30), (36, 29))  # cells from which and to which the person moves
CHOSEN = 29


def screenshot(folder: Path) -> Image.Image:
    """Play a few moves of a duel against level 1, choose a piece, and return the picture of the page."""
    game = game_of("duel7")
    setup = {"place": "X b4 d3 e1 f2 O a6 c5 d7 g4"}
    with open_browser() as browser:
        page = PlayedPage(browser, write_page(folder, game, setup, "X").as_uri(), WINDOW)
        for number, cells in enumerate(MOVES, 1):
            for cell in cells:
                page.cell(cell).click()
            page.tab.locator("#list li").nth(2 * number - 1).wait_for()
            page.wait("person")
        page.cell(CHOSEN).click()
        page.tab.mouse.move(0, 0)
        page.tab.locator("#score:not(:empty)").wait_for()
        page.tab.wait_for_timeout(500)  # the bar moves
        taken = Image.open(io.BytesIO(page.tab.screenshot()))
        page.close()
    return taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        screenshot(Path(place)).save(PICTURE, optimize=True)
