"""Growth of Cats & Dogs proofs with the dogs left, and an estimate for the start position.

It draws docs/cats-and-dogs.png.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, inf, log, sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import typer

from common.games.cats_and_dogs.job_proof import JOB_NODES
from common.games.cats_and_dogs.proof_job import Resources
from common.games.cats_and_dogs.shared_table import MAX_THREADS
from tests.bench.endings import cat_positions
from tests.bench.lines import Line, line
from tests.bench.reach import Answer, solve, solve_by_jobs
from tests.support.programs import ROOT

FEWEST_DOGS, ALL_DOGS = 28, 44  # dogs left: the fewest solved, and the start position
DOGS_BY_JOBS, JOB_BUCKETS = range(36, 38), 1 << 25  # dogs left, and a table of 4 GB
WIDE, HIGH, LEFT, TOP = 80, 60, 160, 110  # pixels: per dog, per power of ten, margins of the axes
POWERS = range(16)  # powers of ten in the picture
EARLIER_MEANS = {
    28: 3_120,
    29: 11_120,
    30: 31_851,
    31: 111_041,
    32: 424_914,
    33: 1_887_637,
}  # mean nodes before the hardest capture was tried first


class Trend(NamedTuple):
    """A least-squares line through points whose y values are logarithms."""

    middle: float
    height: float
    slope: float
    spread: float
    points: int
    width: float

    def value(self, where: float) -> float:
        """Return the value of the line at a place."""
        return self.height + self.slope * (where - self.middle)

    def error(self, where: float) -> float:
        """Return two standard errors of the line; that the trend continues is an assumption."""
        return 2 * self.spread * sqrt(1 / self.points + (where - self.middle) ** 2 / self.width)


def run(
    games: int = typer.Argument(20, help="games to play"),
    seconds: float = typer.Argument(5.0, help="CPU seconds for each position"),
    most: int = typer.Option(33, help="maximum number of dogs left"),
    job_games: int = typer.Option(0, help="prove 36 and 37 dogs of the first games by jobs instead"),
) -> Iterator[Line]:
    """Solve the positions of `endings`, each with an empty table on one thread, and fit a trend.

    A number of dogs counts if nearly all its positions are solved.
    """
    if job_games:
        yield from run_by_jobs(job_games)
        return
    played, found = [cat_positions(seed) for seed in range(games)], dict[int, list[Answer]]()
    rate = 0.0
    yield line("dogs left  positions   solved  CPU seconds   nodes searched  (geometric means)")
    for dogs in range(FEWEST_DOGS, most + 1):
        found[dogs] = [solve(at, seconds) for game in played for at in game if at.dogs.bit_count() == dogs]
        known = sum(answer.wins is not None for answer in found[dogs])
        taken = geometric_mean([answer.seconds for answer in found[dogs]])
        moves = geometric_mean([answer.nodes for answer in found[dogs]])
        rate = moves / taken if nearly_all_solved(found[dogs]) else rate
        text = f"{dogs:9}{len(found[dogs]):11}{known:9}{taken:13.4f}{moves:17,.0f}"
        yield line(text, dogs=dogs, positions=len(found[dogs]), decided=known, seconds=taken, moves=moves)
    fitted = {dogs: answers for dogs, answers in found.items() if nearly_all_solved(answers)}
    line_of = fit_trend(
        [(dogs, log(max(answer.nodes, 1))) for dogs, answers in fitted.items() for answer in answers]
    )
    yield from extrapolate(line_of, rate)
    draw(found, line_of, ROOT / "docs" / "cats-and-dogs.png")


def run_by_jobs(games: int) -> Iterator[Line]:
    """Prove positions with more dogs by jobs, each with an empty table, on two threads in this process.

    The trend is that of the seconds.
    """
    played, points = [cat_positions(seed) for seed in range(games)], list[tuple[int, float]]()
    resources = Resources(JOB_NODES, JOB_BUCKETS, MAX_THREADS)
    yield line("dogs left  positions  seconds   nodes searched  (geometric means)   seconds of each")
    for dogs in DOGS_BY_JOBS:
        starts = [at for game in played for at in game if at.dogs.bit_count() == dogs]
        answers = [solve_by_jobs(at, inf, resources) for at in starts]
        taken, moves = (geometric_mean(column) for column in list(zip(*answers, strict=True))[1:])
        each = [round(answer.seconds, 1) for answer in answers]
        text = f"{dogs:9}{len(starts):11}{taken:9.1f}{moves:17,.0f}   {each}"
        yield line(text, dogs=dogs, positions=len(starts), seconds=each, moves=moves)
        points += [(dogs, log(answer.seconds * MAX_THREADS)) for answer in answers]
    yield from extrapolate(fit_trend(points), 1.0)


def extrapolate(line_of: Trend, rate: float) -> Iterator[Line]:
    """Yield the growth by one dog and the cost of the start.

    The trend is that of nodes, `rate` of them in a CPU second, or of CPU seconds with the rate 1.
    """
    factor, off = exp(line_of.slope), exp(2 * line_of.spread / sqrt(line_of.width))
    yield line(
        f"one more dog takes {factor:.2f} times the work ({factor / off:.2f} to {factor * off:.2f})",
        factor=factor,
    )
    start, off = exp(line_of.value(ALL_DOGS)) / rate / 3600, exp(line_of.error(ALL_DOGS))
    text = f"estimate for the start: {start:,.0f} core-hours ({start / off:,.0f} to {start * off:,.0f})"
    yield line(text, hours=start, least=start / off, most=start * off)


def geometric_mean(numbers: Sequence[float]) -> float:
    """Return the geometric mean."""
    return exp(fmean(log(max(number, 1e-9)) for number in numbers))


def nearly_all_solved(answers: Sequence[Answer]) -> bool:
    """Return True if at most one position in twenty is unsolved, so that the limit hardly matters."""
    return sum(answer.wins is None for answer in answers) * 20 <= len(answers)


def fit_trend(points: Sequence[tuple[float, float]]) -> Trend:
    """Fit the least-squares line."""
    middle, height = (fmean(column) for column in zip(*points, strict=True))
    width = sum((where - middle) ** 2 for where, _ in points)
    slope = sum((where - middle) * (number - height) for where, number in points) / width
    rest = sum((number - height - slope * (where - middle)) ** 2 for where, number in points)
    return Trend(middle, height, slope, sqrt(rest / (len(points) - 2)), len(points), width)


def draw(found: dict[int, list[Answer]], line_of: Trend, path: Path) -> None:
    """Draw positions as dots (unsolved ones as rings), the trend with its error band, and old means."""
    from PIL import Image, ImageDraw

    from common.show.film_file import save_still
    from common.show.style import BROWN, INK, font

    PAPER, GRID, ZERO = (255, 255, 255), (225, 220, 210), (120, 115, 105)
    picture = Image.new(
        "RGB", (LEFT + WIDE * (ALL_DOGS - FEWEST_DOGS) + 120, TOP + HIGH * (len(POWERS) - 1) + 130), PAPER
    )
    pen, small, colour = ImageDraw.Draw(picture), font(28), BROWN

    def place(dogs: float, number: float) -> tuple[float, float]:
        return LEFT + WIDE * (dogs - FEWEST_DOGS) + 20, TOP + HIGH * (POWERS[-1] - number / log(10))

    ends = [
        (dogs, line_of.value(dogs) + sign * line_of.error(dogs))
        for sign, dogs in ((1, FEWEST_DOGS), (1, ALL_DOGS), (-1, ALL_DOGS), (-1, FEWEST_DOGS))
    ]
    pen.polygon([place(*end) for end in ends], fill=GRID)
    for power in POWERS:
        pen.line((place(FEWEST_DOGS, power * log(10)), place(ALL_DOGS, power * log(10))), fill=GRID, width=2)
        pen.text((LEFT - 12, place(0, power * log(10))[1]), f"10^{power}", INK, small, "rm")
    for dogs in range(FEWEST_DOGS, ALL_DOGS + 1):
        pen.text((place(dogs, 0)[0], picture.height - 100), str(dogs), INK, small, "mm")
    pen.line(
        (place(FEWEST_DOGS, line_of.value(FEWEST_DOGS)), place(ALL_DOGS, line_of.value(ALL_DOGS))),
        fill=INK,
        width=4,
    )
    pen.line([place(dogs, log(mean)) for dogs, mean in EARLIER_MEANS.items()], fill=ZERO, width=3)
    for dogs, answers in found.items():
        for answer in answers:
            x, y = place(dogs, log(max(answer.nodes, 1)))
            pen.ellipse((x - 7, y - 7, x + 7, y + 7), None if answer.wins is None else colour, colour, 2)
    told = (
        "Nodes until the winner is proven, by dogs left; grey line: earlier means",
        "rings: unsolved at the limit",
    )
    pen.text((picture.width / 2, 45), told[0], INK, small, "mm")
    pen.text(
        (picture.width / 2, picture.height - 45),
        f"dogs left; {told[1]}; line and band: the trend, up to the start",
        INK,
        small,
        "mm",
    )
    save_still(picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS), path)
