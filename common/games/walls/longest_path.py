"""A walker that marks the squares it leaves: where it can still go, and how many squares it can mark if left alone.

A game fills in `board_constants`, and STALL, the number of moves in a row without a new mark after which a walker stops.
Squares are bits, row by row; facings are 0 north, 1 east, 2 south, 3 west. A walker is one word: square << 6 | facing << 4 |
idle moves.
"""

from __future__ import annotations

from typing import Any

from common.games.walls.board import step
from common.kernels.cells import SET_WORDS, bit, high_word, low_word, set_of
from common.kernels.kernel import Cells, kernel, lowest, popcount

SIZE = BOARD = LEFT_COLUMN = RIGHT_COLUMN = 0
AHEAD = (0,)
STALL = 9
WALKER_BITS = 12
ON_WIDE_BOARDS = ("WALKER", "BEST", "LEVEL", "known_trail", "keep_trail")
FILLED_IN = ("SIZE", "BOARD", "LEFT_COLUMN", "RIGHT_COLUMN", "AHEAD", "STALL", "WALKER_BITS", *ON_WIDE_BOARDS)
TRAILS = 1 << 19  # trails remembered, two words each
FEW_STEPS, ENDLESS = 1_000, 1 << 60  # departures that may be tried for one answer
MOST_IN_VAIN, REPAID = 100 * FEW_STEPS, 10  # departures tried in vain: so many at first, and for each node with walkers alone
UNKNOWN = -1
MARKS, UNMARKED = 4, 5  # sets of one level of the search: departures by facing, marks, unmarked squares
WALKER, BEST, LEVEL = 6, 7, 8  # after the sets
DEEPEST = 25 * 25 + 1  # levels, one for each square of the largest board
FIELDS = {"trails": 2 * TRAILS, "levels": DEEPEST * LEVEL, "in_vain": 0}


def board_constants(size: int) -> dict[str, Any]:
    """What kernels read of a board by name; AHEAD is the square ahead by square * 4 + facing, -1 off the board."""
    squares = range(size * size)
    ahead = [step(size, square, facing) for square in squares for facing in range(4)]
    column = sum(1 << square for square in squares if square % size == 0)
    return {
        "SIZE": size,
        "BOARD": (1 << size * size) - 1,
        "LEFT_COLUMN": column,
        "RIGHT_COLUMN": column << size - 1,
        "WALKER_BITS": 12 if size <= 7 else 16,
        "AHEAD": tuple(-1 if square is None else square for square in ahead),
    }


@kernel
def around(squares: Cells) -> Cells:
    """All squares beside those given; also some off the board."""
    return squares << SIZE | squares >> SIZE | (squares & ~RIGHT_COLUMN) << 1 | (squares & ~LEFT_COLUMN) >> 1


@kernel
def reach(square: int, free: Cells) -> Cells:
    """The free squares connected to a square, and the square itself; an empty set if none beside it is free."""
    found = bit(square)
    wider = found | around(found) & free
    if wider == found:
        return 0
    while wider != found:
        found = wider
        wider = found | around(found) & free
    return found


@kernel
def one_move(north: Cells, east: Cells, south: Cells, west: Cells, left: Cells, free: Cells) -> Any:
    """Where a walker can be after one more move, a set by facing: turned, or gone ahead from a square of `left` to a free one."""
    return (
        north | east | west | ((north & left) >> SIZE & free),
        east | north | south | ((east & left & ~RIGHT_COLUMN) << 1 & free),
        south | east | west | ((south & left) << SIZE & free),
        west | north | south | ((west & left & ~LEFT_COLUMN) >> 1 & free),
    )


@kernel
def standing(walker: int) -> Any:
    """Where a walker is, a set by facing."""
    facing, square = walker >> 4 & 3, bit(walker >> 6)
    return square * (facing == 0), square * (facing == 1), square * (facing == 2), square * (facing == 3)


@kernel
def ready_to_mark(north: Cells, east: Cells, south: Cells, west: Cells, marks: Cells, area: Cells) -> Any:
    """Those of some squares, sets by facing, that are unmarked and have a square of the area ahead."""
    return (
        north & ~marks & area << SIZE,
        east & ~marks & (area & ~LEFT_COLUMN) >> 1,
        south & ~marks & area >> SIZE,
        west & ~marks & (area & ~RIGHT_COLUMN) << 1,
    )


@kernel
def departures(marks: Cells, area: Cells, walker: int) -> Any:
    """The unmarked squares, a set by facing, that the walker can mark by stepping ahead from them before it is stalled."""
    north, east, south, west = standing(walker)
    for _ in range(STALL - 1 - (walker & 15)):
        a, b, c, d = one_move(north, east, south, west, marks, area)
        if a == north and b == east and c == south and d == west:
            break
        north, east, south, west = a, b, c, d
    return ready_to_mark(north, east, south, west, marks, area)


@kernel
def trail_in_time(memory: Any, marks: Cells, area: Cells, walker: int) -> Any:
    """`longest_trail` by FEW_STEPS, or only what is remembered as long as too many have been tried in vain."""
    steps = FEW_STEPS if memory.in_vain < MOST_IN_VAIN else 0
    found = longest_trail(memory, marks, area, walker, steps)
    if found == UNKNOWN:
        memory.in_vain += steps
    return found


