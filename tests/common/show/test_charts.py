"""Charts of pages: places of lines and dots, numbers of axes, gaps, escaped labels."""

from __future__ import annotations

import re

import pytest

from common.show.charts import (
    BAR_WIDE,
    BOTTOM,
    LEFT,
    MARGIN,
    RIGHT,
    TOP,
    Scale,
    curve_chart,
    interval_bar,
    spark_curve,
    times_chart,
)


def dots(chart: str, kind: str = "dot") -> list[tuple[float, float]]:
    found = re.findall(rf'<circle class="{kind}" cx="([-.\d]+)" cy="([-.\d]+)"', chart)
    return [(float(x), float(y)) for x, y in found]


def lines(chart: str, kind: str) -> list[tuple[float, ...]]:
    found = re.findall(rf'<line class="{kind}" x1="(.*?)" y1="(.*?)" x2="(.*?)" y2="(.*?)"', chart)
    return [tuple(map(float, each)) for each in found]


def texts(chart: str, kind: str) -> list[str]:
    return re.findall(rf'<text class="{kind}"[^>]*>(.*?)</text>', chart)


def test_scale_maps_and_stays_inside() -> None:
    scale = Scale(-10, 10, 0, 100)
    assert [scale(value) for value in (-10, 0, 10, 99, -99)] == [0, 50, 100, 100, 0]
    assert Scale(5, 5, 0, 100)(5) == 0


def test_interval_has_ends_unless_open() -> None:
    bar = interval_bar((-50.0, 0.0, 50.0), -100, 100)
    assert dots(bar) == [(BAR_WIDE / 2, 10)]
    assert lines(bar, "range")[0] == (32, 10, 88, 10) and len(lines(bar, "range")) == 3
    assert lines(bar, "zero")[0][0] == BAR_WIDE / 2
    opened = interval_bar((None, 0.0, 50.0), -100, 100)
    assert lines(opened, "range")[0][0] == MARGIN and len(lines(opened, "range")) == 2
    assert 'aria-hidden="true"' in bar


def test_curve_leaves_a_gap_where_nothing_is_known() -> None:
    curve = spark_curve([0.0, 50.0, None, 100.0], 0, 100)
    assert len(dots(curve)) == 3 and len(lines(curve, "line")) == 1
    ups = [y for _, y in dots(curve)]
    assert ups == sorted(ups, reverse=True) and dots(curve)[0][0] == MARGIN
    assert dots(spark_curve([None, None], 0, 0)) == []


def test_chart_of_ratings_has_levels_and_labels() -> None:
    chart = curve_chart([-40.0, 130.0, 260.0], ["one", "<two>", "three"], "A & title")
    assert texts(chart, "end")[:5] == ["-100", "0", "+100", "+200", "+300"]
    assert (texts(chart, "start"), texts(chart, "middle")) == (["one"], ["&lt;two&gt;"])
    assert texts(chart, "end")[5:] == ["three"] and 'aria-label="A &amp; title"' in chart
    assert all(LEFT < x < RIGHT and TOP <= y <= BOTTOM for x, y in dots(chart))


@pytest.mark.parametrize("values", [[0.0], [None], [0.0, 0.0], [1e-9, 0.0], [-2500.0, 3000.0], [None] * 20])
def test_chart_of_any_ratings_stays_inside(values: list[float | None]) -> None:
    chart = curve_chart(values, [f"call {number}" for number in range(len(values))], "")
    assert all(LEFT < x < RIGHT and TOP <= y <= BOTTOM for x, y in dots(chart))
    assert len(re.findall(">call ", chart)) == min(len(values), 3)


def test_times_are_on_a_logarithmic_axis() -> None:
    chart = times_chart([(1, 0.01), (2, 0.1), (3, 0.1), (3, 0.1), (11, 0.0)], 1.0, "times")
    assert texts(chart, "end") == ["0.001 s", "0.01 s", "0.1 s", "1 s", "10 s"]
    found = dots(chart, "move")
    assert len(found) == 4, "equal moves are drawn once"
    heights = {y for _, y in found}
    assert len(heights) == 3 and max(heights) == BOTTOM
    assert lines(chart, "limit")[0][1] < min(heights)
    assert texts(chart, "middle") == ["1", "2", "4", "6", "8", "10"]


def test_times_without_a_limit_have_no_dashed_line() -> None:
    chart = times_chart([(1, 3.0)], None, "times")
    assert lines(chart, "limit") == [] and texts(chart, "middle")[0] == "1"
