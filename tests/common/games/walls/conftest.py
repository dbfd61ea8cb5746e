"""Fixtures of the tests of Walls."""

from tests.support.walls_values import exact_value

__all__ = ["exact_value"]
