"""When a proof of the winner is worth a try, and at which plies the game can end."""

from __future__ import annotations

from common.games.cats_and_dogs.pn_solver import Endings
from common.games.cats_and_dogs.shared_table import ANY_TIME
from common.kernels.kernel import State

NEAR_END_DOGS = 34  # with this many dogs or fewer the engine tries to prove the winner (tests/bench endings)


def is_near_end(state: State) -> bool:
    """Return True if so few dogs are left that the winner may soon be provable."""
    return state[1].bit_count() <= NEAR_END_DOGS


def possible_end_plies(state: State) -> range:
    """Return the plies, counted from a state, by which each cat move and the dogs' reply are made."""
    return range(1 if state[2] else 2, ANY_TIME, 2)


ENDINGS = Endings(is_near_end, possible_end_plies)
