"""Contrast of letters and grounds (WCAG 2), for all styles on terminals and all texts on pages.

Run it by: python -m tests.support.contrast
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from unittest import mock

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from rich.text import Text

from common.games.circle_the_cat import board_view
from common.show import terminal, window
from common.show.style import Color
from tests.support.games import SCRIPTS, game_of
from tests.support.programs import ROOT

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
TERMINALS = {"black": (BLACK, WHITE), "white": (WHITE, BLACK)}  # paper, and the ink of a plain letter
SYSTEMS = {"24 bit": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}
LEAST = 4.5  # contrast of a text (WCAG 2, 1.4.3)
LEAST_LINE = 3.0  # contrast of a line (WCAG 2, 1.4.11)
LINES = frozenset("|/\\ \n")  # characters of the outlines of hexagons
WINDOWS = (80, 50), (30, 20)  # columns and rows: outlined and compact hexagons, wide and narrow squares


class Contrast(NamedTuple):
    """The contrast of one text: of its letter with its ground, and of the better of both with the paper."""

    letter: float
    seen: float


def luminance(colour: Color) -> float:
    """Return the relative luminance of a colour, from 0 (black) to 1 (white)."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def boards(script: str, plies: int = 12) -> Iterator[Text]:
    """Yield the boards of a random game as they are printed on a terminal, in two sizes of the window."""
    game, chance = game_of(script), random.Random(5)
    drawn = list[Text]()

    def keep(plain: str, rich: Callable[[], Text]) -> None:
        drawn.append(rich())

    for columns, rows in WINDOWS:
        with (
            mock.patch.object(terminal, "show", keep),
            mock.patch.object(window, "columns", lambda wide=columns: wide),
            mock.patch.object(window, "rows", lambda high=rows: high),
        ):
            history = [game.opening(1)]
            game.look.show(history[0])
            for _ in range(plies):
                last = history[-1]
                history.append(last.play(chance.choice(last.moves())))
                game.look.show(history[-1], history[:-1])
            if script == "game":
                board_view.CatLook().show(history[-1], results=dict(enumerate(board_view.RESULTS)))
    yield from drawn


def styles(script: str) -> dict[str, str]:
    """Return the styles on the boards of a game, and the characters that have each."""
    found = dict[str, str]()
    for board in boards(script):
        for start, end, style in board.spans:
            found[str(style)] = found.get(str(style), "") + board.plain[start:end]
    return {style: "".join(sorted(set(signs))) for style, signs in found.items()}


def contrast_on(paper: Color, ink: Color, style: str, system: ColorSystem) -> Contrast:
    """Return the contrast of a style on a terminal with this paper and this colour of plain letters.

    Dimmed letters are halfway between ink and paper.
    """
    parsed = Style.parse(style)
    letter, ground = _shown(parsed.color, ink, system), _shown(parsed.bgcolor, paper, system)
    if parsed.reverse:
        letter, ground = ground, letter
    if parsed.dim:
        red, green, blue = ((a + b) // 2 for a, b in zip(letter, ground, strict=True))
        letter = red, green, blue
    return Contrast(contrast(letter, ground), max(contrast(letter, paper), contrast(ground, paper)))


def _shown(colour: RichColor | None, plain: Color, system: ColorSystem) -> Color:
    """Return a colour as a terminal shows it; `plain` if there is none. A named colour is refused."""
    if colour is None:
        return plain
    assert colour.triplet, f"{colour.name}: each terminal has its own"
    red, green, blue = colour.downgrade(system).get_truecolor()
    return red, green, blue


def least_contrast(style: str) -> Contrast:
    """Return the least contrasts of a style on a black and a white terminal, with many or 256 colours."""
    found = [
        contrast_on(paper, ink, style, system)
        for paper, ink in TERMINALS.values()
        for system in SYSTEMS.values()
    ]
    return Contrast(min(each.letter for each in found), min(each.seen for each in found))


def page_colours(scheme: str) -> dict[str, Color]:
    """Return the named colours of the page's style sheet in the light or the dark scheme."""
    sheet = (ROOT / "common" / "show" / "templates" / "page.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{([^}]*)\}", sheet)[:2]
    found = re.findall(r"--([a-z]+): (#[0-9a-f]+)", light + (dark if scheme == "dark" else ""))
    return {name: _rgb(text) for name, text in found}


def _rgb(text: str) -> Color:
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def rows() -> Iterator[tuple[Any, ...]]:
    """Yield the figures: game, style, its characters, contrast with its ground, and with the terminal."""
    for script in SCRIPTS:
        for style, signs in sorted(styles(script).items()):
            least = least_contrast(style)
            yield script, style or "plain", "".join(signs.split()), least.letter, least.seen


if __name__ == "__main__":
    for script, style, signs, letter, seen in rows():
        print(f"{script:10}{style:52}{signs:30.30}{letter:6.2f}{seen:6.2f}")
