"""The font of captions, which has the accents that Pillow's own lacks; its licence is beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FILE = Path(__file__).with_name("captions.ttf")


def font(size: int) -> FreeTypeFont:
    """In that size, in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(FILE), size)
