"""Calibration of Cats & Dogs by dogs left: predicted winners compared with proven or actual winners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import exp, log
from random import Random
from typing import NamedTuple

import typer

from catsdogs import GAME, Position
from common.games.cats_and_dogs.evaluation import SAFE
from common.games.cats_and_dogs.pn_solver import WinProver
from common.judge.processes import run_parallel
from common.kernels.deadline import Deadline
from common.play.player_registry import player_of, warm_up
from common.play.players import PlayerSettings
from common.rules.position import Player
from common.search.limit import Level, Limit
from tests.bench.lines import Line, line
from tests.bench.scale import WeightedResult, fit_logistic

RANGES = ((1, 20), (21, 25), (26, 29), (30, 33), (34, 37), (38, 44))  # dogs left
MAX_PROVEN_DOGS = 33  # maximum number of dogs for which the winner is proven
MIN_PROBABILITY = 0.001  # smallest probability used
Predictor = Callable[["Sample"], float]


class Sample(NamedTuple):
    """A position with the cats to move: its range, its evaluation in safe captures, and the winner."""

    range: int
    score: float
    cats_win: bool


def run(
    games: int = typer.Argument(400, help="games; even numbers fit the curve, odd ones test it"),
    nodes: int = typer.Argument(2_000_000, help="node limit of a proof"),
) -> Iterator[Line]:
    """Compare the curve in use with a logistic curve fitted for each range of dogs.

    Each game gives one position per range.
    """
    warm_up(GAME, GAME.starts.default_start)
    rows = list(run_parallel(partial(sample_game, nodes=nodes), range(games), 2))
    yield line("dogs left  positions  cats win  log loss: in use  fitted  predicted: in use  fitted")
    for number, (least, most) in enumerate(RANGES):
        known, held_out = (
            [each for row in half for each in row if each.range == number] for half in (rows[::2], rows[1::2])
        )
        wins = sum(each.cats_win for each in held_out)
        found = [accuracy(held_out, chance) for chance in (predict_in_use, fit_predictor(known))]
        losses, shares = zip(*found, strict=True)
        counts = f"{least:4} to {most:2}{len(held_out):11}{wins:10}"
        text = f"{counts}{losses[0]:18.3f}{losses[1]:8.3f}{shares[0]:18.1%}{shares[1]:10.1%}"
        yield line(
            text, least=least, most=most, positions=len(held_out), cats=wins, losses=losses, shares=shares
        )


def sample_game(number: int, nodes: int) -> list[Sample]:
    """Play a game between random players; return a random position of each range.

    Positions without a proven winner are left out where a proof is required.
    """
    chance, position, found = Random(number), GAME.starts.opening(number), list[Position]()
    players = {side: random_player(side, chance, number) for side in GAME.sides}
    while not (outcome := position.outcome()):
        if position.step == 0:
            found.append(position)
        position = position.play(players[position.turn](position))
    parts = [[at for at in found if least <= at.dogs.bit_count() <= most] for least, most in RANGES]
    chosen = [(number, chance.choice(part)) for number, part in enumerate(parts) if part]
    known = [
        (
            part,
            at,
            prove_cats_win(at, nodes) if at.dogs.bit_count() <= MAX_PROVEN_DOGS else outcome.winner == "cat",
        )
        for part, at in chosen
    ]
    return [Sample(part, evaluation_of(at), wins) for part, at, wins in known if wins is not None]


def random_player(side: str, chance: Random, number: int) -> Player[Position]:
    """Choose at random: the engine at 1,000 nodes, level 2 or 3, a simple player, or random moves."""
    name = chance.choice(["engine", "level-2", "level-3", "random", *GAME.players.simple(side)])
    return player_of(
        GAME,
        side,
        name,
        PlayerSettings(Level(Limit(nodes=1000)), 1, number, in_match=True),
        GAME.starts.default_start,
    )


@cache
def decider() -> WinProver:
    return WinProver(GAME.search.compiled().fast, GAME.search.compiled().fields)


def prove_cats_win(position: Position, nodes: int) -> bool | None:
    """Return whether the cats win; None if the node limit is too small for a proof."""
    decider().set_deadline(Deadline(nodes=nodes))
    return decider().prove_winner(GAME.search.state(position)).wins


def evaluation_of(position: Position) -> float:
    return float(GAME.search.compiled().plain.evaluate(GAME.search.state(position))) / SAFE


def predict_in_use(each: Sample) -> float:
    """Return the cats' win probability by the curve in use."""
    return (GAME.search.curve(GAME.starts.default_start).expected(each.score) / 100 + 1) / 2


def fit_predictor(known: Sequence[Sample]) -> Predictor:
    """Fit a logistic curve to results and return its win probability.

    One half-won game at each end keeps the odds finite.
    """
    size = max((abs(each.score) for each in known), default=0.0) or 1.0
    points = [WeightedResult(each.score / size, float(each.cats_win), 1.0) for each in known]
    slope, start, _ = fit_logistic(
        [*points, *(WeightedResult(score, 0.5, 0.5) for score in (-1.0, 0.0, 1.0))]
    )
    return lambda each: 1 / (1 + exp(-(slope * each.score / size + start)))


def accuracy(positions: Sequence[Sample], chance: Predictor) -> tuple[float, float]:
    """Return the mean log loss and the fraction of winners predicted; 0 and 0 without positions."""
    loss = right = 0.0
    for each in positions:
        cats = min(max(chance(each), MIN_PROBABILITY), 1 - MIN_PROBABILITY)
        loss -= log(cats if each.cats_win else 1 - cats)
        right += (cats > 0.5) == each.cats_win
    return loss / max(len(positions), 1), right / max(len(positions), 1)
