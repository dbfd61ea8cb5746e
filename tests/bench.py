"""Benchmarks: commands that print ratios against a baseline run in turn; nothing else should be running.

python tests/bench.py start     CPU time of a contract call of each script against `python -c pass`
python tests/bench.py moves     milliseconds a best-first move of game.py takes in plain Python
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def cpu_seconds(command: list[str], folder: str) -> float:
    """User and system time of one run of a command."""
    before = os.times()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def start() -> None:
    """The minimum of 9 runs in turn, as the contract of game.py asks for (at most 25 times)."""
    from game_cases import EXAMPLE

    bare, contract = [sys.executable, "-c", "pass"], [sys.executable, str(ROOT / "game.py"), *EXAMPLE]
    with tempfile.TemporaryDirectory() as folder:
        runs = [(cpu_seconds(bare, folder), cpu_seconds(contract, folder)) for _ in range(9)]
    least_bare, least = (min(times) for times in zip(*runs, strict=True))
    print(
        f"game.py example with its GIF: {least * 1000:.0f} CPU ms, bare Python {least_bare * 1000:.0f}: {least / least_bare:.1f} times"
    )


def moves() -> None:
    """Every move of ten games of each start set, best-first against itself."""
    from game import SETS, best_first, set_start

    times: dict[str, list[float]] = {"cat": [], "catcher": []}
    for position in (set_start(name, number) for name in SETS for number in range(10)):
        while not position.outcome():
            began, turn = time.perf_counter(), position.turn
            position = position.play(best_first(position))
            times[turn].append((time.perf_counter() - began) * 1000)
    for side, found in times.items():
        found.sort()
        print(
            f"{side:8} {len(found)} moves: mean {sum(found) / len(found):.1f} ms, 99 % {found[len(found) * 99 // 100]:.1f}, most {found[-1]:.1f}"
        )


if __name__ == "__main__":
    commands = {"start": start, "moves": moves}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
