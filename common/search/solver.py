"""What is proven, and who proves it: one question, does the side to move get at least `target`?, whatever answers it.

Three algorithms answer it: proof numbers (games/cats_and_dogs/pn_solver.py), exact alpha-beta
(games/squirrels/exact_solver.py) and target search (games/walls/solver.py). An engine knows none of them. It has a
`Companion`, which may settle a position before the engine searches, and has the last word after it has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from common.kernels.deadline import FOREVER, Deadline
from common.kernels.kernel import State

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

    def ask(self, state: State, target: int, deadline: Deadline) -> Proven:
        """Prove that the side to move gets at least `target` (`low` is that), or less (`high` is); neither if time is up."""


class Beginning(NamedTuple):
    """The result of a companion before the search: a report, which ends it if proven; the deadline of the search."""

    report: Report | None = None
    deadline: Deadline = FOREVER


class Companion(Protocol):
    """A solver beside an engine's own search."""

    @property
    def is_exact(self) -> bool:
        """True if it proves exact values, False if it only proves winners."""

    @property
    def nodes(self) -> int:
        """Positions looked at for the last move."""

    def before(self, state: State, deadline: Deadline) -> Beginning:
        """Try to prove the result before the engine searches, within part of the deadline."""

    def after(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return a better report than the engine's last one, if a proof makes one."""


class Alone:
    """The companion of a search that has none."""

    is_exact = True
    nodes = 0

    def before(self, state: State, deadline: Deadline) -> Beginning:
        """Prove nothing."""
        return Beginning(None, deadline)

    def after(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return None: there is nothing to add."""
        return None
