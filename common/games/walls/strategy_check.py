"""Check of a strategy: replay it by the readable rules against every reply, and prove its ends."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import Prover
from common.games.walls.start_proof import STRATEGY_NODES, strategy_move
from common.games.walls.strategy import Strategy
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.kernels.memory import Fields
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput
from common.rules.position import Outcome
from common.search.progress import Progress
from common.search.strategy import read_strategy, replay_strategy

if TYPE_CHECKING:
    from walls import Position


class StrategyCheck:
    """A check of a strategy file, for the board size of the kernels."""

    def __init__(self, file: Path, kernels: Kernels, fields: Fields) -> None:
        """Load the file. Raise BadInput if it is not a strategy, or OSError."""
        self._kernels = kernels
        self._fields = fields
        try:
            self._moves = Strategy.from_bytes(read_strategy(file)[1])
        except (*MALFORMED_FILE_ERRORS, zlib.error):
            raise BadInput(f"{file}: expected a strategy written by `solve --strategy`") from None

    def run(self, start: Position, side: str, target: int, watch: Progress) -> str:
        """Replay the moves of a side, which must end at least `target` ahead, and return a line about it.

        Where its moves end, the rest is proven by search. Raise BadInput if it fails.
        """

        def kept(outcome: Outcome) -> bool:
            return (outcome.margin if outcome.winner == side else -outcome.margin) >= target

        met, ends = replay_strategy(start, side, self, kept)
        with watch(None) as say:
            for number, end in enumerate(ends):
                say(f"{side}: {number} of {len(ends)} ends proven")
                if not self._proves(end, target):
                    raise BadInput(
                        f"{side} is not proven to end {target:+} or better where its moves end: {end}"
                    )
        return f"{side}: {met} positions, {len(ends)} ends proven, {target:+} or better"

    def _proves(self, end: Position, target: int) -> bool:
        prover = Prover(self._kernels, self._fields)
        return prover.prove(state_of(end), target, Deadline(nodes=STRATEGY_NODES)).low >= target

    def move(self, position: Position) -> str | None:
        """Return the stored move, or None."""
        answer = strategy_move(self._moves, self._kernels, state_of(position))
        return None if answer is None else MOVES[answer]

    def position_after(self, position: Position, move: str) -> Position:
        """Return the position after a move."""
        return position.play(move)
