"""Check of the strategy of 5x5: replay it by the readable rules against every reply, and prove its ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.games.walls.strategy import STRATEGY_NODES, Strategy, strategy_move
from common.games.walls.strategy_file import replay_strategy
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels
from common.kernels.memory import Fields
from common.rules.errors import BadInput
from common.rules.position import Outcome
from common.search.results import Progress

if TYPE_CHECKING:
    from walls import Position

BUCKETS = 50_000  # of the table for one end
TARGETS = (1, -1)  # what the stored strategy keeps: the starter wins by 1, the other loses by no more


class StrategyCheck:
    """A check of a strategy, by the kernels of its board size, until a deadline."""

    def __init__(
        self, moves: Strategy, kernels: Kernels, fields: Fields, deadline: Deadline = NO_DEADLINE
    ) -> None:
        self._moves = moves
        self._kernels, self._prover = kernels, LeadProver(kernels, fields, BUCKETS)
        self._deadline = deadline

    def run(self, start: Position, side: str, target: int, watch: Progress) -> str | None:
        """Replay the moves of a side, which must end at least `target` ahead, and return a line about it.

        Where its moves end, the rest is proven by search. Return None at the deadline. Raise BadInput if the
        check fails.
        """

        def kept(outcome: Outcome) -> bool:
            return (outcome.margin if outcome.winner == side else -outcome.margin) >= target

        met, ends = replay_strategy(start, side, self, kept)
        with watch(self._deadline.remaining if self._deadline.is_timed else None) as say:
            for number, end in enumerate(ends):
                say(f"{side}: {number} of {len(ends)} ends proven")
                is_proven = self._proves(end, target)
                if self._deadline.expired:
                    return None
                if not is_proven:
                    raise BadInput(
                        f"{side} is not proven to end {target:+} or better where its moves end: {end}"
                    )
        return f"{side}: {met} positions, {len(ends)} ends proven, {target:+} or better"

    def _proves(self, end: Position, target: int) -> bool:
        self._prover.forget()  # STRATEGY_NODES suffice with an empty table
        limit = self._deadline._replace(nodes=STRATEGY_NODES)
        return self._prover.prove(state_of(end), target, limit).low >= target

    def move(self, position: Position) -> str | None:
        """Return the stored move, or None. After the deadline there is none, so that the replay ends."""
        if self._deadline.expired:
            return None
        answer = strategy_move(self._moves, self._kernels, state_of(position))
        return None if answer is None else MOVES[answer]

    def position_after(self, position: Position, move: str) -> Position:
        """Return the position after a move."""
        return position.play(move)
