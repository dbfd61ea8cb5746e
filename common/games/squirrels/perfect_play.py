"""Perfect play where squares with values are placed on: a solution, a player, the verdict on a move, an insight."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from common.games.squirrels import exact_placing
from common.games.squirrels.exact_search import INFINITE
from common.games.squirrels.value_solver import ANY, GB, ValueSolver
from common.kernels.kernel import State
from common.record.proof_file import ProofFile
from common.rules.bits import cells_of
from common.rules.errors import BadInput
from common.rules.position import Position
from common.search.limit import Limit
from common.search.results import Insight, Question, Solution, texts_of, value_solution
from common.search.score import Score
from common.search.solver import Proven

ROOM = 64  # bytes of table for each position that is usually looked at
LEAST = 0.001  # GB
EXACT = 0.9  # part of a limit for the exact value; the rest is for a guess
SOLVED_AT_ONCE, PATIENCE = (
    16,
    2.0,
)  # free squares, a fraction of a second for machine code; seconds for plain Python
ANSWERS = {True: "yes, proven", False: "no, proven", None: "not known yet"}


class ValuedPosition(Position, Protocol):
    """A position of squares that are worth something."""

    @property
    def values(self) -> Sequence[int]:
        """What the squares are worth, which stays as it is."""


V = TypeVar("V", bound=ValuedPosition)
V_contra = TypeVar("V_contra", bound=ValuedPosition, contravariant=True)


class Solvable(Protocol[V_contra]):
    """What a game says of itself to perfect play."""

    def state(self, position: V_contra) -> State:
        """The squares of the side to move, and of the other."""

    def words(self, score: int, side: str) -> str:
        """What a side wins by, for people."""

    def score(self, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return a score of a side."""

    def guess(self, position: V_contra) -> Insight:
        """What is expected, and the move, where nothing is proven."""


