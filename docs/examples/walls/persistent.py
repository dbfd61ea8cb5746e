"""Goes ahead where no brick lies, else turns left, started once a game."""

import sys

STEPS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, rows, idle_a, idle_b = line.rstrip("\n").split("\t")
    cells = {(row, at): text[4 * at : 4 * at + 4].strip() for row, text in enumerate(rows.split("/")) for at in range(len(text))}
    row, column = next(place for place, cell in cells.items() if cell[:1] == side)
    down, right = STEPS[cells[row, column][1]]
    print("try-forward" if cells.get((row + down, column + right)) == "." else "turn-left", flush=True)
