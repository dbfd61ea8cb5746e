"""Solvers: does the side to move get at least `target`? One interface for all algorithms.

Three algorithms answer it: proof numbers (games/cats_and_dogs/pn_solver.py), exact alpha-beta
(games/squirrels/exact_solver.py) and target search (games/walls/solver.py). An engine only knows a
`Companion`, a solver beside its own search. The companion may prove the result before the search, or improve
the search's result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import State

if TYPE_CHECKING:
    from common.search.results import Report

UNBOUNDED = 64_000  # above every value
WON = 1  # the value of a win in games that only have winners; all other results are 0


class ProvenBounds(NamedTuple):
    """Proven bounds: the value for the side to move is at least `low` and at most `high`.

    `move` achieves `low`. The game ends within `plies` plies from here. Both are None if unknown. `line`
    starts with the move. `nodes` and `seconds` are the cost of the proof.
    """

    low: int = -UNBOUNDED
    high: int = UNBOUNDED
    move: int | None = None
    plies: int | None = None
    nodes: int = 0
    line: tuple[int, ...] = ()
    seconds: float = 0.0

    @property
    def exact(self) -> bool:
        """True if the bounds are equal."""
        return self.low == self.high

    @property
    def wins(self) -> bool | None:
        """True if the side to move wins, False if it does not, None if unknown."""
        return True if self.low > 0 else False if self.high <= 0 else None


def proven_win(wins: bool | None, move: int | None = None, plies: int | None = None) -> ProvenBounds:
    """Return the bounds for a proven winner, or unknown bounds if `wins` is None.

    `wins` tells whether the side to move wins.
    """
    low, high = (WON, UNBOUNDED) if wins else (-UNBOUNDED, UNBOUNDED if wins is None else 0)
    return ProvenBounds(low, high, move, plies)


class Solver(Protocol):
    """A prover of bounds."""

    def prove(self, state: State, target: int, deadline: Deadline) -> ProvenBounds:
        """Prove that the side to move gets `target` or more (`low` >= target) or less (`high` < target).

        If the deadline comes first, neither bound reaches the target.
        """


class EarlyResult(NamedTuple):
    """The result of a companion before the search: a report, and the deadline that remains for the search.

    A proven report replaces the search. If `is_lost`, the search uses its whole deadline.
    """

    report: Report | None = None
    deadline: Deadline = NO_DEADLINE
    is_lost: bool = False


class Companion(Protocol):
    """A solver beside the engine's own search."""

    @property
    def is_exact(self) -> bool:
        """True if it proves exact values, False if it only proves winners."""

    @property
    def nodes(self) -> int:
        """Positions visited for the last move."""

    def before_search(self, state: State, deadline: Deadline) -> EarlyResult:
        """Try to prove the result before the search, within part of the deadline.

        The returned deadline is the search's.
        """

    def after_search(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return a report that improves on the engine's `last` one by a proof, or None.

        `last` is None if the search has reported nothing.
        """


class NoCompanion:
    """The companion of a search without a solver: it proves nothing."""

    is_exact = True
    nodes = 0

    def before_search(self, state: State, deadline: Deadline) -> EarlyResult:
        """Return no report and the whole deadline."""
        return EarlyResult(None, deadline)

    def after_search(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return None."""
        return None
