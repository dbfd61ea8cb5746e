"""Plain alpha-beta over three whole turns, for a textbook player: dogs, cats, dogs."""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.kernels import end_score, play
from common.games.cats_and_dogs.move_lists import generate_first
from common.games.cats_and_dogs.safe_captures import count_safe_captures
from common.kernels.kernel import kernel
from common.search.alpha_beta import NOT_OVER, generate

CATS_HAVE_WON = 1 << 10  # more safe captures than any position has: the cats have won


@kernel
def best_three_turn_move(memory: Any, state: Any) -> Any:
    """Return the dogs' move that leaves the fewest safe captures three turns later, the first of equals."""
    last, least, choice = generate(memory, state, 0), CATS_HAVE_WON + 1, 0
    for at in range(last):
        child = play(state, memory.moves[at])
        left = (
            most_captures_left(memory, child, least)
            if end_score(memory, child, 0) == NOT_OVER
            else CATS_HAVE_WON
        )
        if left < least:
            least, choice = left, memory.moves[at]
    return choice


@kernel
def most_captures_left(memory: Any, state: Any, cutoff: int) -> int:
    """Return the most safe captures that a capture leaves after the dogs' best reply.

    The cats are to move. Stop at `cutoff` or more. Return CATS_HAVE_WON if a capture wins, -1 if
    every capture loses at once.
    """
    most = -1
    for at in range(WIDTH, generate(memory, state, 1)):
        child = play(state, memory.moves[at])
        score = end_score(memory, child, 0)
        most = max(
            most,
            fewest_captures_left(memory, child) if score == NOT_OVER else -1 if score > 0 else CATS_HAVE_WON,
        )
        if most >= cutoff:
            break
    return most


@kernel
def fewest_captures_left(memory: Any, state: Any) -> Any:
    """Return the fewest safe captures that the dogs, to move, can leave.

    Return CATS_HAVE_WON if the dogs lose with every move.
    """
    fewest = fewest_after_listed(memory, state, generate_first(memory, state, 1, 2))
    return (
        fewest_after_listed(memory, state, generate(memory, state, 2)) if fewest == CATS_HAVE_WON else fewest
    )


@kernel
def fewest_after_listed(memory: Any, state: Any, last: int) -> Any:
    """Return the fewest safe captures that the cats have after one of the dogs' moves listed at ply 2.

    `last` is the end of that list in memory.moves. Return CATS_HAVE_WON if all of them end the game or none
    is listed.
    """
    fewest = CATS_HAVE_WON
    for at in range(2 * WIDTH, last):
        child = play(state, memory.moves[at])
        if end_score(memory, child, 0) == NOT_OVER:
            fewest = min(fewest, count_safe_captures(child[0], child[1]))
    return fewest
