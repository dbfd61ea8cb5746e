"""Solver for the winner, by certificates (certificates.py), within a limit of time and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.games.circle_the_cat import certificates
from common.games.circle_the_cat.certificate_store import CAT, CATCHER, MAX_CERTIFICATES, NO_CELL
from common.games.circle_the_cat.certificates import CERTIFICATES, NO_HORIZON
from common.games.circle_the_cat.flow_heuristic import CAT_SHARE, EXIT_SHARE
from common.games.circle_the_cat.hexagons import BOARD, WORD, Hexagons, two_words
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of
from common.search.prover import ProvenBounds, Prover, proven_win

if TYPE_CHECKING:
    from game import Position

PROOF_PART = 0.6  # part of a move's limit for proving the winner


class CertificateSolver(Prover):
    """A prover for one set of exits, which keeps the certificates that it finds.

    Callers may set `kernels.watch.on_poll`, which is called again and again during a long search.
    """

    interval = 1 << 8

    def __init__(self, kernels: Kernels, exits: int, board: Hexagons = BOARD) -> None:
        super().__init__(kernels, certificates.fields(board))
        self._board = board
        self.memory.exit_share, self.memory.cat_share = EXIT_SHARE, CAT_SHARE
        self.forget(exits)

    def forget(self, exits: int) -> None:
        """Forget all certificates; `exits` count from now on."""
        self._exits = exits
        self.memory.exit_low, self.memory.exit_high = two_words(exits)
        self.memory.known[:] = [0] * len(self.memory.known)

    def prove_block(self, cat: int, free: int, within: int = NO_HORIZON) -> ProvenBounds:
        """Prove whether the catcher, to move, wins, and by which block.

        `free` is the set of cells without a block. The catcher also wins if the cat, on cell `cat`, needs
        more than `within` (1 or more) steps. `wins` is None if the limit is reached. The move is None unless
        the catcher wins.
        """
        if self._exits & free & 1 << cat:
            return proven_win(False)
        found = self._decide(cat, free, within)
        if found != CATCHER:
            return proven_win({CAT: False}.get(found))
        block = int(self.memory.best)
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
        memory = self.memory
        self.kernels.rate_steps(memory, *two_words(free), 0)
        return sorted(steps, key=lambda step: -int(memory.worth[step]))

    def best_block(self, cat: int, free: int) -> int:
        """Return the free cell, other than the cat's, that the two flows rate highest, without proof."""
        memory = self.memory
        self.kernels.rate_blocks(memory, cat, *two_words(free), 0)
        return int(self.kernels.best_rated(memory, *two_words(free & ~(1 << cat)), 0))

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
        return int(self.memory.proof_low) | int(self.memory.proof_high) << WORD

    def certificates(self, winner: int, cell: int) -> list[tuple[int, int]]:
        """Return (cells, horizon) of all certificates of a winner, CAT or CATCHER, for a cell of the cat.

        The cells are a set of free ones for CAT, of blocks for CATCHER.
        """
        memory, first = self.memory, (winner * self._board.size + cell) * MAX_CERTIFICATES
        places = range(first, first + int(memory.known[winner * self._board.size + cell]))
        cells = (int(memory.known_low[at]) | int(memory.known_high[at]) << WORD for at in places)
        return list(zip(cells, (int(memory.known_within[at]) for at in places), strict=True))

    def _decide(self, cat: int, free: int, within: int) -> int:
        """Return who wins, UNDECIDED at the deadline."""
        self.memory.within = within
        return int(self.run(self.kernels.decide, cat, *two_words(free), 0))


def make_solver(position: Position) -> CertificateSolver:
    """Return a solver for the exits of a position."""
    return CertificateSolver(CERTIFICATES.instance(), position.exits)


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
