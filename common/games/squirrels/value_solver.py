"""Exact values of positions by exact_search.py: on one thread or more, until a deadline, with a file to go on from later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from common.games.squirrels.exact_search import BUSY, INFINITE, JOURNAL, NOTE, WAYS
from common.kernels.deadline import FOREVER, UNLIMITED_NODES, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.timers import Threads
from common.rules.bits import cells_of
from common.search.results import MEMORY
from common.search.solver import Proven

BUCKET = 8 * 2 * WAYS  # bytes
GB = 1 << 30

ANY = Proven()


class ValueSolver:
    """Solves positions that share a table, so all of one set of values, which `fill` writes into the memories of the kernels.

    The table takes the largest power of two of bytes within `memory`, in GB; what is untouched costs nothing.
    """

    def __init__(
        self,
        kernels: Kernels,
        fields: Mapping[str, int],
        fill: Callable[[Any], None],
        memory: float = MEMORY,
        threads: int = 1,
    ) -> None:
        self.kernels = kernels
        buckets = 1 << int(memory * GB / BUCKET).bit_length() - 1
        self._table, self._busy = kernels.block(buckets * 2 * WAYS), kernels.block(BUSY)
        self._fields, self._fill, self._mask = fields, fill, buckets - 1
        self._count = threads if kernels.compiled else 1
        self._memories = [self._new_memory() for _ in range(self._count)]
        self._threads = Threads()
        self.deadline = FOREVER
        self.meanwhile: Callable[[], object] = bool

    def _new_memory(self) -> Any:
        """Return the memory of a thread, which shares the table."""
        memory = self.kernels.memory(self._fields)
        self._fill(memory)
        memory.table, memory.mask = self._table.handle, self._mask
        memory.busy = self._busy.handle if self._count > 1 else 0
        return memory

    @property
    def nodes(self) -> int:
        """Positions looked at since the start; one that the game settles without a search counts once."""
        return sum(int(thread.nodes) for thread in self._memories)

    def bounds(self, state: State, window: tuple[int, int] = (-INFINITE, INFINITE)) -> Proven:
        """The value if it is inside `window`, else a bound on the side that it misses; ANY if the deadline comes first."""
        found: list[Proven] = []

        def work(memory: Any) -> None:
            value = int(self.kernels.search(memory, state, *window, 0))
            if not memory.stop:
                low, high = (
                    ANY.low if value <= window[0] else value,
                    ANY.high if value >= window[1] else value,
                )
                found.append(Proven(low, high, int(memory.best)))

        if self.deadline.expired:
            return ANY
        for number in self._threads.rest(self.deadline):
            spent = int(self._memories[number].nodes)
            self._memories[number] = self._new_memory()
            self._memories[number].nodes = spent
        for memory in self._memories:
            memory.budget = UNLIMITED_NODES
        self._threads.race(self.deadline, work, self._memories, self.meanwhile)
        return found[0] if found else ANY

    def ask(self, state: State, target: int, deadline: Deadline) -> Proven:
        """Whether the side to move gains `target` or more from here on; only seconds limit it."""
        self.deadline = deadline
        return self.bounds(state, (target - 1, target))

    def line(self, state: State, value: int) -> Iterator[int]:
        """The moves of both sides' best play from a position of known value, as far as the deadline allows."""
        while self.kernels.choices(state):
            found = self.bounds(state, (value - 1, value))
            if found.low < value:
                return
            assert found.move is not None
            yield found.move
            value = int(self.kernels.gain(self._memories[0], state, found.move)) - value
            state = self.kernels.play(state, found.move)

    def moves(self, state: State) -> dict[int, Proven]:
        """The bounds that the table knows of every move's worth, by move."""
        return {move: self._known(state, move) for move in cells_of(self.kernels.choices(state))}

    def compared(self, state: State, known: Proven, value: int) -> Proven:
        """The bounds `known` of a move worth at most `value`, narrowed, if time allows, by asking whether it is worth `value`."""
        if not known.low < value <= known.high:
            return known
        after = int(self.kernels.gain(self._memories[0], state, known.move)) - value
        child = self.bounds(self.kernels.play(state, known.move), (after, after + 1))
        if child.high <= after:
            return Proven(value, value, known.move)
        return Proven(known.low, value - 1, known.move) if child.low > after else known

    def _known(self, state: State, move: int) -> Proven:
        kernels, memory = self.kernels, self._memories[0]
        worth, word = int(kernels.gain(memory, state, move)), kernels.key(kernels.play(state, move))
        data = kernels.recall(memory, kernels.place_of(memory, word), word)
        if not data:
            return ANY._replace(move=move)
        low, high = int(kernels.lower_of(data)), int(kernels.upper_of(data))
        return Proven(
            ANY.low if high == ANY.high else worth - high, ANY.high if low == ANY.low else worth - low, move
        )

    @property
    def lemmas(self) -> Iterator[tuple[int, int]]:
        """The latest entries of the table that took much work: (key, second word), none of them torn by a search that writes."""
        for memory in self._memories:
            for at in range(0, NOTE * min(int(memory.noted), JOURNAL), NOTE):
                word, data, check = (int(word) for word in memory.journal[at : at + NOTE])
                if word and word ^ data == check:
                    yield word, data

    def learn(self, word: int, data: int) -> None:
        """Put an entry, as `lemmas` gives them, into the table."""
        kernels, memory = self.kernels, self._memories[0]
        bounds = int(kernels.lower_of(data)), int(kernels.upper_of(data))
        kernels.keep(
            memory,
            kernels.place_of(memory, word),
            word,
            *bounds,
            int(kernels.move_of(data)),
            int(kernels.work_of(data)),
        )
