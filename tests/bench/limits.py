"""Late moves of each engine beside busy processes, compared with a process that only sleeps."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import typer

from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from tests.bench.lines import Line, choice_option, line
from tests.bench.referee import BUSY, CALLED, busy_processes, random_position

LONGEST_DELAYS = 20  # number of longest delays in a row's facts
PROGRESS_MOVES = 250  # moves between two progress lines
SLEEPER = """
import sys, time
delays = []
for end in map(float, sys.stdin):
    time.sleep(max(end - time.monotonic(), 0))
    delays.append(time.monotonic() - end)
print(*delays)
"""


class Delay(NamedTuple):
    """Seconds over the limit (negative if in time) of a move, and of a sleep until the same moment."""

    move: float
    sleeper: float

    @property
    def is_later(self) -> bool:
        """True if the move is late, and later than the sleeping process."""
        return self.move > max(self.sleeper, 0.0)


class Sleeper:
    """A process that sleeps until one moment after another and reports its delays at the end."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def sleep_until(self, end: float) -> None:
        """Let it sleep until a later moment of time.monotonic()."""
        assert self._program.stdin
        self._program.stdin.write(f"{end!r}\n")
        self._program.stdin.flush()

    def delays(self) -> list[float]:
        """End the process; return the delay of each wake-up in seconds."""
        return list(map(float, self._program.communicate()[0].split()))


def run(
    count: int = typer.Argument(500, help="moves of each engine"),
    seconds: float = typer.Argument(0.1, help="seconds per move"),
    scripts: list[str] = choice_option(CALLED, "--script", "only this script; may be repeated"),
    busy: int = typer.Option(BUSY, help="number of busy processes"),
) -> Iterator[Line]:
    """Measure each engine beside busy processes; yield a row of the table per engine."""
    yield line(f"{seconds:g} s per move, beside {busy} busy processes; delays in ms")
    yield line(row("engine", "moves", "late", "later than the sleeper", "longest", "sleeper's longest"))
    for script in scripts or CALLED:
        player, is_searched = engine(script, seconds)
        with busy_processes(busy), sleeping_process() as sleeper:
            found = measure_moves(script, MeasuredEngine(player, is_searched, seconds), count, sleeper)
        yield engine_row(script, *found, seconds, busy)


def row(*cells: object) -> str:
    """Return a row of the table."""
    name, *others = map(str, cells)
    return f"{name:10}" + "".join(f"{cell:>{max(len(cell), 7) + 2}}" for cell in others)


def engine_row(script: str, delays: Sequence[Delay], unsearched: int, limit: float, busy: int) -> Line:
    """Return an engine's row: it is as good as possible if no move is later than the sleeper."""
    late = sorted(delay.move for delay in delays)[-LONGEST_DELAYS:]
    sleeping = sorted(delay.sleeper for delay in delays)[-LONGEST_DELAYS:]
    over, later = sum(delay.move > 0 for delay in delays), sum(delay.is_later for delay in delays)
    text = (
        f"{script:10}{len(delays):>9}{over:>9}{later:>24}{1000 * late[-1]:>9.1f}{1000 * sleeping[-1]:>19.1f}"
    )
    facts = {"moves": len(delays), "late": over, "later": later, "not_searched": unsearched}
    pairs = [delay for delay in delays if delay.is_later]
    return line(
        text, script=script, limit=limit, busy=busy, longest=late, sleeping=sleeping, pairs=pairs, **facts
    )


def engine(script: str, seconds: float) -> tuple[Any, Callable[[], bool]]:
    """Return an engine, and a function: did it search for its last move?"""
    game = import_module(script).GAME
    position = random_position(script, 0)[1]
    settings = PlayerSettings(Level(Limit(seconds)), shows_progress=False)
    player = game.thinker(settings._replace(start=position))
    return player, lambda: getattr(player, "last", player) is not None


class MeasuredEngine(NamedTuple):
    """An engine, whether it searched for its last move, and its limit in seconds."""

    player: Any
    is_searched: Callable[[], bool]
    limit: float


def measure_moves(
    script: str, measured: MeasuredEngine, count: int, sleeper: Sleeper
) -> tuple[list[Delay], int]:
    """Play `count` decisions of an engine against itself in this process.

    Return their delays, and how many were not searched.
    """
    player, is_searched, limit = measured
    spent, counted, unsearched, seed = list[float](), list[int](), 0, 0
    while len(counted) < count:
        at, seed = random_position(script, seed)[1], seed + 1
        while not at.outcome() and len(counted) < count:
            choices = len(at.moves())
            began = time.monotonic()
            sleeper.sleep_until(began + limit)
            move = player(at)
            spent.append(time.monotonic() - began)
            searched = is_searched()
            # A move that takes almost no time is the second half of a decision.
            if choices > 1 and not (searched and spent[-1] < limit / 100):
                counted.append(len(spent) - 1)
                unsearched += not searched
                if len(counted) % PROGRESS_MOVES == 0:
                    late = sum(spent[at] > limit for at in counted)
                    print(
                        f"{script}: {len(counted)} of {count} moves, {late} late", file=sys.stderr, flush=True
                    )
            at = at.play(move)
    slept = sleeper.delays()
    return [Delay(spent[at] - limit, slept[at]) for at in counted], unsearched


@contextmanager
def sleeping_process() -> Iterator[Sleeper]:
    """Start a sleeping process and kill it at the end."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-S", "-I", "-c", SLEEPER]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as program:
        try:
            yield Sleeper(program)
        finally:
            program.kill()
