"""Weights that change in the course of a game: each is given for four corners, and taken between them (tapered evaluation)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isqrt
from operator import mul
from typing import Any


def corners(crowd: Any, stage: Any) -> tuple[Any, Any, Any, Any]:
    """How much the corners count at a point of the square from 0 to 1: 0 0, 1 0, 0 1 and 1 1."""
    return (1 - crowd) * (1 - stage), crowd * (1 - stage), (1 - crowd) * stage, crowd * stage


def tapered(features: Sequence[Sequence[float]], crowds: int, stages: int) -> tuple[int, ...]:
    """The weights of all features for each of so many crowds and, in it, each of so many stages, as one table for kernels."""
    points = [corners(crowd / (crowds - 1), stage / (stages - 1)) for crowd, stage in product(range(crowds), range(stages))]
    return tuple(round(sum(map(mul, four, point))) for point in points for four in features)


def stage_by_root(stages: int) -> tuple[int, ...]:
    """The stage by the plies that are left: at 1, 4, 9 and so on the next one begins; the last is that of all who have more."""
    return tuple(max(isqrt(left), 1) - 1 for left in range(stages * stages + 1))
