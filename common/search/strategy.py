"""Strategies: what a winner answers to every reply. One form of file, one replay by the readable rules alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from common.messages import _
from common.record.whole_files import write_whole
from common.rules.errors import BadInput
from common.rules.position import Outcome, P


class Answers(Protocol[P]):
    """A strategy, followed from one position to the next."""

    def move(self, position: P) -> Any:
        """What it plays; None where it ends."""

    def after(self, position: P, move: Any) -> P:
        """The position after a move of either side, or one that is no easier in its place. Raises BadInput if it has none."""


def replay(start: P, side: str, answers: Answers[P], kept: Callable[[Outcome], bool]) -> tuple[int, list[P]]:
    """Follow the answers of a side against every reply: how many positions come up, and in which of them the answers end.

    Raises BadInput where a move is not possible, or where the promise is not `kept` at the end of the game.
    """
    seen, left, ends = {start}, [start], list[P]()
    while left:
        position = left.pop()
        if outcome := position.outcome():
            if not kept(outcome):
                raise BadInput(
                    _(
                        "the strategy of {side} does not reach its claim where {reason}: {position}",
                        side=_(side),
                        reason=_(outcome.reason.rstrip(".")),
                        position=position,
                    )
                )
            continue
        moves = position.moves()
        if position.turn == side:
            if (move := answers.move(position)) is None:
                ends.append(position)
                continue
            if move not in moves:
                raise BadInput(
                    _("{side} cannot play {move}: {position}", side=_(side), move=move, position=position)
                )
            moves = [move]
        new = {answers.after(position, move) for move in moves} - seen
        seen |= new
        left += new
    return len(seen), ends


def write_strategy(path: Path, header: Mapping[str, Any], entries: bytes) -> None:
    """A line of JSON that says what the strategy is for, and the entries below it. Raises OSError."""
    write_whole(path, json.dumps(header).encode() + b"\n" + entries)


def read_strategy(path: Path) -> tuple[Mapping[str, Any], bytes]:
    """Return the header and the entries of a strategy file. Raise ValueError if there is no header, or OSError."""
    first, _, entries = path.read_bytes().partition(b"\n")
    header = json.loads(first)
    if not isinstance(header, dict):
        raise ValueError
    return header, entries
