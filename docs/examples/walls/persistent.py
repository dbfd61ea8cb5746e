"""A persistent player of Walls: goes ahead where no brick lies, else turns left."""

import sys

STEPS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, rows, idle_a, idle_b = line.rstrip("\n").split("\t")
    rows = [[row[at : at + 4].strip() for at in range(0, len(row), 4)] for row in rows.split("/")]
    cells = {(row, column): cell for row, line in enumerate(rows) for column, cell in enumerate(line)}
    row, column = next(place for place, cell in cells.items() if cell[:1] == side)
    down, right = STEPS[cells[row, column][1]]
    print("try-forward" if cells.get((row + down, column + right)) == "." else "turn-left", flush=True)
