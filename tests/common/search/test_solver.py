"""Proven bounds, and the companion that proves nothing."""

from __future__ import annotations

import pytest

from common.kernels.deadline import Deadline
from common.search.solver import UNBOUNDED, WON, EarlyResult, NoCompanion, ProvenBounds, proven_win


@pytest.mark.parametrize(
    ("low", "high", "exact", "wins"),
    [
        (1, 1, True, True),
        (0, 0, True, False),
        (-3, -1, False, False),
        (2, 9, False, True),
        (-1, 1, False, None),
    ],
)
def test_bounds_are_exact_or_name_a_winner(low: int, high: int, exact: bool, wins: bool | None) -> None:
    bounds = ProvenBounds(low, high)
    assert (bounds.exact, bounds.wins) == (exact, wins)


def test_bounds_without_a_proof_are_open() -> None:
    assert (ProvenBounds().low, ProvenBounds().high, ProvenBounds().wins) == (-UNBOUNDED, UNBOUNDED, None)


@pytest.mark.parametrize("wins", [True, False, None])
def test_proven_win_has_the_bounds_of_its_winner(wins: bool | None) -> None:
    bounds = proven_win(wins, 5, 7)
    assert (bounds.wins, bounds.move, bounds.plies, bounds.exact) == (wins, 5, 7, False)
    assert (bounds.low == WON) == (wins is True) and (bounds.high == 0) == (wins is False)


def test_no_companion_leaves_all_to_the_search() -> None:
    companion, deadline = NoCompanion(), Deadline(nodes=5)
    assert companion.before_search((1, 2), deadline) == EarlyResult(None, deadline)
    assert companion.after_search((1, 2), None, deadline) is None
    assert (companion.is_exact, companion.nodes) == (True, 0)
