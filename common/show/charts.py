"""Small charts as SVG for pages. Their colours come from the style sheet, so they follow dark mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

WIDE = 320
HIGH = 170
LEFT = 46  # edges of the axes
RIGHT = 310
TOP = 10
BOTTOM = 145
BAR_WIDE = 120  # an interval in a table
BAR_HIGH = 20
SPARK_WIDE = 90  # a curve in a table
SPARK_HIGH = 24
MARGIN = 4  # of the two
LEAST_SECONDS = 0.001  # shorter times are drawn as this
MOST_LABELS = 3  # below a curve; more dates would overlap


class Scale:
    """A linear map from the values `least` to `most` to coordinates; values outside are drawn at the edge."""

    def __init__(self, least: float, most: float, start: float, end: float) -> None:
        self.least, self.most = least, most if most > least else least + 1
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        part = (min(max(value, self.least), self.most) - self.least) / (self.most - self.least)
        return round(self._start + part * (self._end - self._start), 1)


def interval_bar(ends: tuple[float | None, float, float | None], least: float, most: float) -> str:
    """Return a rating with its interval on the axis from `least` to `most`, with a line at 0.

    `ends` are the lower end, the rating and the upper end; an end of None is open and reaches the edge.
    """
    low, middle, high = ends
    across, y = Scale(least, most, MARGIN, BAR_WIDE - MARGIN), BAR_HIGH / 2
    left, right = (across(edge if end is None else end) for end, edge in ((low, least), (high, most)))
    zero = _line("zero", (across(0), 1), (across(0), BAR_HIGH - 1))
    ticks = [
        _line("range", (x, y - 3), (x, y + 3)) for x, end in ((left, low), (right, high)) if end is not None
    ]
    parts = [zero, _line("range", (left, y), (right, y)), *ticks, _dot("dot", across(middle), y, 3.5)]
    return _svg("bar", BAR_WIDE, BAR_HIGH, parts)


def spark_curve(values: Sequence[float | None], least: float, most: float) -> str:
    """Return a small curve without numbers, from `least` to `most`; None leaves a gap."""
    across = Scale(0, len(values) - 1, MARGIN, SPARK_WIDE - MARGIN)
    down = Scale(least, most, SPARK_HIGH - MARGIN, MARGIN)
    return _svg("spark", SPARK_WIDE, SPARK_HIGH, _curve(values, across, down))


def curve_chart(values: Sequence[float | None], labels: Sequence[str], title: str) -> str:
    """Return a curve with numbers, a line at 0 and the labels of some of its points; None leaves a gap."""
    known = [value for value in (0.0, *values) if value is not None]
    step = _nice_step((max(known) - min(known)) / 4)
    least, most = floor(min(known) / step) * step, ceil(max(known) / step) * step
    across = Scale(0, len(values) - 1, LEFT + 8, RIGHT - 8)
    down = Scale(least, max(most, least + step), BOTTOM, TOP)
    ticks = [least + number * step for number in range(round((down.most - least) / step) + 1)]
    parts = [_level(down(tick), f"{tick:+g}" if tick else "0", "grid" if tick else "zero") for tick in ticks]
    shown = [round(at) for at in _spread(len(labels) - 1, min(len(labels), MOST_LABELS))]
    parts += [
        _text("middle" if 0 < at < len(labels) - 1 else "start" if at == 0 else "end", across(at), labels[at])
        for at in shown
    ]
    return _svg("chart", WIDE, HIGH, [*parts, *_curve(values, across, down)], title)


def times_chart(moves: Iterable[tuple[int, float]], limit: float | None, title: str) -> str:
    """Return the seconds of moves on a logarithmic axis: a dot each at its number in the game, from 1.

    The `limit` in seconds is a dashed line, if there is one.
    """
    dots = sorted({(ply, max(seconds, LEAST_SECONDS)) for ply, seconds in moves})
    shown = [seconds for _, seconds in dots] + ([limit] if limit else [])
    least, most = floor(log10(min(shown))), ceil(log10(max(shown)) + 0.05)
    across = Scale(1, max(ply for ply, _ in dots), LEFT + 6, RIGHT - 6)
    down = Scale(least, most, BOTTOM, TOP)
    parts = [_level(down(power), f"{10.0**power:g} s", "grid") for power in range(least, most + 1)]
    step = max(1, round(_nice_step(across.most / 6)))
    plies = [1, *range(step, round(across.most) + 1, step)] if step > 1 else range(1, round(across.most) + 1)
    parts += [_text("middle", across(ply), str(ply)) for ply in plies]
    places = sorted({(across(ply), down(log10(seconds))) for ply, seconds in dots})
    parts += [_dot("move", *place, 2.2) for place in places]
    if limit:
        parts.append(_line("limit", (LEFT, down(log10(limit))), (RIGHT, down(log10(limit)))))
    return _svg("chart", WIDE, HIGH, parts, title)


def _curve(values: Sequence[float | None], across: Scale, down: Scale) -> Iterator[str]:
    """Yield the lines between neighbouring values, then a dot at each."""
    places = [None if value is None else (across(at), down(value)) for at, value in enumerate(values)]
    for before, after in pairwise(places):
        if before and after:
            yield _line("line", before, after)
    yield from (_dot("dot", *place, 3) for place in places if place)


def _spread(last: int, count: int) -> list[float]:
    """Return `count` numbers from 0 to `last` at equal distances."""
    return [0.0] if count < 2 else [number * last / (count - 1) for number in range(count)]


def _nice_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten: the smallest that is not below `least`."""
    power = 10.0 ** floor(log10(max(least, 1e-9)))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= least)


def _level(y: float, text: str, kind: str) -> str:
    """Return a horizontal line with its number on the left."""
    number = f'<text class="end" x="{LEFT - 5}" y="{y}">{escape(text)}</text>'
    return _line(kind, (LEFT, y), (RIGHT, y)) + number


def _text(kind: str, x: float, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{BOTTOM + 14}">{escape(text)}</text>'


def _line(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    return f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'


def _dot(kind: str, x: float, y: float, size: float) -> str:
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{size}"/>'


def _svg(kind: str, wide: int, high: int, parts: Iterable[str], title: str = "") -> str:
    """Return an SVG element. One without a title is hidden from screen readers: its numbers are beside it."""
    label = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    return f'<svg class="{kind}" viewBox="0 0 {wide} {high}" {label}>{"".join(parts)}</svg>'
