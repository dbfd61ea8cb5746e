"""Tapered evaluation: weights that change during a game, interpolated between four corners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from math import isqrt
from operator import add, mul
from typing import Any


def corner_weights(crowd: Any, stage: Any) -> tuple[Any, Any, Any, Any]:
    """Return the weight of each corner at a point of the unit square: corners 0 0, 1 0, 0 1 and 1 1."""
    return (1 - crowd) * (1 - stage), crowd * (1 - stage), (1 - crowd) * stage, crowd * stage


def tapered_weights(features: Sequence[Sequence[float]], crowds: int, stages: int) -> tuple[int, ...]:
    """Return all weights as one rounded table for kernels: by crowd, then by stage, then by feature.

    Each feature has four weights, in the order of `corner_weights`. `crowds` and `stages` are the sizes of
    the grid. Sums are rounded after each step: `sum` rounds otherwise from Python 3.12 on, and two weights
    would differ.
    """
    grid = product(range(crowds), range(stages))
    points = [corner_weights(crowd / (crowds - 1), stage / (stages - 1)) for crowd, stage in grid]
    return tuple(round(reduce(add, map(mul, four, point))) for point in points for four in features)


def stage_table(stages: int) -> tuple[int, ...]:
    """Return the stage for each number of plies left; the next stages begin at 4, 9, 16 and so on.

    The last stage has no end.
    """
    return tuple(max(isqrt(left), 1) - 1 for left in range(stages * stages + 1))
