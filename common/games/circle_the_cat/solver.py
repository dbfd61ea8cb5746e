"""Solver for the winner, by certificates (certificates.py), within a limit of time and positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat import certificates
from common.games.circle_the_cat.certificate_store import CAT, CATCHER, MAX_CERTIFICATES, NO_CELL
from common.games.circle_the_cat.certificates import CERTIFICATES, NO_HORIZON, UNDECIDED
from common.games.circle_the_cat.flow_heuristic import CAT_SHARE, EXIT_SHARE
from common.games.circle_the_cat.hexagons import BOARD, WORD, Hexagons, two_words
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels
from common.kernels.timers import MAX_INLINE_NODES, PolledMemory, ThreadGroup
from common.rules.bits import cells_of
from common.search.solver import ProvenBounds, proven_win

if TYPE_CHECKING:
    from game import Position

PROOF_PART = 0.6  # part of a move's limit for proving the winner
SHARES = ((EXIT_SHARE, CAT_SHARE), (EXIT_SHARE + 1, CAT_SHARE - 2))  # of both flows, one pair a thread


class CertificateSolver:
    """A solver for one set of exits, which keeps the certificates that it finds.

    Several threads race with different ratings, each with its own certificates; plain Python uses one.
    Callers may set `on_wait`, which is called again and again during a long search.
    """

    def __init__(self, kernels: Kernels, exits: int, threads: int = 1, board: Hexagons = BOARD) -> None:
        self._board = board
        self._kernels = kernels
        self._exits = exits
        count = threads if kernels.compiled else 1
        self._memories = [self._new_memory(number) for number in range(count)]
        self._threads = ThreadGroup()
        self.on_wait: Callable[[], object] = bool
        self._answering_memory = self._memories[0]  # memory of the thread that gave the last answer
        self.set_deadline()

    def _new_memory(self, number: int) -> Any:
        """Return the memory of a thread, without any certificate."""
        new = self._kernels.memory if self._kernels.compiled else PolledMemory
        memory: Any = new(certificates.fields(self._board))
        memory.exit_low, memory.exit_high = two_words(self._exits)
        memory.exit_share, memory.cat_share = SHARES[number % len(SHARES)]
        return memory

    @property
    def nodes(self) -> int:
        """Positions searched by all threads since the last `set_deadline`."""
        return sum(int(memory.nodes) for memory in self._memories)

    def set_deadline(self, deadline: Deadline = NO_DEADLINE) -> None:
        """Limit all following questions together.

        Nodes then count from 0, unless the deadline is over already.
        """
        self._deadline = deadline
        if deadline.expired:
            return  # `_ask` will answer nothing, and a thread that still runs keeps its certificates
        self._join_threads()
        for memory in self._memories:
            memory.nodes = 0

    def _join_threads(self) -> None:
        """Wait for the last search; replace the memory of a thread that gets no processor in time.

        Its certificates are lost.
        """
        for number in self._threads.join(self._deadline):
            spent = int(self._memories[number].nodes)
            new = partial(self._new_memory, number)
            self._memories[number] = self._threads.replace_memory(number, self._memories[number], new)
            self._memories[number].nodes = spent
        for memory in self._memories:
            memory.budget = self._deadline.budget

    def prove_block(self, cat: int, free: int, within: int = NO_HORIZON) -> ProvenBounds:
        """Prove whether the catcher, to move, wins, and by which block.

        `free` is the set of cells without a block. The catcher also wins if the cat, on cell `cat`, needs
        more than `within` (1 or more) steps. `wins` is None if the limit is reached. The move is None unless
        the catcher wins.
        """
        if self._exits & free & 1 << cat:
            return proven_win(False)
        found = self._ask(cat, free, within)
        if found != CATCHER:
            return proven_win({CAT: False}.get(found))
        block = int(self._answering_memory.best)
        return proven_win(True, next(cells_of(free & ~(1 << cat)), None) if block == NO_CELL else block)

    def prove_step(self, free: int, steps: list[int], within: int = NO_HORIZON) -> ProvenBounds:
        """Prove whether the cat, to move, wins, and by which of `steps`, the cells that it can enter.

        The move is the first step that wins, else the first that is not proven to lose, else None. From there
        the cat has `within` (1 or more) steps to win. `set_deadline` limits the proof.
        """
        open_step = None
        for step in steps:
            blocked = self.prove_block(step, free, within).wins
            if blocked is False:
                return proven_win(True, step)
            if blocked is None and open_step is None:
                open_step = step
        return proven_win(False if open_step is None else None, open_step)

    def rated_steps(self, free: int, steps: list[int]) -> list[int]:
        """Return the steps sorted by the flow from the exits, the highest first, without proof."""
        self._join_threads()
        memory = self._memories[0]
        self._kernels.rate_steps(memory, *two_words(free), 0)
        return sorted(steps, key=lambda step: -int(memory.worth[step]))

    def best_block(self, cat: int, free: int) -> int:
        """Return the free cell, other than the cat's, that the two flows rate highest, without proof."""
        self._join_threads()
        memory = self._memories[0]
        self._kernels.rate_blocks(memory, cat, *two_words(free), 0)
        return int(self._kernels.best_rated(memory, *two_words(free & ~(1 << cat)), 0))

    def block_wins(self, cat: int, free: int, block: int) -> bool | None:
        """Return True if the catcher wins by this block, False if not, None if that is not proven."""
        after = free & ~(1 << block)
        escapes = self.prove_step(after, self._board.steps(cat, after)).wins
        return None if escapes is None else not escapes

    def certificate(self) -> int:
        """Return the set of cells behind the last proof: free ones if the cat wins, else blocks.

        After `prove_step` it is for the position after the step that was asked last. If the last question was
        not answered, it means nothing.
        """
        return int(self._answering_memory.proof_low) | int(self._answering_memory.proof_high) << WORD

    def certificates(self, winner: int, cell: int) -> list[tuple[int, int]]:
        """Return (cells, horizon) of all certificates of a winner, CAT or CATCHER, for a cell of the cat.

        The cells are a set of free ones for CAT, of blocks for CATCHER. Two threads may have the same one.
        """
        found = list[tuple[int, int]]()
        self._join_threads()
        for memory in self._memories:
            owner = winner * self._board.size + cell
            places = range(owner * MAX_CERTIFICATES, owner * MAX_CERTIFICATES + int(memory.known[owner]))
            cells = (int(memory.known_low[at]) | int(memory.known_high[at]) << WORD for at in places)
            found += zip(cells, (int(memory.known_within[at]) for at in places), strict=True)
        return found

    def _ask(self, cat: int, free: int, within: int) -> int:
        """Return the answer of the first thread that has one, else UNDECIDED.

        Do not start a thread if the deadline is over.
        """
        if self._kernels.compiled and self._deadline.expired:
            return UNDECIDED
        self._join_threads()
        first = self._memories[0]
        first.stop = 0
        for memory in self._memories:
            memory.within = within
        if not self._kernels.compiled:  # plain Python polls the deadline itself
            first.deadline = self._deadline
        works = [partial(self._kernels.decide, memory, cat, *two_words(free), 0) for memory in self._memories]
        if self._kernels.compiled and (self._deadline.is_timed or first.budget > MAX_INLINE_NODES):
            found = self._threads.race(self._deadline, works, self._memories, self.on_wait)
        else:
            found = [(0, works[0]())]
        answers = [(self._memories[number], int(answer)) for number, answer in found if answer != UNDECIDED]
        self._answering_memory, answer = answers[0] if answers else (first, UNDECIDED)
        return answer


def make_solver(position: Position, threads: int = 1) -> CertificateSolver:
    """Return a solver for the exits of a position; compile its kernels first if need be."""
    return CertificateSolver(CERTIFICATES.fast, position.exits, threads)


def winning_side(found: ProvenBounds, side: str) -> str | None:
    """Return the winning side, given what is proven for `side`, the side to move; None if unknown."""
    if found.wins is None:
        return None
    other = "cat" if side == "catcher" else "catcher"
    return side if found.wins else other


def proven_best(position: Position, deadline: Deadline) -> tuple[str | None, int | None]:
    """Return the proven winner, and a move that wins for the side to move; None if unknown.

    The move is also None if the side to move loses.
    """
    solver = make_solver(position)
    solver.set_deadline(deadline)
    if position.turn == "cat":
        found = solver.prove_step(position.free, position.moves())
    else:
        found = solver.prove_block(position.cat, position.free)
    return winning_side(found, position.turn), None if found.wins is None else found.move
