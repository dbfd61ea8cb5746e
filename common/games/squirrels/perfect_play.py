"""Perfect play by the exact solver: solutions, a player, verdicts on moves, and insights."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import GB, MOST_GB, ExactSolver, fits_table
from common.games.squirrels.players import result_in_words
from common.rules.errors import BadInput
from common.search.limit import Limit
from common.search.prover import ProvenBounds
from common.search.results import Insight, Question, Solution, move_texts, value_solution
from common.search.score import Scorer

if TYPE_CHECKING:
    from common.kernels.kernel import State
    from squirrels import Position

    Evaluate = Callable[[Position, str], int]

BYTES_PER_NODE = 20  # bytes of table per node of a usual search
NODES_A_SECOND = 5e6
MIN_MEMORY = 0.001  # GB of the smallest table
EXACT_PART = 0.9  # part of the deadline for the exact value; the rest is for the guess
QUICK_SQUARES = 16  # free squares up to which machine code takes a fraction of a second
QUICK_SECONDS = 2.0  # seconds allowed for these, as plain Python is slower
VERDICT_SECONDS = 60.0  # default time limit of a verdict
UNKNOWN = "either side may win"  # if the value is not proven


class PerfectPlay:
    """Exact play within the limit and memory of a question.

    Values are final leads of the side to move.
    `state_of` converts a position to a kernel state, and `evaluate` is E(s).
    `guess` gives the insight of a position if nothing is proven.
    """

    def __init__(
        self,
        state_of: Callable[[Position], State],
        evaluate: Evaluate,
        guess: Callable[[Position, Scorer], Insight],
    ) -> None:
        self._state_of = state_of
        self._evaluate = evaluate
        self._guess = guess
        self._last_solver: tuple[Any, float, ExactSolver] | None = None

    def solver(self, position: Position, question: Question) -> ExactSolver:
        """Return a solver; reuse the last one and its table if it fits.

        It fits with the same values and enough memory. A small position or a short time gets a small table,
        because clearing memory takes time.
        Raise BadInput if the values are too large or the memory cannot be allocated.
        """
        seconds = question.limit.seconds
        nodes = min(usual_node_count(position), inf if seconds is None else NODES_A_SECOND * seconds)
        needed = min(question.memory, max(nodes * BYTES_PER_NODE / GB, MIN_MEMORY))
        last = self._last_solver
        if last is None or last[0] != position.values or last[1] < needed:
            try:
                solver = ExactSolver(EXACT_KERNELS.instance(), position.values, needed)
            except MemoryError:
                problem = f"--memory {question.memory:g}: this machine does not have that much memory"
                raise BadInput(f"{problem}; e.g. --memory 1") from None
            last = self._last_solver = position.values, needed, solver
        return last[2]

    def lead(self, position: Position) -> int:
        """Return E(s), the current lead of the side to move."""
        return self._evaluate(position, position.turn)

    def solve(self, position: Position, question: Question) -> ProvenBounds:
        """Solve a position with its principal variation, or return no bounds at the deadline.

        The time limit starts now. An exact value is also reported by question.on_proven.
        """
        began, deadline = time.monotonic(), question.deadline()
        solver, state = self.solver(position, question), self._state_of(position)
        solver.set_deadline(deadline)
        found = solver.bounds(state)
        cost = found._replace(nodes=solver.nodes, seconds=time.monotonic() - began)
        if not found.exact:
            return cost
        question.on_proven(value := found.low + self.lead(position))
        return cost._replace(low=value, high=value, line=tuple(solver.line(state, found.low)))

    def value_after(self, position: Position, move: int, question: Question) -> int | None:
        """Return the exact value of a move, for the side that makes it, or None if time runs out.

        This uses the time that `solve`, called before, has left.
        """
        child = position.play(move)
        after = self.solver(position, question).bounds(self._state_of(child))
        return -(after.low + self.lead(child)) if after.exact else None

    def quick_insight(self, position: Position, score: Scorer) -> Insight | None:
        """Return the exact insight, or None if squares are too many, values too large or time runs out.

        At most QUICK_SQUARES may be free; the time limit is QUICK_SECONDS.
        """
        if len(position.moves()) > QUICK_SQUARES or not fits_table(position.values):
            return None
        found = self.solve(position, Question(Limit(QUICK_SECONDS)))
        if not found.exact:
            return None
        return exact_insight(score, position, float(found.low), found)

    def player(self, seconds: float, score: Scorer) -> Callable[[Position], int]:
        """Return a player of the proven best move, or of the guess if `seconds` are too short."""
        question = Question(Limit(EXACT_PART * seconds))

        def play(position: Position) -> int:
            found = self.solve(position, question)
            if found.exact and found.move is not None:
                return found.move
            return position.read_move(self._guess(position, score).line[0])

        return play

    def verdict(self, position: Position, move: int | None, question: Question) -> str:
        """Return a line about the value lost by a move; `move` is None if there was none to make."""
        if move is None:
            return "Verdict: no move"
        side, name = position.turn, position.text(move)
        found = self.solve(position, question)
        value = self.value_after(position, move, question) if found.exact else None
        if value is None:
            return f"Verdict: not known within {question.limit.seconds:g} s"
        best = f"{result_in_words(found.low, side)}, proven"
        if value == found.low:
            return f"Verdict: {name} gives nothing away: {best}"
        assert found.move is not None
        return f"Verdict: {name} gives away {found.low - value}: with {position.text(found.move)} {best}"

    def solution(self, position: Position, question: Question, score: Scorer) -> Solution:
        """Answer a question about a position. Raise BadInput."""
        check_memory(question.memory)
        solver = self.solver(position, question)
        usual, watch, began = usual_node_count(position), solver.kernels.watch, time.monotonic()
        with question.progress(question.limit.seconds) as say:
            watch.on_poll = lambda: say(progress_text(solver.nodes, usual, time.monotonic() - began))
            found = self.solve(position, question)
            moves = self._moves_in_words(position, question) if question.moves else {}
        watch.on_poll = bool
        insight = (
            exact_insight(score, position, found.low, found)
            if found.exact
            else unproven_insight(self._guess(position, score))
        )
        solved = value_solution(insight, [f"{found.nodes} nodes, {found.seconds:.2f} s"])
        if not moves:
            return solved
        lines = [f"{name}: {words}" for name, words in moves.items()]
        return solved._replace(lines=[*solved.lines, *lines], facts=[{**solved.facts[0], "moves": moves}])

    def _moves_in_words(self, position: Position, question: Question) -> dict[str, str]:
        """Return the value of every move in words, after `solve`."""
        values = {move: self.value_after(position, move, question) for move in position.moves()}
        return {
            position.text(move): UNKNOWN if value is None else result_in_words(value, position.turn)
            for move, value in values.items()
        }


def unproven_insight(guess: Insight) -> Insight:
    """Return a guess as the insight of a position that is not solved."""
    return guess._replace(score=guess.score._replace(bounds=UNKNOWN))


def exact_insight(score: Scorer, position: Position, value: float, found: ProvenBounds) -> Insight:
    """Return the insight of a solved position, worth `value` to the side to move."""
    side = position.turn
    line = move_texts(position, found.line)
    return Insight(score(position, side, value, result_in_words(found.low, side), True), line, len(line))


def usual_node_count(position: Position) -> float:
    """Return the usual number of nodes to solve a position, estimated from its free squares."""
    return 3e6 * 2.9 ** (len(position.moves()) - 18)


def check_memory(memory: float) -> None:
    """Raise BadInput if no table takes `memory` (GB)."""
    if not MIN_MEMORY <= memory <= MOST_GB:
        wanted = f"expected {MIN_MEMORY} GB up to {MOST_GB} GB, e.g. --memory 1"
        raise BadInput(f"--memory {memory:g}: {wanted}")


def progress_text(nodes: int, usual_nodes: float, seconds: float) -> str:
    """Return a progress message: nodes searched, usual nodes, and estimated minutes left."""
    text = f"{nodes / 1e6:.0f} million positions, usually about {usual_nodes / 1e6:.0f}"
    return (
        f"{text}: about {(usual_nodes / nodes - 1) * seconds / 60:.0f} min left"
        if 1e6 < nodes < usual_nodes
        else text
    )
