"""Tie-break among equally good moves: the winner minimises the game's length, the loser maximises it.

In a draw both minimise it. The result is exact for separated players, and where few positions remain
until the players are separated.
"""

from __future__ import annotations

from typing import NamedTuple

from common.games.walls.proof_table import CHOICES
from common.games.walls.target_search import NOT_ALONE
from common.kernels.deadline import FOREVER, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.alpha_beta import GOES_ON

TIE_BREAK = 0.1  # part of the deadline for the tie-break
LATE = 45  # most remaining plies for a search while the players are not separated
POSITIONS = 1_000  # limit of positions searched for one move
TRIES = 20  # departures tried for a separated player: 20 ms in plain Python on 13x13
KEPT = 100_000  # limit of stored ends of positions


class End(NamedTuple):
    """The end of a game with best play: the final lead of the player to move, and the plies to it."""

    lead: int
    plies: int

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key: the greatest is the best end for the player to move."""
        return self.lead, self.plies if self.lead < 0 else -self.plies

    def before(self, again: bool) -> End:
        """Return the end as seen one ply earlier; `again` means the same player moves twice."""
        return End(self.lead if again else -self.lead, self.plies + 1)


class Choice(NamedTuple):
    """A move and the end that it leads to."""

    move: int
    end: End


class TooManyPositions(Exception):
    """The limit of positions or the deadline is exceeded."""


class ShorterWay:
    """A search for the best length of the game among equally good moves; it stores ends of positions."""

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self._kernels = kernels
        self._memory = kernels.memory(fields)
        self._known: dict[State, End] = {}
        self._left = 0
        self._deadline = FOREVER

    def choose(self, state: State, deadline: Deadline) -> Choice | None:
        """Return the best move with its end, or None if that takes too many positions or too long."""
        if len(self._known) > KEPT:
            self._known.clear()
        self._left = POSITIONS
        self._deadline = deadline.part(TIE_BREAK)
        choices = (Choice(move, self._after(state, move)) for move in range(CHOICES))
        try:
            return max(choices, key=lambda choice: choice.end.rank)
        except TooManyPositions:
            return None

    @property
    def nodes(self) -> int:
        """The number of positions searched for the last choice."""
        return POSITIONS - self._left

    def _after(self, state: State, move: int) -> End:
        """Return the end that a move leads to. Raise TooManyPositions."""
        child = self._kernels.play(state, move)
        return self._end(child).before(bool(self._kernels.keeps_turn(state, child)))

    def _end(self, state: State) -> End:
        """Return the end of the game from a state. Raise TooManyPositions."""
        if (known := self._known.get(state)) is not None:
            return known
        self._left -= 1
        if self._left < 0 or self._deadline.expired:
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
        """Return the end if the players are separated, else None."""
        lead, plies = self._kernels.end_alone(self._memory, state, TRIES)
        return None if lead == NOT_ALONE else End(int(lead), int(plies))
