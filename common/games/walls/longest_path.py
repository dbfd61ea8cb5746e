"""Kernels for one undisturbed player: the squares it can reach and the bricks it can still lay.

A departure is a step from an unmarked square, which lays a brick there. A set of squares is an int, bit i
for square i. Facings are 0 north, 1 east, 2 south, 3 west. A player is one word:
square << 6 | facing << 4 | idle moves. `board_constants` returns the constants of a board size.
"""

from __future__ import annotations

from typing import Any

from common.games.walls.board import STALL, step
from common.kernels.cells import SET_WORDS, bit, high_word, low_word, set_from_words
from common.kernels.kernel import Cells, kernel, lowest_bit, popcount

SIZE = 0
BOARD = 0
LEFT_COLUMN = 0
RIGHT_COLUMN = 0
AHEAD = (0,)
PLAYER_BITS = 12
ON_WIDE_BOARDS = ("PLAYER", "BEST", "LEVEL", "stored_path", "store_path")
OVERRIDABLE = ("SIZE", "BOARD", "LEFT_COLUMN", "RIGHT_COLUMN", "AHEAD", "PLAYER_BITS", *ON_WIDE_BOARDS)
PATH_SLOTS = 1 << 19  # slots for path lengths, two words each
FEW_STEPS = 1_000  # limit of departures for one path length during a game
NO_LIMIT = 1 << 60  # limit of departures in a proof: none
MAX_FAILED_STEPS = 100 * FEW_STEPS  # failed departures after which only stored lengths are used
FORGIVEN_STEPS = 10  # failed departures forgiven at each node with separated players
UNKNOWN = -1
# Layout of a search level: departures for each facing (0-3), two sets, two words. LEVEL is its length.
BRICKS = 4
UNMARKED = 5
PLAYER = 6
BEST = 7
LEVEL = 8
LEVEL_COUNT = 25 * 25 + 1  # levels: at most one for each square of the largest board
FIELDS = {"paths": 2 * PATH_SLOTS, "levels": LEVEL_COUNT * LEVEL, "failed_steps": 0}


def board_constants(size: int) -> dict[str, Any]:
    """Return the constants of a board size.

    AHEAD[square * 4 + facing] is the square ahead, or -1 off the board.
    """
    squares = range(size * size)
    ahead = [step(size, square, facing) for square in squares for facing in range(4)]
    column = sum(1 << square for square in squares if square % size == 0)
    return {
        "SIZE": size,
        "BOARD": (1 << size * size) - 1,
        "LEFT_COLUMN": column,
        "RIGHT_COLUMN": column << size - 1,
        "PLAYER_BITS": 12 if size <= 7 else 16,
        "AHEAD": tuple(-1 if square is None else square for square in ahead),
    }


@kernel
def around(squares: Cells) -> Cells:
    """Return the neighbours of a set of squares; some may be off the board."""
    return squares << SIZE | squares >> SIZE | (squares & ~RIGHT_COLUMN) << 1 | (squares & ~LEFT_COLUMN) >> 1


@kernel
def reach(square: int, free: Cells) -> Cells:
    """Flood-fill the free squares from a square, which is included; empty if no neighbour is free."""
    found = bit(square)
    wider = found | around(found) & free
    if wider == found:
        return 0
    while wider != found:
        found = wider
        wider = found | around(found) & free
    return found


@kernel
def one_move(north: Cells, east: Cells, south: Cells, west: Cells, leavable: Cells, free: Cells) -> Any:
    """Return the squares of a player after at most one more move, a set for each facing.

    It may turn, or go forward from a square in `leavable` to a free one.
    """
    return (
        north | east | west | ((north & leavable) >> SIZE & free),
        east | north | south | ((east & leavable & ~RIGHT_COLUMN) << 1 & free),
        south | east | west | ((south & leavable) << SIZE & free),
        west | north | south | ((west & leavable & ~LEFT_COLUMN) >> 1 & free),
    )


@kernel
def facing_sets(player: int) -> Any:
    """Return a set for each facing: the player's square for its own facing, else empty."""
    facing, square = player >> 4 & 3, bit(player >> 6)
    return square * (facing == 0), square * (facing == 1), square * (facing == 2), square * (facing == 3)


@kernel
def ready_to_lay(north: Cells, east: Cells, south: Cells, west: Cells, bricks: Cells, area: Cells) -> Any:
    """Restrict a set for each facing to unmarked squares with a square of the area ahead."""
    return (
        north & ~bricks & area << SIZE,
        east & ~bricks & (area & ~LEFT_COLUMN) >> 1,
        south & ~bricks & area >> SIZE,
        west & ~bricks & (area & ~RIGHT_COLUMN) << 1,
    )


@kernel
def departures(bricks: Cells, area: Cells, player: int) -> Any:
    """Return the squares where the player can lay its next brick before it stalls, a set for each facing."""
    north, east, south, west = facing_sets(player)
    for _ in range(STALL - 1 - (player & 15)):
        a, b, c, d = one_move(north, east, south, west, bricks, area)
        if a == north and b == east and c == south and d == west:
            break
        north, east, south, west = a, b, c, d
    return ready_to_lay(north, east, south, west, bricks, area)


@kernel
def quick_path_length(memory: Any, bricks: Cells, area: Cells, player: int) -> Any:
    """Return `path_length` within FEW_STEPS; after too many failures only a stored one, else UNKNOWN."""
    steps = FEW_STEPS if memory.failed_steps < MAX_FAILED_STEPS else 0
    found = path_length(memory, bricks, area, player, steps)
    if found == UNKNOWN:
        memory.failed_steps += steps
    return found


