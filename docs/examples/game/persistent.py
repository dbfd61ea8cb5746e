"""Both sides of Circle the Cat, started once a game: the cat steps to the right if it can, the catcher blocks beside the cat."""

import sys
from ast import literal_eval

STEPS = {0: [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)], 1: [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)]}
NAMES = ["NW", "NE", "W", "E", "SW", "SE"]

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, *lists = line.rstrip("\n").split("\t")
    (row, column), blocks, exits = map(literal_eval, lists)
    near = {name: (row + down, column + right) for name, (down, right) in zip(NAMES, STEPS[row % 2], strict=True)}
    free = {name: cell for name, cell in near.items() if cell not in blocks and min(cell) >= 0 and max(cell) < 11}
    name = "E" if "E" in free else next(iter(free))
    print(name if side == "cat" else free[name], flush=True)
