"""Count the positions of Cats & Dogs games that proof-number search solves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from statistics import median

import typer

import catsdogs
from catsdogs import Position
from common.search.limit import Limit
from common.search.think import Engine, Thinker
from tests.bench.lines import Line, line
from tests.bench.reach import solve


def run(games: int = typer.Argument(20, help="games to play")) -> Iterator[Line]:
    """Solve all positions with the cats to move, each with an empty table; count them by dogs left.

    Times are CPU seconds. The engine plays the games at 3,000 nodes per move, after two random safe moves of
    the cats.
    """
    found = [cat_positions(seed) for seed in range(games)]
    yield line(f"{os.cpu_count()} cores\ndogs left  positions  in 1 s  in 5 s  nodes per second")
    for dogs in (36, 34, 32, 30, 28):
        taken = [seconds_to_solve(at) for game in found for at in game if at.dogs.bit_count() == dogs]
        in_one, in_five = (sum(seconds < most for seconds, _ in taken) for most in (1.0, 5.0))
        rate = sum(nodes for _, nodes in taken) / max(sum(min(seconds, 5.0) for seconds, _ in taken), 1e-9)
        text = f"{dogs:9}{len(taken):11}{in_one:8}{in_five:8}{rate:18,.0f}"
        yield line(text, dogs=dogs, positions=len(taken), in_one=in_one, in_five=in_five, nodes_a_second=rate)
    first = sorted(map(first_solved_move, found))
    middle = f"cat move {median(first):g} (median; {first[0]} to {first[-1]})"
    yield line(f"every position solved in 5 CPU s from {middle} on", decided_from=first)
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    yield line(
        f"games of {sorted(map(len, found))} cat moves; load {load}", cat_moves=sorted(map(len, found))
    )


def cat_positions(seed: int) -> list[Position]:
    """Play one game; return the positions with the cats to move."""
    position, found = catsdogs.GAME.opening(seed), list[Position]()
    linked, limit = catsdogs.GAME.search.compiled(), Limit(nodes=3000)
    engine = Engine(linked, Thinker(linked, linked.instance(), bits=14), limit)
    while not position.outcome():
        if position.step == 0:
            found.append(position)
        position = position.play(engine(position))
    return found


def first_solved_move(game: list[Position]) -> int:
    """Return the cat move from which on every position of a game is solved in 5 CPU seconds."""
    late = list(takewhile(lambda at: seconds_to_solve(at)[0] < 5.0, reversed(game)))
    return catsdogs.START.dogs.bit_count() - late[-1].dogs.bit_count() + 1


@cache
def seconds_to_solve(position: Position, most: float = 5.0) -> tuple[float, int]:
    """Return the CPU seconds to prove the winner (infinite after `most`), and the nodes."""
    answer = solve(position, most)
    return (float("inf") if answer.wins is None else answer.seconds), answer.nodes
