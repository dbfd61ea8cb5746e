"""A proven win as a strategy: an answer to every reply, made from certificates, checked by rules.

An entry holds for every position in which the cat stands on its cell and its cells are free (if the cat wins)
or blocked (if the catcher wins). A block never hurts the catcher, so an entry is checked only in its hardest
position: no other cells are free, or blocked. In the cat's strategy each answer leads to an entry that needs
fewer free cells. In the catcher's no answer ever lets the cat onto an open exit, and the cells to block run
out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import CertificateSolver
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput

if TYPE_CHECKING:
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

    def text(self) -> str:
        """Return the entries as lines of JSON: the cat's cell, the cells, the answers.

        Cells are numbers, counted row by row.
        """
        rows = ([entry.cat, list(cells_of(entry.needed)), entry.answers] for entry in self.entries)
        return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)

    @classmethod
    def read(cls, cat_wins: bool, lines: list[str]) -> Strategy:
        """Read a strategy from the lines of `text`.

        Raise BadInput if a line is malformed; check nothing else.
        """
        return cls(cat_wins, [_read_entry(number, line) for number, line in enumerate(lines)])


def _read_entry(number: int, line: str) -> StrategyEntry:
    try:
        cat, needed, answers = json.loads(line)
        numbers = {int(block): _read_steps(steps) for block, steps in answers.items()}
        return StrategyEntry(int(cat), bits_of(map(int, needed)), numbers)
    except (ValueError, TypeError, AttributeError):
        raise BadInput(f"entry {number}: expected a list of cell, cells, and an object of answers") from None


def _read_steps(steps: Mapping[str, int]) -> dict[int, int]:
    return {int(step): int(to) for step, to in steps.items()}


class StrategyFinder:
    """A search that follows a proof from certificate to certificate until every reply has an answer."""

    def __init__(self, solver: CertificateSolver, exits: int) -> None:
        self._solver = solver
        self._exits = exits
        self._needs: list[tuple[int, int]] = []  # the cat's cell and the cells needed, by entry
        self._entries_of_cell: dict[int, list[int]] = {}  # numbers of entries, by the cat's cell

    def find(self, cat: int, free: int) -> Strategy | None:
        """Return the winner's strategy with the catcher to move; None if the solver reaches its limit.

        `cat` is the cat's cell, `free` the set of cells without a block.
        """
        blocked = self._solver.prove_block(cat, free).wins
        if blocked is None:
            return None
        self._needs, self._entries_of_cell = [], {}
        self._add_entry(cat)
        answer = self._catcher_answers if blocked else self._cat_answers
        entries = []
        for cell, needed in self._needs:  # grows during the loop
            answers = answer(cell, needed)
            if answers is None:
                return None
            entries.append(StrategyEntry(cell, needed, answers))
        return Strategy(not blocked, entries)

    def _cat_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]] | None:
        """Return a step and its entry for every block, if only the needed cells are free.

        Return None if the solver reaches its limit.
        """
        answers: dict[int, dict[int, int]] = {}
        for block in cells_of(needed & ~(1 << cell)):
            step = self._winning_step(cell, needed & ~(1 << block) | 1 << cell)
            if step is None:
                return None
            answers[block] = step
        return answers

    def _winning_step(self, cell: int, free: int) -> dict[int, int] | None:
        steps = BOARD.steps(cell, free)
        for step in steps:
            number = (
                EXIT
                if self._exits & 1 << step
                else self._existing_entry(step, lambda needed: not needed & ~free)
            )
            if number is not None:
                return {step: number}
        answer = self._solver.prove_step(free, steps)
        return (
            {answer.move: self._add_entry(answer.move)} if answer.wins and answer.move is not None else None
        )

    def _catcher_answers(self, cell: int, needed: int) -> dict[int, dict[int, int]] | None:
        """Return a block, and an entry for every step after it, if only the needed cells are blocked.

        Return None if the solver reaches its limit.
        """
        free = BOARD.all & ~needed
        answer = self._solver.prove_block(cell, free)
        if not answer.wins or answer.move is None:
            return None
        free &= ~(1 << answer.move)
        steps: dict[int, int] = {}
        for step in BOARD.steps(cell, free):
            number = self._existing_entry(step, lambda needed: not needed & free)
            if number is None and not self._solver.prove_block(step, free).wins:
                return None
            steps[step] = self._add_entry(step) if number is None else number
        return {answer.move: steps}

    def _existing_entry(self, cell: int, holds: Callable[[int], bool]) -> int | None:
        return next(
            (number for number in self._entries_of_cell.get(cell, ()) if holds(self._needs[number][1])), None
        )

    def _add_entry(self, cell: int) -> int:
        self._entries_of_cell.setdefault(cell, []).append(len(self._needs))
        self._needs.append((cell, self._solver.certificate()))
        return len(self._needs) - 1


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
        """Return the position of entry 0.

        Raise BadInput if the entry does not hold at the start or the cat is to move there.
        """
        if self._start.turn != "catcher" or not self._holds(0, self._start):
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
            if self._strategy.cat_wins:
                raise BadInput(f"entry {number}: the cat cannot step to {move}")
            raise BadInput(f"entry {number}: the catcher cannot block {move}")
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
