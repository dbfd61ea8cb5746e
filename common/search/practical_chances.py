"""Practical chances: once a bad result is proven, the move that is hardest to answer.

A reply is wrong if it gives the opponent less than his proven result. Wrong replies are counted in the order
in which the opponent would look at them, up to the first that keeps his result.

The sliding duel (games/duel7/practical_chances.py) does not share this: it asks three turns deep in machine
code, and kernels take no functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import TypeVar

Move = TypeVar("Move")
Reply = TypeVar("Reply")


def hardest_to_answer(moves: Sequence[Move], wrong_replies: Callable[[Move], int]) -> Move:
    """Return the move with the most wrong replies, the first of equals."""
    return max(moves, key=wrong_replies)


def count_wrong(replies: Iterable[Reply], is_wrong: Callable[[Reply], bool]) -> int:
    """Return the number of replies before the first that is not wrong; all of them if each one is."""
    return sum(1 for _ in takewhile(is_wrong, replies))
