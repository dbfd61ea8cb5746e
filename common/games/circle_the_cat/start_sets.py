"""Random starts, and the sets of starts used to measure the strength of players."""

from __future__ import annotations

from common.games.circle_the_cat.hexagons import BOARD
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput

START = BOARD.size // 2  # the cat's cell, (5, 5)
CELLS = [cell for cell in range(BOARD.size) if cell != START]
BORDER = bits_of(cell for cell in range(BOARD.size) if None in BOARD.neighbours[cell])
SETS = ("C", "R5", "R10", "R15", "E")


def random_blocks(count: int, seed: int) -> int:
    """Return a set of `count` random blocks, never on the cat's start cell, (5, 5).

    Raise BadInput if `count` is not 0 to 120.
    """
    import random

    if not 0 <= count <= len(CELLS):
        raise BadInput(f"--blocks {count}: expected a number from 0 to {len(CELLS)}")
    return bits_of(random.Random(seed).sample(CELLS, count))


def blocks_and_exits(name: str, number: int) -> tuple[int, int]:
    """Return the blocks and the exits, two sets of cells, of start `number` of a set.

    R5, R10, R15: this many random blocks, and exits on the free border cells. C: as in class, 5 to 7 blocks,
    and exits on all border cells, blocked or not. E: 8 blocks and four free exits on the border.
    """
    import random

    if name == "C":
        chance = random.Random(70_000 + number)
        return bits_of(chance.sample(CELLS, chance.choice([5, 6, 7]))), BORDER
    if name == "E":
        chance = random.Random(90_000 + number)
        blocks = bits_of(chance.sample(CELLS, 8))
        return blocks, bits_of(chance.sample(list(cells_of(BORDER & ~blocks)), 4))
    count = int(name.removeprefix("R"))
    blocks = bits_of(random.Random(count * 1000 + number).sample(CELLS, count))
    return blocks, BORDER & ~blocks