class PerfectPlay(Generic[V]):
    """Solves the positions of a game within the limit, the memory and on the threads of a question."""

    def __init__(self, game: Solvable[V]) -> None:
        self._game = game
        self._kept: tuple[Any, float, ValueSolver] | None = None

    def solver(self, position: V, question: Question) -> ValueSolver:
        """The last one if it is for the same values and large enough, so that what it knows is used.

        Little memory is taken for small positions: the system clears memory in large pages even where little is written.
        Raises BadInput.
        """
        needed, program = min(question.memory, max(usual(position) * ROOM / GB, LEAST)), exact_placing.PROGRAM
        kernels = program.fast if question.patient else program.soon or program.plain
        named = position.values, question.threads, kernels.compiled
        if self._kept is None or self._kept[0] != named or self._kept[1] < needed:
            try:
                self._kept = (
                    named,
                    needed,
                    exact_placing.solver(kernels, position.values, needed, question.threads),
                )
            except MemoryError:
                raise BadInput(
                    f"--memory {question.memory:g}: this machine does not give so much; e.g. --memory 1"
                ) from None
        return self._kept[2]

    def lead(self, position: V) -> int:
        """What the side to move is ahead by now."""
        own, other = (
            sum(position.values[square] for square in cells_of(squares))
            for squares in self._game.state(position)
        )
        return own - other

    def look(self, position: V, question: Question) -> Proven:
        """What the side to move will be ahead by, with the line that shows it; what the time, which begins now, allowed."""
        solver, state, lead = self.solver(position, question), self._game.state(position), self.lead(position)
        began, before = time.monotonic(), solver.nodes
        solver.deadline = began + (question.limit.seconds or inf)
        found = solver.bounds(state)
        if found.exact:
            question.tell(found.low + lead)
        line = tuple(solver.line(state, found.low)) if found.exact else ()
        if not found.exact:
            moves = solver.moves(state).values()
            best = max(moves)
            found = Proven(best.low, max(move.high for move in moves), best.move)
        low, high = max(found.low + lead, ANY.low), min(found.high + lead, ANY.high)
        return Proven(low, high, found.move, None, solver.nodes - before, line, time.monotonic() - began)

    def moves(self, position: V, question: Question, value: int | None) -> dict[Any, Proven]:
        """Every move with what is known of its worth to the side to move; once the value is, whether it is a best one too.

        In what is left of the time that began with `look`.
        """
        solver, state, lead = self.solver(position, question), self._game.state(position), self.lead(position)
        known = solver.moves(state)
        if value is not None:
            known = {move: solver.compared(state, bounds, value - lead) for move, bounds in known.items()}
        return {move: Proven(bounds.low + lead, bounds.high + lead, move) for move, bounds in known.items()}

    def given_away(self, position: V, move: Any, question: Question) -> tuple[int, Proven] | None:
        """How much less a move wins than the best one, and what is proven of that; None if the time is over first."""
        found = self.look(position, question)
        child = position.play(move)
        value = -self.lead(child) if child.outcome() else None
        if value is None and found.exact:
            after = self.solver(position, question).bounds(self._game.state(child))
            value = -(after.low + self.lead(child)) if after.exact else None
        return (found.low - value, found) if found.exact and value is not None else None

    def at_once(self, position: V, game: Solvable[V]) -> Insight | None:
        """What is known of a position that is solved in a moment; None of one with more squares, or more on them.

        Scores are those of `game`, this game on the board of a start.
        """
        if len(position.moves()) > SOLVED_AT_ONCE or not exact_placing.fits(position.values):
            return None
        found = self.look(position, Question(Limit(PATIENCE)))
        if not found.exact:
            return None
        return exact_insight(game, position, float(found.low), found)

    def player(self, seconds: float) -> Callable[[V], Any]:
        """Plays the best move where it is proven within so many seconds, else the guess; plain Python until it is compiled."""
        question = Question(Limit(EXACT * seconds), patient=False)

        def play(position: V) -> Any:
            found = self.look(position, question)
            return found.move if found.exact else position.read_move(self._game.guess(position).line[0])

        return play

    def verdict(self, position: V, move: Any, question: Question) -> str:
        """What a move gives away, in a line; None is no move."""
        if move is None:
            return "Verdict: no move"
        known, side, name = self.given_away(position, move, question), position.turn, position.text(move)
        if known is None:
            return f"Verdict: not known within {question.limit.seconds:g} s"
        loss, found = known
        best = f"{self._game.words(found.low, side)}, proven"
        if loss == 0:
            return f"Verdict: {name} gives nothing away: {best}"
        return f"Verdict: {name} gives away {loss}: with {position.text(found.move)} {best}"

    def solution(self, position: V, question: Question, game: Solvable[V]) -> Solution:
        """The answer to a question about a position; scores are those of `game`. Raises BadInput or OSError."""
        with self._working(position, question):
            if question.at_least is not None:
                return self._claim(position, question, question.at_least)
            found = self.look(position, question)
            moves = (
                self.moves(position, question, found.low if found.exact else None) if question.moves else {}
            )
        known, took = self._value(position, found, game), [f"{found.nodes} nodes, {found.seconds:.2f} s"]
        if not moves:
            return known._replace(took=took)
        said = {position.text(move): self._certain(bounds, position.turn) for move, bounds in moves.items()}
        lines = [f"{name}: {words}" for name, words in said.items()]
        return Solution([*known.lines, *lines], [{**known.facts[0], "moves": said}], took)

    def _value(self, position: V, found: Proven, game: Solvable[V]) -> Solution:
        """The value and the best line; bounds and a guess where it is not known."""
        if found.exact:
            return value_solution(exact_insight(game, position, found.low, found))
        guessed = game.guess(position)
        bounds = self._certain(found, position.turn)
        return value_solution(guessed._replace(score=guessed.score._replace(bounds=bounds)))

    @contextmanager
    def _working(self, position: V, question: Question) -> Iterator[None]:
        """While something is asked about a position: progress is told, proofs are kept. Raises BadInput or OSError."""
        check_memory(question.memory)
        solver = self.solver(position, question)
        file = (
            ProofFile(question.proofs, f"the values {' '.join(map(str, position.values))}")
            if question.proofs
            else None
        )
        known = dict(file.load().get("", ())) if file else {}
        for entry in known.items():
            solver.learn(*entry)

        def save() -> None:
            known.update(solver.lemmas)
            if file:
                file.save({"": known.items()})

        began = time.monotonic()
        with question.watch(question.limit.seconds) as say:

            def meanwhile() -> None:
                say(progress(solver.nodes, usual(position), time.monotonic() - began))
                if file and file.due:
                    save()

            solver.meanwhile = meanwhile
            try:
                yield
            finally:
                save()

    def _claim(self, position: V, question: Question, least: int) -> Solution:
        """Whether the side to move ends ahead by so much or more."""
        gain = max(
            1 - INFINITE, min(INFINITE, least - self.lead(position))
        )  # beyond that the answer is the same
        solver, began = self.solver(position, question), time.monotonic()
        solver.deadline = began + (question.limit.seconds or inf)
        bounds = solver.bounds(self._game.state(position), (gain - 1, gain))
        holds = True if bounds.low >= gain else False if bounds.high < gain else None
        facts = {"side": position.turn, "at least": least, "holds": holds, "proven": holds is not None}
        line = f"{position.turn} ahead by {least} or more: {ANSWERS[holds]}"
        return Solution([line], [facts], [f"{solver.nodes} nodes, {time.monotonic() - began:.2f} s"])

    def _certain(self, bounds: Proven, side: str) -> str:
        """What is proven in words."""
        if bounds.exact:
            return self._game.words(bounds.low, side)
        said = [f"at least {bounds.low:+}"] if bounds.low > ANY.low // 2 else []
        said += [f"at most {bounds.high:+}"] if bounds.high < ANY.high // 2 else []
        return f"{side} {' and '.join(said)}" if said else "either side may win"


def exact_insight(game: Solvable[V], position: V, value: float, found: Proven) -> Insight:
    """Return the result of a solved position."""
    side, line = position.turn, texts_of(position, found.line)
    return Insight(game.score(side, value, game.words(found.low, side), True), line, len(line))


def usual(position: Position) -> float:
    """How many nodes a position of so many free squares usually takes."""
    return 1e6 * 2.9 ** (len(position.moves()) - 18)


def check_memory(memory: float) -> None:
    """Raises BadInput for more GB of memory than there are."""
    most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GB if hasattr(os, "sysconf") else inf
    if not LEAST <= memory <= most:
        raise BadInput(
            f"--memory {memory:g}: wanted {LEAST} GB up to what this machine has, {most:.0f} "
            "GB, e.g. --memory 1"
        )


def progress(nodes: int, usual: float, seconds: float) -> str:
    """How far a solution has come, and how long such a one usually takes from there."""
    said = f"{nodes / 1e6:.0f} million positions, usually about {usual / 1e6:.0f}"
    return f"{said}: about {(usual / nodes - 1) * seconds / 60:.0f} min left" if 1e6 < nodes < usual else said
