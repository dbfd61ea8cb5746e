"""Provers, and the companion of a search: prove, else search.

A prover answers one question: does the side to move get at least `target`? Four algorithms answer it:
proof numbers (games/cats_and_dogs), exact alpha-beta (games/squirrels), target search (games/walls) and
certificates (games/circle_the_cat).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.results import Report
from common.search.transposition import WON as WON_SCORE

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


class Prover:
    """A solver that keeps what it has proven, and has one deadline for all its questions.

    A game's prover defines `ask`. `interval` is the number of nodes between two polls, at most 10 ms.
    """

    interval = 1 << 13

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self.kernels = kernels
        self.memory: Any = kernels.memory(fields)
        self.set_deadline()

    def set_deadline(self, deadline: Deadline = NO_DEADLINE) -> None:
        """Limit all following questions together, and count nodes from 0."""
        self.deadline, self.memory.nodes = deadline, 0

    @property
    def nodes(self) -> int:
        """Positions searched since the last `set_deadline`."""
        return int(self.memory.nodes)

    def run(self, kernel: Callable[..., Any], *question: Any) -> Any:
        """Return the result of a kernel, which takes the memory first, within the deadline."""
        self.kernels.limit(self.memory, self.deadline, self.interval)
        return kernel(self.memory, *question)

    def ask(self, state: State, target: int) -> ProvenBounds:
        """Return bounds that decide whether the side to move gets `target` or more.

        Either `low` >= target or `high` < target. Neither holds if the deadline comes first.
        """
        raise NotImplementedError

    def prove(self, state: State, target: int, deadline: Deadline) -> ProvenBounds:
        """Ask one question with a deadline of its own."""
        self.set_deadline(deadline)
        return self.ask(state, target)._replace(nodes=self.nodes)


class Companion:
    """Prove, else search: a prover beside a search. A game's companion defines `decide`.

    An exact value and a win are played at once. In a proven loss the search takes its whole time to find the
    move that lasts longest. Another lower bound counts if the search finds nothing better.
    """

    def __init__(self) -> None:
        self.proof = ProvenBounds()  # of the last position

    def decide(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Prove what a part of the deadline suffices for, by default nothing.

        The deadline has the nodes of the bounds less for the search. During the call, `proof` is that of the
        position before.
        """
        return ProvenBounds()

    def score(self, found: ProvenBounds) -> int:
        """Return the score of `found.low`, by default that of a win."""
        return DECISIVE_SCORE if found.plies is None else WON_SCORE - found.plies

    def before_search(self, state: State, deadline: Deadline) -> Report | None:
        """Return a proven report that makes the search needless, or None."""
        self.proof = found = self.decide(state, deadline)
        if found.move is None or not (found.exact or found.wins):
            return None
        line = found.line or (found.move,)
        return Report(found.move, self.score(found), line, found.plies or 0, found.nodes, 0.0, True)

    def search_deadline(self, deadline: Deadline) -> Deadline:
        """Return what the proof has left of a deadline."""
        if deadline.nodes is None:
            return deadline
        return deadline._replace(nodes=max(deadline.nodes - self.proof.nodes, 1))

    def after_search(self, last: Report) -> Report | None:
        """Return the last report of the search as the proof corrects it, None if that adds nothing."""
        found = self.proof
        if found.wins is False:
            return last._replace(score=-DECISIVE_SCORE, proven=True)
        if found.move is None or last.score > self.score(found):
            return None
        return last._replace(move=found.move, score=self.score(found), line=(found.move,))
