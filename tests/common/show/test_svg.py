"""The SVG pen draws every shape of a film's cells where Pillow draws it."""

from __future__ import annotations

import re

import pytest

from common.show.svg import SvgPen

RED, BLUE = (255, 0, 10), (0, 128, 255)


def draw(name: str, *box: float, **looks: object) -> tuple[str, dict[str, str]]:
    """Call the pen once; return the element's name and attributes."""
    pen = SvgPen()
    getattr(pen, name)(box, **looks)
    (element,) = pen.elements
    found = re.match(r"<(\w+) ", element)
    assert found
    return found[1], dict(re.findall(r'([\w-]+)="([^"]*)"', element))


def test_rectangle_fills_its_box() -> None:
    kind, told = draw("rectangle", 2, 3, 10, 8, fill=RED)
    assert (kind, told) == ("rect", {"x": "2", "y": "3", "width": "8", "height": "5", "fill": "#ff000a"})


def test_outline_is_inside_the_box() -> None:
    kind, told = draw("rectangle", 2, 3, 10, 8, outline=BLUE, width=2)
    assert (kind, told["x"], told["y"], told["width"], told["height"]) == ("rect", "3", "4", "6", "3")
    assert (told["fill"], told["stroke"], told["stroke-width"]) == ("none", "#0080ff", "2")


def test_ellipse_is_centred_in_its_box() -> None:
    kind, told = draw("ellipse", 2, 4, 10, 8, fill=RED)
    assert (kind, [told[name] for name in ("cx", "cy", "rx", "ry")]) == ("ellipse", ["6", "6", "4", "2"])
    _, told = draw("ellipse", 2, 4, 10, 8, fill=RED, outline=BLUE, width=1)
    assert [told[name] for name in ("cx", "cy", "rx", "ry")] == ["6", "6", "3.5", "1.5"]


@pytest.mark.parametrize("points", [((0, 0), (4, 0.5), (2, 3)), (0, 0, 4, 0.5, 2, 3)])
def test_points_may_be_pairs_or_flat_numbers(points: tuple[float, ...]) -> None:
    assert draw("polygon", *points, fill=RED) == ("polygon", {"points": "0 0 4 0.5 2 3", "fill": "#ff000a"})
    kind, told = draw("line", *points, fill=BLUE, width=3)
    assert (kind, told["points"], told["stroke"], told["stroke-width"]) == (
        "polyline",
        "0 0 4 0.5 2 3",
        "#0080ff",
        "3",
    )


def test_line_is_at_least_one_wide() -> None:
    assert draw("line", 0, 0, 1, 1, fill=BLUE)[1]["stroke-width"] == "1"
