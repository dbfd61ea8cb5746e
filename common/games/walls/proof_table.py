"""The proof table of target_search.py, with entries of two words.

The first word and the low bits of the second are the position, or its mirror image if that is less: the
board upside down. The other bits of the second are, from below: answer, target, ranges of both idle
counts, move, work. boards.py fills in SIZE.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, set_word, word_at
from common.search.bucket_table import WAYS, least_work_entry

SIZE = 0
CHOICES = 3
OPEN = 0
YES = 1
NO = 2
STOPPED = 3
PLAYERS_MASK = (1 << 20) - 1  # mask of the players in an entry's second word
ANSWER_MASK = (1 << 22) - 1  # mask of the players and the answer
WORK_SHIFT = 39  # lowest bit of the work in the second word
MOST_WORK = (1 << 22) - 1  # the largest stored work, in nodes
OVERRIDABLE = ("SIZE",)


@kernel
def upside_down(squares: int) -> int:
    """Return a set of squares with the rows in reverse order."""
    turned, row = 0, (1 << SIZE) - 1
    for _ in range(SIZE):
        turned = turned << SIZE | squares & row
        squares >>= SIZE
    return turned


@kernel
def upside_down_player(player: int) -> int:
    """Return a player's square << 2 | facing, without idle moves, on the board upside down."""
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
def symmetric_image(state: Any, image: int) -> Any:
    """Return one of the four symmetric images of a position.

    `image` 0 is the position itself, 1 upside down, 2 rotated by 180 degrees, 3 both.
    Images 1 and 3 swap left and right.
    """
    own, other, me, you, side = state
    if image & 1:
        own, other = upside_down(own), upside_down(other)
        me, you = upside_down_player(me) << 4 | me & 15, upside_down_player(you) << 4 | you & 15
    if image & 2:
        own, other = half_turned(own), half_turned(other)
        last = (SIZE * SIZE - 1) << 6
        me, you = (last - (me & ~63)) | (me & 63 ^ 32), (last - (you & ~63)) | (you & 63 ^ 32)
    return own, other, me, you, side


@kernel
def canonical_key(state: Any) -> Any:
    """Return two words as the key of a position and its mirror image, and 1 if they are the image's.

    The key excludes idle moves.
    """
    own, other, me, you = state[0], state[1], state[2], state[3]
    first, second = own << SIZE * SIZE | other, me >> 4 << 10 | you >> 4
    mirror = upside_down(own) << SIZE * SIZE | upside_down(other)
    if mirror > first:
        return first, second, 0
    reverse = upside_down_player(me) << 10 | upside_down_player(you)
    if mirror == first and reverse >= second:
        return first, second, 0
    return mirror, reverse, 1


@kernel
def proof_bucket(memory: Any, first: int, second: int) -> Any:
    """Return the index in the table of the bucket of a canonical key."""
    mixed = (first ^ first >> 31) & 0x7FFFFFFF
    other = (first >> 19 ^ second * 0x9E37) & 0x7FFFFFFF
    mixed = (mixed * 0x5E3779B1 ^ other * 0x3C6EF372) & 0x3FFFFFFFFFFFFFFF
    return (mixed >> 29 ^ mixed >> 11) % memory.places * (2 * WAYS)


@kernel
def find_proof(memory: Any, state: Any, target: int) -> Any:
    """Look up a position; return answer, `mine` and `yours` as in `prove`, and a move.

    Without a fitting answer it is OPEN, with the move of the costliest entry of the position.
    The move is CHOICES if there is none.
    """
    first, second, mirrored = canonical_key(state)
    place = proof_bucket(memory, first, second)
    idle, theirs = state[2] & 15, state[3] & 15
    known, most = CHOICES, -1
    for at in range(place, place + 2 * WAYS, 2):
        if word_at(memory.proofs, at) != first:
            continue
        data = word_at(memory.proofs, at + 1)
        if data & PLAYERS_MASK != second:
            continue
        answer, value, mine, yours = data >> 20 & 3, (data >> 22 & 127) - 64, data >> 29 & 15, data >> 33 & 15
        if answer == YES and value >= target and idle <= mine and theirs >= yours:
            return YES, mine, yours, unmirrored(data >> 37 & 3, mirrored)
        if answer == NO and value <= target and idle >= mine and theirs <= yours:
            return NO, mine, yours, CHOICES
        if data >> WORK_SHIFT > most and data >> 37 & 3 < CHOICES:
            known, most = unmirrored(data >> 37 & 3, mirrored), data >> WORK_SHIFT
    return OPEN, 0, 0, known


@kernel
def unmirrored(move: int, mirrored: int) -> int:
    """Return a move with left and right swapped if `mirrored`."""
    return 3 - move if mirrored and 0 < move < CHOICES else move


@kernel
def store_proof(
    memory: Any, state: Any, target: int, answer: int, mine: int, yours: int, best: int, work: int
) -> None:
    """Store an answer, YES or NO, with its ranges `mine` and `yours` as in `prove`, and its work in nodes.

    `best` is the move that proves YES, else CHOICES.
    """
    first, second, mirrored = canonical_key(state)
    cost = min(work, MOST_WORK)
    move = unmirrored(best, mirrored)
    ranges = target + 64 << 22 | mine << 29 | yours << 33
    put_proof(memory, first, second | answer << 20 | ranges | move << 37 | cost << WORK_SHIFT)


@kernel
def put_proof(memory: Any, first: int, data: int) -> None:
    """Store an entry in its bucket.

    It replaces an empty entry, a weaker one of the same position, or else the one of least work.
    """
    answer, target, mine, yours = data >> 20 & 3, data >> 22 & 127, data >> 29 & 15, data >> 33 & 15
    place = proof_bucket(memory, first, data & PLAYERS_MASK)
    found = -1
    for at in range(place, place + 2 * WAYS, 2):
        old = word_at(memory.proofs, at + 1)
        says_less = old == 0
        if word_at(memory.proofs, at) == first and old & ANSWER_MASK == data & ANSWER_MASK:
            value, his, theirs = old >> 22 & 127, old >> 29 & 15, old >> 33 & 15
            says_less = value <= target and his <= mine and theirs >= yours
            if answer == NO:
                says_less = value >= target and his >= mine and theirs <= yours
        if says_less:
            found = at
            break
    if found < 0:
        found = least_work_entry(memory.proofs, place, 2, WORK_SHIFT)
    set_word(memory.proofs, found, first)
    set_word(memory.proofs, found + 1, data)
