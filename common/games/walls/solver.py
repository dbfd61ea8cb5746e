"""Exact values by questions: does the side to move end `target` bricks ahead or better?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from common.games.walls.evaluation import BRICK
from common.games.walls.proof_table import CHOICES, NO, STOPPED, unmirrored
from common.games.walls.tie_break import ShorterWay
from common.kernels.deadline import FOREVER, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.kernels.timers import Threads
from common.search.bucket_table import WAYS
from common.search.leads import decided
from common.search.results import Report
from common.search.solver import UNBOUNDED, Beginning, Proven

VALUE_PROOF = 0.4  # part of a limit for the proof of the value before a search
PLACES = 1 << 18  # buckets of the table during a game
NODES_AT_ONCE = 100  # nodes of plain Python between two looks at the clock
NO_CHOICE = CHOICES


class ProofTable:
    """The memory of the kernel `prove`: `fields`, and an empty table of `places` times WAYS entries."""

    def __init__(self, kernels: Kernels, fields: Fields, places: int) -> None:
        self._entries = kernels.block(2 * WAYS * places)
        self._fields = fields
        self.kernels = kernels
        self.memory = kernels.memory(fields)
        self.memory.places = places
        self.memory.proofs = self._entries.handle

    def answer(self, state: State, target: int) -> int:
        """Return YES, NO, or STOPPED if memory.stop was set or memory.budget used up."""
        return int(self.question(state, target)()) & 3

    def question(self, state: State, target: int) -> Callable[[], Any]:
        """Return the search for an answer, whose last two bits that is."""
        return partial(self.kernels.prove, self.memory, state, target, 0)

    def renewed(self) -> ProofTable:
        """Return an empty table of the same size, for this one is still in use."""
        return ProofTable(self.kernels, self._fields, int(self.memory.places))


def upright(kernels: Kernels, state: State) -> tuple[State, bool]:
    """Return the least of a position's four symmetric images, and whether it exchanges left and right.

    The cost of a proof depends on the order of left and right: this way it is the same for all four.
    """
    seen = [(tuple(map(int, kernels.seen_from(state, way))), bool(way & 1)) for way in range(4)]
    return min(seen)


class Prover:
    """A solver for exact values within a limit; its table keeps what it has proven."""

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self._kernels = kernels
        self._table = ProofTable(kernels, fields, PLACES)
        self._threads = Threads()
        self._deadline = FOREVER

    @property
    def _memory(self) -> Any:
        return self._table.memory

    def look(self, state: State, deadline: Deadline) -> Proven:
        """Prove what can be proven within VALUE_PROOF of the deadline; nothing under a depth limit alone."""
        if deadline.depth and not deadline.nodes:
            return Proven()
        win = deadline.part(VALUE_PROOF / 2)
        value_part = deadline.part(VALUE_PROOF)
        self._begin(win)
        found = self.move(state, 1)
        self._deadline = value_part
        if found is None:
            found = self.move(state, -1)
            return Proven() if found in (None, NO_CHOICE) else self._known(-1, found, False)
        value = 1
        while found == NO_CHOICE:
            value -= 1
            found = self.move(state, value)
        if found is None or value < 1:
            return Proven() if found is None else self._known(value, found, True)
        while (more := self.move(state, value + 1)) not in (None, NO_CHOICE):
            value, found = value + 1, more
        return self._known(value, found, more == NO_CHOICE)

    def ask(self, state: State, target: int, deadline: Deadline) -> Proven:
        """Prove whether the side to move ends `target` ahead or better."""
        self._begin(deadline)
        move = self.move(state, target)
        if move is None:
            return Proven(nodes=self.nodes)
        if move == NO_CHOICE:
            return Proven(high=target - 1, nodes=self.nodes)
        return Proven(target, move=move, nodes=self.nodes)

    @property
    def nodes(self) -> int:
        """The positions searched for the last answer."""
        return int(self._memory.nodes)

    def _known(self, value: int, move: int, exact: bool) -> Proven:
        return Proven(value, value if exact else UNBOUNDED, move, nodes=self.nodes)

    def _begin(self, deadline: Deadline) -> None:
        """Limit all questions from now on together."""
        self._deadline = deadline
        self._rest()
        self._memory.nodes = 0

    def _rest(self) -> None:
        """Wait for the last search; leave it behind, with its table, if it gets no processor."""
        if self._threads.rest(self._deadline):
            nodes = self.nodes
            self._table = self._threads.spare(0, self._table, self._table.renewed)
            self._memory.nodes = nodes

    def move(self, state: State, target: int) -> int | None:
        """Return a move that ends `target` ahead or better; NO_CHOICE if there is none, None at the limit."""
        if self._kernels.compiled and self._deadline.expired:
            return None
        self._rest()
        state, mirrored = upright(self._kernels, state)
        self._memory.best = NO_CHOICE
        found = self._ask(state, target)
        if found == STOPPED:
            return None
        if found == NO:
            return NO_CHOICE
        best = int(self._memory.best)
        move = best if best != NO_CHOICE else self._obvious(state, target)
        return None if move is None else unmirrored(move, mirrored)

    def _obvious(self, state: State, target: int) -> int | None:
        """Return the first move that reaches `target`, for a YES without a move; None at the limit."""
        for move in range(CHOICES):
            child = self._kernels.play(state, move)
            again = bool(self._kernels.keeps_turn(state, child))
            found = self._ask(child, target if again else 1 - target)
            if found == STOPPED:
                return None
            if (found != NO) == again:
                return move
        raise AssertionError("one move keeps what is certain")

    def _ask(self, state: State, target: int) -> int:
        """Return YES or NO; STOPPED at the limit."""
        return (self._ask_once if self._kernels.compiled else self._ask_by_pieces)(state, target)

    def _ask_once(self, state: State, target: int) -> int:
        """Search once, stopped by a timer: restarting machine code takes longer than a look at the clock."""
        self._rest()
        table = self._table
        table.memory.budget = self._deadline.budget
        work = table.question(state, target)
        for _, found in self._threads.race(self._deadline, [work], [table.memory], kept=table):
            return int(found) & 3
        return STOPPED

    def _ask_by_pieces(self, state: State, target: int) -> int:
        """Search in plain Python, with a look at the clock every NODES_AT_ONCE nodes."""
        memory = self._memory
        while True:
            memory.stop, memory.budget = 0, min(self._deadline.budget, memory.nodes + NODES_AT_ONCE)
            found = self._table.answer(state, target)
            spent = memory.nodes >= self._deadline.budget or self._deadline.expired
            if found != STOPPED or spent:
                return found


def score_of(lead: int) -> int:
    """Return the search's score of a proven lead."""
    return decided(lead * BRICK)


