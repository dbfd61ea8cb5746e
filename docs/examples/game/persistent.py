"""A persistent player of Circle the Cat: the cat steps right, the catcher blocks beside the cat."""

import sys
from ast import literal_eval

EVEN = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)]  # steps from an even row
ODD = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]
NAMES = ["NW", "NE", "W", "E", "SW", "SE"]

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, *lists = line.rstrip("\n").split("\t")
    (row, column), blocks, exits = map(literal_eval, lists)
    steps = zip(NAMES, ODD if row % 2 else EVEN, strict=True)
    near = {name: (row + step[0], column + step[1]) for name, step in steps}
    free = {name: cell for name, cell in near.items() if {*cell} <= {*range(11)} and cell not in blocks}
    name = "E" if "E" in free else next(iter(free))
    print(name if side == "cat" else free[name], flush=True)
