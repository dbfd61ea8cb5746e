"""A table of strength: a line for each pairing of players, from sets of starts, by the match system."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any, NamedTuple

from common.judge.match.games import PairTask, Tally, play_pair
from common.judge.match.report import elo_text
from common.judge.processes import spread
from common.play.game import Game, Series
from common.search.limit import Limit
from common.show.progress_line import ProgressLine


class Row(NamedTuple):
    """A pairing, played: what came of it on each set of starts."""

    series: Series
    tallies: dict[str, Tally]

    @property
    def whole(self) -> Tally:
        """All sets together."""
        tallies = list(self.tallies.values())
        return Tally([pair for tally in tallies for pair in tally.pairs], tallies[0].by_seats)


def play_row(game: Game[Any, Any], series: Series, starts: range, limit: Limit, jobs: int, row: Row) -> None:
    """Play a pairing from the starts of these numbers in each set, into a row."""
    tasks = [
        PairTask(game.name, series.size, (series.first, series.second), limit, 0, number, name, series.twice)
        for name in series.sets
        for number in starts
    ]
    with ProgressLine(True, None) as line, closing(spread(play_pair, tasks, jobs)) as results:
        for count, (task, pair) in enumerate(zip(tasks, results, strict=False), 1):
            row.tallies.setdefault(task.starts, Tally([], game.by_seats)).pairs.append(pair)
            line.say(f"{series.first} - {series.second}: {count} of {len(tasks)}")


def line_of(game: Game[Any, Any], row: Row) -> str:
    """A row for people: of pairs the points and Elo, of single games the first side's wins."""
    series, whole, games = row.series, row.whole, row.whole.games
    size = f"{series.size}x{series.size}: " if series.size else ""
    gained = f"; {game.seat_unit} more in a game: {whole.gain:+.1f}" if game.by_seats else ""
    if series.twice:
        starts = f" ({', '.join(series.sets)})" if any(series.sets) else ""
        return (
            f"{size}{series.first} - {series.second}{starts}: {whole.told()}, {elo_text(whole.elo)}, "
            f"{whole.distinct} of {len(games)} games distinct{gained}"
        )
    wins = {name: int(sum(game.points for game in tally.games)) for name, tally in row.tallies.items()}
    by_set = "".join(f"{name} {count:3}, " for name, count in wins.items()) if len(wins) > 1 else ""
    scores = [game.seat_score for game in games]
    most = f", {game.seat_unit} {whole.gain:.1f} ({min(scores):g} to {max(scores):g})" if game.by_seats else ""
    first, second = game.sides
    return f"{first} {series.first} - {second} {series.second}: {by_set}{sum(wins.values())} of {len(games)}{most}"


def facts_of(game: Game[Any, Any], row: Row) -> dict[str, Any]:
    """A row for programs."""
    series, whole = row.series, row.whole
    known: dict[str, Any] = {"players": (series.first, series.second), "games": len(whole.games), "size": series.size or None}
    known |= whole.results
    if len(row.tallies) > 1:
        known["by set"] = {name: sum(game.points for game in tally.games) for name, tally in row.tallies.items()}
    if series.twice:
        known |= {"starts": series.sets} if any(series.sets) else {}
        known |= {"elo": whole.elo.finite(), "distinct": whole.distinct}
    return known | ({game.seat_unit: round(whole.gain, 2)} if game.by_seats else {})


def print_table(
    game: Game[Any, Any], table: list[Series], starts: int | None, first: int, limit: Limit, jobs: int, as_json: bool
) -> int:
    """Play a table, `starts` from each set beginning with number `first`, and print it row by row, also what is stopped."""
    for size in {series.size for series in table}:
        game.sized(size).warm()
    for series in table:
        row, count = Row(series, {}), series.starts if starts is None else starts
        try:
            play_row(game, series, range(first, first + count), limit, jobs, row)
        finally:
            if row.tallies:
                print(json.dumps(facts_of(game, row)) if as_json else line_of(game, row), flush=True)
    return 0
