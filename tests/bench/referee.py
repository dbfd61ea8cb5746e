"""What a referee sees of `SCRIPT move`, and what an engine does in a process that others crowd out; for bench.py."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.programs import CACHE, ROOT, end_all_with

SCRIPTS = ("duel7", "catsdogs", "walls")
CALLED = (*SCRIPTS, "game")
BUSY = 6  # other processes that want a processor


class Played(NamedTuple):
    """How a row of calls, or of moves, went: seconds of each, and how many were not legal, or not searched."""

    seconds: list[float]
    wrong: int

    def told(self, limit: float) -> str:
        """A line on it."""
        times = sorted(self.seconds)
        late = sum(time > limit for time in times)
        return f"longest {times[-1]:.3f} s, 99 % {times[len(times) * 99 // 100 - 1]:.3f}, mean {sum(times) / len(times):.3f}, {late} over"


def random_position(script: str, seed: int) -> tuple[list[str], Any]:
    """The words of a position for `move`, some random moves from a start, and the position."""
    module, chance = import_module(script), random.Random(seed)
    game = module.GAME
    if script == "duel7":
        at, plies = module.random_start((6, 6), 40, seed), 12
    elif script == "catsdogs":
        at, plies = game.opening(seed), 3 * chance.randrange(6) + chance.randrange(3)
    elif script == "game":
        at, plies = module.set_start(chance.choice(module.SETS), seed), 12
    else:
        at, plies = module.start(5, seed % 2), 20
    for _ in range(chance.randrange(plies + 1)):
        after = at.play(chance.choice(at.moves()))
        if after.outcome() or not after.moves():
            break
        at = after
    return game.write(at), at


@contextmanager
def crowd(count: int) -> Iterator[None]:
    """So many other processes at work."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    time.sleep(0.2 if count else 0)
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def calls(script: str, limit: float, count: int, warm: bool) -> Played:
    """Wall seconds of whole calls from start to exit; with an empty cache each, and what a call leaves behind is ended, unless warm."""
    seconds, illegal = [], 0
    for seed in range(count):
        words, at = random_position(script, seed)
        with tempfile.TemporaryDirectory() as empty:
            own = os.environ if warm else os.environ | {CACHE: empty}
            command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--seconds", str(limit)]
            began = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, env=own, check=True)
            seconds.append(time.monotonic() - began)
            end_all_with(f"{CACHE}={empty}")
        illegal += at.read_move(done.stdout.strip()) not in at.moves()
    return Played(seconds, illegal)


def moves(script: str, limit: float, count: int) -> Played:
    """Wall seconds of so many decisions of an engine in this process, in games against itself; how many had no search behind them."""
    from common.search.background import searcher_for
    from common.search.engine import Engine
    from common.search.limit import Level, Limit

    linked = import_module(script).GAME.linked()
    linked.fast  # noqa: B018 (compiled before the clock runs)
    engine: Engine[Any] = Engine(linked, searcher_for(linked, Level(Limit(limit)), 2, False), Limit(limit))
    seconds, unsearched, seed = list[float](), 0, 0
    while len(seconds) < count:
        at, seed = random_position(script, seed)[1], seed + 1
        while not at.outcome() and len(seconds) < count:
            choices = len(at.moves())
            began = time.monotonic()
            move = engine(at)
            spent = time.monotonic() - began
            if choices > 1 and (engine.last is None or spent > limit / 100):  # else it is the second half of a decision
                seconds.append(spent)
                unsearched += engine.last is None
            at = at.play(move)
    return Played(seconds, unsearched)


def warm(script: str) -> None:
    """Compile what a script's calls need."""
    import_module(script).GAME.warm()


def tell_calls(counted: int, scripts: Sequence[str] = CALLED, crowds: Sequence[int] = (0, BUSY)) -> None:
    """Every combination of script, limit, cache and crowd."""
    for script in scripts:
        warm(script)
    for others in crowds:
        for there in (True, False):
            for limit in (1.0, 0.3):
                for script in scripts:
                    with crowd(others):
                        found = calls(script, limit, counted, there)
                    where = f"{'warm' if there else 'empty cache'}, {f'beside {others} busy' if others else 'quiet'}"
                    print(
                        f"{script} move --seconds {limit:g}, {where}: {counted} calls, {found.told(limit)}, {found.wrong} illegal",
                        flush=True,
                    )
    for script in scripts:
        print(f"{script}: {later_call(script)}", flush=True)


def later_call(script: str) -> str:
    """What a call on an empty cache leaves for later ones."""
    words, _ = random_position(script, 1)
    with tempfile.TemporaryDirectory() as empty:
        own, command = os.environ | {CACHE: empty}, [sys.executable, str(ROOT / f"{script}.py"), "move", *words]
        began = time.monotonic()
        subprocess.run([*command, "--seconds", "0.3"], capture_output=True, env=own, check=True)
        while not list(Path(empty).glob("*.o")):
            time.sleep(0.1)
        there = time.monotonic() - began
        began = time.monotonic()
        done = subprocess.run([*command, "--nodes", "300000"], capture_output=True, text=True, env=own, check=True)
        return f"machine code is there {there:.1f} s after a call of 0.3 s began; then 300,000 nodes take {time.monotonic() - began:.2f} s{done.stderr}"


def tell_moves(counted: int, limit: float) -> None:
    """Each engine beside a crowd."""
    for script in SCRIPTS:
        with crowd(BUSY):
            found = moves(script, limit, counted)
        twice = sum(time > 2 * limit for time in found.seconds)
        print(
            f"{script}, {limit:g} s a move, beside {BUSY} busy: {counted} moves, {found.told(limit)}, {twice} over twice the limit, {found.wrong} not searched",
            flush=True,
        )


def tell_together(rounds: dict[str, int]) -> None:
    """Eight processes at once on an empty cache, so many times for each script."""
    for script, count in rounds.items():
        words, _ = random_position(script, 8)
        command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--nodes", "60000"]
        said, longest = set[tuple[str, str]](), 0.0
        for _ in range(count):
            with tempfile.TemporaryDirectory() as empty:
                began = time.monotonic()
                own, pipe = os.environ | {CACHE: empty}, subprocess.PIPE
                running = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=own) for _ in range(8)]
                said |= {process.communicate() for process in running}
                longest = max(longest, time.monotonic() - began)
                assert all(process.returncode == 0 for process in running)
                assert len(list(Path(empty).glob("*.o"))) == 1
        print(f"{script}: {count} times 8 processes, longest {longest:.1f} s, all said {said}", flush=True)
