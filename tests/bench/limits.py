"""Seconds of every move of each engine in one process, beside six busy ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import typer

from common.search.engine import Engine
from common.search.limit import Level, Limit
from common.search.warm_start import searcher_for
from tests.bench.lines import Line, choice, line
from tests.bench.referee import BUSY, SCRIPTS, Played, crowd, random_position


def run(
    count: int = typer.Argument(500, help="moves"),
    seconds: float = typer.Argument(0.1, help="a move"),
    scripts: list[str] = choice(SCRIPTS, "--script", "of this one alone; may be repeated"),
) -> Iterator[Line]:
    """Each engine beside a crowd."""
    limit = seconds
    for script in scripts or SCRIPTS:
        with crowd(BUSY):
            found = moves(script, limit, count)
        twice = sum(time > 2 * limit for time in found.seconds)
        text = f"{script}, {limit:g} s a move, beside {BUSY} busy: {count} moves, {found.told(limit)}, {twice} over twice the limit"
        facts = found.facts(limit) | {"twice": twice, "not_searched": found.wrong}
        yield line(f"{text}, {found.wrong} not searched", script=script, limit=limit, **facts)


def moves(script: str, limit: float, count: int) -> Played:
    """Wall seconds of so many decisions of an engine in this process, in games against itself; how many had no search behind them."""
    linked = import_module(script).GAME.linked()
    linked.fast  # noqa: B018 (compiled before the clock runs)
    engine: Engine[Any] = Engine(linked, searcher_for(linked, Level(Limit(limit)), 2), Limit(limit))
    seconds, unsearched, seed = list[float](), 0, 0
    while len(seconds) < count:
        at, seed = random_position(script, seed)[1], seed + 1
        while not at.outcome() and len(seconds) < count:
            choices = len(at.moves())
            began = time.monotonic()
            move = engine(at)
            spent = time.monotonic() - began
            if choices > 1 and (
                engine.last is None or spent > limit / 100
            ):  # else it is the second half of a decision
                seconds.append(spent)
                unsearched += engine.last is None
            at = at.play(move)
    return Played(seconds, unsearched)
