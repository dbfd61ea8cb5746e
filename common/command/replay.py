"""The verb `replay`: a saved game shown again, at once or step by step, and drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from common.play.dialogue import ask, dim
from common.play.stage import Stage
from common.record.record import print_lines
from common.record.saved_game import Shown
from common.rules.errors import BadInput, Leave, quoted


def print_replay(stage: Stage[Any], file: Path, shown: Shown) -> int:
    """Show a saved game again, and draw it. Raises BadInput or OSError."""
    saved = stage.load(file)
    at = shown.position(len(saved.moves))
    if shown.as_json:
        print_lines(saved.record.lines())
    elif shown.step:
        step_through(len(saved.moves), lambda ply: stage.show_ply(saved, ply, True))
    else:
        for ply in range(len(saved.history)):
            stage.show_ply(saved, ply, False)
    if shown.film:
        stage.save_film(saved.history, saved.outcome, shown.film, shown.frame_ms)
    if shown.still:
        stage.save_still(saved, at, shown.still)
    return 0


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
