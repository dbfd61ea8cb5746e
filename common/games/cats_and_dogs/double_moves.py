"""The dogs' two single moves as one decision: all double moves with distinct results.

A double move is first * 4096 + second. Each of the two is a single move, origin * 64 + target, or 0 for none.
Of the double moves that lead to one position only the one with the least first move is listed.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.board import BOARD
from common.kernels.kernel import kernel, popcount
from common.rules.square_grid import NO_STEP, Step, around, next_step, step_of
from common.search.move_order import PLIES

WIDTH = 4096  # a move crosses one of 84 borders: at most 84 * 83 / 2 by two dogs and 84 * 6 by one dog
FIELDS = {"next": PLIES, "end": PLIES}


def single_moves(move: int) -> list[Step]:
    """Return the single moves of a capture (one) or of a double move (two, one, or none for a pass)."""
    return [step_of(step) for step in (move >> 12, move & 4095) if step]


@kernel
def in_contact(cats: int, dogs: int) -> bool:
    """Return True if a dog stands beside a cat; without contact the dogs have no second move."""
    return around(cats) & dogs != 0


@kernel
def next_double_move(memory: Any, cats: int, dogs: int, move: int, ply: int) -> Any:
    """Return the double move after `move`; NO_STEP stands before the first and after the last.

    NO_STEP lists all double moves of the ply in memory.moves. Each other call goes on by one in this list.
    """
    if move == NO_STEP:
        memory.next[ply] = ply * WIDTH
        memory.end[ply] = list_double_moves(memory, cats, dogs, ply * WIDTH)
    else:
        memory.next[ply] += 1
    return memory.moves[memory.next[ply]] if memory.next[ply] < memory.end[ply] else NO_STEP


@kernel
def next_single_move(cats: int, dogs: int, step: int, move: int) -> Any:
    """Return the dogs' single move after `move`; NO_STEP stands before the first and after the last.

    At step 1, dogs without any move pass: the move 0.
    """
    found = NO_STEP if move == 0 else next_step(dogs, BOARD & ~(cats | dogs), move)
    return 0 if found == NO_STEP and move == NO_STEP and step == 1 else found


@kernel
def list_double_moves(memory: Any, cats: int, dogs: int, at: int) -> Any:
    """Write the double moves with distinct results to memory.moves from `at` on; return the end.

    Dogs that cannot move pass: the move 0.
    """
    anchor = only_dog_in_contact(cats, dogs)
    first = next_step(dogs, BOARD & ~(cats | dogs), NO_STEP)
    if first == NO_STEP:
        memory.moves[at] = 0
        return at + 1
    while first != NO_STEP:
        once = move_piece(dogs, first)
        if in_contact(cats, once):
            empty = BOARD & ~(cats | once)
            second = next_step(once, empty, NO_STEP)
            while second != NO_STEP:
                if is_first_way(cats, dogs, anchor, first, second):
                    memory.moves[at] = first << 12 | second
                    at += 1
                second = next_step(once, empty, second)
        else:
            memory.moves[at] = first << 12
            at += 1
        first = next_step(dogs, BOARD & ~(cats | dogs), first)
    return at


@kernel
def is_first_way(cats: int, dogs: int, anchor: int, first: int, second: int) -> Any:
    """Return True unless a double move with a lesser first move leads to the same position.

    `first` keeps contact. `anchor` is the only dog beside a cat, 0 if there are several.
    """
    origin, target, start, end = first >> 6, first & 63, second >> 6, second & 63
    if start == target and end == origin:  # there and back
        return first == least_first_move(cats, dogs, anchor)
    if start == target:
        return not has_lesser_way(cats, dogs, anchor, first, origin, target, end)
    if end == origin:
        return not has_lesser_way(cats, dogs, anchor, first, start, origin, target)
    if start < origin and keeps_contact(cats, anchor, second):  # in the other order
        return False
    if 1 << end & around(1 << origin) == 0 or 1 << target & around(1 << start) == 0:
        return True
    if end < target and keeps_contact(cats, anchor, origin << 6 | end):  # with targets exchanged
        return False
    return start > origin or not keeps_contact(cats, anchor, start << 6 | target)


@kernel
def has_lesser_way(cats: int, dogs: int, anchor: int, first: int, begin: int, by: int, end: int) -> Any:
    """Return True if a lesser first move than `first` begins a way from `begin` to `end` not by `by`.

    The squares are two steps apart. A dog on the way goes on to the end, and another one takes its place.
    """
    other = begin + end - by
    if other == by or 1 << other & (BOARD & ~cats) == 0:
        return False
    rival = other << 6 | end if dogs >> other & 1 else begin << 6 | other
    return rival < first and keeps_contact(cats, anchor, rival)


@kernel
def keeps_contact(cats: int, anchor: int, step: int) -> bool:
    """Return True if a dog stands beside a cat after a step; `anchor` is as in `is_first_way`."""
    return anchor >> (step >> 6) & 1 == 0 or 1 << (step & 63) & around(cats) != 0


@kernel
def least_first_move(cats: int, dogs: int, anchor: int) -> Any:
    """Return the first single move, in their order, that keeps contact; NO_STEP if there is none."""
    step = next_step(dogs, BOARD & ~(cats | dogs), NO_STEP)
    while step != NO_STEP and not keeps_contact(cats, anchor, step):
        step = next_step(dogs, BOARD & ~(cats | dogs), step)
    return step


@kernel
def only_dog_in_contact(cats: int, dogs: int) -> int:
    """Return the only dog beside a cat as a set, 0 if there are several."""
    near = dogs & around(cats)
    return near if near & near - 1 == 0 else 0


@kernel
def move_piece(pieces: int, move: int) -> int:
    """Return a set of pieces after a single move of one of them; the move 0 changes nothing."""
    return pieces ^ 1 << (move >> 6) ^ 1 << (move & 63)


# Double moves by weight. A square weighs 0 to 4. Three sets hold the squares whose weight has bit 1, 2, 4.


@kernel
def list_by_weight(
    memory: Any, cats: int, dogs: int, ones: int, twos: int, fours: int, change: int, at: int
) -> Any:
    """Write the double moves that change the weight of the dogs' squares by `change`; return the end.

    They go to memory.moves from `at` on, with distinct results. The weights are `ones`, `twos` and `fours`.
    Dogs that cannot move pass: the move 0, a change of 0.
    """
    heaviest = 4 if fours else 3 if ones & twos else 2 if twos else 1 if ones else 0
    if abs(change) > 2 * heaviest:
        return at
    anchor = only_dog_in_contact(cats, dogs)
    first = next_step(dogs, BOARD & ~(cats | dogs), NO_STEP)
    if first == NO_STEP and change == 0:
        memory.moves[at] = 0
        return at + 1
    while first != NO_STEP:
        once = move_piece(dogs, first)
        left = weight(1 << (first >> 6), ones, twos, fours)
        rest = change - weight(1 << (first & 63), ones, twos, fours) + left
        if not in_contact(cats, once):
            if rest == 0:
                memory.moves[at] = first << 12
                at += 1
        elif abs(rest) <= heaviest:
            at = list_second_moves(memory, cats, dogs, anchor, first, ones, twos, fours, rest, at)
        first = next_step(dogs, BOARD & ~(cats | dogs), first)
    return at


@kernel
def list_second_moves(
    memory: Any,
    cats: int,
    dogs: int,
    anchor: int,
    first: int,
    ones: int,
    twos: int,
    fours: int,
    change: int,
    at: int,
) -> Any:
    """Write the double moves that begin with `first` and whose second move changes the weight by `change`.

    Return the end of the list. `anchor` is as in `is_first_way`.
    """
    once, origin_square, target_square = move_piece(dogs, first), 1 << (first >> 6), 1 << (first & 63)
    empty = BOARD & ~(cats | once)
    # Most dogs before the origin could have moved first.
    movers = once & (-origin_square | target_square | around(origin_square) | anchor)
    for origin in range(max(0, -change), min(4, 4 - change) + 1):
        sources = movers & squares_of_weight(origin, ones, twos, fours)
        targets = empty & squares_of_weight(origin + change, ones, twos, fours)
        if sources == 0 or targets == 0:
            continue
        second = next_step(sources, targets, NO_STEP)
        while second != NO_STEP:
            if is_first_way(cats, dogs, anchor, first, second):
                memory.moves[at] = first << 12 | second
                at += 1
            second = next_step(sources, targets, second)
    return at


@kernel
def weight(squares: int, ones: int, twos: int, fours: int) -> Any:
    """Return the total weight of a set of squares."""
    return popcount(squares & ones) + 2 * popcount(squares & twos) + 4 * popcount(squares & fours)


@kernel
def squares_of_weight(number: int, ones: int, twos: int, fours: int) -> int:
    """Return all squares of weight `number` (0 to 4), squares off the board included."""
    heavy = (ones if number & 1 else ~ones) & (twos if number & 2 else ~twos)
    return heavy & (fours if number & 4 else ~fours)
