"""The same program graded again and again by a kit of the sliding duel: how far do the points differ?

The program searches until 0.8 of its limit by the clock, so its moves depend on the machine. Starts and seeds
are the same in each grading, and the opponents think by nodes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import typer

from common.command.kit_verb import LADDER
from common.judge.kit.settings import KitSettings, parse_ladder
from common.judge.match.games import load_game
from tests.bench.lines import Line, line
from tests.support.hostile_class import temporary_folder
from tests.support.kit_class import new_autograder, points
from tests.support.programs import ROOT

PROGRAM = ROOT / "tests" / "support" / "thinking_duel.py"


def run(
    count: int = typer.Argument(10, help="gradings"),
    seconds: float = typer.Option(0.1, help="seconds per move"),
    pairs: int = typer.Option(2, help="game pairs per opponent"),
    jobs: int = typer.Option(1, help="gradings at the same time"),
) -> Iterator[Line]:
    """Yield a line for each grading, and the least and the most points."""
    ladder = parse_ladder(LADDER, load_game("duel7"))
    settings = KitSettings("duel7", ladder, "persistent", seconds=seconds, pairs=pairs)
    sums = list[float]()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for found in graded(settings, Path(folder), count, jobs):
            sums.append(sum(points(found).values()))
            yield line(f"{sums[-1]:6.2f} points in {found['execution_time']:.0f} s", points=sums[-1])
    yield line(f"from {min(sums):.2f} to {max(sums):.2f} points", least=min(sums), most=max(sums))


def graded(settings: KitSettings, folder: Path, count: int, jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the results of each grading."""
    code = PROGRAM.read_text("utf-8").replace("SECONDS = 0.08", f"SECONDS = {0.8 * settings.seconds!r}")
    first, temporary = new_autograder(settings, folder), temporary_folder()
    first.set_up()

    def grade(number: int) -> dict[str, Any]:
        return first.copy(folder / "copies" / str(number)).grade(code, temporary)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(grade, range(count))
    shutil.rmtree(temporary)
