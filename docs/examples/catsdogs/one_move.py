"""Cat or dog, the last move there is, asked by its arguments: python one_move.py cat "CDD..../......./..." 0."""

import sys

side, board, step = sys.argv[1:]
rows = board.split("/")
own, goal = ("C", "D") if side == "cat" else ("D", ".")  # a cat eats a dog, a dog goes to an empty square

moves = []
for row in range(7):
    for column in range(7):
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            to = row + down, column + right
            if rows[row][column].upper() == own and min(to) >= 0 and max(to) < 7 and rows[to[0]][to[1]].upper() == goal:
                moves.append("abcdefg"[row] + str(column + 1) + " " + "abcdefg"[to[0]] + str(to[1] + 1))
print(moves[-1])
