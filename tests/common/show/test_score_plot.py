"""The plot of expected scores, pixel by pixel."""

from __future__ import annotations

import io
from collections.abc import Mapping

import pytest
from PIL import Image

from common.show.score_plot import (
    AXIS_END,
    BOTTOM,
    HIGH,
    LEFT,
    RIGHT,
    TOP,
    WIDE,
    ZERO,
    Point,
    draw_plot,
    tick,
)
from common.show.style import INK
from tests.support.pictures import has_colour

BLUE, RED, PLOT = (0, 94, 162), (202, 80, 16), (LEFT, TOP, RIGHT, BOTTOM)


def plot_image(*points: Point, turns: Mapping[int, bool] = {}) -> Image.Image:
    with Image.open(
        io.BytesIO(draw_plot(list(points), turns, "Expected result of X", {"X": BLUE, "O": RED}))
    ) as picture:
        return picture.convert("RGB")


def count_pixels(picture: Image.Image, colour: tuple[int, int, int], column: int) -> int:
    """Count the pixels of a colour in a column of the plot."""
    return sum(picture.getpixel((column, row)) == colour for row in range(TOP, BOTTOM))


def test_plot_distinguishes_expected_proven_and_unknown_scores() -> None:
    thin, bold = (LEFT + RIGHT) // 2 - 100, (LEFT + RIGHT) // 2 + 100
    mixed = plot_image(Point(20, False), Point(20, False), Point(20, True))
    proven = plot_image(Point(20, False), Point(20, True), Point(20, True))
    gap = plot_image(Point(10, True), Point(None, False), Point(30, True))
    assert (
        count_pixels(mixed, BLUE, thin) == count_pixels(mixed, BLUE, bold) == count_pixels(proven, BLUE, thin)
    )
    assert count_pixels(proven, BLUE, bold) > 2 * count_pixels(proven, BLUE, thin) > 0
    assert [count_pixels(gap, BLUE, column) for column in (thin, bold)] == [0, 0]
    assert not has_colour(proven, INK, PLOT)


def test_plot_line_has_the_colour_of_the_better_side() -> None:
    picture = plot_image(Point(60, False), Point(-60, False), Point(-60, False))
    quarter = (RIGHT - LEFT) // 8
    seen = [
        [count_pixels(picture, colour, LEFT + at * quarter) > 0 for colour in (BLUE, RED)] for at in (1, 3, 6)
    ]
    assert seen == [[True, False], [False, True], [False, True]]
    assert has_colour(picture, BLUE, (LEFT, BOTTOM + 20, LEFT + 100, HIGH)) and has_colour(
        picture, RED, (RIGHT - 100, BOTTOM + 20, RIGHT, HIGH)
    )


def test_plot_has_a_zero_line_and_wins_near_the_edge() -> None:
    picture = plot_image(Point(20, False), Point(100, True), turns={1: True})
    assert picture.getpixel(((LEFT + RIGHT) // 2, (TOP + HIGH - 60) // 2)) == ZERO
    high = TOP + round((HIGH - 60 - TOP) * (AXIS_END - 100) / (2 * AXIS_END))
    assert has_colour(picture, BLUE, (RIGHT - 4, high - 4, RIGHT + 4, high + 4))
    assert has_colour(picture, INK, (RIGHT - 12, high - 12, RIGHT + 12, high + 12))
    assert plot_image(Point(0, True)).size == (WIDE, HIGH)


def test_plot_ring_is_thicker_for_a_blunder_than_for_a_turning_point() -> None:
    wide, thin = (
        plot_image(Point(20, False), Point(-50, True), Point(0, True), turns={1: thrown})
        for thrown in (True, False)
    )
    ringed = [
        sum(count_pixels(picture, INK, column) for column in range(LEFT, RIGHT)) for picture in (wide, thin)
    ]
    assert ringed[0] > 1.3 * ringed[1]


@pytest.mark.parametrize(("most", "apart"), [(3, 0.5), (12, 1), (13, 2), (33, 5), (100, 10), (800, 100)])
def test_axis_ticks_are_round_numbers(most: float, apart: float) -> None:
    assert tick(most) == pytest.approx(apart)
