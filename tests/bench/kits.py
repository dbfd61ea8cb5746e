"""Kits of all games in a clean layout: are thirty submissions to each judged as they should be?

Twenty programs are honest, five fail (crash, stall, flood, memory, processes) and five spy.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import typer

from tests.bench.lines import Line, choice_option, line
from tests.support.kit_class import VARIED, KitClass, points


def run(
    jobs: int = typer.Option(2, help="submissions at the same time"),
    names: list[str] = choice_option(tuple(VARIED), "--game", "only this game; may be repeated"),
) -> Iterator[Line]:
    """Yield a row for each game."""
    yield line("game         submissions   misjudged   different points   longest, s")
    for game in names or VARIED:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            yield graded_class(KitClass(game, Path(folder)), jobs)


def graded_class(course: KitClass, jobs: int) -> Line:
    """Grade a class and return its row."""
    found = course.grade_all(jobs)
    shutil.rmtree(course.temporary)
    wrong = list(course.misjudged(found))
    different = len({tuple(points(found[name]).values()) for name in course.honest})
    longest = max(result["execution_time"] for result in found.values())
    text = f"{course.game:10}{len(found):14}{len(wrong):12}{different:19}{longest:13.1f}   {', '.join(wrong)}"
    return line(text, game=course.game, submissions=len(found), misjudged=wrong, longest=longest)
