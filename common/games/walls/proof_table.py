"""The table of proofs of target_search.py, two words an entry.

The first word and the lower half of the second are the position, upside down if that is less.
A board size fills in SIZE.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, set_word, word_at
from common.search.bucket_table import WAYS, cheapest

SIZE = 0
CHOICES = 3
OPEN = 0
YES = 1
NO = 2
STOPPED = 3
NAMED = (1 << 20) - 1  # mask of an entry's second word: the players
ANSWERED = (1 << 22) - 1  # the same with the answer
WORK = 39  # the bit of the second word where the work begins
MOST_WORK = (1 << 22) - 1  # nodes counted at most
FILLED_IN = ("SIZE",)


@kernel
def upside_down(squares: int) -> int:
    """Return a set of squares with the order of the rows reversed."""
    turned, row = 0, (1 << SIZE) - 1
    for _ in range(SIZE):
        turned = turned << SIZE | squares & row
        squares >>= SIZE
    return turned


@kernel
def turned_over(player: int) -> int:
    """Return a player's square << 2 | facing on the board upside down, without its idle moves."""
    square, facing = player >> 6, player >> 4 & 3
    square = (SIZE - 1 - square // SIZE) * SIZE + square % SIZE
    return square << 2 | (facing if facing & 1 else 2 - facing)


@kernel
def half_turned(squares: int) -> int:
    """Return a set of squares rotated by 180 degrees."""
    turned = 0
    for _ in range(SIZE * SIZE):
        turned = turned << 1 | squares & 1
        squares >>= 1
    return turned


@kernel
def seen_from(state: Any, way: int) -> Any:
    """Return a symmetric image of a position; images 1 and 3 swap left and right.

    0 is the position itself, 1 upside down, 2 rotated by 180 degrees, 3 both.
    """
    own, other, me, you, side = state
    if way & 1:
        own, other = upside_down(own), upside_down(other)
        me, you = turned_over(me) << 4 | me & 15, turned_over(you) << 4 | you & 15
    if way & 2:
        own, other = half_turned(own), half_turned(other)
        last = (SIZE * SIZE - 1) << 6
        me, you = (last - (me & ~63)) | (me & 63 ^ 32), (last - (you & ~63)) | (you & 63 ^ 32)
    return own, other, me, you, side


@kernel
def name_of(state: Any) -> Any:
    """Return two words that name a position and its mirror image, and 1 if those of the image are less.

    Idle moves are left out.
    """
    own, other, me, you = state[0], state[1], state[2], state[3]
    first, second = own << SIZE * SIZE | other, me >> 4 << 10 | you >> 4
    mirror = upside_down(own) << SIZE * SIZE | upside_down(other)
    if mirror > first:
        return first, second, 0
    reverse = turned_over(me) << 10 | turned_over(you)
    if mirror == first and reverse >= second:
        return first, second, 0
    return mirror, reverse, 1


@kernel
def place_of(memory: Any, first: int, second: int) -> Any:
    """Return the index in the table where the bucket of a position begins."""
    mixed = (first ^ first >> 31) & 0x7FFFFFFF
    other = (first >> 19 ^ second * 0x9E37) & 0x7FFFFFFF
    mixed = (mixed * 0x5E3779B1 ^ other * 0x3C6EF372) & 0x3FFFFFFFFFFFFFFF
    return (mixed >> 29 ^ mixed >> 11) % memory.places * (2 * WAYS)


@kernel
def recall(memory: Any, state: Any, target: int) -> Any:
    """Look up answer, `mine` and `yours` as in `prove`, and the move: of the costliest entry if OPEN."""
    first, second, mirrored = name_of(state)
    place = place_of(memory, first, second)
    idle, theirs = state[2] & 15, state[3] & 15
    known, most = CHOICES, -1
    for at in range(place, place + 2 * WAYS, 2):
        if word_at(memory.proofs, at) != first:
            continue
        data = word_at(memory.proofs, at + 1)
        if data & NAMED != second:
            continue
        answer, value, mine, yours = data >> 20 & 3, (data >> 22 & 127) - 64, data >> 29 & 15, data >> 33 & 15
        if answer == YES and value >= target and idle <= mine and theirs >= yours:
            return YES, mine, yours, unmirrored(data >> 37 & 3, mirrored)
        if answer == NO and value <= target and idle >= mine and theirs <= yours:
            return NO, mine, yours, CHOICES
        if data >> WORK > most and data >> 37 & 3 < CHOICES:
            known, most = unmirrored(data >> 37 & 3, mirrored), data >> WORK
    return OPEN, 0, 0, known


@kernel
def unmirrored(move: int, mirrored: int) -> int:
    """Exchange left and right in a move if `mirrored`."""
    return 3 - move if mirrored and 0 < move < CHOICES else move


@kernel
def keep_proof(
    memory: Any, state: Any, target: int, answer: int, mine: int, yours: int, best: int, work: int
) -> None:
    """Store an answer, the idle counts that it holds for, the deciding move and the nodes it took."""
    first, second, mirrored = name_of(state)
    cost = min(work, MOST_WORK)
    move = unmirrored(best, mirrored)
    ranges = target + 64 << 22 | mine << 29 | yours << 33
    put(memory, first, second | answer << 20 | ranges | move << 37 | cost << WORK)


@kernel
def next_dear(memory: Any, at: int, least: int) -> Any:
    """Return the index of the first entry from `at` on that took `least` nodes or more, or -1."""
    while at < memory.places * 2 * WAYS:
        if word_at(memory.proofs, at + 1) >> WORK >= least:
            return at
        at += 2
    return -1


@kernel
def proof_word(memory: Any, at: int) -> int:
    """Return a word of the table."""
    return word_at(memory.proofs, at)


@kernel
def put(memory: Any, first: int, data: int) -> None:
    """Overwrite an empty entry, one that says less of the same position, or the one that took least work."""
    answer, target, mine, yours = data >> 20 & 3, data >> 22 & 127, data >> 29 & 15, data >> 33 & 15
    place = place_of(memory, first, data & NAMED)
    found = -1
    for at in range(place, place + 2 * WAYS, 2):
        old = word_at(memory.proofs, at + 1)
        says_less = old == 0
        if word_at(memory.proofs, at) == first and old & ANSWERED == data & ANSWERED:
            value, his, theirs = old >> 22 & 127, old >> 29 & 15, old >> 33 & 15
            says_less = value <= target and his <= mine and theirs >= yours
            if answer == NO:
                says_less = value >= target and his >= mine and theirs <= yours
        if says_less:
            found = at
            break
    if found < 0:
        found = cheapest(memory.proofs, place, 2, WORK)
    set_word(memory.proofs, found, first)
    set_word(memory.proofs, found + 1, data)
