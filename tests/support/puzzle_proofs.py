"""Proofs of puzzles on the readable rules alone: brute force, and escapes in Circle the Cat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from common.games.circle_the_cat.hexagons import BOARD
from common.play.puzzles import Puzzle
from common.rules.bits import cells_of

NODES = 3_000  # positions that the proof of a puzzle may take
NO_HORIZON = 1_000  # plies, more than any proof has


class TooLongError(Exception):
    """A proof takes too many positions."""


class BruteForce:
    """Proves results by trying all moves, in at most `most` positions."""

    def __init__(self, most: int = NODES) -> None:
        self.nodes, self._most = 0, most
        self._won: dict[Any, bool] = {}
        self._leads: dict[Any, int] = {}

    def count(self) -> None:
        """Count a position. Raise TooLongError."""
        self.nodes += 1
        if self.nodes > self._most:
            raise TooLongError

    def wins(self, position: Any, side: str, plies: int = NO_HORIZON) -> bool:
        """Return True if a side wins, within a number of single moves of both sides. Raise TooLongError."""
        if outcome := position.outcome():
            return bool(outcome.winner == side)
        return self._open_wins(position, side, plies)

    def _open_wins(self, position: Any, side: str, plies: int) -> bool:
        """Return True if a side wins a position that is not over."""
        key = position, side, plies
        if key not in self._won:
            self.count()
            self._won[key] = self._tries(position, side, plies - 1) if plies else False
        return self._won[key]

    def _tries(self, position: Any, side: str, plies: int) -> bool:
        """Return the result of the best move of the side to move; moves that end the game come first."""
        own, open_ends = position.turn == side, list[Any]()
        for after in map(position.play, position.moves()):
            outcome = after.outcome()
            if outcome is None:
                open_ends.append(after)
            elif (outcome.winner == side) == own:
                return bool(own)
        results = (self._open_wins(after, side, plies) for after in open_ends)
        if own:
            return any(results)
        return all(results)

    def lead(self, position: Any) -> int:
        """Return the final lead of the side to move, with best play of both, who move in turn."""
        if position not in self._leads:
            self._leads[position] = self._lead(position)
        return self._leads[position]

    def _lead(self, position: Any) -> int:
        if outcome := position.outcome():
            return int(outcome.margin if outcome.winner == position.turn else -outcome.margin)
        self.count()
        return max(-self.lead(position.play(move)) for move in position.moves())


class Escapes(BruteForce):
    """Proves results of Circle the Cat: only blocks of cells that the cat's escape needs are tried.

    An escape is the set of cells that must stay free. A block of any other cell changes nothing.
    """

    def __init__(self, exits: int, most: int = NODES) -> None:
        super().__init__(most)
        self._exits = exits
        self._escapes: dict[tuple[int, int, int], int] = {}
        self._ranks: dict[int, dict[int, int]] = {}

    def wins(self, position: Any, side: str, plies: int = NO_HORIZON) -> bool:
        if outcome := position.outcome():
            return bool(outcome.winner == side)
        steps = (plies + (position.turn == "cat")) // 2
        search = self.after_step if position.turn == "catcher" else self.after_block
        return bool(search(position.cat, position.free, steps)) == (side == "cat")

    def after_step(self, cat: int, free: int, steps: int) -> int:
        """Return the cells that an escape in so many steps needs, the catcher to move; 0 without one."""
        key = cat, free, steps
        if key not in self._escapes:
            self._escapes[key] = self._escape(cat, free, steps)
        return self._escapes[key]

    def _escape(self, cat: int, free: int, steps: int) -> int:
        if self._exits & free & 1 << cat:
            return 1 << cat
        self.count()
        ranks = self.ranks(free)
        ways = sorted((cell for cell in BOARD.steps(cat, free) if cell in ranks), key=ranks.__getitem__)
        if len(ways) < 2 or not steps:
            return 0  # the catcher blocks the one way, and each way that opens later
        needed, left = 1 << cat, free & ~(1 << cat)
        while left:
            block = next((cell for cell in ways if left >> cell & 1), None)
            if block is None:
                block = min(cells_of(left), key=lambda cell: ranks.get(cell, BOARD.size))
            cells = self.after_block(cat, free & ~(1 << block), steps)
            if not cells:
                return 0
            needed |= cells
            left &= cells
        return needed

    def after_block(self, cat: int, free: int, steps: int) -> int:
        """Return the cells that an escape in so many steps needs, the cat to move; 0 without one."""
        ranks = self.ranks(free)
        for step in sorted(BOARD.steps(cat, free), key=lambda cell: ranks.get(cell, BOARD.size)):
            if cells := self.after_step(step, free, steps - 1):
                return cells | 1 << step
        return 0

    def ranks(self, free: int) -> dict[int, int]:
        """Return the hopeful cells, ranked: open exits, then cells with two hopeful neighbours, and so on.

        On any other cell the catcher, to move, keeps the cat off the hopeful cells for ever.
        """
        if free not in self._ranks:
            hopeful = self._exits & free
            ranks = dict.fromkeys(cells_of(hopeful), 0)
            edge = list(ranks)
            for cell in edge:
                for near in BOARD.steps(cell, free & ~hopeful):
                    if (BOARD.near[near] & hopeful).bit_count() > 1:
                        hopeful |= 1 << near
                        ranks[near] = ranks[cell] + 1
                        edge.append(near)
            self._ranks[free] = ranks
        return self._ranks[free]


def proofs_of(game: Any, position: Any, most: int = NODES) -> BruteForce:
    """Return a prover for the game from a position."""
    return Escapes(position.exits, most) if game.name == "game" else BruteForce(most)


def only_win(position: Any, proofs: BruteForce) -> Any:
    """Return the only winning move, or None if there is none or another one. Raise TooLongError."""
    winning = (move for move in position.moves() if proofs.wins(position.play(move), position.turn))
    first, second = next(winning, None), next(winning, None)
    return first if second is None else None


def only_best(position: Any, proofs: BruteForce) -> Any:
    """Return the move with the largest final lead, or None if two have it. Raise TooLongError."""
    leads = sorted((-proofs.lead(position.play(move)), move) for move in position.moves())
    return leads[-1][1] if len(leads) > 1 and leads[-1][0] > leads[-2][0] else None


def shortest_win(position: Any, proofs: BruteForce) -> int:
    """Return the plies of the quickest win that no reply delays. Raise TooLongError."""
    return next(plies for plies in count(1) if proofs.wins(position, position.turn, plies))


def faults(game: Any, puzzle: Puzzle) -> Iterator[str]:
    """Yield the faults of a puzzle by brute force: in its move, value, length and refutations."""
    position = game.read(*puzzle.words)
    proofs = proofs_of(game, position)
    best = (only_best if puzzle.exact else only_win)(position, proofs)
    if best is None or position.text(best) != puzzle.best:
        yield f"the only best move is {best}"
        return
    if value_for(game, position, position.turn, puzzle.exact, proofs) != puzzle.value:
        yield f"its value is not {puzzle.value}"
    if puzzle.plies and not puzzle.exact and not proofs.wins(position, position.turn, puzzle.plies):
        yield f"it does not win in {puzzle.plies} plies"
    for move in position.moves():
        if move != best:
            yield from faults_of_refutation(game, position, puzzle, move, proofs)


def faults_of_refutation(
    game: Any, position: Any, puzzle: Puzzle, move: Any, proofs: BruteForce
) -> Iterator[str]:
    """Yield the faults of the refutation of a move, which must be legal and keep its value."""
    text, after = position.text(move), position.play(move)
    refutation = puzzle.refutation(text)
    for reply in refutation.replies:
        if after.turn == position.turn or after.read_move(reply) not in after.moves():
            yield f"{reply} is no reply to {text}"
            return
        after = after.play(after.read_move(reply))
    value = value_for(game, after, position.turn, puzzle.exact, proofs)
    if value != refutation.value:
        yield f"{text}: value {value} after the replies, not {refutation.value}"


def value_for(game: Any, position: Any, side: str, exact: bool, proofs: BruteForce) -> int:
    """Return the value of a position for a side: its lead if `exact`, else 1, 0 or -1."""
    if exact:
        return proofs.lead(position) * (1 if position.turn == side else -1)
    return 1 if proofs.wins(position, side) else -int(proofs.wins(position, game.other(side)))
