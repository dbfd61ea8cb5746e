"""A saved game step by step: forward, back, anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from common.play.dialogue import ask, dim
from common.rules.errors import BadInput, Leave, quoted


def step_through(last: int, show: Callable[[int], None]) -> None:
    """Show the start, then the ply that is asked for, until `q` or the end of input."""
    dim(f"Enter or n: forward; b: back; a number from 0 to {last}: there; q: the end.")
    ply = 0
    show(ply)
    with suppress(Leave):
        while True:
            ply = ask(f"Move {ply} of {last}: ", partial(_read_ply, ply, last))
            show(ply)


def _read_ply(ply: int, last: int, answer: str) -> int:
    """The ply to go to. Raises BadInput, or Leave."""
    word = answer.lower()
    if word in ("q", "quit"):
        raise Leave("", 0)
    wanted = {"": ply + 1, "n": ply + 1, "b": ply - 1}.get(word)
    if wanted is None and re.fullmatch(r"[0-9]{1,9}", word):
        wanted = int(word)
    if wanted is None or not 0 <= wanted <= last:
        where = "the last move" if ply == last else "the start" if ply == 0 else f"move {ply}"
        example = "b" if ply == last else "n"
        raise BadInput(f"{quoted(answer)} at {where}: wanted Enter or n, b, a number from 0 to {last}, or q, e.g. {example}")
    return wanted
