"""Strategies: a move for every position that can arise, stored as a file of sorted words; that of 5x5."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.proof_table import unmirrored
from common.games.walls.solver import canonical_image
from common.kernels.kernel import Kernels, State
from common.search.game_search import Search

if TYPE_CHECKING:
    from walls import Position

STRATEGY_FOLDER = Path(__file__).parent / "strategies"
MOVE_BITS = 2
STRATEGY_NODES = 1_000_000  # where it ends, a search from nothing proves the rest within so many nodes


class Strategy:
    """A map from keys (non-negative ints) to moves (0 to 3); `entries` are (key, move) pairs.

    A key may have several moves.
    """

    def __init__(self, entries: Iterable[tuple[int, int]]) -> None:
        self._words = sorted(key << MOVE_BITS | move for key, move in entries)

    def __len__(self) -> int:
        return len(self._words)

    def move(self, key: int) -> int | None:
        """Return the only or lowest move for a key, or None."""
        return next(iter(self.moves(key)), None)

    def moves(self, key: int) -> list[int]:
        """Return all moves for a key, lowest first."""
        first, last = (bisect_left(self._words, each << MOVE_BITS) for each in (key, key + 1))
        return [word & (1 << MOVE_BITS) - 1 for word in self._words[first:last]]

    def to_bytes(self) -> bytes:
        """Encode as bytes: differences of sorted words, 7 bits a byte, compressed by zlib."""
        differences = [after - before for before, after in pairwise([0, *self._words])]
        return zlib.compress(b"".join(map(_encode_number, differences)), 9)

    @classmethod
    def load(cls, path: Path) -> Strategy:
        """Load a file: a line about it, then the bytes. Raise OSError, or zlib.error if it is damaged."""
        return cls.from_bytes(path.read_bytes().partition(b"\n")[2])

    @classmethod
    def from_bytes(cls, data: bytes) -> Strategy:
        """Decode the bytes of `to_bytes`. Raise zlib.error if they are damaged."""
        differences = []
        value = 0
        shift = 0
        for byte in zlib.decompress(data):
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                differences.append(value)
                value = 0
                shift = 0
        strategy = cls(())
        strategy._words = list(accumulate(differences))
        return strategy


def _encode_number(value: int) -> bytes:
    """Encode a number in groups of 7 bits, lowest first; all bytes but the last have bit 7 set."""
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    parts.append(value)
    return bytes(parts)


@cache
def stored_moves() -> Strategy:
    """Load the strategy of 5x5 from this package."""
    return Strategy.load(STRATEGY_FOLDER / "5x5.bin")


def stored_move(search: Search[Any], position: Position) -> str | None:
    """Return the stored move of a 5x5 position, for either player and starter, or None."""
    if position.size != 5:
        return None
    move = strategy_move(stored_moves(), search.compiled(5).plain, state_of(position))
    return None if move is None else MOVES[move]


def strategy_move(moves: Strategy, kernels: Kernels, state: State) -> int | None:
    """Return the stored move of a 5x5 state, which keeps the exact value, or None if there is none."""
    key, mirrored = key_of(kernels, state)
    move = moves.move(key)
    return None if move is None else unmirrored(move, mirrored)


def key_of(kernels: Kernels, state: State) -> tuple[int, bool]:
    """Return the key of a 5x5 state and its symmetric images, and if it swaps left and right."""
    (own, other, me, you, *_), mirrored = canonical_image(kernels, state)
    return own | other << 25 | me << 50 | you << 62, mirrored
