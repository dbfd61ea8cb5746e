"""A proven win as a strategy: an answer to every reply, made from certificates, checked by the rules.

An entry holds for every position in which the cat stands on its cell and its cells are free (if the cat wins)
or blocked (if the catcher wins). A block never hurts the catcher, so an entry is checked only in its hardest
position: no other cells are free, or blocked. In the cat's strategy each answer leads to an entry that needs
fewer free cells. In the catcher's no answer ever lets the cat onto an open exit, and the cells to block run
out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import CertificateSolver, make_solver
from common.rules.bits import cells_of
from common.rules.errors import BadInput
from common.search.strategy import replay_strategy
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


def check_strategy(start: Position, strategy: Strategy) -> None:
    """Replay a strategy against every reply, by the rules alone. Raise BadInput if it does not win."""
    side = "cat" if strategy.cat_wins else "catcher"
    answers = StrategyAnswers(strategy, start)
    replay_strategy(answers.first_position(), side, answers, lambda outcome: outcome.winner == side)


class StrategyAnswers:
    """A strategy replayed by the rules, each entry in its hardest position.

    There, only the entry's own cells are free (if the cat wins) or blocked (if the catcher wins).
    """

    def __init__(self, strategy: Strategy, start: Position) -> None:
        self._strategy = strategy
        self._start = start
        # numbers of entries, by their positions
        self._entries: dict[Position, int] = {}
        # by positions with the cat to move: the entry, and the next one by step
        self._steps: dict[Position, tuple[int, Mapping[int, int]]] = {}

    def first_position(self) -> Position:
        """Return the position of entry 0. Raise BadInput if the entry does not hold at the start."""
        if not self._holds(0, self._start):
            raise BadInput("entry 0 does not apply to the start")
        return self._enter(0)

    def _holds(self, number: int, position: Position) -> bool:
        entries = self._strategy.entries
        if not 0 <= number < len(entries) or entries[number].cat != position.cat:
            return False
        return not entries[number].needed & (~position.free if self._strategy.cat_wins else position.free)

    def _enter(self, number: int) -> Position:
        cat, needed, _ = self._strategy.entries[number]
        blocks = BOARD.all & ~(needed | 1 << cat) if self._strategy.cat_wins else BOARD.all & needed
        position = self._start._replace(cat=cat, blocks=blocks)
        self._entries[position] = number
        return position

    def move(self, position: Position) -> int:
        """Return the winner's step or block in a position that this object has returned before.

        Return the first legal move if the entry names none. Raise BadInput if the move is illegal.
        """
        if self._strategy.cat_wins:
            number, answers = self._steps[position]
        else:
            number = self._entries[position]
            answers = dict.fromkeys(self._strategy.entries[number].answers, 0)
        move = next(iter(answers), position.moves()[0])
        if move not in position.moves():
            raise BadInput(f"entry {number}: illegal: {move}")
        return move

    def position_after(self, position: Position, move: int) -> Position:
        """Return the position after a block; after a step, the position of the next entry.

        `position` is one that this object has returned before. If the right side has won, return the final
        position. Raise BadInput if there is no such entry, it does not hold, a reply has no answer, or the
        wrong side has won.
        """
        reached = position.play(move)
        blocked, outcome = position in self._entries, reached.outcome()
        number = self._entries[position] if blocked else self._steps[position][0]
        if outcome:
            if (outcome.winner == "cat") != self._strategy.cat_wins:
                raise BadInput(f"entry {number}: the game is over: {outcome.reason}")
            return reached
        if blocked:
            steps = self._strategy.entries[number].answers.get(move, {})
            if not steps or (not self._strategy.cat_wins and set(reached.moves()) - set(steps)):
                raise BadInput(f"entry {number}: no answer after a block on {move}")
            self._steps[reached] = number, steps
            return reached
        to = self._steps[position][1][move]
        if not self._holds(to, reached):
            raise BadInput(f"entry {number}: after a step to {move}, entry {to} does not apply")
        return self._enter(to)
