"""Boards of hexagons in rows, every odd row half a cell to the right.

A cell is a number, row * columns + column. A set of cells is an int with bit i for cell i. Kernels
take a set as two words: the lower 61 cells and the rest. So a board has at most 122 cells.

     0   1   2        NW  NE
       3   4   5     W  .  E
     6   7   8        SW  SE
"""

from __future__ import annotations

from common.kernels.kernel import kernel
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted

WORD = 61
LOW_WORD = (1 << WORD) - 1
DIRECTIONS = ("NW", "NE", "W", "E", "SW", "SE")
_OTHER_NAMES = {"NO": "NW", "O": "W", "L": "E", "SO": "SW", **dict(zip("794613", DIRECTIONS, strict=True))}
_EVEN_STEPS = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_ODD_STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))

COLUMNS = WEST_LOW = WEST_HIGH = EAST_LOW = EAST_HIGH = 0  # filled in by Hexagons.constants
EVEN_LOW = EVEN_HIGH = ODD_LOW = ODD_HIGH = ALL_LOW = ALL_HIGH = 0
_SETS = ("WEST", "EAST", "EVEN", "ODD", "ALL")
OVERRIDABLE = ("COLUMNS", *(f"{name}_{word}" for name in _SETS for word in ("LOW", "HIGH")))


def two_words(bits: int) -> tuple[int, int]:
    """Split a set into the two words that kernels take."""
    return bits & LOW_WORD, bits >> WORD


class Hexagons:
    """A board of `rows` x `columns` hexagons: the neighbours of each cell, and the set of all cells.

    `neighbours` has for each cell six cells in the order of DIRECTIONS, None off the board. `near` has them
    as a set.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.size = rows * columns
        self.all = (1 << self.size) - 1
        self.neighbours = tuple(self._neighbours(cell) for cell in range(self.size))
        self.near = tuple(bits_of(cell for cell in around if cell is not None) for around in self.neighbours)

    def _neighbours(self, cell: int) -> tuple[int | None, ...]:
        row, column = divmod(cell, self.columns)
        steps = _ODD_STEPS if row % 2 else _EVEN_STEPS
        return tuple(self.cell(row + down, column + right) for down, right in steps)

    def cell(self, row: int, column: int) -> int | None:
        """Return the number of a cell; None if it is off the board."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def steps(self, cell: int, free: int) -> list[int]:
        """Return the neighbours of a cell that are in `free`, in the order of DIRECTIONS."""
        return [near for near in self.neighbours[cell] if near is not None and free >> near & 1]

    def neighbours_of(self, bits: int) -> int:
        """Return the set of all neighbours of a set's cells.

        A cell of the set is in it only if another one is its neighbour.
        """
        around = 0
        for cell in cells_of(bits):
            around |= self.near[cell]
        return around

    def region(self, cell: int, free: int) -> int:
        """Return the cells of `free` that can be reached from `cell`, and `cell` itself."""
        region = fringe = 1 << cell
        while fringe:
            fringe = self.neighbours_of(fringe) & free & ~region
            region |= fringe
        return region

    def constants(self) -> dict[str, object]:
        """Return the constants that the kernels of this module, and of those built on it, read by name."""
        rows = [((1 << self.columns) - 1) << row * self.columns for row in range(self.rows)]
        west = sum(1 << row * self.columns for row in range(self.rows))
        sets = {
            "ALL": self.all,
            "WEST": self.all & ~west,
            "EAST": self.all & ~(west << self.columns - 1),
            "EVEN": sum(rows[0::2]) & ~west,
            "ODD": sum(rows[1::2]) & ~(west << self.columns - 1),
        }
        named: dict[str, object] = {"COLUMNS": self.columns}
        for name, bits in sets.items():
            named[f"{name}_LOW"], named[f"{name}_HIGH"] = two_words(bits)
        named["NEAR_LOW"], named["NEAR_HIGH"] = zip(*map(two_words, self.near), strict=True)
        return named