@kernel
def path_length(memory: Any, bricks: Cells, area: Cells, player: int, steps: int) -> Any:
    """Return the most bricks that a player can still lay alone, or UNKNOWN after `steps` departures.

    `bricks` are its own, `area` holds the squares that it may enter and its own square.
    This is a depth-first search with memory, without recursion: a level for each brick laid.
    """
    value = enter_level(memory, 0, bricks, area, player, -1)
    if value != UNKNOWN:
        return value
    level = 0
    while True:
        here = level * LEVEL
        best = memory.levels[here + BEST]
        leaving = -1 if best >= popcount(level_set(memory, here, UNMARKED)) else next_departure(memory, here)
        if leaving < 0:
            player = memory.levels[here + PLAYER]
            store_path(
                memory, level_set(memory, here, BRICKS), level_set(memory, here, UNMARKED), player, best
            )
            if level == 0:
                return best
            level -= 1
            here = level * LEVEL
            memory.levels[here + BEST] = max(memory.levels[here + BEST], best + 1)
            continue
        steps -= 1
        if steps < 0:
            return UNKNOWN
        laid = level_set(memory, here, BRICKS) | bit(leaving >> 2)
        value = enter_level(memory, level + 1, laid, area, AHEAD[leaving] << 6 | (leaving & 3) << 4, best - 1)
        if value == UNKNOWN:
            level += 1
        else:
            memory.levels[here + BEST] = max(best, value + 1)


@kernel
def enter_level(memory: Any, level: int, bricks: Cells, area: Cells, player: int, at_most: int) -> Any:
    """Return the stored number of bricks that can be laid from here, or 0 if it is at most `at_most`.

    If it is not stored, set up the search level and return UNKNOWN.
    """
    joined = reach(player >> 6, area) if player & 15 < STALL else 0
    unmarked = joined & ~bricks
    if unmarked == 0 or popcount(unmarked) <= at_most:
        return 0
    bricks &= joined
    value = stored_path(memory, bricks, unmarked, player)
    if value != UNKNOWN:
        return value
    here = level * LEVEL
    north, east, south, west = departures(bricks, joined, player)
    store_level_set(memory, here, 0, north)
    store_level_set(memory, here, 1, east)
    store_level_set(memory, here, 2, south)
    store_level_set(memory, here, 3, west)
    store_level_set(memory, here, BRICKS, bricks)
    store_level_set(memory, here, UNMARKED, unmarked)
    memory.levels[here + PLAYER], memory.levels[here + BEST] = player, 0
    return UNKNOWN


@kernel
def level_set(memory: Any, here: int, number: int) -> Cells:
    """Return set `number` of the level at index `here`."""
    at = here + number * SET_WORDS
    return set_from_words(memory.levels[at], memory.levels[at + SET_WORDS - 1])


@kernel
def store_level_set(memory: Any, here: int, number: int, squares: Cells) -> None:
    """Write set `number` of the level at index `here`."""
    at = here + number * SET_WORDS
    memory.levels[at] = low_word(squares)
    if SET_WORDS > 1:
        memory.levels[at + 1] = high_word(squares)


@kernel
def next_departure(memory: Any, here: int) -> int:
    """Remove and return the best departure of the level at index `here`, or -1 if none remains.

    It is coded as square * 4 + facing. The best has the smallest sum of the unmarked squares beside
    its square, three times those beside the square ahead, and 10 if that one is not unmarked.
    """
    unmarked = level_set(memory, here, UNMARKED)
    found, fewest = -1, 1 << 10
    for facing in range(4):
        left = level_set(memory, here, facing)
        while left:
            square = lowest_bit(left)
            left &= left - 1
            ahead = bit(AHEAD[square * 4 + facing])
            fresh = ahead & unmarked
            beside_ahead = popcount(around(ahead) & unmarked)
            open_beside = 10 * (fresh == 0) + 3 * beside_ahead + popcount(around(bit(square)) & unmarked)
            if open_beside < fewest:
                found, fewest = square * 4 + facing, open_beside
    if found >= 0:
        facing = found & 3
        store_level_set(memory, here, facing, level_set(memory, here, facing) & ~bit(found >> 2))
    return found


@kernel
def stored_path(memory: Any, bricks: Cells, unmarked: Cells, player: int) -> Any:
    """Return the stored path length of a player, or UNKNOWN if it is missing or overwritten."""
    first = unmarked << PLAYER_BITS | player
    slot = 2 * path_slot(first, bricks)
    if memory.paths[slot] == first and memory.paths[slot + 1] & BOARD == bricks:
        return memory.paths[slot + 1] >> SIZE * SIZE
    return UNKNOWN


@kernel
def store_path(memory: Any, bricks: Cells, unmarked: Cells, player: int, length: int) -> None:
    """Store a path length, overwriting the slot. No key matches an empty slot: keys have unmarked squares."""
    first = unmarked << PLAYER_BITS | player
    slot = 2 * path_slot(first, bricks)
    memory.paths[slot], memory.paths[slot + 1] = first, bricks | length << SIZE * SIZE


@kernel
def path_slot(first: int, second: int) -> int:
    """Hash a key to the number of its slot in memory.paths."""
    mixed = (first ^ first >> 29) & 0x3FFFFFFF
    other = (second ^ second >> 23) & 0x3FFFFFFF
    return ((mixed * 0x5E3779B1 >> 11) ^ (other * 0x3C6EF372 >> 13)) & PATH_SLOTS - 1
