"""Frames of a film: the kind of every cell, move by move, and their pictures.

Every kind of cell is drawn once at four times its size, scaled down, and pasted onto frames. All frames use
one palette, made from a sheet of all sprites, so that no picture is quantised twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from common.show.shapes import Draw, Outline, hexagon, square
from common.show.style import INK, WHITE, Color, font

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 4
GREYS = 16
NEARLY_WHITE = 248  # least part of red, green and blue
_SHADES = [value * (GREYS - 1) // 255 for value in range(256)]
_INKED = [255 if shade else 0 for shade in _SHADES]
HEX_WIDTH = 48  # pixels of a hexagon's picture
HEX_HEIGHT = 56
RADIUS = 26.5
LEFT = 40
TOP = 40
ROW = 42  # pixels from row to row
SQUARE = 72
CAPTION = 72
MIN_TYPE = 10  # smallest type, in pixels
LONG_VALUE = 7  # digits from which a value needs smaller type to fit its square
Kinds = Mapping[Any, Draw]  # how to draw each kind of cell
Place = tuple[int, int]  # x and y in pixels


class Cells(NamedTuple):
    """How the cells of a board are drawn.

    `kinds` draws each kind, `size` is (width, height) in pixels, `radius` that of the drawing in pixels, and
    `paper` the background. `outline` draws the shape of a cell; pasting a cell onto a frame leaves everything
    outside the shape unchanged.
    """

    kinds: Kinds
    size: Place
    radius: float
    paper: Color
    outline: Outline


class Frame(NamedTuple):
    """The kind of every cell, in the order of the film's places, and the lines of text below the board."""

    cells: tuple[Hashable, ...]
    captions: tuple[str, ...]


class Film:
    """The frames of a game: cells at their places, labels at the rim, lines of text below.

    `places` are the upper left corners of the cells. `labels` are keyed by their centres. `size` is that of
    the board without captions. `values` are texts in the cells, if any: one for each place, in all frames.
    `heading` is a line above the captions of every picture, or empty.
    """

    heading = ""

    def __init__(
        self,
        cells: Cells,
        places: Sequence[Place],
        labels: Mapping[Place, str],
        size: Place,
        values: Sequence[str] = (),
    ) -> None:
        self.cells, self.places, self.labels, self.size, self.values = cells, places, labels, size, values
        self.frames: list[Frame] = []

    def add(self, cells: Sequence[Hashable], captions: Sequence[str]) -> None:
        """Add a frame: the kind of each cell, in the order of `places`, and up to two captions."""
        self.frames.append(Frame(tuple(cells), tuple(captions)))

    def images(self) -> list[Image]:
        """Return the pictures of all frames."""
        pictures = FrameRenderer(self)
        return [pictures.image(frame) for frame in self.frames]

    def image(self, number: int) -> Image:
        """Return the picture of one frame; frame 0 is the first."""
        return FrameRenderer(self).image(self.frames[number])


