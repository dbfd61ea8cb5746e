"""Breadth-first search: the shortest way for one side that moves alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from common.rules.position import P


def first_step(start: P, is_goal: Callable[[P], bool]) -> Any:
    """The first move of the shortest way to a goal, of equal ways the first; None if none leads there."""
    queue, seen = deque[tuple[Any, P]]((move, start.play(move)) for move in start.moves()), set[P]()
    while queue:
        first, position = queue.popleft()
        if is_goal(position):
            return first
        if position not in seen and not position.outcome():
            seen.add(position)
            queue.extend((first, position.play(move)) for move in position.moves())
    return None
