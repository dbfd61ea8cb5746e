"""Exact values by target search: does the side to move end at least `target` bricks ahead?"""

from __future__ import annotations

from common.games.walls.board import BRICK
from common.games.walls.proof_table import CHOICES, NO, STOPPED, unmirrored
from common.games.walls.tie_break import TieBreaker
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.bucket_table import WAYS
from common.search.leads import decisive_score
from common.search.prover import UNBOUNDED, Companion, ProvenBounds, Prover

PROOF_PART = 0.4  # part of the deadline for a proof of the value before the search
BUCKETS = 1 << 18  # buckets of the proof table during a game
NO_CHOICE = CHOICES


def canonical_image(kernels: Kernels, state: State) -> tuple[State, bool]:
    """Return the least of the four symmetric images of a state, and if it swaps left and right.

    The cost of a proof depends on the order of left and right. So it is the same for all four images.
    """
    seen = [(tuple(map(int, kernels.symmetric_image(state, way))), bool(way & 1)) for way in range(4)]
    return min(seen)


class LeadProver(Prover):
    """A prover of final leads in bricks; its table keeps all proofs."""

    def __init__(self, kernels: Kernels, fields: Fields, buckets: int = BUCKETS) -> None:
        super().__init__(kernels, fields)
        self._entries = kernels.block(2 * WAYS * buckets)
        self._buckets = buckets
        self.forget()

    def forget(self) -> None:
        """Empty the table and the memory, so that the next question costs what it costs a new prover."""
        self.kernels.clear(self._entries)
        self.kernels.clear(self.memory)
        self.memory.places, self.memory.proofs = self._buckets, self._entries.handle

    def solve(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Prove the exact value, else a lower bound: a win, or a loss by at most 1.

        The bounds are leads of the side to move. If nothing is proven, they are empty, as under a depth
        limit without a node limit. This uses PROOF_PART of the deadline.
        """
        if deadline.depth and not deadline.nodes:
            return ProvenBounds()
        win, value_part = deadline.part(PROOF_PART / 2), deadline.part(PROOF_PART)
        self.set_deadline(win)
        move = self.move(state, 1)
        self.deadline = value_part
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

    def ask(self, state: State, target: int) -> ProvenBounds:
        """Return bounds as any prover does: they are `target`, or target - 1 from above."""
        move = self.move(state, target)
        if move is None:
            return ProvenBounds()
        return ProvenBounds(high=target - 1) if move == NO_CHOICE else ProvenBounds(target, move=move)

    def _proven(self, value: int, move: int, exact: bool) -> ProvenBounds:
        return ProvenBounds(value, value if exact else UNBOUNDED, move, nodes=self.nodes)

    def move(self, state: State, target: int) -> int | None:
        """Return a move to end at least `target` ahead, NO_CHOICE if none does, or None at the deadline."""
        if self.deadline.expired:
            return None
        state, mirrored = canonical_image(self.kernels, state)
        self.memory.best = NO_CHOICE
        found = self._search(state, target)
        if found == STOPPED:
            return None
        if found == NO:
            return NO_CHOICE
        best = int(self.memory.best)
        move = best if best != NO_CHOICE else self._find_move(state, target)
        return None if move is None else unmirrored(move, mirrored)

    def _find_move(self, state: State, target: int) -> int | None:
        """Return the first move that reaches `target`, for a YES without a move; None at the deadline."""
        for move in range(CHOICES):
            child = self.kernels.play(state, move)
            again = bool(self.kernels.keeps_turn(state, child))
            found = self._search(child, target if again else 1 - target)
            if found == STOPPED:
                return None
            if (found != NO) == again:
                return move
        raise AssertionError("one move keeps the proven value")

    def _search(self, state: State, target: int) -> int:
        """Search for an answer: YES, NO, or STOPPED at the deadline."""
        return int(self.run(self.kernels.prove, state, target, 0)) & 3


class ValueCompanion(Companion):
    """The prover beside the engine: ends of games, and endgames of separated players.

    Only on `provable` boards it also proves earlier positions.
    """

    def __init__(self, kernels: Kernels, fields: Fields, provable: bool) -> None:
        super().__init__()
        self._tie_breaker = TieBreaker(kernels, fields)
        self._prover = LeadProver(kernels, fields) if provable else None

    def decide(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Return the exact end with its best length, else a proven value, win, or loss by at most 1.

        Under a depth limit no end is sought.
        """
        if deadline.depth is None and (choice := self._tie_breaker.choose(state, deadline)):
            lead, plies = choice.end
            return ProvenBounds(lead, lead, choice.move, plies, self._tie_breaker.nodes)
        if self._prover is None:
            return ProvenBounds()
        found = self._prover.solve(state, deadline)
        return found if found.exact or found.wins else found._replace(nodes=0)  # the search has all nodes

    def score(self, found: ProvenBounds) -> int:
        """Return the score of a lead."""
        return decisive_score(found.low * BRICK)
