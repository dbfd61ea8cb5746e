"""Expected captures: how many more dogs the cats are expected to capture between equal players.

The dogs win nearly every such game, so a chance to win says little. The numbers below are fitted to games of
the engine against itself.
"""

from __future__ import annotations

from common.search.score import Outlook

FIRST_DOGS = 44  # dogs at the start
SAFE_WORTH = 0.38  # captures per safe capture of the score
SAFE_WORTH_PER_DOG = 0.014  # more of them per dog left: early captures leave room for others
DOGS_TO_MOVE = -0.39  # if the dogs move: a capture has just been made
CATS_ODDS = 3.0  # log odds that the cats win, without dogs
CATS_ODDS_PER_DOG = -0.35


def expected_captures(safe: float, dogs: int, dogs_move: bool) -> float:
    """Return the expected number of captures to come, at most `dogs`, for a score of `safe` captures."""
    worth = SAFE_WORTH + SAFE_WORTH_PER_DOG * dogs
    return min(max(safe * worth + DOGS_TO_MOVE * dogs_move, 0.0), float(dogs))


def cats_log_odds(dogs: int) -> float:
    """Return the log odds that the cats win with `dogs` left, between equal players."""
    return CATS_ODDS + CATS_ODDS_PER_DOG * dogs


def captures_outlook(safe: float, plies: int | None, dogs: int, dogs_move: bool) -> Outlook:
    """Return the outlook of the cats for a score of `safe` captures, exact if the game ends in `plies`."""
    more = expected_captures(safe, dogs, dogs_move) if plies is None else (plies + (not dogs_move)) // 2
    count = round(more)
    words = f"about {count} more capture{'s' * (count != 1)}"
    return Outlook("cat", "captures", FIRST_DOGS - dogs, more, words)
