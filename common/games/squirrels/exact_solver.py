"""Exact values by exact_search.py, until a deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from common.games.squirrels.exact_rules import INFINITE, NEAR, NINE_MASK, pattern
from common.games.squirrels.exact_search import FIELDS
from common.kernels.kernel import Kernels, State
from common.kernels.memory import WORD_BYTES
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput
from common.search.bucket_table import WAYS
from common.search.prover import ProvenBounds, Prover
from common.search.results import DEFAULT_TABLE_GB

GB = 1 << 30
PAGE_WORDS = 512  # of the smallest page
MOST_GB = 2  # largest table: the memory of a module ends at 4 GB
LARGEST_SUM = INFINITE // 2 - 1  # of the square values: a position's value is at most twice that

NO_BOUNDS = ProvenBounds()


def fits_table(values: Sequence[int]) -> bool:
    """Return True if a table entry has room for every position with these square values."""
    return sum(values) <= LARGEST_SUM


def check_values(values: Sequence[int]) -> None:
    """Raise BadInput if the values are too large for exact play."""
    if not fits_table(values):
        raise BadInput(
            f"The values add up to {sum(values):,}: expected at most {LARGEST_SUM:,} for exact play"
        )


class ExactSolver(Prover):
    """A solver of all positions with the same square values, with one table for all.

    The table takes the largest power of two of bytes within `memory` GB. Values are future gains, without the
    current lead.
    """

    def __init__(self, kernels: Kernels, values: Sequence[int], memory: float = DEFAULT_TABLE_GB) -> None:
        """Allocate the table. Raise BadInput if the values are too large, or MemoryError."""
        check_values(values)
        super().__init__(kernels, FIELDS)
        words = 1 << int(memory * GB / WORD_BYTES).bit_length() - 1
        self._table = kernels.block(words)
        self.memory.table, self.memory.mask = self._table.handle, words // (2 * WAYS) - 1
        if kernels.compiled:  # else the system would clear these pages between two polls
            for word in range(0, words, PAGE_WORDS):
                self._table.words[word] = 0
        _fill_gains(self.memory, values)

    def ask(self, state: State, target: int) -> ProvenBounds:
        """Return bounds that decide whether the side to move gains at least `target`."""
        return self.bounds(state, (target - 1, target))

    def bounds(self, state: State, window: tuple[int, int] = (-INFINITE, INFINITE)) -> ProvenBounds:
        """Return the exact value of a state if it is inside `window`, else one bound.

        A value up to window[0] sets only `high`, one from window[1] on only `low`. Return NO_BOUNDS at the
        deadline.
        """
        if self.deadline.expired:
            return NO_BOUNDS
        value = int(self.run(self.kernels.search, state, *window, 0))
        if self.memory.stop:
            return NO_BOUNDS
        low = NO_BOUNDS.low if value <= window[0] else value
        high = NO_BOUNDS.high if value >= window[1] else value
        return ProvenBounds(low, high, int(self.memory.best))

    def line(self, state: State, value: int) -> Iterator[int]:
        """Yield the squares of the principal variation of a state, to the end or the deadline.

        `value` is the exact value of the state.
        """
        while self.kernels.free_squares(state):
            found = self.ask(state, value)
            if found.low < value:
                return
            assert found.move is not None
            yield found.move
            value = int(self.kernels.gain(self.memory, state, found.move)) - value
            state = self.kernels.play(state, found.move)


def _fill_gains(memory: Any, values: Sequence[int]) -> None:
    """Fill `gains` and `sums` of a memory for these square values."""
    for square, squares in enumerate(NEAR):
        near = list(cells_of(squares))
        for count in range(len(near) + 1):
            for taken in combinations(near, count):
                place = square << 4 | pattern(bits_of(taken), square)
                memory.gains[place] = values[square] + 2 * sum(values[enemy] for enemy in taken)
    for part in range(3):
        nine = values[9 * part : 9 * part + 9]
        for squares in range(1 << len(nine)):
            memory.sums[part * (NINE_MASK + 1) + squares] = sum(nine[at] for at in cells_of(squares))
