"""A proven win as a strategy: an answer to every reply, made from certificates, checked by the rules.

An entry holds for every position in which the cat stands on its cell and its cells are free (if the cat wins)
or blocked (if the catcher wins). A block never hurts the catcher, so an entry is checked only in its hardest
position: no other cells are free, or blocked. In the cat's strategy each answer leads to an entry that needs
fewer free cells. In the catcher's no answer ever lets the cat onto an open exit, and the cells to block run
out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import CertificateSolver, make_solver
from common.rules.bits import cells_of
from game import Position

EXIT = -1  # in place of an entry's number after a step onto an exit


class StrategyEntry(NamedTuple):
    """An entry: the cat's cell, the set of cells that must be free or blocked, and the answers.

    `answers` gives the number of the next entry by block and step. If the cat wins, each block has one step,
    and EXIT stands for a step onto an exit. If the catcher wins, there is one block, with every step.
    """

    cat: int
    needed: int
    answers: dict[int, dict[int, int]]


class Strategy(NamedTuple):
    """The winner and the entries of the winner's strategy; entry 0 is for the start."""

    cat_wins: bool
    entries: list[StrategyEntry]


def find_strategy(start: Position) -> Strategy:
    """Return the winner's answers to every reply, with the catcher to move."""
    return StrategyFinder(make_solver(start), start.exits & start.free).find(start.cat, start.free)


class StrategyFinder:
    """A search that follows a proof from certificate to certificate until every reply has an answer."""

    def __init__(self, solver: CertificateSolver, exits: int) -> None:
        self._solver = solver
        self._exits = exits
        self._needs: list[tuple[int, int]] = []  # the cat's cell and the cells needed, by entry
        self._entries_of_cell: dict[int, list[int]] = {}  # numbers of entries, by the cat's cell

    def find(self, cat: int, free: int) -> Strategy:
        """Return the winner's strategy with the cat on a cell and the catcher to move."""
        blocked = self._solver.prove_block(cat, free).wins
        self._add_entry(cat)
        answers = self._catcher_answers if blocked else self._cat_answers
        entries = [  # `_needs` grows during the loop
            StrategyEntry(cell, needed, answers(cell, needed)) for cell, needed in self._needs
        ]
        return Strategy(not blocked, entries)

    def _cat_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]]:
        """Return a step and its entry for every block, if only the needed cells are free."""
        return {
            block: self._winning_step(cell, needed & ~(1 << block) | 1 << cell)
            for block in cells_of(needed & ~(1 << cell))
        }

    def _winning_step(self, cell: int, free: int) -> dict[int, int]:
        steps = BOARD.steps(cell, free)
        for step in steps:
            if self._exits & 1 << step:
                return {step: EXIT}
            number = self._existing_entry(step, lambda needed: not needed & ~free)
            if number is not None:
                return {step: number}
        answer = self._solver.prove_step(free, steps)
        assert answer.wins and answer.move is not None
        return {answer.move: self._add_entry(answer.move)}

    def _catcher_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]]:
        """Return a block, and an entry for every step after it, if only the needed cells are blocked."""
        free = BOARD.all & ~needed
        answer = self._solver.prove_block(cell, free)
        assert answer.wins and answer.move is not None
        free &= ~(1 << answer.move)
        return {answer.move: {step: self._entry_after(step, free) for step in BOARD.steps(cell, free)}}

    def _entry_after(self, step: int, free: int) -> int:
        """Return the number of an entry for a step into the cells that are free; add one if there is none."""
        number = self._existing_entry(step, lambda needed: not needed & free)
        if number is None:
            assert self._solver.prove_block(step, free).wins
            number = self._add_entry(step)
        return number

    def _existing_entry(self, cell: int, holds: Callable[[int], bool]) -> int | None:
        numbers = self._entries_of_cell.get(cell, ())
        return next((number for number in numbers if holds(self._needs[number][1])), None)

    def _add_entry(self, cell: int) -> int:
        self._entries_of_cell.setdefault(cell, []).append(len(self._needs))
        self._needs.append((cell, self._solver.certificate()))
        return len(self._needs) - 1


class WrongStrategyError(Exception):
    """A strategy lacks an answer, or one of its answers is illegal or does not win."""


def check_strategy(start: Position, strategy: Strategy) -> None:
    """Play each entry's answers against every reply, by the rules alone, in its hardest position.

    Raise WrongStrategyError unless that proves the win from a start with the catcher to move.
    """
    check_goal(start, strategy, 0)
    check_entry = check_cat_entry if strategy.cat_wins else check_catcher_entry
    for entry in strategy.entries:
        check_entry(hardest_position(start, strategy, entry), strategy, entry)


def hardest_position(start: Position, strategy: Strategy, entry: StrategyEntry) -> Position:
    """Return the position in which only an entry's cells are free (if the cat wins) or blocked."""
    free = entry.needed if strategy.cat_wins else BOARD.all & ~entry.needed
    return start._replace(cat=entry.cat, blocks=BOARD.all & ~(free | 1 << entry.cat))


def check_cat_entry(position: Position, strategy: Strategy, entry: StrategyEntry) -> None:
    for block in position.moves():
        blocked = position.play(block)
        require(blocked.outcome() is None, "the cat is caught", entry)
        answer = entry.answers.get(block, {})
        require(len(answer) == 1 and answer.keys() <= set(blocked.moves()), f"no step after {block}", entry)
        for step, goal in answer.items():
            check_goal(blocked.play(step), strategy, goal)


def check_catcher_entry(position: Position, strategy: Strategy, entry: StrategyEntry) -> None:
    require(len(entry.answers) == 1 and entry.answers.keys() <= set(position.moves()), "no block", entry)
    for block, goals in entry.answers.items():
        blocked = position.play(block)
        if not blocked.outcome():
            require(set(blocked.moves()) <= goals.keys(), "a step without an answer", entry)
            for step in blocked.moves():
                check_goal(blocked.play(step), strategy, goals[step])


def check_goal(position: Position, strategy: Strategy, number: int) -> None:
    """Check that the right side has won, or that an entry holds in a position with the catcher to move."""
    if outcome := position.outcome():
        require((outcome.winner == "cat") == strategy.cat_wins, outcome.reason, number)
        return
    require(0 <= number < len(strategy.entries), "no such entry", number)
    entry = strategy.entries[number]
    missing = entry.needed & (~position.free if strategy.cat_wins else position.free)
    require(entry.cat == position.cat and not missing, "does not apply", number)


def require(condition: bool, problem: str, entry: object) -> None:
    if not condition:
        raise WrongStrategyError(f"entry {entry}: {problem}")
