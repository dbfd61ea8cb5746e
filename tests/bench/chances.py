"""Games of an engine with and without practical chances, from the same starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple

import typer

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import DISTANCES
from common.games.circle_the_cat.proof_player import ProofPlayer
from common.games.circle_the_cat.start_sets import SETS
from common.judge.match.elo import NORMAL_95, mean_and_variance
from common.judge.match.games import load_game, player_settings
from common.judge.processes import run_parallel
from common.play.player_registry import player_of, warm_up
from common.rules.position import Player
from common.search.engine import Engine
from common.search.iterative_deepening import IterativeDeepening, table_bits
from common.search.limit import Limit
from game import set_start
from tests.bench.lines import Line, line, require_one_of
from tests.bench.strength import start_of
from tests.bench.truth import class_start, solve_start
from tests.support.play import winner

FIRST_START = 100  # the starts of Circle the Cat before this number chose how the loser plays


class Series(NamedTuple):
    """A row of the table: our sides, the opponent and his limit, and how many starts."""

    sides: Sequence[str]
    player: str
    starts: int
    limit: Limit
    their_limit: Limit


class Task(NamedTuple):
    """The work of one process: a start by its number, and its row."""

    game: str
    series: Series
    number: int


HALF, SECOND, TENTH = Limit(0.5), Limit(1.0), Limit(0.1)
TABLES: Mapping[str, Sequence[Series]] = {
    "catsdogs": (
        *(Series(("cat",), name, 60, HALF, HALF) for name in ("squeeze", "random")),
        *(Series(("cat",), name, 30, SECOND, TENTH) for name in ("engine", "level-3")),
    ),
    "duel7": tuple(
        Series(("X", "O"), name, 100, TENTH, TENTH) for name in ("greedy", "minimax-2", "minimax-4")
    ),
    "game": (
        *(Series(("cat",), name, 40, Limit(), Limit()) for name in ("widen", "best-first")),
        Series(("catcher",), "two-distance", 8, Limit(), Limit()),
    ),
}


class WithoutChances(IterativeDeepening):
    """The search without practical chances."""

    seeks_chances = False


class ProofsAlone(ProofPlayer):
    """The default player of Circle the Cat, whose loser makes the best-first move."""

    seeks_chances = False


def our_player(game: str, limit: Limit, seeks_chances: bool) -> Player[Any]:
    """Return a new engine with or without practical chances, on one thread."""
    if game == "game":
        made = ProofPlayer if seeks_chances else ProofsAlone
        return made(CERTIFICATES.fast, DISTANCES.fast, limit).move
    linked = load_game(game).search.compiled()
    search = IterativeDeepening if seeks_chances else WithoutChances
    return Engine(linked, search(linked, linked.fast, bits=table_bits(limit)), limit)


def lost_starts(side: str) -> Iterator[Any]:
    """Yield starts of Circle the Cat that are lost for a side: of each set in turn, then as of a class."""
    number = FIRST_START
    while True:
        for start in (*(set_start(name, number) for name in SETS), class_start(number)):
            if solve_start(start)[0] not in (None, side):
                yield start
        number += 1


def starts_of(game: str, series: Series, first: int, count: int) -> list[Any]:
    """Return the starts of a row, from number `first` on."""
    if game == "game":
        return list(islice(lost_starts(series.sides[0]), first, first + count))
    described = load_game(game)
    return [start_of(described, "even", number) for number in range(first, first + count)]


def points(outcome: str | None, side: str) -> float:
    """Return 1 for a win of `side`, 1/2 for a draw, 0 for a loss."""
    return 0.5 if outcome is None else float(outcome == side)


def play_start(task: tuple[str, Series, int, Any]) -> tuple[float, float]:
    """Play a start on each of our sides, with and without practical chances; return the mean points."""
    game, series, number, start = task
    described = load_game(game)
    totals = [0.0, 0.0]
    for side in series.sides:
        other = described.sides[described.sides[0] == side]
        for at, seeks_chances in enumerate((True, False)):
            players = {
                side: our_player(game, series.limit, seeks_chances),
                other: player_of(
                    described, other, series.player, player_settings(series.their_limit, number), start
                ),
            }
            totals[at] += points(winner(start, players), side) / len(series.sides)
    return totals[0], totals[1]


def row_line(series: Series, found: Sequence[tuple[float, float]]) -> Line:
    """Compare both engines on the starts of a row; the difference has a 95 % interval."""
    new, old = (100 * sum(each) / len(found) for each in zip(*found, strict=True))
    mean, variance = mean_and_variance([100 * (one - other) for one, other in found])
    error = NORMAL_95 * sqrt(variance / len(found))
    told = (
        f"{' and '.join(series.sides)} against {series.player}, {len(found)} starts: "
        f"{new:.1f} % with practical chances, {old:.1f} % without, "
        f"difference {mean:+.1f} [{mean - error:+.1f}, {mean + error:+.1f}]"
    )
    return line(
        told,
        sides=series.sides,
        player=series.player,
        starts=len(found),
        new=new,
        old=old,
        difference=[mean, mean - error, mean + error],
    )


def run(
    name: str = typer.Argument(
        metavar="GAME", callback=require_one_of(TABLES), help=f"one of {', '.join(TABLES)}"
    ),
    starts: int = typer.Option(None, min=1, help="starts of each row (default: as the page says)"),
    first: int = typer.Option(0, min=0, help="number of the first start"),
    player: str = typer.Option(None, help="only rows with this opponent"),
    seconds: float = typer.Option(None, help="our seconds per move (default: as the page says)"),
    jobs: int = typer.Option(2, min=1, help="number of processes"),
) -> Iterator[Line]:
    """Play each start twice on each side: with practical chances, then without. Points in percent."""
    rows = [series for series in TABLES[name] if player in (None, series.player)]
    if not rows:
        raise typer.BadParameter(
            f"--player {player!r}: expected an opponent such as {TABLES[name][0].player}"
        )
    described = load_game(name)
    warm_up(described, described.starts.opening(0))
    for series in rows:
        series = series._replace(limit=Limit(seconds)) if seconds else series
        chosen = starts_of(name, series, first, starts or series.starts)
        tasks = [(name, series, first + at, start) for at, start in enumerate(chosen)]
        yield row_line(series, list(run_parallel(play_start, tasks, jobs)))
