"""The style of boards, pictures: font, colours of the sides, captions below a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from common.rules.position import Outcome, P, moves_between

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# This font has the accents that Pillow's own lacks. Its licence is beside it.
FONT_FILE = Path(__file__).with_name("captions.ttf")
Color = tuple[int, int, int]
WHITE: Color = (255, 255, 255)
INK: Color = (25, 25, 25)  # of texts and outlines in pictures
# Colours of sides and marks. The contrast of each is 4.5:1 or more with white and with black (WCAG 2), so
# that it serves as a letter on any terminal, and as the ground of a white letter.
RED: Color = (221, 46, 46)
BLUE: Color = (60, 114, 208)
OCHRE: Color = (164, 104, 10)
SLATE: Color = (110, 114, 150)
BROWN: Color = (165, 102, 44)
GREEN: Color = (30, 134, 70)
COLOURS: tuple[Color, Color] = RED, BLUE  # of X and O, and by default of both sides


def font(size: int) -> FreeTypeFont:
    """Return the caption font in a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(FONT_FILE), size)


def on_colour(ground: Color, ink: Color = WHITE) -> str:
    """Return the rich style of a letter on a colour, by default in white.

    Both are given as RGB, because every terminal has its own idea of a named colour.
    """
    return "bold rgb({},{},{}) on rgb({},{},{})".format(*ink, *ground)


def captions(
    history: Sequence[P], scores: Sequence[str], outcome: Outcome | None, reason: str = ""
) -> list[list[str]]:
    """Return two lines for each position: the move that led there with its side, and its text in `scores`.

    If there is an outcome, the last position's second line also says `reason` and who won.
    """
    moves = zip(pairwise(history), moves_between(history), strict=True)
    move_lines = [
        "start",
        *(f"move {ply}: {before.turn} {text}" for ply, ((before, _), text) in enumerate(moves, 1)),
    ]
    lines = [list(both) for both in zip(move_lines, scores, strict=True)]
    if outcome:
        won = f"{outcome.winner} wins" if outcome.winner else "draw"
        lines[-1][1] = ": ".join(filter(None, (lines[-1][1], reason.rstrip("."), won)))
    return lines
