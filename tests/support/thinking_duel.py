"""A persistent player of the sliding duel for `gradings`: deepening alpha-beta until its time is used."""

import sys
import time

SECONDS = 0.08
SIZE = 7
FULL = (1 << SIZE * SIZE) - 1
NOT_FIRST = sum(1 << at for at in range(SIZE * SIZE) if at % SIZE)  # squares that have one to the left
NOT_LAST = sum(1 << at for at in range(SIZE * SIZE) if at % SIZE != SIZE - 1)
LOSS = 10_000
INFINITE = 1_000_000


class Late(Exception):
    """The time of the move is used."""


def beside(squares: int) -> int:
    """Return the squares beside a set of squares."""
    across = (squares & NOT_FIRST) >> 1 | (squares & NOT_LAST) << 1
    return (squares << SIZE | squares >> SIZE | across) & FULL


def changes(own: int, empty: int) -> list[int]:
    """Return every move as the set of its two squares."""
    found = []
    while own:
        piece = own & -own
        own ^= piece
        targets = beside(piece) & empty
        while targets:
            target = targets & -targets
            targets ^= target
            found.append(piece | target)
    return found


def lead(own: int, other: int) -> int:
    """Return the empty squares beside the own pieces minus those beside the others."""
    empty = FULL & ~(own | other)
    return (beside(own) & empty).bit_count() - (beside(other) & empty).bit_count()


def search(sets: tuple[int, int], turns: int, depth: int, window: tuple[int, int], end: float) -> int:
    """Return the value for the side to move, whose set comes first, or a bound. Raise Late after `end`."""
    own, other = sets
    if time.monotonic() > end:
        raise Late
    moves = changes(own, FULL & ~(own | other))
    if not moves:
        return -LOSS
    if not depth or not turns:
        value = lead(own, other)
        return value if turns else 100 * value
    best, beta = window
    for move in moves:
        value = -search((other, own ^ move), turns - 1, depth - 1, (-beta, -best), end)
        best = max(best, value)
        if best >= beta:
            break
    return best


def choose(own: int, other: int, turns: int, end: float) -> int:
    """Return the best move of the deepest search that ends in time."""
    moves = changes(own, FULL & ~(own | other))
    try:
        for depth in range(turns):
            values, best = {}, -INFINITE
            for move in moves:
                values[move] = -search((other, own ^ move), turns - 1, depth, (-INFINITE, -best), end)
                best = max(best, values[move])
            moves.sort(key=lambda move: values[move], reverse=True)
    except Late:
        pass
    return moves[0]


def name(square: int) -> str:
    """Return the name of a set of one square."""
    row, column = divmod(square.bit_length() - 1, SIZE)
    return "abcdefg"[row] + str(column + 1)


for line in sys.stdin:
    end = time.monotonic() + SECONDS
    if line.strip() == "quit":
        break
    side, place, turns = line.rstrip("\n").split("\t")
    sets = []
    for pieces in place[1:].split("O"):
        squares = ["abcdefg".index(text[0]) * SIZE + int(text[1]) - 1 for text in pieces.split()]
        sets.append(sum(1 << square for square in squares))
    own, other = sets if side == "X" else sets[::-1]
    move = choose(own, other, int(turns), end)
    print(name(move & own), name(move & ~own), flush=True)
