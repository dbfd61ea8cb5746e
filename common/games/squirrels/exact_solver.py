"""Exact values by exact_search.py, until a deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from common.games.squirrels.exact_rules import INFINITE, NEAR, NINE_MASK, pattern
from common.games.squirrels.exact_search import FIELDS
from common.games.squirrels.exact_table import LARGEST_COMPACT_SUM
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import WORD_BYTES
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput
from common.search.bucket_table import WAYS
from common.search.prover import ProvenBounds
from common.search.results import DEFAULT_TABLE_GB

GB = 1 << 30
COMPACT_GB = 0.5  # least table of compact entries: possible from 1/16 on, but slower in small tables
LARGEST_SUM = INFINITE // 2 - 1  # of the square values: a position's value is at most twice that

NO_BOUNDS = ProvenBounds()
INTERVAL = 1 << 13  # nodes between two polls


def fits_table(values: Sequence[int]) -> bool:
    """Return True if a table entry has room for every position with these square values."""
    return sum(values) <= LARGEST_SUM


def check_values(values: Sequence[int]) -> None:
    """Raise BadInput if the values are too large for exact play."""
    if not fits_table(values):
        raise BadInput(
            f"The values add up to {sum(values):,}: expected at most {LARGEST_SUM:,} for exact play"
        )


class ExactSolver:
    """A solver of all positions with the same square values, with one table for all.

    The table takes the largest power of two of bytes within `memory` GB. Untouched parts cost nothing. Its
    entries are compact if the table is large enough and the values are small enough.
    Values are future gains, without the current lead. All searches end at `deadline`, by default none.
    """

    def __init__(
        self,
        kernels: Kernels,
        values: Sequence[int],
        memory: float = DEFAULT_TABLE_GB,
    ) -> None:
        """Allocate the table. Raise BadInput if the values are too large, or MemoryError."""
        check_values(values)
        self.kernels = kernels
        words = 1 << int(memory * GB / WORD_BYTES).bit_length() - 1
        self._compact = int(words * WORD_BYTES >= COMPACT_GB * GB and sum(values) <= LARGEST_COMPACT_SUM)
        self._table = kernels.block(words)
        self._values = values
        self._mask = words // WAYS // (2 - self._compact) - 1
        self._memory: Any = kernels.memory(FIELDS)
        _fill_gains(self._memory, values)
        self._memory.table, self._memory.mask = self._table.handle, self._mask
        self._memory.compact = self._compact
        self.deadline = NO_DEADLINE

    @property
    def nodes(self) -> int:
        """The number of positions searched so far; one settled without a search counts as one."""
        return int(self._memory.nodes)

    def bounds(self, state: State, window: tuple[int, int] = (-INFINITE, INFINITE)) -> ProvenBounds:
        """Return the exact value of a state if it is inside `window`, else one bound.

        A value up to window[0] sets only `high`, one from window[1] on only `low`. Return NO_BOUNDS at the
        deadline.
        """
        if self.deadline.expired:
            return NO_BOUNDS
        memory = self._memory
        self.kernels.limit(memory, self.deadline._replace(nodes=None), INTERVAL)
        value = int(self.kernels.search(memory, state, *window, 0))
        if memory.stop:
            return NO_BOUNDS
        low = NO_BOUNDS.low if value <= window[0] else value
        high = NO_BOUNDS.high if value >= window[1] else value
        return ProvenBounds(low, high, int(memory.best))

    def prove(self, state: State, target: int, deadline: Deadline) -> ProvenBounds:
        """Prove that the side to move gains at least `target`, or less.

        The first sets `low` to `target` or more, the second `high` below `target`. After the deadline
        neither is set. It replaces the solver's `deadline`; its node and depth limits do not count.
        """
        self.deadline = deadline
        return self.bounds(state, (target - 1, target))

    def line(self, state: State, value: int) -> Iterator[int]:
        """Yield the squares of the principal variation of a state, to the end or the deadline.

        `value` is the exact value of the state.
        """
        while self.kernels.free_squares(state):
            found = self.bounds(state, (value - 1, value))
            if found.low < value:
                return
            assert found.move is not None
            yield found.move
            value = int(self.kernels.gain(self._memory, state, found.move)) - value
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
