"""A plot of the expected score, move by move, drawn at twice its size and scaled down.

The line has the colour of the side that stands better: thick if the score is proven, else thin. A thick
ring marks a blunder, a thin one a mistake.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor, log10
from typing import TYPE_CHECKING, NamedTuple

from common.show.style import INK, Color, font

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SCALE = 2
WIDE = 960
HIGH = 480
LEFT = 70  # pixels; edges of the axes
RIGHT = 930
TOP = 60
BOTTOM = 420
PAPER = (255, 255, 255)
GRID = (225, 220, 210)
ZERO = (120, 115, 105)
# Line widths in pixels.
EXPECTED = 2
PROVEN = 5
# The axis of scores (-100 to +100): its end and the distance of its marks.
AXIS_END = 110
STEP = 50
MOST_TICKS = 12  # on the axis of moves


Place = tuple[float, float]  # ply, score


class Point(NamedTuple):
    """The first side's expected score (-100 to +100) after a move; None if unknown."""

    score: int | None
    proven: bool


class Axes:
    """The axes of the plot: they map plies and scores to pixels."""

    def __init__(self, pen: ImageDraw, plies: int) -> None:
        self._pen, self.plies = pen, plies

    def point(self, ply: float, score: float) -> tuple[float, float]:
        """Return a point in drawn pixels, SCALE of which are one pixel of the final picture."""
        across = LEFT + (RIGHT - LEFT) * ply / max(self.plies, 1)
        return SCALE * across, SCALE * (TOP + (BOTTOM - TOP) * (AXIS_END - score) / (2 * AXIS_END))

    def line(self, start: Place, end: Place, colour: Color, width: int) -> None:
        """Draw a line between two points (ply, score). `width` is in final pixels."""
        self._pen.line((self.point(*start), self.point(*end)), fill=colour, width=SCALE * width)

    def dot(self, ply: int, score: float, colour: Color, size: int, ring: int = 0) -> None:
        """Draw a disc, or a ring if `ring`, its width, is not 0.

        `size` is its radius. Both are in final pixels.
        """
        x, y = self.point(ply, score)
        box = (x - SCALE * size, y - SCALE * size, x + SCALE * size, y + SCALE * size)
        self._pen.ellipse(box, fill=None if ring else colour, outline=colour, width=SCALE * ring)

    def write(self, x: float, y: float, text: str, anchor: str = "mm", colour: Color = INK) -> None:
        """Write a line of text at a place in pixels of the final picture.

        `anchor` is Pillow's: mm centres it, lm starts there, rm ends there.
        """
        self._pen.text((SCALE * x, SCALE * y), text, fill=colour, anchor=anchor, font=font(SCALE * 14))


def draw_plot(
    points: list[Point], turns: Mapping[int, bool], title: str, sides: Mapping[str, Color]
) -> bytes:
    """Return a PNG of the first side's scores. The points begin with the start position.

    `turns` maps the plies to ring to True for a thick ring. `sides` maps the first side, then the second, to
    its colour.
    """
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDE * SCALE, HIGH * SCALE), PAPER)
    axes = Axes(ImageDraw.Draw(picture), len(points) - 1)
    draw_axes(axes, title)
    (first, colour), (second, other) = sides.items()
    axes.write(LEFT, BOTTOM + 38, f"above 0: {first}", "lm", colour)
    axes.write(RIGHT, BOTTOM + 38, f"below 0: {second}", "rm", other)
    draw_scores(axes, points, list(sides.values()))
    for ply, thrown in turns.items():
        score = points[ply].score or 0
        axes.dot(ply, score, INK, 9, ring=4 if thrown else 1)
        x, y = axes.point(ply, score)
        axes.write(x / SCALE, y / SCALE - (18 if y / SCALE > TOP + 30 else -18), str(ply))
    data = io.BytesIO()
    picture.resize((WIDE, HIGH), Image.Resampling.BOX).save(data, "PNG")
    return data.getvalue()


def tick(most: float) -> float:
    """Return the distance of the marks on an axis from 0 to `most`: 1, 2 or 5 times a power of ten.

    It is the smallest with at most MOST_TICKS marks after 0.
    """
    power = 10.0 ** floor(log10(most / MOST_TICKS))
    return next(power * step for step in (1, 2, 5, 10) if most / (power * step) <= MOST_TICKS)


def draw_axes(axes: Axes, title: str) -> None:
    """Draw the grid with its numbers, the zero line, and the legend."""
    for number in range(-100, 101, STEP):
        axes.line((0, number), (axes.plies, number), GRID, 1)
        axes.write(LEFT - 10, axes.point(0, number)[1] / SCALE, f"{number:+}" if number else "0", "rm")
    for ply in range(0, axes.plies + 1, max(1, round(tick(max(axes.plies, 1))))):
        axes.line((ply, -AXIS_END), (ply, AXIS_END), GRID, 1)
        axes.write(axes.point(ply, 0)[0] / SCALE, BOTTOM + 14, str(ply))
    axes.line((0, 0), (axes.plies, 0), ZERO, 2)
    axes.write(LEFT, TOP - 26, title, "lm")
    axes.write((LEFT + RIGHT) / 2, BOTTOM + 38, "moves played")
    axes.write(RIGHT, TOP - 26, "thick line: proven; ring: mistake (thick: blunder)", "rm")


def draw_scores(axes: Axes, points: list[Point], colours: Sequence[Color]) -> None:
    """Draw a line between neighbouring scores, thick if both are proven, and a dot at each."""
    for ply, (before, after) in enumerate(pairwise(points)):
        if before.score is not None and after.score is not None:
            wide = PROVEN if before.proven and after.proven else EXPECTED
            for start, end in split_at_zero((ply, before.score), (ply + 1, after.score)):
                axes.line(start, end, colour_of(start[1] + end[1], colours), wide)
    for ply, point in enumerate(points):
        if point.score is not None:
            axes.dot(ply, point.score, colour_of(point.score, colours), 4)


def split_at_zero(start: Place, end: Place) -> Iterator[tuple[Place, Place]]:
    """Split a line where it crosses 0: yield one part or two."""
    (left, before), (right, after) = start, end
    if before * after >= 0:
        yield start, end
        return
    crossing = left + (right - left) * before / (before - after), 0.0
    yield from ((start, crossing), (crossing, end))


def colour_of(score: float, colours: Sequence[Color]) -> Color:
    """Return the colour of the side that stands better, or that of neither at 0.

    `score` and the first of the `colours` are those of the first side.
    """
    return colours[score < 0] if score else ZERO
