"""The scale of scores: games of an engine level against itself, and the curve that fits their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from math import sqrt, tanh
from typing import Any, NamedTuple

import typer

from common.judge.processes import run_parallel
from common.play.game import Game
from common.play.player_registry import warm_up
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from common.search.score import Curve
from tests.bench.lines import Line, line, require_one_of

LIMITS = {
    "game": Limit(nodes=30),
    "squirrels": Limit(),
    "duel7": Limit(nodes=1000),
    "walls": Limit(nodes=300),
}  # limits of the engine that scores positions; bench `captures` is for Cats & Dogs
LEVEL = 4  # of the players
STEPS = 50  # steps of Newton's method, more than necessary
EPSILON = 1e-9  # instead of 0, to avoid a division by zero
CLEAR_ERRORS = 2  # standard errors of a clear advantage


class ScoredPosition(NamedTuple):
    """An unproven position: the first side's score, and its result (1, 1/2 or 0)."""

    score: float
    result: float


def score_game(number: int, name: str, size: int) -> list[ScoredPosition]:
    """Play a game of LEVEL against itself; return the scores up to the first proven position."""
    game: Game[Any, Any] = import_module(name).GAME
    position = game.starts.opening(number, size)
    warm_up(game, position)
    judge = PlayerSettings(Level(LIMITS[name]), 1, in_match=True, shows_progress=False)
    players, scores, proven = dict[str, Any](), list[float](), False
    level = game.players.levels[LEVEL]
    for side in game.sides:
        players[side] = game.players.at_level(
            side, level, PlayerSettings(level, 1, number, in_match=True, start=position)
        )
    while (outcome := position.outcome()) is None:
        if not proven:
            insight = game.players.insight(position, judge)
            score, proven = insight.score.for_side(game.sides[0]).value, insight.score.proven
            if score is not None and not proven and abs(score) < game.search.win_score:
                scores.append(score)
        position = position.play(players[position.turn](position))
    result = {None: 0.5, game.sides[0]: 1.0}.get(outcome.winner, 0.0)
    return [ScoredPosition(score, result) for score in scores]


def fit_curve(games: Sequence[Sequence[ScoredPosition]]) -> Curve:
    """Fit the likeliest curve to the results; each game has weight 1.

    The curve passes through 0 unless one side is clearly better off. It is flat if higher scores do not go
    with better results.
    """
    size = max((abs(each.score) for game in games for each in game), default=0.0) or 1.0
    points = [
        WeightedResult(each.score / size, each.result, 1 / len(game)) for game in games for each in game
    ]
    # One more, half-won game keeps the odds finite.
    points += [WeightedResult(score, 0.5, 1 / 3) for score in (-1.0, 0.0, 1.0)]
    slope, start, doubt = fit_logistic(points)
    if slope < 0:
        slope, start, doubt = fit_logistic([point._replace(score=0.0) for point in points])
    if abs(start) < CLEAR_ERRORS * doubt:
        slope, start, _ = fit_logistic(points, even=True)
    return Curve(float(f"{max(slope, 0.0) / size:.2g}"), float(f"{start:.2g}"))


class WeightedResult(NamedTuple):
    """A score, a result and its weight."""

    score: float
    result: float
    weight: float


def fit_logistic(points: Sequence[WeightedResult], even: bool = False) -> tuple[float, float, float]:
    """Fit a logistic curve by Newton's method; an `even` curve has the start 0.

    Return slope, start, and the standard error of the start.
    """
    slope = start = 0.0
    for _ in range(STEPS):
        towards, slopes, both, starts = [0.0, 0.0], EPSILON, 0.0, EPSILON
        for score, result, weight in points:
            chance = (1 + tanh((slope * score + start) / 2)) / 2
            error, sure = weight * (result - chance), weight * chance * (1 - chance)
            towards = [towards[0] + error * score, towards[1] + error]
            slopes, both, starts = slopes + sure * score * score, both + sure * score, starts + sure
        if even:
            slope += towards[0] / slopes
            continue
        whole = slopes * starts - both * both
        slope += (starts * towards[0] - both * towards[1]) / whole
        start += (slopes * towards[1] - both * towards[0]) / whole
    return slope, start, sqrt(slopes / (slopes * starts - both * both))


def run(
    game: str = typer.Argument(callback=require_one_of(LIMITS), help=f"one of {', '.join(LIMITS)}"),
    games: int = typer.Argument(100, help="number of games; each game's number is its seed"),
    size: int = typer.Argument(0, help="side of the board (0 for the default)"),
) -> Iterator[Line]:
    """Print the curve and its fit to the games, in five parts from the lowest scores to the highest."""
    work = partial(score_game, name=game, size=size)
    rows = list(run_parallel(work, range(games), 1))
    found, curve = sorted(each for row in rows for each in row), fit_curve(rows)
    board = f" {size}" if size else ""
    yield line(f"{game}{board}: {games} games, {len(found)} scores of unproven positions")
    yield line(f"curve = Curve({curve.slope:g}, {curve.start:g})", slope=curve.slope, start=curve.start)
    yield line("     scores      expected  result of the first side")
    for at in range(5):
        part = found[at * len(found) // 5 : (at + 1) * len(found) // 5]
        expected = sum(curve.expected(each.score) for each in part) / len(part)
        result = sum(200 * each.result - 100 for each in part) / len(part)
        lowest, highest = part[0].score, part[-1].score
        text = f"{lowest:9.2f} to {highest:7.2f} {expected:+5.0f} {result:+5.0f}"
        yield line(text, lowest=lowest, highest=highest, expected=expected, result=result)
