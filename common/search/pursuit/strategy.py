"""A proven win as a plan: what to answer to every reply. Made from certificates, checked by the rules alone.

An entry holds for every position in which the runner stands on its cell and its cells are free (the runner's plan)
or blocked (the blocker's); a block never hurts the blocker, so it is enough to check the entry where only these are.
In the runner's plan each answer leads to an entry that needs fewer free cells; in the blocker's no answer ever
lets the runner onto an open goal, and the cells to close run out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput
from common.rules.hexagons import Hexagons
from common.rules.position import P
from common.search.pursuit.solver import PursuitSolver

GOAL = -1  # the number of the entry after a step onto a goal
Place = Callable[[int, int], P]  # the position with the runner on a cell and a set of cells free, the blocker to move


class StrategyEntry(NamedTuple):
    """The runner's cell, the cells that must be free or blocked, and by block and step the number of the next entry."""

    runner: int
    needed: int
    answers: dict[int, dict[int, int]]


class PursuitStrategy(NamedTuple):
    """Who wins, and the entries of the winner's plan; the one with number 0 is for the start."""

    runner_wins: bool
    entries: list[StrategyEntry]

    def text(self) -> str:
        """The entries as lines of JSON: runner's cell, cells, answers; cells are numbers, row by row."""
        rows = ([entry.runner, list(cells_of(entry.needed)), entry.answers] for entry in self.entries)
        return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)

    @classmethod
    def read(cls, runner_wins: bool, lines: list[str]) -> PursuitStrategy:
        """The inverse of `text`. Raises BadInput."""
        return cls(runner_wins, [_read_entry(number, line) for number, line in enumerate(lines)])


def _read_entry(number: int, line: str) -> StrategyEntry:
    try:
        runner, needed, answers = json.loads(line)
        numbers = {int(block): {int(step): int(to) for step, to in steps.items()} for block, steps in answers.items()}
        return StrategyEntry(int(runner), bits_of(map(int, needed)), numbers)
    except (ValueError, TypeError, AttributeError):
        raise BadInput(f"entry {number}: wanted a list of cell, cells, and an object of answers") from None


class StrategyFinder:
    """Follows a proof from certificate to certificate until every reply is answered."""

    def __init__(self, board: Hexagons, siege: PursuitSolver, goals: int) -> None:
        self._board, self._siege, self._goals = board, siege, goals
        self._needs: list[tuple[int, int]] = []  # of each entry: the runner's cell, the cells needed
        self._at: dict[int, list[int]] = {}  # the entries of each cell

    def plan(self, runner: int, free: int) -> PursuitStrategy | None:
        """The plan of whoever wins with the blocker to move; None if the solver's limit is too small to find it."""
        blocked = self._siege.blocks(runner, free).wins
        if blocked is None:
            return None
        self._needs, self._at = [], {}
        self._new(runner)
        answer = self._blocker_answers if blocked else self._runner_answers
        entries = []
        for cell, needed in self._needs:  # grows as it is read
            answers = answer(cell, needed)
            if answers is None:
                return None
            entries.append(StrategyEntry(cell, needed, answers))
        return PursuitStrategy(not blocked, entries)

    def _runner_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]] | None:
        """A step for every block, with its entry, where only the needed cells are free; None at the solver's limit."""
        answers: dict[int, dict[int, int]] = {}
        for block in cells_of(needed & ~(1 << cell)):
            step = self._good_step(cell, needed & ~(1 << block) | 1 << cell)
            if step is None:
                return None
            answers[block] = step
        return answers

    def _good_step(self, cell: int, free: int) -> dict[int, int] | None:
        steps = self._board.steps(cell, free)
        for step in steps:
            known = GOAL if self._goals & 1 << step else self._known(step, lambda needed: not needed & ~free)
            if known is not None:
                return {step: known}
        answer = self._siege.steps(free, steps)
        return {answer.move: self._new(answer.move)} if answer.wins and answer.move is not None else None

    def _blocker_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]] | None:
        """A block, with an entry for every step after it, where only the needed cells are blocked; None at the solver's limit."""
        free = self._board.all & ~needed
        answer = self._siege.blocks(cell, free)
        if not answer.wins or answer.move is None:
            return None
        free &= ~(1 << answer.move)
        steps: dict[int, int] = {}
        for step in self._board.steps(cell, free):
            known = self._known(step, lambda needed: not needed & free)
            if known is None and not self._siege.blocks(step, free).wins:
                return None
            steps[step] = self._new(step) if known is None else known
        return {answer.move: steps}

    def _known(self, cell: int, holds: Callable[[int], bool]) -> int | None:
        return next((number for number in self._at.get(cell, ()) if holds(self._needs[number][1])), None)

    def _new(self, cell: int) -> int:
        self._at.setdefault(cell, []).append(len(self._needs))
        self._needs.append((cell, self._siege.certificate()))
        return len(self._needs) - 1


def check(plan: PursuitStrategy, start: P, place: Place[P], runner: int, free: int, everything: int) -> None:
    """Replay a plan against every reply, by the rules of positions alone. Raises BadInput with the first entry that fails."""
    if not plan.entries or place(runner, free) != start or not _serves(plan, 0, runner, free):
        raise BadInput("entry 0: it does not hold at the start")
    for number, entry in enumerate(plan.entries):
        known_free = entry.needed | 1 << entry.runner if plan.runner_wins else everything & ~entry.needed
        for complaint in _complaints(plan, entry, place(entry.runner, known_free), place, known_free):
            raise BadInput(f"entry {number}: {complaint}")


def _complaints(plan: PursuitStrategy, entry: StrategyEntry, position: P, place: Place[P], free: int) -> Iterator[str]:
    blocker, outcome = position.turn, position.outcome()
    if outcome:
        if plan.runner_wins or outcome.winner != blocker:
            yield f"the game is over: {outcome.reason}"
        return
    legal = position.moves()
    for block in legal if plan.runner_wins else list(entry.answers)[:1] or legal[:1]:
        steps = entry.answers.get(block, {})
        if block not in legal:
            yield f"no block on {block} is possible"
            return
        after = position.play(block)
        if not plan.runner_wins and after.outcome():
            continue  # caught
        if not (steps if plan.runner_wins else set(after.moves()) <= set(steps)):
            yield f"no answer after a block on {block}"
        for step, to in steps.items():
            yield from _after(plan, after, step, to, place, free & ~(1 << block), blocker)


def _after(plan: PursuitStrategy, position: P, step: int, to: int, place: Place[P], free: int, blocker: str) -> Iterator[str]:
    """What is wrong with a step that should lead to entry `to`; nothing if all is right."""
    if step not in position.moves():
        yield f"no step on {step} is possible"
        return
    reached = position.play(step)
    outcome: Any = reached.outcome()
    if outcome and (outcome.winner != blocker) == plan.runner_wins:
        return
    if outcome or reached != place(step, free) or not _serves(plan, to, step, free):
        yield f"after a step on {step} entry {to} does not hold"


def _serves(plan: PursuitStrategy, number: int, runner: int, free: int) -> bool:
    """True if an entry holds in a position with these cells free."""
    if not 0 <= number < len(plan.entries) or plan.entries[number].runner != runner:
        return False
    needed = plan.entries[number].needed
    return not (needed & ~free if plan.runner_wins else needed & free)
