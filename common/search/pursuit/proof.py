"""A pursuit solved: who wins, what the proof rests on, what answers every reply; for people, for programs, as a file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.kernels.linking import Kernels
from common.record.whole_files import write_whole
from common.rules.bits import cells_of
from common.rules.errors import BadInput, quoted
from common.rules.hexagons import Hexagons
from common.rules.position import P
from common.search.findings import Question, Solution
from common.search.limit import Limit
from common.search.progress import Say
from common.search.pursuit.distances import PursuitState
from common.search.pursuit.solver import Answer, PursuitSolver
from common.search.pursuit.strategy import Place, PursuitStrategy, StrategyFinder, check


class Pursued(NamedTuple):
    """What came of a question: the answer, the cells it needs, the strategy if one was asked for and found in time."""

    answer: Answer
    needs: list[int]
    strategy: PursuitStrategy | None
    solver: PursuitSolver
    seconds: float


class PursuitProof(Generic[P]):
    """Proves who wins the positions of a game: `state` tells what a position is to a pursuit, `place` is the inverse.

    `sides` are the runner and the blocker; `guess` is the block where none is proven.
    """

    def __init__(
        self,
        sides: tuple[str, str],
        board: Hexagons,
        kernels: Callable[[], Kernels],
        state: Callable[[P], PursuitState],
        place: Callable[[PursuitState], P],
        guess: Callable[[P], int],
    ) -> None:
        self.sides, self._board, self._kernels, self._state, self._place, self._guess = sides, board, kernels, state, place, guess

    def solver(self, position: P, limit: Limit, threads: int = 1) -> PursuitSolver:
        """What proves who wins from a position, as far as a limit allows."""
        solver = PursuitSolver(self._board, self._kernels(), self._state(position).goals, threads)
        solver.allow(limit.aim or inf, limit.nodes or inf)
        return solver

    def winner(self, answer: Answer) -> str | None:
        """The side that wins."""
        return None if answer.runner_wins is None else self.sides[not answer.runner_wins]

    def best(self, position: P, limit: Limit) -> tuple[str | None, int | None]:
        """Who wins, proven by a search, and a move that keeps a win of the side to move; None for what is not known."""
        solver, (runner, free, _) = self.solver(position, limit), self._state(position)
        runs = position.turn == self.sides[0]
        answer = solver.steps(free, position.moves()) if runs else solver.blocks(runner, free)
        return self.winner(answer), None if answer.runner_wins is None else answer.move

    def prove(self, start: P, question: Question, say: Say) -> Pursued:
        """Who wins with the blocker to move, which is told at once, and what the winner answers to every reply."""
        self._kernels()  # compiled here, before the clock runs
        began = time.monotonic()
        solver, (runner, free, goals) = self.solver(start, question.limit, question.threads), self._state(start)
        say("proving who wins")
        solver.meanwhile = lambda: say(f"{solver.nodes:,} positions")
        answer = solver.blocks(runner, free)
        needs = [] if answer.runner_wins is None else list(cells_of(solver.certificate()))
        if answer.runner_wins is not None:
            question.tell(-1 if answer.runner_wins else 1, "" if needs else "it would even without any block")
        found = StrategyFinder(self._board, solver, goals & free).plan(runner, free) if question.strategy else None
        return Pursued(answer, needs, found, solver, time.monotonic() - began)

    def solution(self, start: P, question: Question, entry: Mapping[str, Any]) -> Solution:
        """The answer to a question about a start; a strategy is written below its `entry`. Raises BadInput or OSError."""
        with question.watch(question.limit.seconds) as say:
            found = self.prove(start, question, say)
            marks = self._marks(start, found) if question.moves else {}
        winner, move = self.winner(found.answer), start.text(self._move(start, found.answer))
        if question.strategy:
            self._write(entry, found, question.strategy, question.limit)
        needs = [divmod(cell, self._board.columns) for cell in found.needs]
        facts: dict[str, Any] = {"winner": winner, "proven": winner is not None, "move": move, "needs": needs}
        facts |= {"positions": found.solver.nodes, "seconds": round(found.seconds, 3)}
        took = f"Proof: {found.solver.nodes} positions, {found.seconds:.2f} s"
        return Solution(self._lines(winner, found, move), [facts], [took], marks)

    def _move(self, start: P, answer: Answer) -> int:
        """The block that wins; the one that looks best where none is known to."""
        return self._guess(start) if answer.move is None or answer.runner_wins is not False else answer.move

    def _lines(self, winner: str | None, found: Pursued, move: str) -> list[str]:
        if winner is None:
            return [f"Guess: {move}, by best-first search"]
        kind, best = "of the blocks", f"Best: {move}"
        if found.answer.runner_wins:
            kind, best = "free cells", f"Best: every block loses; {move} by best-first search"
        return [f"Rests on: {len(found.needs)} {kind}", best]

    def _marks(self, start: P, found: Pursued) -> dict[int, bool | None]:
        """What each block leads to: True if the blocker still wins, None if that is not known in time."""
        if found.answer.runner_wins:
            return dict.fromkeys(start.moves(), False)
        runner, free, _ = self._state(start)
        return {block: found.solver.holds(runner, free, block) for block in start.moves()}

    def _write(self, entry: Mapping[str, Any], found: Pursued, path: Path, limit: Limit) -> None:
        """Write the strategy into a file, the start on its first line. Raises BadInput if there is none, OSError."""
        if not found.strategy:
            seconds = limit.seconds or inf
            raise BadInput(f"--strategy {quoted(str(path))}: not finished within {seconds:g} s: wanted more --seconds")
        header = {**entry, "winner": self.winner(found.answer), "entries": len(found.strategy.entries)}
        write_whole(path, f"{json.dumps(header)}\n{found.strategy.text()}".encode())

    def check_file(self, path: Path, read_start: Callable[[Mapping[str, Any]], P]) -> str:
        """Replay a written strategy against every reply, by the rules alone. Raises BadInput or OSError."""
        first, *lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
        try:
            entry = json.loads(first)
            start, winner = read_start(entry), entry["winner"]
            strategy = PursuitStrategy.read(self.sides.index(winner) == 0, lines)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadInput(f"{path}: {quoted(first)}: wanted a file that `solve --strategy` has written") from None
        self.check(start, strategy)
        return f"Right: the {winner} wins, {len(lines)} entries answer every reply"

    def check(self, start: P, strategy: PursuitStrategy) -> None:
        """Replay a strategy against every reply, by the rules alone. Raises BadInput."""
        first = self._state(start)
        place: Place[P] = lambda runner, free: self._place(PursuitState(runner, free, first.goals))  # noqa: E731
        check(strategy, start, place, first.runner, first.free, self._board.all)
