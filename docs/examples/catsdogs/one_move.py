"""A one-shot player of Cats & Dogs, either side: plays the last legal move.

python one_move.py cat "CDD..../......./..." 0
"""

import sys

side, board, step = sys.argv[1:]
rows = board.split("/")
own, goal = ("C", "D") if side == "cat" else ("D", ".")  # cats capture dogs, dogs enter empty squares

moves = []
for row in range(7):
    for column in range(7):
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            to = row + down, column + right
            inside = min(to) >= 0 and max(to) < 7
            if inside and rows[row][column].upper() == own and rows[to[0]][to[1]].upper() == goal:
                moves.append("abcdefg"[row] + str(column + 1) + " " + "abcdefg"[to[0]] + str(to[1] + 1))
print(moves[-1])
