"""A one-shot player of Walls: goes ahead where no brick lies, else turns right.

python one_move.py A ".   a   ./A<. .   B>./.   .   ." 0 0
"""

import sys

side, rows, idle_a, idle_b = sys.argv[1:]
cells = [[row[at : at + 4].ljust(4) for at in range(0, len(row), 4)] for row in rows.split("/")]
STEPS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}

squares = [(row, column) for row in range(len(cells)) for column in range(len(cells))]
row, column = next(square for square in squares if cells[square[0]][square[1]][0] == side)
down, right = STEPS[cells[row][column][1]]
ahead = row + down, column + right
inside = min(ahead) >= 0 and max(ahead) < len(cells)
print("try-forward" if inside and cells[ahead[0]][ahead[1]].strip() == "." else "turn-right")
