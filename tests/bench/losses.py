"""What the course's algorithms give away against perfect play of squirrels.py."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import typer

import squirrels
from common.search.results import Question
from squirrels import ALPHA_BETA, GREEDY, Algorithm
from tests.bench.examples import EXAMPLE
from tests.bench.lines import Line, line
from tests.bench.squares import filling

PLAYERS = {"greedy": Algorithm(GREEDY, 1)}
PLAYERS |= {f"minimax, alpha-beta {depth}": Algorithm(ALPHA_BETA, depth) for depth in range(1, 7)}


def run(count: int = typer.Argument(50, help="positions")) -> Iterator[Line]:
    """From random positions of 18 free squares, half of them with the example's values: mean loss in points, and share without."""
    count, chance = count, Random(18)
    lost: dict[str, list[int]] = {name: [] for name in PLAYERS}
    for number in range(count):
        values = EXAMPLE if number % 2 else tuple(chance.randint(1, 99) for _ in EXAMPLE)
        position = squirrels.Position(values, filling(number, 18), "OX"[number % 2])
        known: dict[int, int] = {}
        for name, algorithm in PLAYERS.items():
            square = squirrels.choose(squirrels.placing(position), position, algorithm) or 0
            if square not in known:
                found = squirrels.GAME.exact.given_away(position, square, Question())
                assert found
                known[square] = found[0]
            lost[name].append(known[square])
    for name, points in lost.items():
        mean, best = sum(points) / count, points.count(0)
        text = f"{name:24} mean loss {mean:6.1f}, largest {max(points):4}, best move in {best} of {count}"
        yield line(text, player=name, mean=mean, largest=max(points), best=best, of=count)
