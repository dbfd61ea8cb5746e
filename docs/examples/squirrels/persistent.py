"""A squirrel that takes the dearest free square, started once a game."""

import sys

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, values, board = line.rstrip("\n").split("\t")
    values, board = [int(value) for value in values.split()], board.replace("/", "")
    free = [square for square in range(25) if board[square] == "*"]
    row, column = divmod(max(free, key=lambda square: values[square]), 5)
    print("ABCDE"[column] + str(row + 1), flush=True)