class ValueCompanion:
    """The solver beside the engine: a proven lead needs no search.

    Only on `provable` boards it proves anything before players are alone or the game is nearly over.
    """

    is_exact = True
    nodes = 0  # its reports hold its nodes

    def __init__(self, kernels: Kernels, fields: Fields, provable: bool) -> None:
        self._way = ShorterWay(kernels, fields)
        self._prover = Prover(kernels, fields) if provable else None
        self._known: Report | None = None

    def before(self, state: State, deadline: Deadline) -> Beginning:
        """Return the exact value and the shorter way; else a win or the value; else a loss by at most one."""
        self._known = None
        if deadline.depth is None and (choice := self._way.choose(state, deadline)):
            lead, plies = choice.end
            nodes = self._way.nodes
            self._known = Report(choice.move, score_of(lead), (choice.move,), plies, nodes, 0.0, True)
        elif self._prover and (found := self._prover.look(state, deadline)).move is not None:
            proven = found.exact or found.low > 0
            self._known = Report(found.move, score_of(found.low), (found.move,), 0, found.nodes, 0.0, proven)
        return Beginning(self._known, deadline)

    def after(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Return the report from before the search, if the search has found nothing better."""
        if self._known is None or last is None or last.score > self._known.score:
            return None
        return self._known._replace(depth=last.depth)