BOARD = Hexagons(11, 11)  # the board of the assignment
START = BOARD.size // 2  # the cat's cell, (5, 5)
BORDER = bits_of(cell for cell in range(BOARD.size) if None in BOARD.neighbours[cell])


def random_blocks(count: int, seed: int) -> int:
    """Return a set of `count` random blocks, never on START.

    Raise BadInput if `count` is not 0 to 120.
    """
    import random

    cells = cells_of(BOARD.all & ~(1 << START))
    if not 0 <= count < BOARD.size:
        raise BadInput(f"--blocks {count}: expected a number from 0 to {BOARD.size - 1}")
    return bits_of(random.Random(seed).sample(list(cells), count))


def read_direction(text: str) -> int:
    """Return the index in DIRECTIONS of a direction, given in English, in Portuguese or as a keypad digit.

    Case is ignored. Raise BadInput if the text is no direction.
    """
    name = _OTHER_NAMES.get(text.upper(), text.upper())
    if name not in DIRECTIONS:
        raise BadInput(f"{quoted(text)} is not a direction: expected one of {' '.join(DIRECTIONS)}")
    return DIRECTIONS.index(name)


@kernel
def around(low: int, high: int) -> tuple[int, int, int, int]:
    """Return the cells with at least one neighbour in a set, then those with at least two.

    Each result is two words. One shift moves the whole set in a direction, without the cells that would leave
    the board there. On the way up or down, cells of even rows may also move to the column on the left (EVEN),
    and those of odd rows to the column on the right (ODD). The latter stand two bits ahead in `both`, so that
    one shift serves both. Bits that would leave a machine word are masked out before the shift.
    """
    both_low, both_high = low & EVEN_LOW | (low & ODD_LOW) << 2, high & EVEN_HIGH | (high & ODD_HIGH) << 2
    step_low, step_high = low & EAST_LOW, high & EAST_HIGH
    once_low, once_high = step_low << 1, step_high << 1 | step_low >> WORD - 1
    step_low, step_high = low & WEST_LOW, high & WEST_HIGH
    more_low, more_high = step_low >> 1 | (step_high & 1) << WORD - 1, step_high >> 1
    twice_low, twice_high = once_low & more_low, once_high & more_high
    once_low, once_high = once_low | more_low, once_high | more_high

    more_low = low >> COLUMNS | (high & (1 << COLUMNS) - 1) << WORD - COLUMNS
    more_high = high >> COLUMNS
    twice_low, twice_high = twice_low | once_low & more_low, twice_high | once_high & more_high
    once_low, once_high = once_low | more_low, once_high | more_high

    more_low = (low & LOW_WORD >> COLUMNS) << COLUMNS
    more_high = (high & LOW_WORD >> COLUMNS) << COLUMNS | low >> WORD - COLUMNS
    twice_low, twice_high = twice_low | once_low & more_low, twice_high | once_high & more_high
    once_low, once_high = once_low | more_low, once_high | more_high

    more_low = both_low >> COLUMNS + 1 | (both_high & (2 << COLUMNS) - 1) << WORD - COLUMNS - 1
    more_high = both_high >> COLUMNS + 1
    twice_low, twice_high = twice_low | once_low & more_low, twice_high | once_high & more_high
    once_low, once_high = once_low | more_low, once_high | more_high

    more_low = (both_low & LOW_WORD >> COLUMNS - 1) << COLUMNS - 1
    more_high = (both_high & LOW_WORD >> COLUMNS - 1) << COLUMNS - 1 | both_low >> WORD - COLUMNS + 1
    twice_low, twice_high = twice_low | once_low & more_low, twice_high | once_high & more_high
    once_low, once_high = once_low | more_low, once_high | more_high
    return once_low & ALL_LOW, once_high & ALL_HIGH, twice_low & ALL_LOW, twice_high & ALL_HIGH
