"""A persistent player of Cats & Dogs, either side: plays the first legal move of one step."""

import sys

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, board, step = line.rstrip("\n").upper().split("\t")
    own, goal = ("C", "D") if side == "CAT" else ("D", ".")  # cats capture dogs, dogs enter empty squares
    rows = board.split("/")
    squares = {(row, column): rows[row][column] for row in range(7) for column in range(7)}
    origins = [square for square, sign in squares.items() if sign == own]
    moves = [(row, column, row + down, column + right) for row, column in origins for down, right in BESIDE]
    row, column, to, beside = next(move for move in moves if squares.get(move[2:]) == goal)
    print(f"{'abcdefg'[row]}{column + 1} {'abcdefg'[to]}{beside + 1}", flush=True)
