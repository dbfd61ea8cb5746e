"""Report of a proof: who wins, what it rests on, a strategy against every reply; for people, programs, files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from common.games.circle_the_cat.solver import CertificateSolver
from common.games.circle_the_cat.strategy import Strategy, StrategyAnswers, StrategyFinder
from common.rules.bits import cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import P
from common.search.limit import Limit
from common.search.results import Question, Solution
from common.search.solver import Proven
from common.search.strategy import read_strategy, replay, write_strategy

if TYPE_CHECKING:
    from common.games.circle_the_cat.players import Searches


class ProofReport(Generic[P]):
    """Proves who wins the positions of a game."""

    def __init__(self, searches: Searches[P]) -> None:
        self._searches, self._board, self._state = searches, searches.board, searches.state

    def solver(self, position: P, limit: Limit, threads: int = 1) -> CertificateSolver:
        """What proves who wins from a position, as far as a limit allows."""
        solver = CertificateSolver(self._board, self._searches.certificates.fast, self._state(position).exits, threads)
        solver.allow(*limit.share(1))
        return solver

    def winner(self, found: Proven, side: str) -> str | None:
        """The side that wins by what is found for the side to move."""
        cat, catcher = self._searches.sides
        return None if found.wins is None else side if found.wins else catcher if side == cat else cat

    def best(self, position: P, limit: Limit) -> tuple[str | None, int | None]:
        """Who wins, proven by a search, and a move that keeps a win of the side to move; None for what is not known."""
        solver, (cat, free, _) = self.solver(position, limit), self._state(position)
        runs = position.turn == self._searches.sides[0]
        found = solver.steps(free, position.moves()) if runs else solver.blocks(cat, free)
        return self.winner(found, position.turn), None if found.wins is None else found.move

    def plan(self, start: P, solver: CertificateSolver) -> Strategy | None:
        """What the winner answers to every reply; None if the solver's limit comes first."""
        cat, free, exits = self._state(start)
        return StrategyFinder(self._board, solver, exits & free).plan(cat, free)

    def solution(self, start: P, question: Question, entry: Mapping[str, Any], guessed: Callable[[P], str]) -> Solution:
        """The answer to a question about a start; a strategy is written below its `entry`. Raises BadInput or OSError.

        `guessed` says what is expected where nothing is proven.
        """
        cat, free, _ = self._state(start)
        with question.watch(question.limit.seconds) as say:
            solver, began = self.solver(start, question.limit, question.threads), time.monotonic()
            say("proving who wins")
            solver.meanwhile = lambda: say(f"{solver.nodes:,} positions")
            found = solver.blocks(cat, free)
            needs = [] if found.wins is None else [divmod(cell, self._board.columns) for cell in cells_of(solver.certificate())]
            if found.wins is not None:
                question.tell(1 if found.wins else -1, "it would even without any block" if not needs else "")
            plan = self.plan(start, solver) if question.strategy else None
            seconds = time.monotonic() - began
            marks = self._marks(start, found, solver) if question.moves else {}
        winner, move = self.winner(found, start.turn), start.text(self._move(start, found))
        if question.strategy:
            self._write({**entry, "winner": winner}, plan, question.strategy, question.limit)
        facts: dict[str, Any] = {"winner": winner, "proven": winner is not None, "move": move, "needs": needs}
        facts |= {"positions": solver.nodes, "seconds": round(seconds, 3)}
        took = f"Proof: {solver.nodes} positions, {seconds:.2f} s"
        lines = [guessed(start), f"Best: {move}"] if winner is None else self._lines(found, needs, move)
        return Solution(lines, [facts], [took], marks)

    def _move(self, start: P, found: Proven) -> int:
        """The block that wins; the one that looks best where none is known to."""
        return found.move if found.wins and found.move is not None else self._searches.best_first(start)

    def _lines(self, found: Proven, needs: Sequence[object], move: str) -> list[str]:
        kind, best = "of the blocks", f"Best: {move}"
        if not found.wins:
            kind, best = "free cells", f"Best: every block loses; {move} by best-first search"
        return [f"Rests on: {len(needs)} {kind}", best]

    def _marks(self, start: P, found: Proven, solver: CertificateSolver) -> dict[int, bool | None]:
        """What each block leads to: True if the catcher still wins, None if that is not known in time."""
        if found.wins is False:
            return dict.fromkeys(start.moves(), False)
        cat, free, _ = self._state(start)
        return {block: solver.holds(cat, free, block) for block in start.moves()}

    def _write(self, entry: Mapping[str, Any], plan: Strategy | None, path: Path, limit: Limit) -> None:
        """Write a strategy into a file, the start on its first line. Raises BadInput if there is none, OSError."""
        if not plan:
            seconds = limit.seconds or inf
            raise BadInput(f"--strategy {quoted(str(path))}: not finished within {seconds:g} s: wanted more --seconds")
        write_strategy(path, {**entry, "entries": len(plan.entries)}, plan.text().encode())

    def check_file(self, path: Path, read_start: Callable[[Mapping[str, Any]], P]) -> str:
        """Replay a written strategy against every reply, by the rules alone. Raises BadInput or OSError."""
        header, entries = read_strategy(path)
        lines = entries.decode(errors="replace").splitlines()
        try:
            start, winner = read_start(header), header["winner"]
            strategy = Strategy.read(self._searches.sides.index(winner) == 0, lines)
        except (ValueError, TypeError, KeyError, AttributeError):
            first = path.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
            raise BadInput(f"{path}: {quoted(first)}: wanted a file that `solve --strategy` has written") from None
        self.check(start, strategy)
        return f"Right: the {winner} wins, {len(lines)} entries answer every reply"

    def check(self, start: P, strategy: Strategy) -> None:
        """Replay a strategy against every reply, by the rules alone. Raises BadInput."""
        state, winner = self._state(start), self._searches.sides[not strategy.cat_wins]
        answers = StrategyAnswers(strategy, self._searches, state.exits)
        if self._searches.place(state) != start:
            raise BadInput("entry 0: it does not hold at the start")
        replay(answers.at_start(start), winner, answers, lambda outcome: outcome.winner == winner)
