"""Interpolation of weights between four corners."""

from __future__ import annotations

from common.games.duel7.tapered import corner_weights, stage_table, tapered_weights


def test_weights_equal_the_corners_and_change_evenly_between() -> None:
    found = tapered_weights([(0, 100, 200, 1000), (7, 7, 7, 7)], 3, 2)
    assert found[::2] == (0, 200, 50, 600, 100, 1000)
    assert set(found[1::2]) == {7}


def test_corner_weights_sum_to_one() -> None:
    assert sum(corner_weights(0.25, 0.5)) == 1
    assert corner_weights(1, 0) == (0, 1, 0, 0) and corner_weights(0, 1) == (0, 0, 1, 0)


def test_stages_begin_at_squares_and_the_last_is_open() -> None:
    assert stage_table(3) == (0, 0, 0, 0, 1, 1, 1, 1, 1, 2)
