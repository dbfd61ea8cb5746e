"""Cat or dog, the first move there is, started once a game; the dogs are asked twice a turn."""

import sys

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, board, step = line.rstrip("\n").upper().split("\t")
    own, goal = ("C", "D") if side == "CAT" else ("D", ".")  # a cat eats a dog, a dog goes to an empty square
    squares = {(row, column): sign for row, text in enumerate(board.split("/")) for column, sign in enumerate(text)}
    origins = [square for square, sign in squares.items() if sign == own]
    moves = [(row, column, row + down, column + right) for row, column in origins for down, right in BESIDE]
    row, column, to, beside = next(move for move in moves if squares.get(move[2:]) == goal)
    print(f"{'abcdefg'[row]}{column + 1} {'abcdefg'[to]}{beside + 1}", flush=True)
