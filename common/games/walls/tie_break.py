"""Tie-break among equally good moves: the winner minimises the game's length, the loser maximises it.

In a draw both minimise it. The result is exact for separated players, and where few positions remain
until the players are separated.
"""

from __future__ import annotations

from typing import NamedTuple

from common.games.walls.proof_table import CHOICES
from common.games.walls.target_search import NOT_SEPARATED
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.search.alpha_beta import NOT_OVER

TIE_BREAK_PART = 0.1  # part of the deadline for the tie-break
MAX_REMAINING_PLIES = 45  # most remaining plies for a search while the players are not separated
MAX_POSITIONS = 1_000  # limit of positions searched for one move
MAX_DEPARTURES = 20  # departures tried for a separated player: 20 ms in plain Python on 13x13
MAX_STORED_ENDS = 100_000  # limit of stored ends of positions


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


class TieBreaker:
    """A search for the best length of the game among equally good moves; it stores ends of positions."""

    def __init__(self, kernels: Kernels, fields: Fields) -> None:
        self._kernels = kernels
        self._memory = kernels.memory(fields)
        self._ends: dict[State, End] = {}
        self._remaining = 0
        self._deadline = NO_DEADLINE

    def choose(self, state: State, deadline: Deadline) -> Choice | None:
        """Return the best move with its end, or None if that takes too many positions or too long.

        It may use TIE_BREAK_PART of the deadline and MAX_POSITIONS.
        """
        if len(self._ends) > MAX_STORED_ENDS:
            self._ends.clear()
        self._remaining = MAX_POSITIONS
        self._deadline = deadline.part(TIE_BREAK_PART)
        choices = (Choice(move, self._after(state, move)) for move in range(CHOICES))
        try:
            return max(choices, key=lambda choice: choice.end.rank)
        except TooManyPositions:
            return None

    @property
    def nodes(self) -> int:
        """The number of positions searched for the last choice."""
        return MAX_POSITIONS - self._remaining

    def _after(self, state: State, move: int) -> End:
        """Return the end that a move leads to. Raise TooManyPositions."""
        child = self._kernels.play(state, move)
        return self._end(child).before(bool(self._kernels.keeps_turn(state, child)))

    def _end(self, state: State) -> End:
        """Return the end of the game from a state. Raise TooManyPositions."""
        if (known := self._ends.get(state)) is not None:
            return known
        self._remaining -= 1
        if self._remaining < 0 or self._deadline.expired:
            raise TooManyPositions
        if self._kernels.end_score(self._memory, state, 0) != NOT_OVER:
            end = End(state[0].bit_count() - state[1].bit_count(), 0)
        elif (lone := self._separated_end(state)) is not None:
            end = lone
        elif self._kernels.horizon(state) > MAX_REMAINING_PLIES:
            raise TooManyPositions
        else:
            end = max((self._after(state, move) for move in range(CHOICES)), key=lambda end: end.rank)
        self._ends[state] = end
        return end

    def _separated_end(self, state: State) -> End | None:
        """Return the end if the players are separated, else None."""
        lead, plies = self._kernels.end_separated(self._memory, state, MAX_DEPARTURES)
        return None if lead == NOT_SEPARATED else End(int(lead), int(plies))
