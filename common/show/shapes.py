"""Shapes drawn into a cell: centre (x, y), `size` from the centre to the edge."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, Protocol

from common.show.style import INK, WHITE, Color, font


class Pen(Protocol):
    """A canvas for shapes: Pillow's, or one with the same methods.

    A box is two points or four numbers.
    """

    def polygon(self, xy: Any, fill: Any = None) -> None:
        """Draw a filled polygon."""

    def rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a rectangle. Its outline lies inside the box."""

    def ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw the ellipse in a box. Its outline lies inside the box."""

    def line(self, xy: Any, fill: Any = None, width: int = 0) -> None:
        """Draw a line from point to point."""

    def text(self, xy: Any, text: str, fill: Any = None, font: Any = None, anchor: str | None = None) -> None:
        """Draw a text at a point."""


Draw = Callable[[Pen, float, float, float], None]  # canvas, centre (x, y), size
Outline = Callable[[Pen, float, float, float, int], None]  # canvas, centre (x, y), size, fill

YELLOW = (250, 214, 70)
PINK = (240, 150, 160)
MUZZLE = (244, 226, 200)


def hexagon(pen: Pen, x: float, y: float, size: float, fill: Color | int) -> None:
    """Draw a hexagon standing on a corner. `size` is from the centre to a corner."""
    pen.polygon([(x + size * sin(k * pi / 3), y - size * cos(k * pi / 3)) for k in range(6)], fill=fill)


def square(pen: Pen, x: float, y: float, size: float, fill: Color | int) -> None:
    """Draw a square. `size` is from the centre to a side."""
    pen.rectangle((x - size, y - size, x + size, y + size), fill=fill)


def letter(text: str, fill: Color) -> Draw:
    """Return a function that draws a letter in the middle."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        pen.text((x, y), text, fill=fill, font=font(round(size * 1.2)), anchor="mm")

    return draw


def ring(pen: Pen, x: float, y: float, size: float, fill: Color) -> None:
    """Draw a thick circle."""
    pen.ellipse((x - size, y - size, x + size, y + size), outline=fill, width=int(size * 0.4))


def cross(pen: Pen, x: float, y: float, size: float, fill: Color) -> None:
    """Draw two thick diagonals."""
    for slope in (-1, 1):
        pen.line((x - size, y - slope * size, x + size, y + slope * size), fill=fill, width=int(size * 0.55))


def closed_door(pen: Pen, x: float, y: float, size: float, fill: Color) -> None:
    """Draw a door without a handle, which cannot be opened."""
    pen.rectangle((x - size * 0.7, y - size, x + size * 0.7, y + size), outline=fill, width=int(size * 0.25))


def door(pen: Pen, x: float, y: float, size: float, fill: Color) -> None:
    """Draw a door with a handle."""
    closed_door(pen, x, y, size, fill)
    pen.ellipse((x + size * 0.05, y - size * 0.15, x + size * 0.35, y + size * 0.15), fill=fill)


def arrow(facing: int, fill: Color) -> Draw:
    """Return a function that draws a triangle. It points north, east, south or west (`facing` 0 to 3)."""
    corners = [(0.0, -1.0), (-0.85, 0.8), (0.85, 0.8)]
    for _ in range(facing):
        corners = [(-down, across) for across, down in corners]

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        pen.polygon([(x + across * size, y + down * size) for across, down in corners], fill=fill)

    return draw


def dog_head(pen: Pen, x: float, y: float, size: float, fill: Color) -> None:
    """Draw a dog's head from the front: hanging ears, eyes, a light muzzle with a dark nose."""

    def at(*corners: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + right * size, y + down * size) for right, down in corners]

    dark = (fill[0] // 2, fill[1] // 2, fill[2] // 2)
    pen.ellipse(at((-0.8, -0.95), (0.8, 0.95)), fill=fill)
    for side in (-1, 1):
        left, right = sorted((side * 0.55, side * 1.05))
        pen.ellipse(at((left, -0.9), (right, 0.45)), fill=dark)
    for eye in (-0.32, 0.32):
        pen.ellipse(at((eye - 0.16, -0.42), (eye + 0.16, -0.1)), fill=WHITE)
        pen.ellipse(at((eye - 0.08, -0.36), (eye + 0.08, -0.16)), fill=INK)
    pen.ellipse(at((-0.46, 0.05), (0.46, 0.82)), fill=MUZZLE)
    pen.ellipse(at((-0.2, 0.08), (0.2, 0.36)), fill=INK)
    pen.line(at((0, 0.3), (0, 0.62)), fill=dark, width=max(1, int(size * 0.07)))


def cat_head(fill: Color, eyes: Color, whiskers: Color) -> Draw:
    """Return a function that draws a cat's head from the front: ears, eyes, nose, whiskers."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        def at(*corners: tuple[float, float]) -> list[tuple[float, float]]:
            return [(x + right * size, y + down * size) for right, down in corners]

        for side in (-1, 1):
            pen.polygon(at((side * 0.95, -1.15), (side * 0.98, 0), (side * 0.1, -0.75)), fill=fill)
        pen.ellipse(at((-1, -0.85), (1, 0.95)), fill=fill)
        for eye in (-0.42, 0.42):
            pen.ellipse(at((eye - 0.23, -0.38), (eye + 0.23, 0.14)), fill=eyes)
            pen.ellipse(at((eye - 0.07, -0.34), (eye + 0.07, 0.1)), fill=INK)
        for side in (-1, 1):
            for end in (0.45, 0.65):
                pen.line(at((side * 0.25, 0.45), (side * 0.9, end)), whiskers, max(1, int(size * 0.06)))
        pen.polygon(at((-0.14, 0.25), (0.14, 0.25), (0, 0.42)), fill=PINK)

    return draw
