"""Plain alpha-beta over three whole turns, for a textbook player: dogs, cats, dogs."""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.kernels import over, play
from common.games.cats_and_dogs.move_lists import list_first
from common.games.cats_and_dogs.safe_captures import count_safe_captures
from common.kernels.kernel import kernel
from common.search.alpha_beta import GOES_ON, generate

ENDLESS = 1 << 10  # more safe captures than any position has: the cats have won


@kernel
def best_of_three(memory: Any, state: Any) -> Any:
    """Return the dogs' move that leaves the fewest safe captures three turns later, the first of equals."""
    last, least, choice = generate(memory, state, 0), ENDLESS + 1, 0
    for at in range(last):
        child = play(state, memory.moves[at])
        left = most_left(memory, child, least) if over(memory, child, 0) == GOES_ON else ENDLESS
        if left < least:
            least, choice = left, memory.moves[at]
    return choice


@kernel
def most_left(memory: Any, state: Any, enough: int) -> int:
    """Return the most safe captures that a capture leaves after the dogs' best reply.

    Stop at `cutoff` or more. Return -1 if every capture loses at once.
    """
    most = -1
    for at in range(WIDTH, generate(memory, state, 1)):
        child = play(state, memory.moves[at])
        score = over(memory, child, 0)
        most = max(most, fewest_left(memory, child) if score == GOES_ON else -1 if score > 0 else ENDLESS)
        if most >= enough:
            break
    return most


@kernel
def fewest_left(memory: Any, state: Any) -> Any:
    """Return the fewest safe captures that the dogs' turn can leave.

    Return CATS_HAVE_WON if the dogs lose with every move.
    """
    fewest = fewest_of(memory, state, list_first(memory, state, 1, 2))
    return fewest_of(memory, state, generate(memory, state, 2)) if fewest == ENDLESS else fewest


@kernel
def fewest_of(memory: Any, state: Any, last: int) -> Any:
    """Return the fewest safe captures after the listed moves; CATS_HAVE_WON if all of them end the game."""
    fewest = ENDLESS
    for at in range(2 * WIDTH, last):
        child = play(state, memory.moves[at])
        if over(memory, child, 0) == GOES_ON:
            fewest = min(fewest, count_safe_captures(child[0], child[1]))
    return fewest
