"""Safe captures: those that do not bring three cats into line.

The number of safe captures onto a square, 0 to 4, is the weight of that square in double_moves.py. Weights
are computed for the cats as they stand, and for the cats after each safe capture.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.board import BOARD
from common.games.cats_and_dogs.double_moves import WIDTH, list_by_weight, weight
from common.games.cats_and_dogs.shared_table import INFINITE_NUMBER
from common.games.cats_and_dogs.square_lines import double_lines
from common.kernels.kernel import kernel, lowest_bit, popcount
from common.rules.square_grid import NO_STEP, around
from common.search.move_order import PLIES

MOST_CAPTURES = 20  # five cats, four directions
MOST_WORK = 80  # in quarters of a doubling
CAPTURE_WORDS = 8  # words of a capture: the three sets of weights after it, the cats, the hot lines
ALL_CAPTURE_WORDS = 4 * 64 * CAPTURE_WORDS  # from four sides onto every square
FIELDS = {"onto": 4 * PLIES, "after": ALL_CAPTURE_WORDS * PLIES}


@kernel
def capture_weights(cats: int) -> Any:
    """Return the weight of each square: the number of safe captures onto it if a dog stood there.

    Weights are three sets: the squares whose weight has bit 1, 2, 4.
    """
    one, other = safe_squares(cats, 0), safe_squares(cats, 1)
    three, four = safe_squares(cats, 2), safe_squares(cats, 3)
    pair, cross = one ^ other, three ^ four
    twice, again, both = one & other, three & four, pair & cross
    return pair ^ cross, twice ^ again ^ both, twice & again


@kernel
def safe_squares(cats: int, side: int) -> Any:
    """Return the squares that a cat may safely enter from a side: 0 left, 1 right, 2 above, 3 below.

    Dogs do not matter. No row or column of `cats` may hold three.
    """
    sideways, upright = safe_targets(cats, BOARD & ~cats)
    if side < 2:
        return (cats << 1 if side == 0 else cats >> 1) & sideways
    return (cats << 8 if side == 2 else cats >> 8) & upright


@kernel
def origin_square(square: int, side: int) -> Any:
    """Return the square beside a square, on the given side."""
    if side < 2:
        return square >> 1 if side == 0 else square << 1
    return square >> 8 if side == 2 else square << 8


@kernel
def count_safe_captures(cats: int, dogs: int) -> Any:
    """Return the number of safe captures, whoever is to move; no row or column of `cats` may hold three."""
    ones, twos, fours = capture_weights(cats)
    return weight(dogs, ones, twos, fours)


@kernel
def list_fewest_captures(memory: Any, cats: int, dogs: int, most: int, at: int) -> Any:
    """Write the double moves that leave the fewest safe captures, at least `most` if possible.

    They go to memory.moves from `at` on. Levels are listed whole, so there may be more than `most`. Return
    the end of the list.
    """
    ones, twos, fours = capture_weights(cats)
    first, now, level = at, weight(dogs, ones, twos, fours), 0
    while at - first < most and level <= MOST_CAPTURES:
        at, _ = list_by_weight(memory, cats, dogs, ones, twos, fours, level - now, NO_STEP, WIDTH, at)
        level += 1
    return at


@kernel
def safe_targets(cats: int, squares: int) -> Any:
    """Return those of `squares` that a cat may safely enter sideways, then from above or below.

    Sideways, a column that holds two cats is unsafe; from above or below, such a row. No row or column of
    `cats` may hold three.
    """
    rows, columns = double_lines(cats)
    return squares & ~columns, squares & ~rows


@kernel
def count_hot_lines(cats: int) -> Any:
    """Count the rows and columns with two cats; none may hold three."""
    rows, columns = double_lines(cats)
    return (popcount(rows) + popcount(columns)) // 7


@kernel
def store_captures(memory: Any, cats: int, ply: int) -> None:
    """Store for `ply` the weights, cats and hot lines after each safe capture, for any set of dogs."""
    for side in range(4):
        targets = safe_squares(cats, side)
        memory.onto[ply * 4 + side] = targets
        while targets:
            square = targets & -targets
            after, at = cats ^ square ^ origin_square(square, side), capture_index(square, side, ply)
            memory.after[at], memory.after[at + 1], memory.after[at + 2] = capture_weights(after)
            memory.after[at + 3], memory.after[at + 4] = after, count_hot_lines(after)
            targets ^= square


@kernel
def capture_index(square: int, side: int, ply: int) -> Any:
    """Return the index in memory.after of a capture onto a square, given as a set, from one side."""
    return ply * ALL_CAPTURE_WORDS + (side * 64 + lowest_bit(square)) * CAPTURE_WORDS


@kernel
def total_work_after(memory: Any, dogs: int, ply: int) -> Any:
    """Return the total work left after each safe capture; INFINITE_NUMBER if one of them ends contact.

    A capture with an obvious answer counts as 0. `store_captures` must have been called for this ply.
    """
    total = 0
    for side in range(4):
        captured = dogs & memory.onto[ply * 4 + side]
        while captured:
            square = captured & -captured
            at, rest = capture_index(square, side, ply), dogs ^ square
            ones, twos, fours = memory.after[at], memory.after[at + 1], memory.after[at + 2]
            cats = memory.after[at + 3]
            if rest & around(cats) == 0:
                return INFINITE_NUMBER
            havens = BOARD & ~(rest | cats | ones | twos | fours)
            if not is_obviously_answered(cats, rest, ones | twos | fours, havens):
                captures = weight(rest, ones, twos, fours)
                stuck = weight(rest & ~around(havens), ones, twos, fours)
                total += estimate_work(captures, stuck, memory.after[at + 4])
            captured ^= square
    return total


@kernel
def work_to_answer(cats: int, dogs: int) -> Any:
    """Estimate the work of removing all safe captures, stuck dogs not counted; 0 if that is obvious."""
    ones, twos, fours = capture_weights(cats)
    havens = BOARD & ~(dogs | cats | ones | twos | fours)
    if is_obviously_answered(cats, dogs, ones | twos | fours, havens):
        return 0
    return estimate_work(weight(dogs, ones, twos, fours), 0, count_hot_lines(cats))


@kernel
def is_obviously_answered(cats: int, dogs: int, attacked: int, havens: int) -> Any:
    """Return True if the dogs, to move, can obviously win: leave no safe capture, and keep contact.

    `attacked` are the squares of weight 1 or more, `havens` the empty ones of weight 0. At most two dogs have
    to leave attacked squares, each for a haven. If only one has to, a dog beside no cat moves, too. A third
    dog, which stays beside a cat, keeps contact.
    """
    near, threatened, calm = around(cats), dogs & attacked, dogs & ~attacked
    one = threatened & -threatened
    other = threatened ^ one
    if calm & near == 0 or other & other - 1:
        return False
    one_havens, other_havens = around(one or calm & ~near) & havens, around(other or calm & ~near) & havens
    both = one_havens | other_havens
    # Without a threat one dog moves there and back.
    return one_havens != 0 and other_havens != 0 and (threatened == 0 or both & both - 1 != 0)


@kernel
def estimate_work(captures: int, stuck: int, hot: int) -> Any:
    """Estimate the work of removing all safe captures.

    Each further capture takes 2.4 times as much, and a fifth more if its dog has no safe square beside it.
    Each hot line takes a sixth less.
    """
    quarters = min(max(5 * captures + stuck - hot, 0), MOST_WORK)
    return (4 + (quarters & 3)) << (quarters >> 2)
