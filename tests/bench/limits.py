"""Delays of every move of each engine in one process beside six busy ones, and of a process that only sleeps."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import typer

from common.play.player_registry import player_of, warm
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from tests.bench.lines import Line, choice, line
from tests.bench.referee import BUSY, CALLED, crowd, random_position

SHOWN = 5  # longest delays in a line
SLEEPER = """
import select, sys, time
pause, found = float(sys.argv[1]), []
while True:
    began = time.monotonic()
    ended = select.select([sys.stdin], [], [], pause)[0]
    if ended:
        sys.exit(print(*sorted(found)[-5:]))
    found.append(time.monotonic() - began - pause)
"""


class Delays(NamedTuple):
    """Seconds over the limit of each move, below 0 in time; and the number of moves without a search."""

    late: list[float]
    unsearched: int


class Sleeper:
    """A process that only sleeps; `longest` are its longest delays, known at the end."""

    longest: tuple[float, ...] = ()


def run(
    count: int = typer.Argument(500, help="moves"),
    seconds: float = typer.Argument(0.1, help="a move"),
    scripts: list[str] = choice(CALLED, "--script", "of this one alone; may be repeated"),
    busy: int = typer.Option(BUSY, help="busy processes"),
) -> Iterator[Line]:
    """Each engine beside a crowd."""
    for script in scripts or CALLED:
        player, is_searched = engine(script, seconds)
        with crowd(busy), asleep(seconds) as sleeper:
            found = moves(script, player, is_searched, seconds, count)
        yield told(script, found, sleeper.longest, seconds, busy)


def told(script: str, found: Delays, sleeping: Sequence[float], limit: float, busy: int) -> Line:
    """Return a line about the delays: a move may be late by no more than a process that only sleeps."""
    late = sorted(found.late)[-SHOWN:]
    over = sum(delay > 0 for delay in found.late)
    beyond = sum(delay > max(sleeping, default=0.0) for delay in found.late)
    text = (
        f"{script}, {limit:g} s a move, beside {busy} busy: {len(found.late)} moves, {over} over the limit, "
        f"longest delays {milliseconds(late)}, of a process that sleeps {milliseconds(sleeping)}, "
        f"{beyond} later than that, {found.unsearched} not searched"
    )
    facts = {"moves": len(found.late), "over": over, "later": beyond, "not_searched": found.unsearched}
    return line(text, script=script, limit=limit, busy=busy, longest=late, sleeping=sleeping, **facts)


def milliseconds(delays: Sequence[float]) -> str:
    """Return delays in whole milliseconds, the longest last."""
    return "/".join(f"{1000 * delay:.0f}" for delay in delays) + " ms"


def engine(script: str, seconds: float) -> tuple[Any, Callable[[], bool]]:
    """Return an engine on two threads, compiled before the clock runs; and whether it searched for its last move."""
    game = import_module(script).GAME
    position = random_position(script, 0)[1]
    settings = PlayerSettings(Level(Limit(seconds)), warm_up=True, shown=False)
    warm(game, position)
    player = player_of(game, game.sides[0], "engine", settings, position)
    return player, lambda: getattr(player, "last", player) is not None


def moves(script: str, player: Any, is_searched: Callable[[], bool], limit: float, count: int) -> Delays:
    """Return the delays of so many decisions of an engine in this process, in games against itself."""
    late, unsearched, seed = list[float](), 0, 0
    while len(late) < count:
        at, seed = random_position(script, seed)[1], seed + 1
        while not at.outcome() and len(late) < count:
            choices = len(at.moves())
            began = time.monotonic()
            move = player(at)
            spent = time.monotonic() - began
            searched = is_searched()
            if choices > 1 and not (searched and spent < limit / 100):  # else the second half of a decision
                late.append(spent - limit)
                unsearched += not searched
            at = at.play(move)
    return Delays(late, unsearched)


@contextmanager
def asleep(pause: float) -> Iterator[Sleeper]:
    """Let a process sleep again and again, and measure how late it wakes."""
    pipe = subprocess.PIPE
    found = Sleeper()
    command = [sys.executable, "-S", "-I", "-c", SLEEPER, str(pause)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as program:
        try:
            yield found
        finally:
            found.longest = tuple(map(float, program.communicate("end")[0].split()))
