"""Of equally good moves the one that ends sooner for who wins, later for who loses, and sooner in a draw.

Exact where each player is alone, or few positions are left until it is or the game is over.
"""

from __future__ import annotations

import time
from math import inf
from typing import NamedTuple

from common.games.walls.proof_table import CHOICES
from common.games.walls.target_search import NOT_ALONE
from common.kernels.interrupt import is_over
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.alpha_beta import GOES_ON
from common.search.limit import SHORTER_WAY, Limit

LATE = 45  # plies that the game may still last for positions before the players are alone to be looked at
POSITIONS = 1_000  # that are looked at for one move
TRIES = 20  # departures that are tried for the way of a player alone; plain Python takes 20 ms for them on 13x13
KEPT = 100_000  # positions whose end is remembered


class End(NamedTuple):
    """By how much the player to move ends ahead, and after how many plies, if both choose the best moves."""

    lead: int
    plies: int

    @property
    def rank(self) -> tuple[int, int]:
        """The greatest is the best for the player to move."""
        return self.lead, self.plies if self.lead < 0 else -self.plies

    def before(self, again: bool) -> End:
        """The same as seen one ply before; `again` if by the same player."""
        return End(self.lead if again else -self.lead, self.plies + 1)


class Choice(NamedTuple):
    """A move, and the end that it leads to."""

    move: int
    end: End


class TooManyPositions(Exception):
    """More positions than may be looked at."""


class ShorterWay:
    """Chooses among equally good moves; remembers the ends of positions."""

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self._kernels, self._memory = kernels, kernels.memory(fields)
        self._known: dict[State, End] = {}
        self._left, self._deadline = 0, inf

    def choose(self, state: State, limit: Limit) -> Choice | None:
        """The best move and the end that it leads to; None where that takes too many positions."""
        if len(self._known) > KEPT:
            self._known.clear()
        self._left, self._deadline = POSITIONS, time.monotonic() + limit.share(SHORTER_WAY)[0]
        try:
            return max((Choice(move, self._after(state, move)) for move in range(CHOICES)), key=lambda choice: choice.end.rank)
        except TooManyPositions:
            return None

    @property
    def nodes(self) -> int:
        """Positions looked at for the last choice."""
        return POSITIONS - self._left

    def _after(self, state: State, move: int) -> End:
        """The end that a move leads to. Raises TooManyPositions."""
        child = self._kernels.play(state, move)
        return self._end(child).before(bool(self._kernels.keeps_turn(state, child)))

    def _end(self, state: State) -> End:
        """The end of a game from here on. Raises TooManyPositions."""
        if (known := self._known.get(state)) is not None:
            return known
        self._left -= 1
        if self._left < 0 or is_over(self._deadline):
            raise TooManyPositions
        if self._kernels.over(self._memory, state, 0) != GOES_ON:
            end = End(state[0].bit_count() - state[1].bit_count(), 0)
        elif (lone := self._alone(state)) is not None:
            end = lone
        elif self._kernels.horizon(state) > LATE:
            raise TooManyPositions
        else:
            end = max((self._after(state, move) for move in range(CHOICES)), key=lambda end: end.rank)
        self._known[state] = end
        return end

    def _alone(self, state: State) -> End | None:
        """The end where neither player can disturb the other."""
        lead, plies = self._kernels.end_alone(self._memory, state, TRIES)
        return None if lead == NOT_ALONE else End(int(lead), int(plies))
