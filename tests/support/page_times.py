"""Measure pages that play in Chromium: size, first picture, answers of the engine at level 3.

Run it by: python -m tests.support.page_times
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.support.browser import open_browser
from tests.support.games import SCRIPTS, game_of
from tests.support.played_pages import PlayedPage, write_page

LEVEL = 3
ANSWERS = 5
OPENINGS = 5
CLOCK = """
const note = () => {
  const moves = document.querySelectorAll("#list li").length;
  const times = JSON.parse(document.documentElement.dataset.times || "[]");
  while (times.length <= moves) times.push(performance.now());
  document.documentElement.dataset.times = JSON.stringify(times);
};
new MutationObserver(() => { if (document.querySelector(".cell use[href]")) note(); })
  .observe(document, { childList: true, subtree: true });
"""


class Times(NamedTuple):
    """Milliseconds: to the first picture, and from a person's move to the answer."""

    picture: float
    answers: list[float]


def measure(browser: Any, page_file: Path) -> Times:
    """Open a page, make random moves, and return the times."""
    page = PlayedPage(browser, page_file.as_uri(), script=CLOCK)
    chance, answers = random.Random(1), list[float]()
    while len(answers) < ANSWERS and page.wait("person", "over") == "person":
        before = page.ply
        if page.tab.locator("#moves button").count():
            page.press_move("click", chance)
        while page.ply == before:
            page.choose("click", chance)
        page.wait("person", "over")
        times = page.times
        if page.ply > before + 1:
            answers.append(times[before + 2] - times[before + 1])
    picture = page.times[0]
    page.close()
    return Times(picture, answers)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, open_browser() as opened:
        for script in SCRIPTS:
            game = game_of(script)
            file = write_page(Path(place), game, {}, game.sides[0], LEVEL)
            taken = [measure(opened, file) for _ in range(OPENINGS)]
            pictures = [times.picture for times in taken]
            found = [answer for times in taken for answer in times.answers]
            size = file.stat().st_size / 1000
            print(f"{script:10} {size:4.0f} kB, first picture {median(pictures):4.0f} ms", end=", ")
            print(f"answers {median(found):5.0f} ms, longest {max(found):5.0f} ms of {len(found)}")
