"""The time for a whole saved game: a short search of every position, then longer where it matters.

A move matters if the mover's expected score falls by it, so the positions before and after it are searched
again, those of the largest falls first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from common.search.limit import Limit
from common.search.results import Insight

GAME_SECONDS = 7.0  # for all positions of a saved game
FIRST_PART = 0.5  # of them for the first search of every position
LONGER = 10  # a second search may take so many times the seconds of the first
MAX_SECONDS = 2.0  # per position, as for a single one
NOTABLE_FALL = 10  # fall of the expected score (-100 to +100) from which a move matters


class GameBudget(NamedTuple):
    """The seconds of an analysis: those of a first search, of a second one, and the end of all searches.

    `end` is a value of time.monotonic().
    """

    first: float
    second: float
    end: float

    @classmethod
    def starting_now(cls, positions: int, seconds: float = GAME_SECONDS) -> GameBudget:
        """Return the budget for a number of positions."""
        first = min(seconds * FIRST_PART / positions, MAX_SECONDS)
        return cls(first, min(first * LONGER, MAX_SECONDS), time.monotonic() + seconds)

    def first_limit(self) -> Limit:
        """Return the limit of the first search of a position."""
        return Limit(seconds=self.first)

    def second_limit(self) -> Limit | None:
        """Return the limit of a second search, or None if too little time is left for one."""
        left = min(self.second, self.end - time.monotonic())
        return Limit(seconds=left) if left > self.first else None


def notable_positions(insights: Sequence[Insight]) -> Iterator[int]:
    """Yield the indexes of positions to search again: before and after notable falls, largest falls first.

    `insights` are the analyses of all positions of a game, in order. Proven results stay as they are.
    """
    falls = [(_fall(before, after), number) for number, (before, after) in enumerate(pairwise(insights))]
    notable = sorted((fall for fall in falls if fall[0] >= NOTABLE_FALL), reverse=True)
    numbers = dict.fromkeys(index for _, number in notable for index in (number, number + 1))
    yield from (number for number in numbers if not insights[number].score.proven)


def _fall(before: Insight, after: Insight) -> int:
    """Return by how much a move lowers the mover's expected score; 0 if a score is unknown."""
    had, has = before.score, after.score.for_side(before.score.side)
    return 0 if had.expected is None or has.expected is None else had.expected - has.expected
