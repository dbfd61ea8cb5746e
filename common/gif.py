"""Animations: every kind of cell drawn once at four times its size, scaled down, pasted onto frames.

All frames share one palette, made from a sheet of all sprites, so nothing is quantised twice.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from common.shapes import Color, Draw, hexagon

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 4
GREYS = 16
_SHADES = [value * (GREYS - 1) // 255 for value in range(256)]
_INKED = [255 if shade else 0 for shade in _SHADES]
WIDE, HIGH, RADIUS = 48, 56, 26.5  # a hexagon's picture in pixels; its row is ROW below the last
LEFT, TOP, ROW = 40, 40, 42


class Sprites:
    """Pictures of the kinds of cells, `size` = (width, height) pixels, on a shared palette."""

    def __init__(self, kinds: Mapping[Hashable, Draw], size: tuple[int, int], radius: float, paper: Color) -> None:
        from PIL import Image, ImageDraw

        wide, high = size
        sheet = Image.new("RGB", (wide * SCALE, high * len(kinds) * SCALE), paper)
        pen = ImageDraw.Draw(sheet)
        for number, draw in enumerate(kinds.values()):
            draw(pen, wide * SCALE / 2, (number + 0.5) * high * SCALE, radius * SCALE)
        small = sheet.resize((wide, high * len(kinds)), Image.Resampling.BOX)
        palette = _palette(small, paper)
        self._colours = palette.getpalette() or []
        self._fonts: dict[int, Any] = {}
        indexed = small.quantize(palette=palette, dither=Image.Dither.NONE)
        boxes = {kind: (0, number * high, wide, (number + 1) * high) for number, kind in enumerate(kinds)}
        self._cells = {kind: indexed.crop(box) for kind, box in boxes.items()}
        self._mask = _hexagon_mask(size, radius)

    def paper(self, size: tuple[int, int]) -> Image:
        """An empty frame."""
        from PIL import Image

        frame = Image.new("P", size, 0)
        frame.putpalette(self._colours)
        return frame

    def paste(self, frame: Image, kind: Hashable, left: int, top: int) -> None:
        """Put a cell of a kind onto a frame; what surrounds the hexagon stays."""
        frame.paste(self._cells[kind], (left, top), self._mask)

    def write(self, frame: Image, text: str, middle: tuple[int, int], size: int) -> None:
        """Put a line of dark text (ASCII) onto a frame, centred."""
        from PIL import Image, ImageDraw, ImageFont

        if size not in self._fonts:
            self._fonts[size] = ImageFont.load_default(size)
        _, top, right, bottom = (int(edge) for edge in self._fonts[size].getbbox(text))
        strip = Image.new("L", (right + 2, bottom + 2), 0)
        ImageDraw.Draw(strip).text((0, 0), text, fill=255, font=self._fonts[size])
        shade = strip.point(_SHADES)
        shade.putpalette(self._colours)
        inked = strip.point(_INKED)
        frame.paste(shade, (middle[0] - right // 2, middle[1] - (top + bottom) // 2), inked)


class HexagonFilm:
    """The frames of a game on rows of hexagons: the board with numbers at its rim, two lines of caption."""

    def __init__(self, rows: int, columns: int, kinds: Mapping[Hashable, Draw], paper: Color) -> None:
        self._rows, self._columns = rows, columns
        self._sprites = Sprites(kinds, (WIDE, HIGH), RADIUS, paper)
        self._bottom = TOP + ROW * rows + HIGH // 4
        self._board = self._sprites.paper((LEFT + WIDE * columns + WIDE // 2 + 8, self._bottom + 72))
        self._shown: dict[int, Hashable] = {}
        self.frames: list[Image] = []
        for number in range(columns):
            self._sprites.write(self._board, str(number), (LEFT + WIDE * number + WIDE // 2, TOP - 14), 16)
        for number in range(rows):
            middle = LEFT - 20 + WIDE // 2 * (number % 2), TOP + ROW * number + HIGH // 2
            self._sprites.write(self._board, str(number), middle, 16)

    def add(self, kinds: Sequence[Hashable], *captions: str) -> None:
        """One more frame: a kind for every cell, row by row, and lines of text below the board."""
        for cell, kind in enumerate(kinds):
            if self._shown.get(cell) != kind:
                row, column = divmod(cell, self._columns)
                self._sprites.paste(self._board, kind, LEFT + WIDE * column + WIDE // 2 * (row % 2), TOP + ROW * row)
                self._shown[cell] = kind
        self.frames.append(self._board.copy())
        for line, caption in enumerate(captions):
            self._sprites.write(self.frames[-1], caption, (self._board.width // 2, self._bottom + 22 + 26 * line), 19)


def _palette(sheet: Image, paper: Color) -> Image:
    """First the greys of text on paper (paper itself is index 0), then the colours of the sheet."""
    from PIL import Image

    colours = sheet.quantize(128, dither=Image.Dither.NONE)
    ramp = [round(part + (25 - part) * step / (GREYS - 1)) for step in range(GREYS) for part in paper]
    palette = Image.new("P", (1, 1))
    palette.putpalette(ramp + (colours.getpalette() or [])[: 3 * 128])
    return palette


def _hexagon_mask(size: tuple[int, int], radius: float) -> Image:
    from PIL import Image, ImageDraw

    wide, high = size
    mask = Image.new("L", (wide * SCALE, high * SCALE), 0)
    hexagon(ImageDraw.Draw(mask), wide * SCALE / 2, high * SCALE / 2, radius * SCALE, 255)
    return mask.resize(size, Image.Resampling.BOX).point([0] + [255] * 255)


def animation(frames: list[Image], milliseconds: int, last: int) -> bytes:
    """The frames as a GIF that loops for ever; the last one is held for `last` milliseconds."""
    data = io.BytesIO()
    durations = [milliseconds] * (len(frames) - 1) + [last]
    frames[0].save(data, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
    return data.getvalue()
