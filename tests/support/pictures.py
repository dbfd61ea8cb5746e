"""Colours in pictures."""

from __future__ import annotations

from PIL import Image

from common.show.score_plot import HIGH, TOP, WIDE


def has_colour(
    picture: Image.Image, colour: tuple[int, int, int], box: tuple[int, int, int, int] = (0, TOP, WIDE, HIGH)
) -> bool:
    """Return True if pixels of a colour are below the title, or in a box."""
    colours = picture.crop(box).getcolors(WIDE * HIGH) or []
    return any(found == colour for _, found in colours)
