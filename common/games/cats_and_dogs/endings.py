"""When a proof of the winner is worth a try, and by which plies the game may end."""

from __future__ import annotations

from common.games.cats_and_dogs.pn_solver import Endings
from common.games.cats_and_dogs.shared_table import ANY_TIME
from common.kernels.kernel import State

LATE_DOGS = 34  # from here on the engine tries to prove who wins (tests/bench endings)


def is_late(state: State) -> bool:
    """Return True if it may soon be proven who wins."""
    return state[1].bit_count() <= LATE_DOGS


def due(state: State) -> range:
    """Return the plies after each number of cat moves, the dogs' answer counted."""
    return range(1 if state[2] else 2, ANY_TIME, 2)


ENDINGS = Endings(is_late, due)
