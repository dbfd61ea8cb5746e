"""Retrograde analysis of the sliding duel with equal armies: every position with the same turns left.

Three pieces each: 44 MB a layer, from no turns left on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from common.games.duel7.board import BOARD, SQUARES
from common.rules.bits import bits_of, cells_of

if TYPE_CHECKING:
    from numpy import int8, intp
    from numpy.typing import NDArray

    Results = NDArray[int8]

LOST, DRAWN, WON = -1, 0, 1  # results for a side


class Armies:
    """All sets of `size` squares, numbered, and the symmetries between them.

    The first army of each orbit stands for the others: `first` lists their numbers. Army `at` belongs to
    orbit `orbit[at]`, and symmetry `symmetry[at]` turns it into the first one. `turned[s, at]` is the
    number of the army into which symmetry `s` turns it.
    """

    def __init__(self, size: int) -> None:
        import numpy

        self.sets = numpy.array(sorted(map(bits_of, combinations(SQUARES.squares, size))), dtype=numpy.int64)
        self.near = numpy.array([near(int(army)) for army in self.sets], dtype=numpy.int64)
        squares = numpy.array([list(cells_of(int(army))) for army in self.sets])
        images = [numpy.array(image)[squares] for image in symmetries()]
        found = [numpy.searchsorted(self.sets, (1 << image).sum(axis=1)) for image in images]
        self.turned: NDArray[intp] = numpy.array(found, dtype=numpy.intp)
        self.symmetry = self.turned.argmin(axis=0)
        self.first, self.orbit = numpy.unique(self.turned.min(axis=0), return_inverse=True)

    def number(self, army: int) -> int:
        """Return the number of an army."""
        return int(self.sets.searchsorted(army))

    def after_steps(self, at: int) -> list[int]:
        """Return the numbers of the armies one step away from army `at`."""
        army = int(self.sets[at])
        return [
            self.number(army ^ 1 << origin ^ 1 << to) for origin, to in SQUARES.steps(army, BOARD & ~army)
        ]


def near(army: int) -> int:
    """Return the neighbours of an army, without its own squares."""
    found = 0
    for square in cells_of(army):
        found |= SQUARES.near[square]
    return found & ~army


def symmetries() -> list[list[int]]:
    """Return the eight symmetries of the board as tables from squares to squares."""
    last, found = SQUARES.rows - 1, []
    for swaps, turns_rows, turns_columns in product((False, True), repeat=3):
        table = [0] * (max(SQUARES.squares) + 1)
        for square in SQUARES.squares:
            row, column = divmod(square, SQUARES.stride)[:: -1 if swaps else 1]
            row, column = last - row if turns_rows else row, last - column if turns_columns else column
            table[square] = row * SQUARES.stride + column
        found.append(table)
    return found


class Layer(NamedTuple):
    """The result of every position with the same turns left, for the side to move.

    `results[orbit, other]` has the first army of an orbit to move against army `other`. Armies that share a
    square are WON for the side to move, so that no step leads there.
    """

    armies: Armies
    results: Results

    def result(self, own: int, other: int) -> int:
        """Return the result for the side to move of two armies, given as sets of squares."""
        at, against = map(self.armies.number, (own, other))
        return int(self.results[self.armies.orbit[at], self.armies.turned[self.armies.symmetry[at], against]])

    def counts(self) -> dict[int, int]:
        """Count all positions by their result, those that differ by a symmetry, too."""
        import numpy

        each = numpy.bincount(self.armies.orbit)
        found = {
            result: int(((self.results == result).sum(axis=1) * each).sum()) for result in (WON, DRAWN, LOST)
        }
        shared = sum(
            int((self.armies.sets & self.armies.sets[at] != 0).sum()) * int(times)
            for at, times in zip(self.armies.first, each, strict=True)
        )
        return found | {WON: found[WON] - shared}


def last_layer(armies: Armies) -> Layer:
    """Return the layer without turns left: the larger moveable space wins."""
    import numpy

    results = numpy.empty((len(armies.first), len(armies.sets)), dtype=numpy.int8)
    for row, at in enumerate(armies.first):
        own = numpy.bitwise_count(armies.near[at] & ~armies.sets).astype(numpy.int8)
        other = numpy.bitwise_count(armies.near & ~armies.sets[at]).astype(numpy.int8)
        found = numpy.where(own == 0, LOST, numpy.sign(own - other))
        results[row] = numpy.where(armies.sets & armies.sets[at], WON, found)
    return Layer(armies, results)


def layer_before(layer: Layer) -> Layer:
    """Return the layer with one more turn left."""
    import numpy

    armies, seen = layer.armies, seen_from_other_side(layer)
    results = numpy.empty_like(layer.results)
    for row, at in enumerate(armies.first):
        best = numpy.full(len(armies.sets), LOST, dtype=numpy.int8)  # that of a side without a move
        for after in armies.after_steps(int(at)):
            reply = seen[armies.orbit[after]][armies.turned[armies.symmetry[after]]]
            numpy.maximum(best, -reply, out=best)
        best[armies.sets & armies.sets[at] != 0] = WON
        results[row] = best
    return Layer(armies, results)


def seen_from_other_side(layer: Layer) -> Results:
    """Return the results of a layer as [orbit of the side that is not to move, army to move]."""
    import numpy

    armies, results = layer.armies, layer.results
    seen = numpy.empty_like(results)
    for row, at in enumerate(armies.first):
        seen[row] = results[armies.orbit, armies.turned[armies.symmetry, at]]
    return seen


def layers(size: int) -> Iterator[Layer]:
    """Yield the layers of armies of this size, from no turns left on, without end."""
    layer = last_layer(Armies(size))
    while True:
        yield layer
        layer = layer_before(layer)
