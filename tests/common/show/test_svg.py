"""The pen that draws a film's cells as SVG puts every shape where Pillow puts it."""

from __future__ import annotations

import re

import pytest

from common.show.svg import SvgPen

RED, BLUE = (255, 0, 10), (0, 128, 255)


def drawn(name: str, *box: float, **looks: object) -> tuple[str, dict[str, str]]:
    """The element and its attributes that a call of the pen leaves."""
    pen = SvgPen()
    getattr(pen, name)(box, **looks)
    (element,) = pen.elements
    found = re.match(r"<(\w+) ", element)
    assert found
    return found[1], dict(re.findall(r'([\w-]+)="([^"]*)"', element))


def test_a_rectangle_fills_its_box() -> None:
    kind, told = drawn("rectangle", 2, 3, 10, 8, fill=RED)
    assert (kind, told) == ("rect", {"x": "2", "y": "3", "width": "8", "height": "5", "fill": "#ff000a"})


def test_an_outline_lies_inside_the_box() -> None:
    kind, told = drawn("rectangle", 2, 3, 10, 8, outline=BLUE, width=2)
    assert (kind, told["x"], told["y"], told["width"], told["height"]) == ("rect", "3", "4", "6", "3")
    assert (told["fill"], told["stroke"], told["stroke-width"]) == ("none", "#0080ff", "2")


def test_an_ellipse_stands_in_the_middle_of_its_box() -> None:
    kind, told = drawn("ellipse", 2, 4, 10, 8, fill=RED)
    assert (kind, [told[name] for name in ("cx", "cy", "rx", "ry")]) == ("ellipse", ["6", "6", "4", "2"])
    _, told = drawn("ellipse", 2, 4, 10, 8, fill=RED, outline=BLUE, width=1)
    assert [told[name] for name in ("cx", "cy", "rx", "ry")] == ["6", "6", "3.5", "1.5"]


@pytest.mark.parametrize("points", [((0, 0), (4, 0.5), (2, 3)), (0, 0, 4, 0.5, 2, 3)])
def test_points_are_taken_in_pairs_or_one_after_the_other(points: tuple[float, ...]) -> None:
    assert drawn("polygon", *points, fill=RED) == ("polygon", {"points": "0 0 4 0.5 2 3", "fill": "#ff000a"})
    kind, told = drawn("line", *points, fill=BLUE, width=3)
    assert (kind, told["points"], told["stroke"], told["stroke-width"]) == (
        "polyline",
        "0 0 4 0.5 2 3",
        "#0080ff",
        "3",
    )


def test_a_line_has_a_width_of_one_at_least() -> None:
    assert drawn("line", 0, 0, 1, 1, fill=BLUE)[1]["stroke-width"] == "1"
