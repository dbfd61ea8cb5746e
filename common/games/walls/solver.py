"""Exact values by target search: does the side to move end at least `target` bricks ahead?"""

from __future__ import annotations

from typing import Any

from common.games.walls.evaluation import BRICK
from common.games.walls.proof_table import CHOICES, NO, STOPPED, unmirrored
from common.games.walls.tie_break import TieBreaker
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.bucket_table import WAYS
from common.search.leads import decisive_score
from common.search.results import Report
from common.search.solver import UNBOUNDED, EarlyResult, ProvenBounds

PROOF_PART = 0.4  # part of the deadline for a proof of the value before the search
BUCKETS = 1 << 18  # buckets of the proof table during a game
INTERVAL = 1 << 13  # nodes between two polls
NO_CHOICE = CHOICES


def canonical_image(kernels: Kernels, state: State) -> tuple[State, bool]:
    """Return the least of the four symmetric images of a state, and if it swaps left and right.

    The cost of a proof depends on the order of left and right. So it is the same for all four images.
    """
    seen = [(tuple(map(int, kernels.symmetric_image(state, way))), bool(way & 1)) for way in range(4)]
    return min(seen)


class Prover:
    """A solver for exact values within a deadline; its table keeps all proofs."""

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self._kernels = kernels
        self._entries = kernels.block(2 * WAYS * BUCKETS)
        self._memory: Any = kernels.memory(fields)
        self._memory.places, self._memory.proofs = BUCKETS, self._entries.handle
        self._deadline = NO_DEADLINE

    def solve(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Prove the exact value, else a lower bound: a win, or a loss by at most 1.

        The bounds are leads of the side to move. If nothing is proven, they are empty, as under a depth
        limit without a node limit. This uses PROOF_PART of the deadline.
        """
        if deadline.depth and not deadline.nodes:
            return ProvenBounds()
        win = deadline.part(PROOF_PART / 2)
        value_part = deadline.part(PROOF_PART)
        self._begin(win)
        move = self.move(state, 1)
        self._deadline = value_part
        if move is None:
            move = self.move(state, -1)
            return ProvenBounds() if move in (None, NO_CHOICE) else self._proven(-1, move, False)
        value = 1
        while move == NO_CHOICE:
            value -= 1
            move = self.move(state, value)
        if move is None or value < 1:
            return ProvenBounds() if move is None else self._proven(value, move, True)
        while (more := self.move(state, value + 1)) not in (None, NO_CHOICE):
            value, move = value + 1, more
        return self._proven(value, move, more == NO_CHOICE)

    def prove(self, state: State, target: int, deadline: Deadline) -> ProvenBounds:
        """Prove that the side to move ends at least `target` ahead, or less.

        The first sets `low` to `target`, the second `high` to target - 1. At the deadline neither is set.
        """
        self._begin(deadline)
        move = self.move(state, target)
        if move is None:
            return ProvenBounds(nodes=self.nodes)
        if move == NO_CHOICE:
            return ProvenBounds(high=target - 1, nodes=self.nodes)
        return ProvenBounds(target, move=move, nodes=self.nodes)

    @property
    def nodes(self) -> int:
        """The number of positions searched since the last `solve` or `prove` began."""
        return int(self._memory.nodes)

    def _proven(self, value: int, move: int, exact: bool) -> ProvenBounds:
        return ProvenBounds(value, value if exact else UNBOUNDED, move, nodes=self.nodes)

    def _begin(self, deadline: Deadline) -> None:
        """Set the common deadline of the next searches and reset the count of nodes."""
        self._deadline, self._memory.nodes = deadline, 0

    def move(self, state: State, target: int) -> int | None:
        """Return a move to end at least `target` ahead, NO_CHOICE if none does, or None at the deadline.

        The deadline is that of the last `solve` or `prove`.
        """
        if self._deadline.expired:
            return None
        state, mirrored = canonical_image(self._kernels, state)
        self._memory.best = NO_CHOICE
        found = self._search(state, target)
        if found == STOPPED:
            return None
        if found == NO:
            return NO_CHOICE
        best = int(self._memory.best)
        move = best if best != NO_CHOICE else self._find_move(state, target)
        return None if move is None else unmirrored(move, mirrored)

    def _find_move(self, state: State, target: int) -> int | None:
        """Return the first move that reaches `target`, for a YES without a move; None at the deadline."""
        for move in range(CHOICES):
            child = self._kernels.play(state, move)
            again = bool(self._kernels.keeps_turn(state, child))
            found = self._search(child, target if again else 1 - target)
            if found == STOPPED:
                return None
            if (found != NO) == again:
                return move
        raise AssertionError("one move keeps the proven value")

    def _search(self, state: State, target: int) -> int:
        """Search for an answer: YES, NO, or STOPPED at the deadline."""
        self._kernels.limit(self._memory, self._deadline, INTERVAL)
        return int(self._kernels.prove(self._memory, state, target, 0)) & 3


def score_of(lead: int) -> int:
    """Return the engine's score of a proven lead in bricks."""
    return decisive_score(lead * BRICK)


class ValueCompanion:
    """The solver beside the engine: a proven lead needs no search.

    It proves the ends of games, and endgames of separated players. Only on `provable` boards it also
    proves earlier positions.
    """

    is_exact = True
    nodes = 0  # its reports count its nodes

    def __init__(self, kernels: Kernels, fields: Fields, provable: bool) -> None:
        self._tie_breaker = TieBreaker(kernels, fields)
        self._prover = Prover(kernels, fields) if provable else None
        self._report: Report | None = None

    def before_search(self, state: State, deadline: Deadline) -> EarlyResult:
        """Report the exact end with its best length, else a proven value, win, or loss by at most 1.

        The report is None if nothing is proven. Under a depth limit no end is sought.
        """
        self._report = None
        if deadline.depth is None and (choice := self._tie_breaker.choose(state, deadline)):
            lead, plies = choice.end
            nodes = self._tie_breaker.nodes
            self._report = Report(choice.move, score_of(lead), (choice.move,), plies, nodes, 0.0, True)
        elif self._prover and (found := self._prover.solve(state, deadline)).move is not None:
            proven = found.exact or found.low > 0
            self._report = Report(found.move, score_of(found.low), (found.move,), 0, found.nodes, 0.0, proven)
        return EarlyResult(self._report, deadline)

    def after_search(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return the report from before the search, at the depth of `last`, if `last` has no better score.

        Else return None, also if there was no report or there is no `last`.
        """
        if self._report is None or last is None or last.score > self._report.score:
            return None
        return self._report._replace(depth=last.depth)
