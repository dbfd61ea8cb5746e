"""Marked and unmarked moves of an analysis, checked by solvers that start from nothing."""

from __future__ import annotations

import pytest

from tests.support import marks
from tests.support.marks import KINDS, CheckedMove, check

GAMES = {
    "game": 1,
    "squirrels": 3,
    "walls5": 1,
    "catsdogs": 2,
    "duel7": 3,
}  # the full graph of 3x3 takes long


@pytest.mark.parametrize(
    "name",
    [
        "game",
        "squirrels",
        "duel7",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("walls5", "catsdogs")),
    ],
)
def test_exactly_the_marked_moves_are_blunders(name: str) -> None:
    row = check(name, GAMES[name], unmarked=5)
    assert row.proven > 5 and len(row.unmarked) == 5
    assert all(each.is_right for each in (*row.marked, *row.unmarked)), row


def test_check_finds_a_wrong_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    real, asked = KINDS["duel7"], list[int]()

    def liar(at: object) -> int:
        """Claim that the side to move wins: then every move or none was a blunder."""
        asked.append(1)
        return 1

    monkeypatch.setitem(KINDS, "duel7", real._replace(value=liar))
    row = marks.check("duel7", 1, unmarked=5)
    assert asked and not all(each.is_right for each in (*row.marked, *row.unmarked))


def test_checked_move_is_open_if_the_solver_does_not_know() -> None:
    assert CheckedMove(True, None, -1).is_right is None
    assert CheckedMove(True, 1, 0).is_right and CheckedMove(False, 1, 1).is_right
    assert CheckedMove(True, -1, -1).is_right is False and CheckedMove(False, 1, -1).is_right is False
