"""The weights of duel7.py fitted to outcomes of the engine's own games, from all kinds of starts; how well they foretell others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import typer

import duel7
from common.games.duel7 import evaluation
from common.games.duel7.board import BOARD
from common.games.duel7.tapered import corners
from common.judge.processes import spread
from common.rules.square_grid import step_of
from common.search.iterative_deepening import IterativeDeepening, table_bits
from common.search.limit import Limit
from tests.bench.lines import Line, line

NOUGHT = (0,) * 4
SQUARES_ALONE = ((10,) * 4, *[NOUGHT] * 11)
BY_HAND = (*[(worth,) * 4 for worth in (10, 3, 0, 1, 0, -1, 0, 0, 0, 0, 5)], NOUGHT)  # as it was before it was fitted
SIDES = len(evaluation.WORTH) - 2  # features that each side has; the last two are for the move
HELD_OUT = 5  # one game of so many is foretold, not learnt from
STEPS = 12  # of Newton's method, more than it needs
DOUBT = 0.01  # keeps weights finite of which the games tell nothing


class Seen(NamedTuple):
    """A position of a game as the kernels see it, and what came of it for the side to move: 1, 1/2 or 0."""

    state: tuple[int, ...]
    result: float


def start(chance: Random) -> duel7.Position:
    """1 to 22 pieces each, in half of the games as many, 8 to 120 turns."""
    pieces = chance.randint(1, 22)
    near = min(max(pieces + chance.randint(-3, 3), 1), 24)
    others = chance.choice([pieces, pieces, near, chance.randint(1, 24)])
    turns = chance.choice([chance.randint(8, 30), chance.randint(20, 60), chance.randint(30, 120)])
    return duel7.random_start((pieces, others), turns, chance.getrandbits(40))


def played(number: int, nodes: int) -> list[Seen]:
    """A game of the engine with itself after its last move by lot, of which there are two in two of three games."""
    chance, limit, linked = Random(number), Limit(nodes=nodes), duel7.GAME.linked()
    at, seen = start(chance), list[duel7.Position]()
    lots = chance.sample(range(at.left), 2) if chance.random() < 2 / 3 else []
    searchers = {side: IterativeDeepening(linked, linked.fast, bits=table_bits(limit)) for side in duel7.SIDES}
    while (outcome := at.outcome()) is None:
        if at.left in lots:
            seen, move = [], chance.choice(at.moves())
        else:
            *_, last = searchers[at.turn].think(duel7.GAME.state(at), limit)
            seen, move = [*seen, at], step_of(last.move)
        at = at.play(move)
    results = {side: 0.5 if outcome.winner is None else float(outcome.winner == side) for side in duel7.SIDES}
    return [Seen(duel7.GAME.state(position), results[position.turn]) for position in seen]


def table(games: Sequence[Sequence[Seen]]) -> tuple[Any, Any]:
    """A row for each position: what its features count at each of the four corners; and the results."""
    import numpy

    own, other, left = numpy.array([each.state for each in chain(*games)], numpy.uint64).T
    empty = BOARD & ~(own | other)
    stage = numpy.array(evaluation.STAGE)[numpy.minimum(left, len(evaluation.STAGE) - 1)] / (evaluation.STAGES - 1)
    points = corners(numpy.bitwise_count(empty) // 8 / (evaluation.CROWDS - 1), stage)
    features = [count(own, other, empty) - count(other, own, empty) for count in map(counting, range(SIDES))]
    features += [numpy.ones(len(left)), numpy.where(left % 2, 1.0, -1.0)]
    rows = numpy.stack([feature * point for feature in features for point in points], 1).astype(numpy.float32)
    return rows, numpy.array([each.result for each in chain(*games)])


def counting(feature: int) -> Any:
    """What the kernel `worth` counts for one feature, of many positions at once."""
    alone = tuple(int(at == feature) for at in range(len(evaluation.WORTH)))
    return partial(duel7.GAME.linked().variant(WEIGHTS=alone, popcount=popcounts).plain.worth, at=0)


def popcounts(sets: Any) -> Any:
    """How many bits of each of many sets are set."""
    import numpy

    return numpy.bitwise_count(sets).astype(int)


def fitted(rows: Any, results: Any) -> Any:
    """The weights by which the results are likeliest, in logarithms of odds (Newton's method)."""
    import numpy

    weights = numpy.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + numpy.exp(-(rows @ weights)))
        sure = (chances * (1 - chances)).astype(numpy.float32)
        curved = (rows * sure[:, None]).T @ rows + DOUBT * numpy.eye(len(weights))
        weights += numpy.linalg.solve(curved, rows.T @ (results - chances) - DOUBT * weights)
    return weights


def foretold(name: str, scores: Any, results: Any) -> Line:
    """How well scores foretell results: log loss in natural logarithms, and of games that somebody won the share called right."""
    import numpy

    loss = float(numpy.mean(numpy.logaddexp(0, scores) - results * scores))
    won = results != 0.5
    right = float(numpy.mean((scores > 0)[won] == (results > 0.5)[won]))
    return line(f"{name:28} log loss {loss:.4f}, {right:.1%} of decided games called right", name=name, loss=loss, right=right)


def run(
    games: int = typer.Argument(30_000, help="games, whose numbers are their seeds"),
    nodes: int = typer.Option(4000, help="nodes a move"),
) -> Iterator[Line]:
    """Log loss of evaluations, each stretched as suits it best, on the games held out; the weights, ready for evaluation.py."""
    import numpy

    duel7.GAME.warm()
    found = list(spread(partial(played, nodes=nodes), range(games), 1))
    rows, results = table([game for at, game in enumerate(found) if at % HELD_OUT])
    others, came = table(found[::HELD_OUT])
    yield line(f"{games} games, {len(results)} positions, and {len(came)} held out", positions=len(results), held_out=len(came))
    weights = fitted(rows, results)
    known = {"squares alone": SQUARES_ALONE, "by hand": BY_HAND, "as it is in duel7.py": evaluation.WORTH}
    for name, worth in known.items():
        score = numpy.array(list(chain(*worth)))
        stretched = fitted((rows @ score)[:, None], results)
        yield foretold(name, (others @ score) * stretched[0], came)
    yield foretold("fitted", others @ weights, came)
    points = [round(evaluation.SPACE * float(weight)) for weight in weights]
    for at in range(len(evaluation.WORTH)):
        four = tuple(points[4 * at : 4 * at + 4])
        yield line(f"    {four},", feature=at, worth=four)