@kernel
def longest_trail(memory: Any, marks: Cells, area: Cells, walker: int, steps: int) -> Any:
    """The most squares that the walker can still mark in an area of its own; UNKNOWN if it takes more than `steps` departures."""
    value = enter(memory, 0, marks, area, walker, -1)
    if value != UNKNOWN:
        return value
    level = 0
    while True:
        here = level * LEVEL
        best = memory.levels[here + BEST]
        leaving = -1 if best >= popcount(kept_set(memory, here, UNMARKED)) else next_departure(memory, here)
        if leaving < 0:
            walker = memory.levels[here + WALKER]
            keep_trail(memory, kept_set(memory, here, MARKS), kept_set(memory, here, UNMARKED), walker, best)
            if level == 0:
                return best
            level -= 1
            here = level * LEVEL
            memory.levels[here + BEST] = max(memory.levels[here + BEST], best + 1)
            continue
        steps -= 1
        if steps < 0:
            return UNKNOWN
        marked = kept_set(memory, here, MARKS) | bit(leaving >> 2)
        value = enter(memory, level + 1, marked, area, AHEAD[leaving] << 6 | (leaving & 3) << 4, best - 1)
        if value == UNKNOWN:
            level += 1
        else:
            memory.levels[here + BEST] = max(best, value + 1)


@kernel
def enter(memory: Any, level: int, marks: Cells, area: Cells, walker: int, least: int) -> Any:
    """The most squares to mark from here, if known; 0 if that is `least` at most; else UNKNOWN, and the level is set up."""
    joined = reach(walker >> 6, area) if walker & 15 < STALL else 0
    unmarked = joined & ~marks
    if unmarked == 0 or popcount(unmarked) <= least:
        return 0
    marks &= joined
    value = known_trail(memory, marks, unmarked, walker)
    if value != UNKNOWN:
        return value
    here = level * LEVEL
    north, east, south, west = departures(marks, joined, walker)
    keep_set(memory, here, 0, north)
    keep_set(memory, here, 1, east)
    keep_set(memory, here, 2, south)
    keep_set(memory, here, 3, west)
    keep_set(memory, here, MARKS, marks)
    keep_set(memory, here, UNMARKED, unmarked)
    memory.levels[here + WALKER], memory.levels[here + BEST] = walker, 0
    return UNKNOWN


@kernel
def kept_set(memory: Any, here: int, number: int) -> Cells:
    """A set of the level that begins at `here`."""
    at = here + number * SET_WORDS
    return set_of(memory.levels[at], memory.levels[at + SET_WORDS - 1])


@kernel
def keep_set(memory: Any, here: int, number: int, squares: Cells) -> None:
    """Set a set of the level that begins at `here`."""
    at = here + number * SET_WORDS
    memory.levels[at] = low_word(squares)
    if SET_WORDS > 1:
        memory.levels[at + 1] = high_word(squares)


@kernel
def next_departure(memory: Any, here: int) -> int:
    """Take out the departure to the square with the fewest unmarked ones beside it: square * 4 + facing, -1 if none is left."""
    unmarked = kept_set(memory, here, UNMARKED)
    found, fewest = -1, 1 << 10
    for facing in range(4):
        left = kept_set(memory, here, facing)
        while left:
            square = lowest(left)
            left &= left - 1
            ahead = bit(AHEAD[square * 4 + facing])
            fresh = ahead & unmarked
            open_beside = 10 * (fresh == 0) + 3 * popcount(around(ahead) & unmarked) + popcount(around(bit(square)) & unmarked)
            if open_beside < fewest:
                found, fewest = square * 4 + facing, open_beside
    if found >= 0:
        facing = found & 3
        keep_set(memory, here, facing, kept_set(memory, here, facing) & ~bit(found >> 2))
    return found


@kernel
def known_trail(memory: Any, marks: Cells, unmarked: Cells, walker: int) -> Any:
    """What `keep_trail` has written of a walker; UNKNOWN if that is not there any more."""
    first = unmarked << WALKER_BITS | walker
    slot = 2 * trail_slot(first, marks)
    if memory.trails[slot] == first and memory.trails[slot + 1] & BOARD == marks:
        return memory.trails[slot + 1] >> SIZE * SIZE
    return UNKNOWN


@kernel
def keep_trail(memory: Any, marks: Cells, unmarked: Cells, walker: int, most: int) -> None:
    """Write the most squares to mark over whatever stands in the slot; no empty one matches, as squares are unmarked."""
    first = unmarked << WALKER_BITS | walker
    slot = 2 * trail_slot(first, marks)
    memory.trails[slot], memory.trails[slot + 1] = first, marks | most << SIZE * SIZE


@kernel
def trail_slot(first: int, second: int) -> int:
    """The number of the entry in memory.trails for a key."""
    mixed = (first ^ first >> 29) & 0x3FFFFFFF
    other = (second ^ second >> 23) & 0x3FFFFFFF
    return ((mixed * 0x5E3779B1 >> 11) ^ (other * 0x3C6EF372 >> 13)) & TRAILS - 1
