"""Kinds of cells as SVG, drawn by the same shapes as in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import Any

from common.show.film import SCALE, Cells


class SvgPen:
    """A canvas with Pillow's methods that collects SVG elements."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    def polygon(self, xy: Any, fill: Any = None) -> None:
        """Draw a filled polygon."""
        self._add("polygon", f'points="{" ".join(map(_number, _flat(xy)))}"', fill, None, 0)

    def rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a rectangle. Its outline lies inside the box."""
        left, top, right, bottom = _inside(_flat(xy), width if outline else 0)
        sizes = zip(("x", "y", "width", "height"), (left, top, right - left, bottom - top), strict=True)
        self._add("rect", _attributes(sizes), fill, outline, width)

    def ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw the ellipse in a box. Its outline lies inside the box."""
        left, top, right, bottom = _inside(_flat(xy), width if outline else 0)
        middle = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
        self._add(
            "ellipse", _attributes(zip(("cx", "cy", "rx", "ry"), middle, strict=True)), fill, outline, width
        )

    def line(self, xy: Any, fill: Any = None, width: int = 0) -> None:
        """Draw a line from point to point."""
        self._add("polyline", f'points="{" ".join(map(_number, _flat(xy)))}"', None, fill, max(width, 1))

    def text(self, xy: Any, text: str, fill: Any = None, font: Any = None, anchor: str | None = None) -> None:
        """Draw a text centred on a point, whatever its anchor."""
        x, y = map(_number, xy)
        style = f'font-size="{font.size}" text-anchor="middle" dominant-baseline="central"'
        self.elements.append(f'<text x="{x}" y="{y}" {style} fill="{_colour(fill)}">{escape(text)}</text>')

    def _add(self, name: str, shape: str, fill: Any, stroke: Any, width: int) -> None:
        rim = f' stroke="{_colour(stroke)}" stroke-width="{width}"' if stroke else ""
        self.elements.append(f'<{name} {shape} fill="{_colour(fill)}"{rim}/>')


def svg_groups(cells: Cells) -> dict[Any, str]:
    """Return an SVG group, as text, for every kind of cell, with its upper left corner at (0, 0)."""
    (wide, high), radius = cells.size, cells.radius * SCALE
    found = {}
    for kind, draw in cells.kinds.items():
        pen = SvgPen()
        draw(pen, wide * SCALE / 2, high * SCALE / 2, radius)
        found[kind] = f'<g transform="scale({1 / SCALE:g})">{"".join(pen.elements)}</g>'
    return found


def _flat(xy: Any) -> list[float]:
    """Return the coordinates of points, or of a flat sequence, as a flat list."""
    points = list(xy)
    return list(chain.from_iterable(points)) if isinstance(points[0], Sequence) else points


def _inside(box: list[float], width: int) -> tuple[float, ...]:
    """Return the box for a stroke of this width that stays inside a given box."""
    half = width / 2
    left, top, right, bottom = box
    return left + half, top + half, right - half, bottom - half


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _attributes(named: Any) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in named)


def _colour(colour: Any) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
