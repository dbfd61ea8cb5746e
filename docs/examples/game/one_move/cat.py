"""A one-shot cat: steps towards the nearest exit.

python cat.py "[5, 5]" "[(1, 1)]" "[(0, 0), (10, 10)]"
"""

import sys
from ast import literal_eval

EVEN = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)]  # steps from an even row
ODD = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]
NAMES = ["NW", "NE", "W", "E", "SW", "SE"]


def distance(cell, other):
    """Count the steps between two cells; odd rows lie half a cell to the right."""
    down = abs(cell[0] - other[0])
    across = abs(2 * cell[1] + cell[0] % 2 - 2 * other[1] - other[0] % 2)
    return down + max(0, across - down) // 2


(row, column), blocks, exits = map(literal_eval, sys.argv[1:])
steps = zip(NAMES, ODD if row % 2 else EVEN, strict=True)
near = {name: (row + step[0], column + step[1]) for name, step in steps}
free = [name for name in NAMES if near[name] not in blocks and min(near[name]) >= 0 and max(near[name]) < 11]
print(min(free, key=lambda name: min(distance(near[name], cell) for cell in exits)))
