"""A one-shot squirrel: takes the free square of the highest value.

python one_move.py -i input.txt writes next_state.txt, as the course asks.
"""

import sys
from pathlib import Path

task, side, depth, *words = Path(sys.argv[2]).read_text().split()
values, board = [int(word) for word in words[:25]], list("".join(words[25:]))


def beside(square):
    """Return the squares above, below, left and right of a square."""
    row, column = divmod(square, 5)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [down * 5 + across for down, across in around if 0 <= down < 5 and 0 <= across < 5]


square = max((at for at in range(25) if board[at] == "*"), key=lambda at: values[at])
if any(board[at] == side for at in beside(square)):  # a raid: the enemies beside it change sides
    for at in beside(square):
        board[at] = side if board[at] != "*" else "*"
board[square] = side
Path("next_state.txt").write_text("\n".join("".join(board[row : row + 5]) for row in range(0, 25, 5)) + "\n")
