"""Kinds of cells as SVG, drawn by the same shapes as in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import chain
from typing import Any

from common.show.film import CAPTION, LONG_VALUE, SCALE, SQUARE, Cells, Film
from common.show.style import INK

VALUE = SQUARE // 2, SQUARE * 5 // 6  # position of the value in its square
TYPE = 16  # font size in pixels
SMALL_TYPE = 13  # of long values


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
        self.elements.append(_text(xy[0], xy[1], text, font.size, fill))

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


def film_svg(film: Film, number: int = -1) -> str:
    """Return one frame of a film as a whole SVG image, by default the last, with its captions below."""
    frame, groups = film.frames[number], svg_groups(film.cells)
    (wide, board), captions = film.size, [text for text in frame.captions if text]
    high = board + (CAPTION if captions else 0)
    cells = [
        f'<g transform="translate({left} {top})">{groups[kind]}</g>'
        for (left, top), kind in zip(film.places, frame.cells, strict=True)
    ]
    texts = [_text(x, y, label) for (x, y), label in film.labels.items()]
    texts += [
        _text(left + VALUE[0], top + VALUE[1], value, TYPE if len(value) < LONG_VALUE else SMALL_TYPE)
        for (left, top), value in zip(film.places, film.values, strict=False)
    ]
    texts += [_text(wide / 2, board + CAPTION * (at + 1) / 3, text) for at, text in enumerate(captions)]
    label, paper = escape(". ".join(captions)), _colour(film.cells.paper)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'role="img" aria-label="{label}" font-family="sans-serif">'
        f'<rect width="{wide}" height="{high}" fill="{paper}"/>{"".join(cells)}{"".join(texts)}</svg>'
    )


def _text(x: float, y: float, text: str, size: int = TYPE, colour: Any = INK) -> str:
    """Return a text centred on a point."""
    style = f'font-size="{size}" text-anchor="middle" dominant-baseline="central" fill="{_colour(colour)}"'
    return f'<text x="{_number(x)}" y="{_number(y)}" {style}>{escape(text)}</text>'


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
