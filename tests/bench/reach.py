"""Proof-number search on stored Cats & Dogs positions with 34 to 38 dogs: the fraction it solves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer

import catsdogs
from catsdogs import Position
from common.games.cats_and_dogs.win_prover import BUCKETS, WinProver
from common.kernels.deadline import Deadline
from common.search.prover import WON
from tests.bench.lines import Line, line

DOGS = range(34, 39)
POSITIONS_EACH = 12  # per number of dogs, of a set
STORED = Path(__file__).with_name("reach.tsv")  # set, dogs, position; the cats move


class Answer(NamedTuple):
    """Whether the cats win (None if unsolved), CPU seconds, and nodes."""

    wins: bool | None
    seconds: float
    nodes: int


def run(
    which: int = typer.Argument(1, help="set of positions, 1 or 2"),
    seconds: float = typer.Argument(10.0, help="CPU seconds for each position"),
    each: int = typer.Option(POSITIONS_EACH, help="positions for each number of dogs"),
    dogs: list[int] = typer.Option(list(DOGS), help="number of dogs; may be repeated"),
    buckets: int = typer.Option(BUCKETS, help="buckets of the table, a power of two; 128 bytes each"),
    position: list[str] = typer.Option(
        [], help="rows of a position, cats to move, instead of the stored ones; may be repeated"
    ),
) -> Iterator[Line]:
    """Solve each position with an empty table, in CPU seconds, so that other programs hardly matter."""
    yield line("dogs left  positions   solved  cats win  CPU seconds  million nodes per second")
    given = [catsdogs.read_position(rows) for rows in position]
    for count in sorted({at.dogs.bit_count() for at in given}) or dogs:
        starts = [at for at in given if at.dogs.bit_count() == count] or stored_positions(which, count)[:each]
        answers = [solve(at, seconds, buckets) for at in starts]
        known = [answer.wins for answer in answers if answer.wins is not None]
        spent, nodes = (sum(column) for column in list(zip(*answers, strict=True))[1:])
        text = (
            f"{count:9}{len(answers):11}{len(known):9}{sum(known):10}{spent:13.1f}{nodes / spent / 1e6:26.1f}"
        )
        taken = [round(answer.seconds, 2) for answer in answers if answer.wins is not None]
        yield line(
            f"{text}   {sorted(taken)}",
            dogs=count,
            positions=len(answers),
            decided=len(known),
            cats=sum(known),
            seconds=taken,
            nodes=[answer.nodes for answer in answers],
        )


def stored_positions(which: int, dogs: int) -> list[Position]:
    """Return the positions of a set with a number of dogs."""
    rows = [row.split("\t") for row in STORED.read_text().splitlines() if not row.startswith("#")]
    return [
        catsdogs.read_position(board)
        for number, count, board in rows
        if (int(number), int(count)) == (which, dogs)
    ]


def solve(position: Position, seconds: float, buckets: int = BUCKETS) -> Answer:
    """Prove who wins, with an empty table."""
    linked, clock = catsdogs.GAME.search.compiled(), time.process_time
    kernels = linked.instance()
    prover = WinProver(kernels, linked.fields, buckets)
    began = clock()

    def watch() -> None:
        if clock() - began > seconds:
            kernels.watch.deadline = Deadline(end=0)

    kernels.watch.on_poll = watch
    found = prover.prove(catsdogs.GAME.search.state(position), WON, Deadline())
    return Answer(found.wins, clock() - began, found.nodes)
