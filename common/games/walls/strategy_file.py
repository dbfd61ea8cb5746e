"""Strategies: the winner's answers to all replies.

All games share one file format, and one check that uses only the readable rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from common.rules.errors import BadInput
from common.rules.position import Outcome, P


class PlayableStrategy(Protocol[P]):
    """A strategy, followed from one position to the next."""

    def move(self, position: P) -> Any:
        """Return the strategy's move, or None where the strategy ends."""

    def position_after(self, position: P, move: Any) -> P:
        """Return the position after a move of either side, or an equivalent one that is at least as hard.

        Raise BadInput if the strategy has none.
        """


def replay_strategy(
    start: P, side: str, strategy: PlayableStrategy[P], is_promised: Callable[[Outcome], bool]
) -> tuple[int, list[P]]:
    """Play a side's strategy against every reply.

    Return the number of different positions that come up, and those in which the strategy ends. Raise
    BadInput if a move is illegal, the strategy lacks a position, or `is_promised` is False for the outcome of
    a game.
    """
    seen, left, ends = {start}, [start], list[P]()
    while left:
        position = left.pop()
        if outcome := position.outcome():
            if not is_promised(outcome):
                raise BadInput(
                    f"the strategy of {side} does not reach its claim where {outcome.reason.rstrip('.')}: "
                    f"{position}"
                )
            continue
        moves = position.moves()
        if position.turn == side:
            if (move := strategy.move(position)) is None:
                ends.append(position)
                continue
            if move not in moves:
                raise BadInput(f"{side} cannot play {move}: {position}")
            moves = [move]
        new = {strategy.position_after(position, move) for move in moves} - seen
        seen |= new
        left += new
    return len(seen), ends


def read_strategy(path: Path) -> tuple[Mapping[str, Any], bytes]:
    """Return the header and the entries of a strategy file. Raise ValueError without a header, or OSError."""
    first, _, entries = path.read_bytes().partition(b"\n")
    header = json.loads(first)
    if not isinstance(header, dict):
        raise ValueError
    return header, entries
