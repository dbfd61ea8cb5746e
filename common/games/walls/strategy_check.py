"""Check of the strategy of 5x5: replay it by the readable rules against every reply, and prove its ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.games.walls.strategy import STRATEGY_NODES, Strategy, strategy_move
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels
from common.kernels.memory import Fields
from common.rules.errors import BadInput
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
        met, ends = self._replay(start, side, target)
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

    def _replay(self, start: Position, side: str, target: int) -> tuple[int, list[Position]]:
        """Play the stored moves of a side against every reply.

        Return the number of different positions that come up, and those in which the moves end. Raise
        BadInput if a move is illegal, or if the side ends a game with less than `target`.
        """
        seen, left, ends = {start}, [start], list["Position"]()
        while left:
            position = left.pop()
            if outcome := position.outcome():
                if (outcome.margin if outcome.winner == side else -outcome.margin) < target:
                    raise BadInput(
                        f"the strategy of {side} does not reach its claim where "
                        f"{outcome.reason.rstrip('.')}: {position}"
                    )
                continue
            moves = position.moves()
            if position.turn == side:
                if (move := self.move(position)) is None:
                    ends.append(position)
                    continue
                if move not in moves:
                    raise BadInput(f"{side} cannot play {move}: {position}")
                moves = [move]
            new = {position.play(move) for move in moves} - seen
            seen |= new
            left += new
        return len(seen), ends

    def _proves(self, end: Position, target: int) -> bool:
        """Prove an end, with the help of earlier proofs. If they lead astray, begin with an empty table."""
        state, limit = state_of(end), self._deadline._replace(nodes=STRATEGY_NODES)
        if self._prover.prove(state, target, limit).low >= target:
            return True
        self._prover.forget()
        return self._prover.prove(state, target, limit).low >= target

    def move(self, position: Position) -> str | None:
        """Return the stored move, or None. After the deadline there is none, so that the replay ends."""
        if self._deadline.expired:
            return None
        answer = strategy_move(self._moves, self._kernels, state_of(position))
        return None if answer is None else MOVES[answer]
