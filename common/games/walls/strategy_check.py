"""Stored moves replayed against every reply by the readable rules; where they end, a search from nothing proves the rest."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic

from common.games.walls.opening_book import Strategy
from common.games.walls.solver import Prover
from common.games.walls.start_proof import PATIENCE, answer_in
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.rules.errors import MALFORMED, BadInput
from common.rules.position import Outcome, P
from common.search.limit import Limit
from common.search.progress import Watch
from common.search.strategy import read_strategy, replay


class StrategyCheck(Generic[P]):
    """The check of a file for the game with these kernels; `state` is a position as they take it."""

    def __init__(self, file: Path, kernels: Kernels, fields: Fields, state: Callable[[P], State]) -> None:
        """Raises BadInput if the file holds no strategy, OSError if it cannot be read."""
        self._kernels, self._fields, self._state = kernels, fields, state
        try:
            self._moves = Strategy.unpacked(read_strategy(file)[1])
        except (*MALFORMED, zlib.error):
            raise BadInput(f"{file}: wanted a strategy that `solve --strategy` has written") from None

    def run(self, start: P, side: str, target: int, watch: Watch) -> str:
        """Follow the moves of a side that is to end `target` ahead or better. Raises BadInput where that fails."""

        def kept(outcome: Outcome) -> bool:
            return (outcome.margin if outcome.winner == side else -outcome.margin) >= target

        met, ends = replay(start, side, self, kept)
        with watch(None) as say:
            for number, end in enumerate(ends):
                say(f"{side}: {number} of {len(ends)} ends proven")
                if Prover(self._kernels, self._fields).ask(self._state(end), target, Limit(nodes=PATIENCE)).low < target:
                    raise BadInput(f"{side} is not proven to end {target:+} or better where its moves end: {end}")
        return f"{side}: {met} positions, {len(ends)} ends proven, {target:+} or better"

    def move(self, position: P) -> Any:
        """The stored move, if there is one."""
        answer = answer_in(self._moves, self._kernels, self._state(position))
        return None if answer is None else position.moves()[answer]

    def after(self, position: P, move: Any) -> P:
        """The next position."""
        after: P = position.play(move)
        return after
