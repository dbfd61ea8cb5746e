"""The style of boards, pictures and plots: font, colours of the sides, captions below a picture."""

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
COLOURS: tuple[Color, Color] = (0, 94, 162), (202, 80, 16)  # default colours of the sides


def font(size: int) -> FreeTypeFont:
    """Return the caption font in a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(FONT_FILE), size)


def on_colour(colour: Color, ink: str = "white") -> str:
    """Return the rich style of a letter on the colour of its side."""
    return f"bold {ink} on rgb({','.join(map(str, colour))})"


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
