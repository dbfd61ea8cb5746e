"""A one-shot duel player: slides to the square with most empty neighbours.

python one_move.py X "X a1 a7 O b2 c3" 12
"""

import sys

side, place, turns = sys.argv[1:]
x, o = place[1:].split("O")
pieces = {**dict.fromkeys(x.split(), "X"), **dict.fromkeys(o.split(), "O")}


def empty_beside(square):
    """Return the empty squares above, below, left and right of a square."""
    row, column = "abcdefg".index(square[0]), int(square[1])
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    names = ["abcdefg"[down] + str(across) for down, across in near if 0 <= down < 7 and 1 <= across < 8]
    return [name for name in names if name not in pieces]


moves = [(origin, target) for origin in pieces if pieces[origin] == side for target in empty_beside(origin)]
print(*max(moves, key=lambda move: len(empty_beside(move[1]))))
