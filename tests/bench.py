"""Benchmarks: commands that print ratios against a baseline run in turn; nothing else should be running.

python tests/bench.py start     CPU time of a contract call of each script against `python -c pass`
python tests/bench.py moves     milliseconds a best-first move of game.py takes in plain Python
python tests/bench.py logs      squirrels.py: time and memory of traversal logs against the readable rules
                                and against writing the ready bytes; the deepest two take a minute
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def cpu_seconds(command: list[str], folder: str) -> float:
    """User and system time of one run of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratio(command: list[str], folder: str) -> tuple[float, float]:
    """CPU seconds of `python -c pass` and of a command: the minimum of 9 runs in turn, after one not counted."""
    bare = [sys.executable, "-c", "pass"]
    runs = [(cpu_seconds(bare, folder), cpu_seconds(command, folder)) for _ in range(10)][1:]
    least_bare, least = (min(times) for times in zip(*runs, strict=True))
    return least_bare, least


def start() -> None:
    """Contract: at most 25 times a bare Python for game.py's example, 1.5 times for a grader's case of squirrels.py."""
    from game_cases import EXAMPLE

    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # bytecode is kept, as on any user's machine
    cases = {"game.py example with its GIF": [str(ROOT / "game.py"), *EXAMPLE]}
    for name in ("greedy_o_to_move", "minimax_largest_values", "alpha_beta_empty_board_depth_2", "battle_o_first"):
        cases[f"squirrels.py {name}"] = [
            str(ROOT / "squirrels.py"),
            "-i",
            str(ROOT / "tests/data/squirrels" / name / "input.txt"),
        ]
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in cases.items():
            bare, least = ratio([sys.executable, *arguments], folder)
            print(f"{name:46} {least * 1000:5.0f} CPU ms, bare Python {bare * 1000:.0f}: {least / bare:.2f} times")


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


def logs() -> None:
    """Each in a process of its own, so that its peak memory is its own; the readable rules where they end in time."""
    deep = [("minimax", depth) for depth in (3, 4, 5)] + [("alpha-beta", depth) for depth in (3, 4, 5, 6)]
    print(f"{'log':24}{'lines':>12}{'bytes':>15}{'fast s':>9}{'MB':>6}{'readable s':>12}{'ratio':>7}{'write s':>9}")
    for name, depth in [*deep, ("ascending alpha-beta", 5), ("ascending alpha-beta", 6)]:
        subprocess.run([sys.executable, __file__, "log", name, str(depth)], check=True)


def log(name: str, depth: int) -> None:
    """One row of the table of `logs`."""
    import squirrels
    from squirrels import ALPHA_BETA, MINIMAX, Algorithm, Position

    example = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
    position = Position(tuple(range(1, 26)) if "ascending" in name else example, "*" * 25, "X")
    case = squirrels.Case(ALPHA_BETA, position, {"X": Algorithm(MINIMAX if name == "minimax" else ALPHA_BETA, depth)})
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        squirrels.answer(case, Path(folder))
        fast = time.process_time() - began
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        path = Path(folder) / "traverse_log.txt"
        size = path.stat().st_size
        with path.open("rb") as file:
            lines = sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 24), b""))
        data = path.read_bytes() if size < 1 << 28 else b""
        began = time.process_time()
        (Path(folder) / "copy").write_bytes(data)
        writing = f"{time.process_time() - began:9.3f}" if data else ""
    readable = ""
    if "ascending" not in name:
        began = time.process_time()
        squirrels.readable_search(position, depth, pruning=name != "minimax")
        taken = time.process_time() - began
        readable = f"{taken:12.2f}{taken / fast:7.1f}"
    print(f"{name + ' ' + str(depth):24}{lines:12}{size:15}{fast:9.3f}{memory:6.0f}{readable:19}{writing}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["log"]:
        log(sys.argv[2], int(sys.argv[3]))
        sys.exit()
    commands = {"start": start, "moves": moves, "logs": logs}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
