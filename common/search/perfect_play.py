"""Perfect play by exact values: a solution, a player, the verdict on a move, an insight."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.kernels.linking import Kernels, Program, State
from common.record.proof_file import ProofFile
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.exact_search import INFINITE
from common.search.findings import Insight, Question, Solution, Tell, texts_of, untold
from common.search.progress import Watch
from common.search.solver import Proven
from common.search.value_solver import ANY, GB, MEMORY, ValueSolver

ROOM = 64  # bytes of table for each position that is usually looked at
LEAST = 0.001  # GB
SHARE = 0.9  # of a limit, the rest is for a guess


class Found(NamedTuple):
    """What is proven of a position by the end of the game: what the side to move will be ahead by, and the line that shows it."""

    bounds: Proven
    line: tuple[Any, ...]
    nodes: int
    seconds: float


class Effort(NamedTuple):
    """What exact play may take: `seconds` a position (None: as long as it lasts), GB of table, threads; a file for proofs.

    Who is `patient` waits until machine code is compiled, if need be; that does not count.
    """

    seconds: float | None = None
    memory: float = MEMORY
    threads: int = 1
    proofs: Path | None = None
    patient: bool = True

    def check(self) -> None:
        """Raises BadInput for more memory than there is."""
        most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GB if hasattr(os, "sysconf") else inf
        if not LEAST <= self.memory <= most:
            raise BadInput(
                f"--memory {self.memory:g}: wanted {LEAST} GB up to what this machine has, {most:.0f} GB, e.g. --memory 1"
            )
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise BadInput(f"--seconds {self.seconds:g}: wanted a number of seconds above 0, e.g. --seconds 60")


class PerfectPlay(Generic[P]):
    """A game that can be played perfectly.

    `solver` makes one from kernels of the `program`, the `values` that all its positions share, GB of table and threads;
    `state` is a position for it, `lead` what the side to move is ahead by now, `guess` the move where nothing is proven,
    `words` a value of a side for people; `usual` is how many nodes a position with so many moves left usually takes.
    """

    def __init__(
        self,
        program: Program,
        solver: Callable[[Kernels, Any, float, int], ValueSolver],
        values: Callable[[P], Any],
        state: Callable[[P], State],
        lead: Callable[[P], int],
        guess: Callable[[P], Any],
        words: Callable[[int, str], str],
        usual: Callable[[int], float],
    ) -> None:
        self._program, self._make, self.values, self._state, self._lead = program, solver, values, state, lead
        self.guess, self.words, self.usual = guess, words, usual
        self._kept: tuple[Any, float, ValueSolver] | None = None

    def solver(self, position: P, effort: Effort) -> ValueSolver:
        """The last one if it is for the same values and large enough, so that what it knows is used.

        Little memory is taken for small positions: the system clears memory in large pages even where little is written.
        Raises BadInput.
        """
        needed = min(effort.memory, max(self.usual(len(position.moves())) * ROOM / GB, LEAST))
        kernels = self._program.fast if effort.patient else self._program.soon or self._program.plain
        named = self.values(position), effort.threads, kernels.compiled
        if self._kept is None or self._kept[0] != named or self._kept[1] < needed:
            try:
                self._kept = named, needed, self._make(kernels, named[0], needed, effort.threads)
            except MemoryError:
                raise BadInput(f"--memory {effort.memory:g}: this machine does not give so much; e.g. --memory 1") from None
        return self._kept[2]

    def look(self, position: P, effort: Effort, tell: Tell = untold) -> Found:
        """The value, which is told, with its line; what the time, which begins now, allowed if it is over first."""
        solver, state, lead = self.solver(position, effort), self._state(position), self._lead(position)
        began, before = time.monotonic(), solver.nodes
        solver.deadline = began + (effort.seconds or inf)
        bounds = solver.bounds(state)
        if bounds.exact:
            tell(bounds.low + lead)
        line = tuple(solver.line(state, bounds.low)) if bounds.exact else ()
        if not bounds.exact:
            moves = solver.moves(state).values()
            best = max(moves)
            bounds = Proven(best.low, max(move.high for move in moves), best.move)
        bounds = Proven(max(bounds.low + lead, ANY.low), min(bounds.high + lead, ANY.high), bounds.move)
        return Found(bounds, line or (bounds.move,), solver.nodes - before, time.monotonic() - began)

    def moves(self, position: P, effort: Effort, value: int | None) -> dict[Any, Proven]:
        """Every move with what is known of its worth to the side to move; once the value is, whether it is a best one too.

        In what is left of the time that began with `look`.
        """
        solver, state, lead = self.solver(position, effort), self._state(position), self._lead(position)
        known = solver.moves(state)
        if value is not None:
            known = {move: solver.compared(state, bounds, value - lead) for move, bounds in known.items()}
        return {move: Proven(bounds.low + lead, bounds.high + lead, move) for move, bounds in known.items()}

    def given_away(self, position: P, move: Any, effort: Effort) -> tuple[int, Found] | None:
        """How much less a move wins than the best one, and the best; None if the time is over first."""
        found = self.look(position, effort)
        child = position.play(move)
        value = -self._lead(child) if child.outcome() else None
        if value is None and found.bounds.exact:
            after = self.solver(position, effort).bounds(self._state(child))
            value = -(after.low + self._lead(child)) if after.exact else None
        return (found.bounds.low - value, found) if found.bounds.exact and value is not None else None

    def insight(self, position: P, effort: Effort) -> Insight | None:
        """What `analyse` says of a position that is solved in time."""
        found = self.look(position, effort)
        if not found.bounds.exact:
            return None
        value, side = found.bounds.low, position.turn
        return Insight(side, texts_of(position, found.line), float(value), self.words(value, side), len(found.line), True)

    def player(self, seconds: float) -> Callable[[P], Any]:
        """Plays the best move where it is proven within so many seconds, else the guess; plain Python until it is compiled."""

        def play(position: P) -> Any:
            found = self.look(position, Effort(SHARE * seconds, patient=False))
            return found.bounds.move if found.bounds.exact else self.guess(position)

        return play

    def verdict(self, position: P, move: Any, effort: Effort) -> str:
        """What a move gives away, in a line."""
        known, side, name = self.given_away(position, move, effort), position.turn, position.text(move)
        if known is None:
            return f"Verdict: not known within {effort.seconds:g} s"
        loss, found = known
        best = f"{self.words(found.bounds.low, side)}, proven"
        if loss == 0:
            return f"Verdict: {name} gives nothing away: {best}"
        return f"Verdict: {name} gives away {loss}: with {position.text(found.bounds.move)} {best}"

    def solution(self, position: P, question: Question) -> Solution:
        """The answer to a question about a position. Raises BadInput or OSError."""
        effort = Effort(question.limit.seconds, question.memory, question.threads, question.proofs)
        with self._working(position, effort, question.watch):
            if question.at_least is not None:
                return self._claim(position, effort, question.at_least)
            found = self.look(position, effort, question.tell)
            value = found.bounds.low if found.bounds.exact else None
            moves = self.moves(position, effort, value) if question.moves else {}
        took = f"{found.nodes} nodes, {found.seconds:.2f} s"
        return Solution(self._lines(position, found, moves), [self._facts(position, found, moves)], [took])

    @contextmanager
    def _working(self, position: P, effort: Effort, watch: Watch) -> Iterator[None]:
        """While something is asked about a position: progress is told, proofs are kept. Raises BadInput or OSError."""
        effort.check()
        solver = self.solver(position, effort)
        file = ProofFile(effort.proofs, f"the values {' '.join(map(str, self.values(position)))}") if effort.proofs else None
        known = dict(file.load().get("", ())) if file else {}
        for entry in known.items():
            solver.learn(*entry)

        def save() -> None:
            known.update(solver.lemmas)
            if file:
                file.save({"": known.items()})

        began, usual = time.monotonic(), self.usual(len(position.moves()))
        with watch(effort.seconds) as say:

            def meanwhile() -> None:
                say(progress(solver.nodes, usual, time.monotonic() - began))
                if file and file.due:
                    save()

            solver.meanwhile = meanwhile
            try:
                yield
            finally:
                save()

    def _claim(self, position: P, effort: Effort, least: int) -> Solution:
        """Whether the side to move ends ahead by so much or more."""
        gain = max(1 - INFINITE, min(INFINITE, least - self._lead(position)))  # beyond that the answer is the same
        solver, began = self.solver(position, effort), time.monotonic()
        solver.deadline = began + (effort.seconds or inf)
        bounds = solver.bounds(self._state(position), (gain - 1, gain))
        holds = True if bounds.low >= gain else False if bounds.high < gain else None
        facts = {"side": position.turn, "at least": least, "holds": holds, "proven": holds is not None}
        line = f"{position.turn} ahead by {least} or more: {ANSWERS[holds]}"
        return Solution([line], [facts], [f"{solver.nodes} nodes, {time.monotonic() - began:.2f} s"])

    def _lines(self, position: P, found: Found, moves: dict[Any, Proven]) -> list[str]:
        side, bounds = position.turn, found.bounds
        if bounds.exact:
            line = texts_of(position, found.line)
            lines = [f"Value: {self.words(bounds.low, side)}, proven", f"Best: {line[0]}", f"Line: {', '.join(line)}"]
        else:
            lines = [f"Value: not proven; {self.certain(bounds, side)}", f"Guess: {position.text(self.guess(position))}"]
        return lines + [f"{position.text(move)}: {self.certain(known, side)}" for move, known in moves.items()]

    def certain(self, bounds: Proven, side: str) -> str:
        """Proven in words."""
        if bounds.exact:
            return self.words(bounds.low, side)
        said = [f"at least {bounds.low:+}"] if bounds.low > ANY.low // 2 else []
        said += [f"at most {bounds.high:+}"] if bounds.high < ANY.high // 2 else []
        return f"{side} {' and '.join(said)}" if said else "either side may win"

    def _facts(self, position: P, found: Found, moves: dict[Any, Proven]) -> dict[str, Any]:
        bounds = found.bounds
        best = bounds.move if bounds.exact else self.guess(position)
        said: dict[str, Any] = {"side": position.turn, "value": None, "score": None, "proven": bounds.exact}
        if bounds.exact:
            said |= {"value": self.words(bounds.low, position.turn), "score": bounds.low, "bounds": None}
        else:
            said["bounds"] = self.certain(bounds, position.turn)
        said |= {"move": position.text(best), "line": texts_of(position, found.line if bounds.exact else (best,))}
        if moves:
            said["moves"] = {position.text(move): self.certain(known, position.turn) for move, known in moves.items()}
        return said


ANSWERS = {True: "yes, proven", False: "no, proven", None: "not known yet"}


def progress(nodes: int, usual: float, seconds: float) -> str:
    """How far a solution has come, and how long such a one usually takes from there."""
    said = f"{nodes / 1e6:.0f} million positions, usually about {usual / 1e6:.0f}"
    return f"{said}: about {(usual / nodes - 1) * seconds / 60:.0f} min left" if 1e6 < nodes < usual else said
