"""How far towards the start of Cats & Dogs proofs reach: stored positions with 34 to 38 dogs, decided or not."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import typer

import catsdogs
from catsdogs import Position
from common.games.cats_and_dogs.pn_solver import Decider
from common.games.cats_and_dogs.shared_table import BUCKETS
from common.kernels.deadline import Deadline
from common.search.engine import engine_here
from common.search.limit import Level, Limit
from tests.bench.lines import Line, line

DOGS = range(34, 39)
GAMES, EACH = 20, 12  # games a set is drawn from, positions for each number of dogs
STORED = Path(__file__).with_name("reach.tsv")  # set, dogs, position; the cats move
PLAYERS = [Level(Limit(seconds=0.3))] * 3 + [catsdogs.LEVELS[level] for level in (2, 3, 4)]


class Over(Exception):
    """The CPU seconds of a question are used up."""


class Answer(NamedTuple):
    """Whether the cats win, None if that stays open; seconds, of the CPU on one thread, and moves looked at."""

    wins: bool | None
    seconds: float
    nodes: int


def run(
    which: int = typer.Argument(1, help="the first or the second set"),
    seconds: float = typer.Argument(10.0, help="CPU seconds for each position"),
    each: int = typer.Option(EACH, help="so many positions of each number of dogs"),
    dogs: list[int] = typer.Option(list(DOGS), help="only these numbers of dogs"),
    threads: int = typer.Option(1, help="2: both on one table; seconds are then those of the clock"),
    buckets: int = typer.Option(BUCKETS, help="of the table, a power of two; 128 bytes each"),
    make: int = typer.Option(0, help="make the set instead, from this seed"),
) -> Iterator[Line]:
    """Each position with an empty table: on one thread in CPU seconds, so that other programs hardly matter, or on two."""
    if make:
        yield from (line(f"{which}\t{at.dogs.bit_count()}\t{catsdogs.drawn(at)}") for at in drawn(make))
        return
    kind = "CPU seconds" if threads == 1 else "    seconds"
    yield line(f"dogs left  positions  decided  cats win  {kind}  million moves a second")
    for count in dogs:
        answers = [decided(at, seconds, threads, buckets) for at in stored(which, count)[:each]]
        known = [answer.wins for answer in answers if answer.wins is not None]
        spent, nodes = (sum(column) for column in list(zip(*answers, strict=True))[1:])
        text = (
            f"{count:9}{len(answers):11}{len(known):9}{sum(known):10}{spent:13.1f}{nodes / spent / 1e6:24.1f}"
        )
        taken = [round(answer.seconds, 2) for answer in answers if answer.wins is not None]
        yield line(
            f"{text}   {sorted(taken)}",
            dogs=count,
            positions=len(answers),
            decided=len(known),
            cats=sum(known),
            seconds=taken,
        )


def stored(which: int, dogs: int) -> list[Position]:
    """The positions of a set with so many dogs."""
    rows = [row.split("\t") for row in STORED.read_text().splitlines() if not row.startswith("#")]
    return [
        catsdogs.read_position(board)
        for number, count, board in rows
        if (int(number), int(count)) == (which, dogs)
    ]


def decided(position: Position, seconds: float, threads: int = 1, buckets: int = BUCKETS) -> Answer:
    """Who wins, by an empty table."""
    linked, clock = catsdogs.GAME.search.compiled(), time.process_time if threads == 1 else time.monotonic
    decider = Decider(linked.fast, linked.fields, buckets, threads)
    began = clock()

    def watch() -> None:
        if clock() - began > seconds:
            raise Over

    decider.meanwhile = watch
    decider.allow(Deadline().within(seconds * 100))
    try:
        wins = decider.who_wins(catsdogs.GAME.search.state(position)).wins
    except Over:
        wins = None
    return Answer(wins, clock() - began, decider.nodes)


def drawn(seed: int) -> Iterable[Position]:
    """EACH positions for each number of dogs, of different games."""
    chance = Random(seed)
    games = [played(seed * GAMES + number) for number in range(GAMES)]
    for dogs in DOGS:
        yield from chance.sample([game[dogs] for game in games if dogs in game], EACH)


def played(number: int) -> dict[int, Position]:
    """The positions of a game with the cats to move, by dogs left: the engine at 0.3 s, or a level, on each side."""
    chance, position, found = Random(number), catsdogs.GAME.starts.opening(number), dict[int, Position]()
    players = {
        side: engine_here(catsdogs.GAME.search.compiled(), chance.choice(PLAYERS)) for side in catsdogs.SIDES
    }
    while not position.outcome() and position.dogs.bit_count() >= DOGS[0]:
        if position.step == 0:
            found[position.dogs.bit_count()] = position
        position = position.play(players[position.turn](position))
    return found
