"""What is proven, and who proves it: one question, does the side to move get at least `target`?, whatever answers it.

Three algorithms answer it: proof numbers (games/cats_and_dogs/pn_solver.py), exact alpha-beta
(games/squirrels/exact_solver.py) and target search (games/walls/solver.py). An engine knows none of them. It has a
`Companion`, which may settle a position before the engine searches, and has the last word after it has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from common.kernels.kernel import State
from common.search.limit import Limit

if TYPE_CHECKING:
    from common.search.results import Report

UNBOUNDED = 64_000  # above every value
WON = 1  # the value of a win where games have no other, and 0 that of everything else


class Proven(NamedTuple):
    """A position is worth at least `low` and at most `high` to the side to move, by `move`; the end comes by ply `plies`.

    What is not known is left out; `line` begins with the move; `nodes` and `seconds` are what the answer took.
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
        """True if nothing is left open."""
        return self.low == self.high

    @property
    def wins(self) -> bool | None:
        """True if the side to move wins, False if it does not, None if that is not known."""
        return True if self.low > 0 else False if self.high <= 0 else None


def proven_win(wins: bool | None, move: int | None = None, plies: int | None = None) -> Proven:
    """What is proven where it is known that the side to move wins, or that it does not, or neither."""
    low, high = (WON, UNBOUNDED) if wins else (-UNBOUNDED, UNBOUNDED if wins is None else 0)
    return Proven(low, high, move, plies)


class Solver(Protocol):
    """Proves bounds of values."""

    def ask(self, state: State, target: int, limit: Limit) -> Proven:
        """Whether the side to move gets at least `target`: then `low` is that, else `high` is less; as far as the limit tells."""


class Beginning(NamedTuple):
    """What a companion leaves to the engine: a report, which ends the search if it is proven; nodes; a share of the time."""

    report: Report | None = None
    nodes: int | None = None
    time: float = 1.0


class Companion(Protocol):
    """A solver beside an engine's own search."""

    @property
    def nodes(self) -> int:
        """Positions looked at for the last move."""

    def before(self, state: State, limit: Limit, enough: Callable[[], bool]) -> Beginning:
        """What is proven before the engine searches, within a share of the limit, or until `enough()` is true."""

    def after(
        self, state: State, last: Report | None, limit: Limit, enough: Callable[[], bool]
    ) -> Report | None:
        """A better report than the engine's last one, if what is proven makes one."""


class Alone:
    """The companion of a search that has none."""

    nodes = 0

    def before(self, state: State, limit: Limit, enough: Callable[[], bool]) -> Beginning:
        """Nothing is proven."""
        return Beginning(None, limit.nodes)

    def after(
        self, state: State, last: Report | None, limit: Limit, enough: Callable[[], bool]
    ) -> Report | None:
        """Nothing to add."""
        return None
