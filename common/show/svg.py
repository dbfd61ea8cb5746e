"""The kinds of cells of a film as SVG: the same shapes as in its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import Any

from common.show.film import SCALE, Cells


class SvgPen:
    """Takes the calls of Pillow's canvas and keeps them as SVG elements."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    def polygon(self, xy: Any, fill: Any = None) -> None:
        """A filled polygon."""
        self._add("polygon", f'points="{" ".join(map(_number, _flat(xy)))}"', fill, None, 0)

    def rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """A rectangle; its outline lies inside the box."""
        left, top, right, bottom = _inside(_flat(xy), width if outline else 0)
        sizes = zip(("x", "y", "width", "height"), (left, top, right - left, bottom - top), strict=True)
        self._add("rect", _attributes(sizes), fill, outline, width)

    def ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """The ellipse in a box; its outline lies inside the box."""
        left, top, right, bottom = _inside(_flat(xy), width if outline else 0)
        middle = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
        self._add(
            "ellipse", _attributes(zip(("cx", "cy", "rx", "ry"), middle, strict=True)), fill, outline, width
        )

    def line(self, xy: Any, fill: Any = None, width: int = 0) -> None:
        """A line from point to point."""
        self._add("polyline", f'points="{" ".join(map(_number, _flat(xy)))}"', None, fill, max(width, 1))

    def text(self, xy: Any, text: str, fill: Any = None, font: Any = None, anchor: str | None = None) -> None:
        """A text whose middle is at a point, whatever its anchor."""
        x, y = map(_number, xy)
        style = f'font-size="{font.size}" text-anchor="middle" dominant-baseline="central"'
        self.elements.append(f'<text x="{x}" y="{y}" {style} fill="{_colour(fill)}">{escape(text)}</text>')

    def _add(self, name: str, shape: str, fill: Any, stroke: Any, width: int) -> None:
        rim = f' stroke="{_colour(stroke)}" stroke-width="{width}"' if stroke else ""
        self.elements.append(f'<{name} {shape} fill="{_colour(fill)}"{rim}/>')


def drawn_kinds(cells: Cells) -> dict[Any, str]:
    """Every kind of cell as an SVG group, its left upper corner at (0, 0)."""
    (wide, high), radius = cells.size, cells.radius * SCALE
    found = {}
    for kind, draw in cells.kinds.items():
        pen = SvgPen()
        draw(pen, wide * SCALE / 2, high * SCALE / 2, radius)
        found[kind] = f'<g transform="scale({1 / SCALE:g})">{"".join(pen.elements)}</g>'
    return found


def _flat(xy: Any) -> list[float]:
    """Coordinates one after the other, of points or of numbers."""
    points = list(xy)
    return list(chain.from_iterable(points)) if isinstance(points[0], Sequence) else points


def _inside(box: list[float], width: int) -> tuple[float, ...]:
    """The box in whose middle line an outline is drawn that lies inside a given one."""
    half = width / 2
    left, top, right, bottom = box
    return left + half, top + half, right - half, bottom - half


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _attributes(named: Any) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in named)


def _colour(colour: Any) -> str:
    return "none" if colour is None else "#{:02x}{:02x}{:02x}".format(*colour)
