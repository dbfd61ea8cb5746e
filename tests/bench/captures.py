"""Expected captures of Cats & Dogs: the fit, and its calibration by tens of dogs left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import exp, log
from random import Random
from typing import NamedTuple

import numpy as np
import typer

from catsdogs import GAME, Position
from common.games.cats_and_dogs.expected_captures import cats_log_odds, expected_captures
from common.judge.processes import run_parallel
from common.play.player_registry import player_of, warm_up
from common.play.players import PlayerSettings
from common.rules.position import Player
from common.search.engine import single_threaded_engine
from common.search.limit import Level, Limit
from tests.bench.lines import Line, line
from tests.bench.scale import WeightedResult, fit_logistic

TENS = ((1, 9), (10, 19), (20, 29), (30, 39), (40, 44))  # dogs left
MAX_OPENING = 30  # cat moves of an opening between random players
OLD_ODDS = -1.7  # log odds of the cats in every position, before
MIN_PROBABILITY = 0.001  # smallest probability used


class Sample(NamedTuple):
    """An unproven position: dogs left, who moves, score in safe captures, captures to come, winner."""

    dogs: int
    dogs_move: bool
    safe: float
    captures: int
    cats_win: bool


def opening(number: int) -> Position:
    """Return the position after up to MAX_OPENING cat moves between random players; the cats move."""
    chance, position = Random(number), GAME.starts.opening(number)
    players = {side: random_player(side, chance, number) for side in GAME.sides}
    left = chance.randint(0, MAX_OPENING)
    while not position.outcome() and (left or position.step):
        left -= position.step == 0
        position = position.play(players[position.turn](position))
    return position


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


def sample_game(number: int, nodes: int) -> list[Sample]:
    """Let the engine play both sides after an opening; return the positions whose winner it did not prove."""
    position, captured, found = opening(number), 0, list[tuple[int, int, bool, float]]()
    engine = single_threaded_engine(GAME.search.compiled(), Level(Limit(nodes=nodes)))
    while not (outcome := position.outcome()):
        move, report = engine(position), engine.last
        if report and not report.proven and position.step < 2:
            score = GAME.search.score_from_kernels(position, report.shown_score, False).for_side("cat")
            if abs(score.value or 0.0) < GAME.search.win_score:
                found.append((captured, position.dogs.bit_count(), position.step > 0, score.value or 0.0))
        captured += position.step == 0
        position = position.play(move)
    wins = outcome.winner == "cat"
    return [Sample(dogs, moves, safe, captured - so_far, wins) for so_far, dogs, moves, safe in found]


def fit_captures(known: Sequence[Sample]) -> tuple[float, float, float]:
    """Fit the captures to come: per safe capture, per safe capture and dog left, and if the dogs move."""
    features = np.array([[each.safe, each.safe * each.dogs, each.dogs_move] for each in known], float)
    first, second, third = np.linalg.lstsq(features, [each.captures for each in known], rcond=None)[0]
    return float(first), float(second), float(third)


def mean_errors(held_out: Sequence[Sample], constant: float) -> tuple[float, float, float]:
    """Return the mean absolute error of a constant, of the score itself, and of the expected captures."""
    errors = [
        (
            abs(constant - each.captures),
            abs(each.safe - each.captures),
            abs(expected_captures(each.safe, each.dogs, each.dogs_move) - each.captures),
        )
        for each in held_out
    ]
    first, second, third = (sum(column) / len(held_out) for column in zip(*errors, strict=True))
    return first, second, third


def log_losses(held_out: Sequence[Sample]) -> tuple[float, float]:
    """Return the mean log loss of the cats' chance to win, by the old odds and by those in use."""
    old, new = 0.0, 0.0
    for each in held_out:
        old += log_loss(OLD_ODDS, each.cats_win)
        new += log_loss(cats_log_odds(each.dogs), each.cats_win)
    return old / len(held_out), new / len(held_out)


def log_loss(odds: float, wins: bool) -> float:
    """Return the log loss of a win probability, given as log odds."""
    chance = min(max(1 / (1 + exp(-odds)), MIN_PROBABILITY), 1 - MIN_PROBABILITY)
    return -log(chance if wins else 1 - chance)


def run(
    games: int = typer.Argument(1500, help="games; even numbers fit, odd ones test"),
    nodes: int = typer.Argument(3000, help="node limit of a move"),
) -> Iterator[Line]:
    """Fit the captures to come, and compare predictions for held-out games by tens of dogs."""
    warm_up(GAME, GAME.starts.default_start)
    rows = list(run_parallel(partial(sample_game, nodes=nodes), range(games), 1))
    known, held_out = ([each for row in half for each in row] for half in (rows[::2], rows[1::2]))
    fitted = fit_captures(known)
    text = "captures = safe captures x ({:.2f} + {:.3f} x dogs) {:+.2f} if the dogs move".format(*fitted)
    yield line(f"{games} games, {len(known) + len(held_out)} positions; {text}", fitted=fitted)
    slope, start, _ = fit_logistic([WeightedResult(each.dogs / 44, each.cats_win, 1.0) for each in known])
    yield line(f"log odds of the cats = {start:.2f} {slope / 44:+.2f} x dogs", start=start, slope=slope / 44)
    constant = sum(each.captures for each in known) / len(known)
    yield line("     dogs  positions  captures  error: constant  score  expected  log loss: before  after")
    for least, most in (*TENS, (1, 44)):
        chosen = [each for each in held_out if least <= each.dogs <= most]
        if not chosen:
            continue
        mean = sum(each.captures for each in chosen) / len(chosen)
        errors, losses = mean_errors(chosen, constant), log_losses(chosen)
        text = f"{least:3} to {most:2}{len(chosen):11}{mean:10.1f}{errors[0]:17.2f}{errors[1]:7.2f}"
        text += f"{errors[2]:10.2f}{losses[0]:18.3f}{losses[1]:7.3f}"
        facts = {"least": least, "most": most, "positions": len(chosen), "captures": mean}
        yield line(text, **facts, errors=errors, losses=losses)
