"""How levels vary in `play`: games that two seeds change, and what the variation costs in strength."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import typer

from common.judge.match.elo import format_elo
from common.judge.match.games import GameResult, Pair, Tally, load_game, play_game
from common.judge.processes import run_parallel
from common.play.game import Game
from common.play.player_registry import varied_player, warm_up
from common.play.players import PlayerSettings
from common.rules.position import Player
from common.search.limit import Level
from tests.bench.lines import Line, line, require_one_of

GAMES = ("game", "squirrels", "duel7", "walls", "catsdogs")
ENGINE_MOVES = 3  # moves of the engine within which two seeds should differ; two steps of the dogs are one


class Task(NamedTuple):
    """The work of one process: a game, a board size (0 for the default), a level, and a number.

    Strength is measured from the starts of `match`, or from those of `play` with `from_play`.
    """

    game: str
    size: int
    level: Level
    from_play: bool
    number: int


class Variety(NamedTuple):
    """What two seeds do to a game: another course, and the same course if the seed is the same."""

    differs: bool
    repeats: bool


def start_of(game: Game[Any, Any], task: Task) -> Any:
    """Return the start that `play` has with the task's number as its seed, or that of a board size."""
    setup = game.starts.setup([str(task.size)] if task.size else [])
    starts = game.starts.start_positions(setup, task.number)
    return game.starts.play_forced_moves(starts[task.number // 2 % len(starts)])


def player(game: Game[Any, Any], task: Task, start: Any, seed: int | None) -> Player[Any]:
    """Return the player of a level: varied by a seed as in `play`, or without one as in a match."""
    varied = seed is not None
    settings = PlayerSettings(
        seed=seed or 0, levels_vary=varied, in_match=True, shows_progress=False, start=start
    )
    return varied_player(
        lambda each: game.players.at_level(game.sides[0], each.level, each), settings, task.level
    )


def first_moves(game: Game[Any, Any], task: Task, seed: int) -> list[str]:
    """Return the first moves of a varied level against the same level without variation."""
    position = start_of(game, task)
    engine, other = player(game, task, position, seed), player(game, task, position, None)
    side, moves, turns = game.sides[task.number % 2], list[str](), 0
    engine.history = history = [position]  # type: ignore[attr-defined]
    while turns < ENGINE_MOVES and position.outcome() is None:
        before = position.turn
        move = (engine if before == side else other)(position)
        if before == side:
            moves.append(position.text(move))
        position = position.play(move)
        history.append(position)
        turns += before == side != position.turn
    return moves


def compare_seeds(task: Task) -> Variety:
    """Play the beginning of a game with two seeds, and again with the first."""
    game, seed = load_game(task.game), 2 * task.number
    first, second, again = (first_moves(game, task, each) for each in (seed, seed + 1, seed))
    return Variety(first != second, first == again)


def play_against_unvaried(task: Task) -> Pair:
    """Play a pair between a varied level and the same level without variation."""
    game = load_game(task.game)
    start = start_of(game, task) if task.from_play else game.starts.opening(task.number, task.size)
    results = list[GameResult]()
    for seats in (game.sides, game.sides[::-1]):
        players = player(game, task, start, task.number), player(game, task, start, None)
        results.append(play_game(game, start, players, seats))
    return tuple(results)


def run(
    name: str = typer.Argument(
        metavar="GAME", callback=require_one_of(GAMES), help=f"one of {', '.join(GAMES)}"
    ),
    size: int = typer.Option(0, help="side of the board (0 for the default)"),
    level: int = typer.Option(None, min=1, max=4, help="only this level"),
    margin: int = typer.Option(None, min=0, help="margin instead of the level's own"),
    games: int = typer.Option(100, min=1, help="games that two seeds begin"),
    pairs: int = typer.Option(200, min=0, help="pairs of games for the strength"),
    from_play: bool = typer.Option(False, "--from-play", help="measure strength from the starts of `play`"),
    jobs: int = typer.Option(2, min=1, help="number of processes"),
) -> Iterator[Line]:
    """Print a line for each level; levels are limited by nodes or depth, so the load does not matter."""
    game = load_game(name)
    warm_up(game, game.starts.opening(0, size))
    for number in [level] if level else [1, 2, 3, 4]:
        chosen = game.players.levels[number]
        chosen = chosen if margin is None else chosen._replace(margin=margin)
        tasks = partial(map, partial(Task, name, size, chosen, from_play))
        found = list(run_parallel(compare_seeds, list(tasks(range(games))), jobs))
        varied, same = (sum(values) for values in zip(*found, strict=True))
        text = f"level {number}, margin {chosen.margin}: {varied} of {games} games differ, {same} repeat"
        facts = {"level": number, "margin": chosen.margin, "games": games, "differ": varied, "repeat": same}
        if pairs:
            played = list(run_parallel(play_against_unvaried, list(tasks(range(pairs))), jobs))
            tally = Tally(played, bool(game.seat_unit))
            text += f"; {tally.summary()}, {format_elo(tally.elo)}"
            facts |= {"pairs": pairs, "elo": tally.elo.finite()}
        yield line(text, **facts)
