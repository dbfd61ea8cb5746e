"""Strength of the players of a game: a table of matches from the same starts in every call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import typer

import catsdogs
import duel7
import walls
from common.judge.match.elo import format_elo
from common.judge.match.games import Pair, Tally, load_game, play_seatings, player_settings, seat_unit
from common.judge.processes import run_parallel
from common.play.game import Game
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit
from common.show.progress_line import ProgressLine
from tests.bench.lines import Line, line, require_one_of
from tests.support.cat_starts import SETS, set_start, simple_players


class Series(NamedTuple):
    """A row of the table: two players, start sets, games per start, board size, starts per set."""

    first: str
    second: str
    sets: Sequence[str] = ("",)
    twice: bool = True
    size: int = 0
    starts: int = 100


# TABLES: the pairings of each game

Tables = Callable[[str | None], list[Series]]
WALLS_STARTS = {5: 100, 7: 100, 9: 10}  # by size of the board


def cat_table(player: str | None) -> list[Series]:
    """Pair each cat with each catcher, or the default player with all players."""
    cats, catchers = simple_players("cat"), simple_players("catcher")
    pairs = list(product(cats, catchers))
    if player == "engine":
        pairs = [("engine", name) for name in ("engine", *catchers)]
        pairs += [(name, "engine") for name in cats]
    return [Series(cat, catcher, SETS, twice=False) for cat, catcher in pairs]


def squirrels_table(player: str | None) -> list[Series]:
    """Pair alpha-beta with weaker players."""
    return [Series("alpha-beta", name) for name in ("random", "novice", "greedy")]


def duel_table(player: str | None) -> list[Series]:
    """Pair the engine with the simple players, on all armies and on equal ones."""
    names = ("random", "novice", *duel7.GAME.players)
    return [Series("engine", name, (starts,)) for starts in ("table", "even") for name in names]


def walls_table(player: str | None) -> list[Series]:
    """Pair the engine with the simple players on three boards."""
    simple = [name for name in walls.GAME.players if name != "aa"]  # another name of the engine
    names = ("random", "novice", *simple)
    return [
        Series("engine", name, ("table",), size=size, starts=starts)
        for size, starts in WALLS_STARTS.items()
        for name in names
    ]


def hunt_table(player: str | None) -> list[Series]:
    """Pair the engine on both sides with the simple players, and with itself."""
    pairs = [("careful", "engine"), ("roomy", "engine")]
    dogs = [name for name, kind in catsdogs.GAME.players.items() if "dog" in (kind.sides or ("dog",))]
    pairs += [("engine", dog) for dog in ("random", *dogs, "engine")]
    return [Series(cat, dog, twice=False) for cat, dog in pairs]


TABLES: Mapping[str, Tables] = {
    "game": cat_table,
    "squirrels": squirrels_table,
    "duel7": duel_table,
    "walls": walls_table,
    "catsdogs": hunt_table,
}


# STARTS: a start of a set by its number

EQUAL_ARMIES = ((3, 3), (6, 6), (10, 10), (16, 16))
ARMIES = ((3, 3), (6, 6), (6, 4), (10, 10), (16, 16))
TURNS = (20, 21, 40, 41)


def duel_start(number: int, armies: Sequence[tuple[int, int]] = ARMIES) -> duel7.Position:
    """Return start `number`, cycling through all pairs of armies and turn limits."""
    size, turns = list(product(armies, TURNS))[number % (len(armies) * len(TURNS))]
    return duel7.random_start(size, turns, 5000 + number)


def start_of(described: Game[Any], starts: str, number: int, size: int = 0) -> Any:
    """Return start `number` of a set; the unnamed set has the starts of matches."""
    if described.name == "game":
        return set_start(starts, number)
    if described.name == "duel7" and starts:
        return duel_start(number, EQUAL_ARMIES if starts == "even" else ARMIES)
    if described.name == "walls" and starts:
        return walls.random_start(size or 5, number, 4)
    return described.opening(number, size)


# GAMES


class Task(NamedTuple):
    """The work of one process: a start of a set, and its row."""

    game: str
    series: Series
    starts: str
    number: int


def play_start(task: Task, limit: Limit) -> Pair:
    """Play a start once, or twice with sides exchanged."""
    found = load_game(task.game)
    seatings = (found.sides, found.sides[::-1]) if task.series.twice else (found.sides,)
    players = (task.series.first, task.series.second)
    start = start_of(found, task.starts, task.number, task.series.size)
    return play_seatings(found, start, players, player_settings(limit, task.number), seatings)


class Row(NamedTuple):
    """A pairing and its results on each start set."""

    series: Series
    tallies: dict[str, Tally]

    @property
    def total(self) -> Tally:
        """The results on all sets."""
        tallies = list(self.tallies.values())
        return Tally([pair for tally in tallies for pair in tally.pairs], tallies[0].by_seats)


def play_row(of: Game[Any], row: Row, numbers: range, limit: Limit, jobs: int) -> None:
    """Play the starts of these numbers in each set and add the results to a row."""
    series = row.series
    tasks = [Task(of.name, series, name, number) for name in series.sets for number in numbers]
    work = partial(play_start, limit=limit)
    with ProgressLine(True, None) as shown, closing(run_parallel(work, tasks, jobs)) as results:
        for count, (task, pair) in enumerate(zip(tasks, results, strict=False), 1):
            row.tallies.setdefault(task.starts, Tally([], bool(seat_unit(of)))).pairs.append(pair)
            shown.say(f"{series.first} - {series.second}: {count} of {len(tasks)}")


# RESULTS


def row_line(of: Game[Any], row: Row) -> Line:
    """Return the line of a row."""
    text = pairs_text(of, row) if row.series.twice else games_text(of, row)
    return line(text, **row_facts(of, row))


def pairs_text(of: Game[Any], row: Row) -> str:
    """Describe pairs of games by points and Elo."""
    series = row.series
    whole = row.total
    size = f"{series.size}x{series.size}: " if series.size else ""
    starts = f" ({', '.join(series.sets)})" if any(series.sets) else ""
    distinct = f"{whole.distinct_games} of {len(whole.games)} games distinct"
    gained = (
        f"; mean lead per game in {seat_unit(of)}: {whole.mean_seat_score:+.1f}"
        if bool(seat_unit(of))
        else ""
    )
    players = f"{series.first} - {series.second}"
    return f"{size}{players}{starts}: {whole.summary()}, {format_elo(whole.elo)}, {distinct}{gained}"


def games_text(of: Game[Any], row: Row) -> str:
    """Describe single games by the wins of the first side."""
    games = row.total.games
    wins = {name: int(sum(each.points for each in tally.games)) for name, tally in row.tallies.items()}
    by_set = "".join(f"{name} {count:3}, " for name, count in wins.items()) if len(wins) > 1 else ""
    scores = [each.seat_score for each in games]
    spread_of = f"({min(scores):g} to {max(scores):g})"
    most = f", {seat_unit(of)} {row.total.mean_seat_score:.1f} {spread_of}" if bool(seat_unit(of)) else ""
    first, second = of.sides
    players = f"{first} {row.series.first} - {second} {row.series.second}"
    return f"{players}: {by_set}{sum(wins.values())} of {len(games)}{most}"


def row_facts(of: Game[Any], row: Row) -> dict[str, Any]:
    """Return the facts of a row."""
    series = row.series
    whole = row.total
    facts: dict[str, Any] = {"players": (series.first, series.second), "games": len(whole.games)}
    facts |= {"size": series.size or None} | whole.results
    if len(row.tallies) > 1:
        facts["by set"] = {
            name: sum(each.points for each in tally.games) for name, tally in row.tallies.items()
        }
    if series.twice:
        facts |= {"starts": series.sets} if any(series.sets) else {}
        facts |= {"elo": whole.elo.finite(), "distinct": whole.distinct_games}
    return facts | ({seat_unit(of): round(whole.mean_seat_score, 2)} if bool(seat_unit(of)) else {})


# OPTIONS


def table_rows(name: str, player: str | None) -> list[Series]:
    """Return the rows of a table, or only those of one player.

    Raise BadParameter if there are none.
    """
    found = [series for series in TABLES[name](player) if player in (None, series.first, series.second)]
    if not found:
        raise typer.BadParameter(
            f"--player {player!r}: wanted a player of the table, e.g. {TABLES[name](None)[0].first}"
        )
    return found


def move_limit(of: Game[Any], seconds: float | None, nodes: int | None, depth: int | None) -> Limit:
    """Return the limit of a move. Raise BadParameter for a limit that the game ignores."""
    for option, given in (("nodes", nodes), ("depth", depth)):
        if given is not None and option not in of.limits["play"]:
            usable = " or --".join(of.limits["play"])
            raise typer.BadParameter(f"--{option} {given}: {of.name} ignores it, wanted --{usable}")
    try:
        return choose_limit(Limit(seconds, nodes, depth), of.match_limit).limit
    except BadInput as problem:
        raise typer.BadParameter(str(problem)) from None


def run(
    name: str = typer.Argument(
        metavar="GAME", callback=require_one_of(TABLES), help=f"one of {', '.join(TABLES)}"
    ),
    starts: int = typer.Option(None, min=1, help="starts of each set (default 100; 10 for Walls 9x9)"),
    first: int = typer.Option(0, min=0, help="number of the first start"),
    player: str = typer.Option(None, help="only rows with this player"),
    seconds: float = typer.Option(None, help="seconds per move (default: that of the game's matches)"),
    nodes: int = typer.Option(None, help="nodes per move"),
    depth: int = typer.Option(None, help="depth in plies"),
    jobs: int = typer.Option(2, min=1, help="number of processes"),
) -> Iterator[Line]:
    """Play the table row by row; an interrupted row is still printed."""
    of = load_game(name)
    table = table_rows(name, player)
    limit = move_limit(of, seconds, nodes, depth)
    for series in table:
        row = Row(series, {})
        count = series.starts if starts is None else starts
        try:
            play_row(of, row, range(first, first + count), limit, jobs)
        finally:
            if row.tallies:
                yield row_line(of, row)
