"""Walls: the last depth's score against the score for people, by quarters of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import log, tanh
from typing import NamedTuple

import typer

from common.games.walls.evaluation import BRICK
from common.judge.processes import run_parallel
from common.play.player_registry import warm_up
from common.play.players import PlayerSettings
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.limit import Level, Limit
from common.search.score import Curve
from tests.bench.lines import Line, line
from tests.bench.scale import ScoredPosition, fit_curve
from walls import GAME, Position, random_start

QUARTERS = 4
JUDGE = Limit(nodes=5000)  # limit of the engine that scores positions
LEVEL = GAME.players.levels[4]  # of both players
MIN_PROBABILITY = 0.001  # smallest probability used


class Reading(NamedTuple):
    """A's score of an unproven position, in bricks: of the last depth, and for people."""

    part: int
    last: float
    told: float
    result: float


def read_game(number: int, size: int) -> list[Reading]:
    """Play a game of level 4 against itself and analyse it from its end.

    Return the scores of the unproven positions, in the order of play.
    """
    position: Position = random_start(size, number)
    settings = PlayerSettings(LEVEL, 1, number, in_match=True, start=position)
    player, history = GAME.players.at_level("A", LEVEL, settings), list[Position]()
    while (outcome := position.outcome()) is None:
        history.append(position)
        position = position.play(player(position))
    result = {None: 0.5, "A": 1.0}.get(outcome.winner, 0.0)
    judge, found = GAME.players.searching_engine(settings._replace(level=Level(JUDGE))), list[Reading]()
    for ply in reversed(range(len(history))):
        report = judge.search(history[ply], judge.deadline())
        if report and not report.proven and abs(report.score) < DECISIVE_SCORE:
            sign = 1 if history[ply].turn == "A" else -1
            told, _words = GAME.search.explain_score(report.shown_score, history[ply].turn)
            part = QUARTERS * ply // len(history)
            found.append(Reading(part, sign * report.score / BRICK, sign * told, result))
    return found[::-1]


def reversals(scores: Sequence[float]) -> tuple[int, int]:
    """Count the changes of the leader, and those that the next move takes back."""
    signs = [(score > 0) - (score < 0) for score in scores]
    changes = [a * b < 0 for a, b in pairwise(signs)]
    return sum(changes), sum(a and b for a, b in pairwise(changes))


def mean_log_loss(readings: Sequence[ScoredPosition], curve: Curve) -> float:
    """Return the mean log loss of a curve's win probabilities."""
    loss = 0.0
    for each in readings:
        chance = (1 + tanh((curve.slope * each.score + curve.start) / 2)) / 2
        chance = min(max(chance, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
        loss -= each.result * log(chance) + (1 - each.result) * log(1 - chance)
    return loss / max(len(readings), 1)


def of_last(each: Reading) -> ScoredPosition:
    return ScoredPosition(each.last, each.result)


def of_told(each: Reading) -> ScoredPosition:
    return ScoredPosition(each.told, each.result)


def run(
    size: int = typer.Argument(5, help="side of the board"),
    games: int = typer.Argument(200, help="games; even numbers fit the curves, odd ones test them"),
) -> Iterator[Line]:
    """Compare both scores: log loss of held-out games by quarters, and changes of the leader."""
    warm_up(GAME, random_start(size, 0))
    rows = list(run_parallel(partial(read_game, size=size), range(games), 1))
    known, held_out = ([row for row in half if row] for half in (rows[::2], rows[1::2]))
    curves = [fit_curve([list(map(score, row)) for row in known]) for score in (of_last, of_told)]
    slopes = f"last depth {curves[0].slope:g}, told {curves[1].slope:g} a brick"
    yield line(f"walls {size}: {games} games; {slopes}")
    yield line("quarter  positions  log loss: last depth  told")
    for part in range(QUARTERS):
        chosen = [each for row in held_out for each in row if each.part == part]
        scored = list(map(of_last, chosen)), list(map(of_told, chosen))
        losses = [mean_log_loss(*both) for both in zip(scored, curves, strict=True)]
        text = f"{part + 1:7}{len(chosen):11}{losses[0]:22.3f}{losses[1]:6.3f}"
        yield line(text, quarter=part + 1, positions=len(chosen), last=losses[0], told=losses[1])
    for name, score in (("last depth", of_last), ("told", of_told)):
        counts = [reversals([score(each).score for each in row]) for row in rows]
        changes, back = (sum(column) for column in zip(*counts, strict=True))
        text = f"{name}: the leader changes {changes} times, {back} of them until the next move"
        yield line(text, score=name, changes=changes, back=back)
