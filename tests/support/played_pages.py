"""Pages that play, in a tab of Chromium driven by Playwright: moves by clicks, by keys, by touch."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from common.play import browser_page as pages
from common.play.browser_page import browser_page
from common.play.game import Game
from tests.support.browser import listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

WIDE, NARROW = (1100, 900), (360, 740)  # pixels
COLUMNS = {"game": 11, "squirrels": 5, "duel7": 7, "catsdogs": 7}  # of the boards moved on by arrow keys
SEED = 5
MOST_KEYS = 25  # arrow keys from any cell to any other
TURN_SECONDS = 20  # longest wait for the engine on a busy machine

STEP_THROUGH = """
() => {
  const find = (id) => document.getElementById(id), links = [];
  find("first").click();
  for (let left = find("list").children.length; left >= 0; left -= 1) {
    links.push(find("link").getAttribute("href"));
    find("forward").click();
  }
  return links;
}
"""


def write_page(folder: Path, game: Game[Any], setup: Any, side: str, level: int = 1) -> Path:
    """Write the page of a game, on which the engine answers at once."""
    path, usual = folder / f"{game.name}.html", pages.PACE
    pages.PACE = 0
    try:
        path.write_text(browser_page(game, setup, side, level, SEED), encoding="utf-8")
    finally:
        pages.PACE = usual
    return path


class PlayedPage:
    """A page in a tab of its own. It notes all requests, and what the console says."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        window: tuple[int, int] = WIDE,
        script: str = "",
        **options: Any,
    ) -> None:
        """Open the page at an address, offline unless it is on a server.

        `script` runs before those of the page. `options` are those of a context of Playwright.
        """
        wide, high = window
        self.context: BrowserContext = browser.new_context(
            viewport={"width": wide, "height": high},
            offline=address.startswith("file:"),
            has_touch=window == NARROW,
            **options,
        )
        self.tab: Page = self.context.new_page()
        if script:
            self.tab.add_init_script(script)
        self._events = listen(self.tab)
        self.address = address
        self.tab.goto(address)
        self.wait("person", "engine", "over")

    def close(self) -> None:
        """Close the tab. Fail if the page asked for anything but itself, or the console is not empty."""
        self.context.close()
        asked = [url for url in self._events.requests if not url.startswith("blob:")]
        assert {url.partition("#")[0] for url in asked} == {self.address.partition("#")[0]}
        assert self._events.messages == []

    def wait(self, *states: str) -> str:
        """Wait until the board is in one of these states, and return it."""
        wanted = ", ".join(f'#board[data-state="{state}"]' for state in states)
        found = self.tab.locator(wanted)
        found.wait_for(timeout=TURN_SECONDS * 1000)
        return str(found.get_attribute("data-state"))

    @property
    def ply(self) -> int:
        """The number of moves in the list."""
        return self.tab.locator("#list li").count()

    @property
    def position(self) -> str:
        """The words of the position shown, from the link."""
        link = self.tab.locator("#link").get_attribute("href") or ""
        return unquote(link.removeprefix("#position="))

    def positions(self) -> list[str]:
        """Step through the game, and return the words of each position shown."""
        return [unquote(link.removeprefix("#position=")) for link in self.tab.evaluate(STEP_THROUGH)]

    @property
    def times(self) -> list[float]:
        """The times that a script of page_times.py has noted, in milliseconds."""
        return [
            float(each) for each in self.tab.evaluate("JSON.parse(document.documentElement.dataset.times)")
        ]

    @property
    def overflow(self) -> int:
        """The pixels by which the page is wider than its window."""
        return int(self.tab.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def text(self, name: str) -> str:
        """Return the text of an element by its id."""
        return self.tab.locator(f"#{name}").inner_text()

    def cells(self, *classes: str) -> list[int]:
        """Return the cells with one of these classes."""
        found = self.tab.locator(", ".join(f".cell.{name}" for name in classes))
        numbers: list[int] = found.evaluate_all("cells => cells.map((cell) => Number(cell.dataset.cell))")
        return numbers

    def cell(self, number: int) -> Locator:
        """Return a cell of the board."""
        return self.tab.locator(f'.cell[data-cell="{number}"]')

    def play(self, how: str, chance: random.Random) -> None:
        """Play a game to its end with random moves by `click`, `tap` or `key`."""
        while self.wait("person", "over") == "person":
            before = self.ply
            if self.tab.locator("#moves button").count():
                self.press_move(how, chance)
            else:
                while (
                    self.ply == before and self.tab.locator("#board").get_attribute("data-state") == "person"
                ):
                    self.choose(how, chance)
            assert self.ply > before

    def press_move(self, how: str, chance: random.Random) -> None:
        """Make a move by its button, or by an arrow key on the board."""
        if how == "key":
            self.tab.locator(".cell[tabindex='0']").press(
                chance.choice(["ArrowUp", "ArrowLeft", "ArrowRight"])
            )
        else:
            button = chance.choice(self.tab.locator("#moves button").all())
            button.tap() if how == "tap" else button.click()

    def choose(self, how: str, chance: random.Random) -> None:
        """Choose a random piece or target."""
        cell = chance.choice(self.cells("movable") or self.cells("target"))
        if how == "key":
            self.go_to(cell)
            self.tab.keyboard.press("Enter")
        elif how == "tap":
            self.cell(cell).tap()
        else:
            self.cell(cell).click()

    def go_to(self, cell: int) -> None:
        """Move the focus to a cell with arrow keys."""
        columns = COLUMNS[Path(self.address).stem]
        focus = self.tab.locator(".cell[tabindex='0']")
        focus.focus()
        for _ in range(MOST_KEYS):
            if (here := int(focus.get_attribute("data-cell") or 0)) == cell:
                return
            down, right = cell // columns - here // columns, cell % columns - here % columns
            key = (
                "ArrowDown" if down > 0 else "ArrowUp" if down else "ArrowRight" if right > 0 else "ArrowLeft"
            )
            self.tab.keyboard.press(key)

    def save(self, folder: Path) -> Path:
        """Save the game, and return its file."""
        with self.tab.expect_download() as waiting:
            self.tab.locator("#save").click()
        path = folder / waiting.value.suggested_filename
        assert re.fullmatch(r"\w+-\d{14}\.jsonl", path.name)
        waiting.value.save_as(path)
        return path
