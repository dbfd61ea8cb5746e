"""Slides the first piece that can be slid, started once a game."""

import sys

for line in sys.stdin:
    if line.strip() == "quit":
        break
    side, place, turns = line.rstrip("\n").split("\t")
    x, o = place[1:].split("O")
    own = (x if side == "X" else o).split()
    taken = x.split() + o.split()
    near = [
        (square, chr(ord(square[0]) + down) + str(int(square[1]) + across))
        for square in own
        for down, across in ((-1, 0), (0, -1), (0, 1), (1, 0))
    ]
    moves = [
        f"{origin} {target}"
        for origin, target in near
        if target[0] in "abcdefg" and target[1:] in "1234567" and target not in taken
    ]
    print(moves[0], flush=True)
