"""A one-shot catcher: blocks the free exit nearest to the cat.

python catcher.py "[5, 5]" "[(1, 1)]" "[(0, 0), (10, 10)]"
"""

import sys
from ast import literal_eval


def distance(cell, other):
    """Count the steps between two cells; odd rows lie half a cell to the right."""
    down = abs(cell[0] - other[0])
    across = abs(2 * cell[1] + cell[0] % 2 - 2 * other[1] - other[0] % 2)
    return down + max(0, across - down) // 2


cat, blocks, exits = map(literal_eval, sys.argv[1:])
taken = [*map(tuple, blocks), tuple(cat)]
free = [cell for cell in exits if tuple(cell) not in taken]
everywhere = [(row, column) for row in range(11) for column in range(11) if (row, column) not in taken]
row, column = min(free or everywhere, key=lambda cell: distance(cat, cell))
print((row, column))