class Sprites:
    """The pictures of all kinds of cells, on one palette."""

    def __init__(self, cells: Cells) -> None:
        from PIL import Image, ImageDraw

        kinds, size, radius, paper, outline = cells
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
        mask = Image.new("L", (wide * SCALE, high * SCALE), 0)
        outline(ImageDraw.Draw(mask), wide * SCALE / 2, high * SCALE / 2, radius * SCALE, 255)
        self._mask = mask.resize(size, Image.Resampling.BOX).point([0] + [255] * 255)

    def paper(self, size: tuple[int, int]) -> Image:
        """Return an empty frame of a size in pixels."""
        from PIL import Image

        frame = Image.new("P", size, 0)
        frame.putpalette(self._colours)
        return frame

    def paste(self, frame: Image, kind: Hashable, left: int, top: int) -> None:
        """Paste a cell onto a frame, with its upper left corner at (left, top)."""
        frame.paste(self._cells[kind], (left, top), self._mask)

    def _font(self, size: int) -> Any:
        if size not in self._fonts:
            self._fonts[size] = font(size)
        return self._fonts[size]

    def write(self, frame: Image, text: str, middle: tuple[int, int], size: int) -> None:
        """Write a line of dark text onto a frame, centred on `middle`.

        `size` is that of the type in pixels, reduced if the line is too long.
        """
        from PIL import Image, ImageDraw

        if not text:
            return
        while size > MIN_TYPE and self._font(size).getlength(text) > frame.width - 8:
            size -= 1
        _, top, right, bottom = (int(edge) for edge in self._font(size).getbbox(text))
        strip = Image.new("L", (right + 2, bottom + 2), 0)
        ImageDraw.Draw(strip).text((0, 0), text, fill=255, font=self._font(size))
        shade = strip.point(_SHADES)
        shade.putpalette(self._colours)
        inked = strip.point(_INKED)
        frame.paste(shade, (middle[0] - right // 2, middle[1] - (top + bottom) // 2), inked)


class FrameRenderer:
    """Draws frames one after the other, and pastes only the cells that changed."""

    def __init__(self, film: Film) -> None:
        self._film, self._sprites = film, Sprites(film.cells)
        wide, high = film.size
        self._board = self._sprites.paper((wide, high + CAPTION))
        self._shown: dict[int, Hashable] = {}
        for middle, label in film.labels.items():
            self._sprites.write(self._board, label, middle, 16)

    def image(self, frame: Frame) -> Image:
        """Return the picture of a frame."""
        for cell, kind in enumerate(frame.cells):
            if self._shown.get(cell) != kind:
                self._put(cell, kind)
        picture = self._board.copy()
        wide, high = self._film.size
        heading = self._film.heading
        lines, first, pitch = (
            ((heading, *frame.captions), 13, 23) if heading else (frame.captions, CAPTION // 2 - 13, 26)
        )
        for number, line in enumerate(lines):
            self._sprites.write(picture, line, (wide // 2, high + first + pitch * number), 19)
        return picture

    def _put(self, cell: int, kind: Hashable) -> None:
        left, top = self._film.places[cell]
        self._sprites.paste(self._board, kind, left, top)
        self._shown[cell] = kind
        if self._film.values:
            text = self._film.values[cell]
            self._sprites.write(
                self._board,
                text,
                (left + SQUARE // 2, top + SQUARE * 5 // 6),
                16 if len(text) < LONG_VALUE else 14,
            )


def hexagon_film(rows: int, columns: int, kinds: Kinds, paper: Color) -> Film:
    """Return a film without frames, on rows of hexagons with numbers from 0 at the rim.

    Odd rows lie half a hexagon to the right.
    """
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    places = [
        (LEFT + HEX_WIDTH * column + HEX_WIDTH // 2 * (row % 2), TOP + ROW * row) for row, column in cells
    ]
    labels = {
        (LEFT + HEX_WIDTH * number + HEX_WIDTH // 2, TOP - 14): str(number) for number in range(columns)
    }
    labels |= {
        (LEFT - 20 + HEX_WIDTH // 2 * (number % 2), TOP + ROW * number + HEX_HEIGHT // 2): str(number)
        for number in range(rows)
    }
    size = LEFT + HEX_WIDTH * columns + HEX_WIDTH // 2 + 8, TOP + ROW * rows + HEX_HEIGHT // 4
    return Film(Cells(kinds, (HEX_WIDTH, HEX_HEIGHT), RADIUS, paper, hexagon), places, labels, size)


def square_film(
    row_names: Sequence[str],
    column_names: Sequence[str],
    kinds: Kinds,
    paper: Color,
    values: Sequence[str] = (),
) -> Film:
    """Return a film without frames, on a board of squares with names at the rim.

    `values`, if given, are texts in the squares, row by row.
    """
    places = [
        (LEFT + SQUARE * column, TOP + SQUARE * row)
        for row in range(len(row_names))
        for column in range(len(column_names))
    ]
    labels = {
        (LEFT + SQUARE * number + SQUARE // 2, TOP - 16): name for number, name in enumerate(column_names)
    }
    labels |= {
        (LEFT - 18, TOP + SQUARE * number + SQUARE // 2): name for number, name in enumerate(row_names)
    }
    size = LEFT + SQUARE * len(column_names) + 12, TOP + SQUARE * len(row_names)
    return Film(Cells(kinds, (SQUARE, SQUARE), SQUARE / 2 - 1, paper, square), places, labels, size, values)


def _palette(sheet: Image, paper: Color) -> Image:
    """Return a palette: the greys of text on paper (index 0 is paper), white, the colours of the sheet."""
    from PIL import Image

    colours = sheet.quantize(128, dither=Image.Dither.NONE)
    ends = list(zip(paper, INK, strict=True))
    ramp = [round(a + (b - a) * step / (GREYS - 1)) for step in range(GREYS) for a, b in ends]
    palette = Image.new("P", (1, 1))
    # White has an entry of its own, and none beside it that Pillow would take instead.
    flat = (colours.getpalette() or [])[: 3 * 128]
    found = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    darker = [part for colour in found if min(colour) < NEARLY_WHITE for part in colour]
    palette.putpalette([*ramp, *WHITE, *darker])
    return palette
