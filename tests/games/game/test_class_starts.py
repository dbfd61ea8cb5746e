"""Starts of Circle the Cat like those of a class: who wins, and whether the default player does."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import proven_best
from common.kernels.deadline import Deadline
from common.play.players import PlayerSettings
from game import GAME, SIDES
from tests.support.class_starts import WON_BY_CAT, class_start
from tests.support.compiled import machine_code
from tests.support.play import winner

NODES = 1_000_000  # enough to decide every start
STARTS = [
    *range(20),
    *(pytest.param(number, marks=pytest.mark.long) for number in range(20, 200)),
]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)


@pytest.mark.parametrize("number", STARTS)
def test_proven_winner_of_a_class_start_wins_by_default(number: int) -> None:
    """The other side plays best-first: the strongest opponent without proofs."""
    start, side = class_start(number), SIDES[number not in WON_BY_CAT]
    assert proven_best(start, Deadline(nodes=NODES))[0] == side
    players = {
        name: GAME.kind(name, "engine" if name == side else "best-first").make(
            PlayerSettings(in_match=True, shows_progress=False, start=start)
        )
        for name in SIDES
    }
    assert winner(start, players) == side
