"""The report of a tournament as text, CSV and JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from common.judge.match.games import seat_unit
from common.judge.tournament.participants import ANCHOR
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.standings import Row, Standings, compute_standings
from common.judge.tournament.tournament import Tournament
from common.programs.child_process import MISSING_PACKAGE
from common.programs.runtime import PACKAGES_HINT
from common.programs.sandbox import sandbox_for
from common.rules.errors import quoted
from common.rules.files import atomic_text_file

MAX_NAME_LENGTH = 24  # characters of a name shown in a table
MAX_CROSS_PLAYERS = 16  # players in a cross table on a terminal
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")  # prefixes that spreadsheets take for a formula


def report_lines(tournament: Tournament) -> list[str]:
    """Return the lines of a tournament report: the table, the cross table, notes.

    The cross table is left out with two players, and replaced by a hint with more than `MAX_CROSS_PLAYERS`.
    """
    found = compute_standings(tournament)
    lines = _table(table_cells(found))
    if 2 < len(found.rows) <= MAX_CROSS_PLAYERS:
        lines += ["", *_table(cross_cells(found))]
    elif len(found.rows) > MAX_CROSS_PLAYERS:
        lines += [
            "",
            f"The cross table of {len(found.rows)} players is too wide for the terminal: use --html FOLDER, "
            "--csv FILE or --json",
        ]
    return [*lines, "", *notes(tournament, found)]


def table_cells(found: Standings, widest: int = MAX_NAME_LENGTH) -> list[list[str]]:
    """Return the cells of the table with its heading; names are cut to `widest` characters."""
    return [_heading(found), *(_line(row, found, widest) for row in found.rows)]


def _heading(found: Standings) -> list[str]:
    return [
        "#",
        "player",
        "points",
        "pairs" if found.by_seats else "games",
        "Elo",
        "95 %",
        "slowest",
        "forfeits",
    ]


def _line(row: Row, found: Standings, widest: int) -> list[str]:
    parts = [f"{kind} {count}" for kind, count in row.forfeits.items()]
    forfeits = ", ".join(parts)
    if row.mark:
        forfeits = f"{forfeits} ({row.mark})" if parts else f"({row.mark})"
    return [
        str(row.rank),
        _name(row, widest),
        f"{row.points:g}",
        str(row.score),
        *elo_cells(row),
        f"{row.slowest:.2f} s",
        forfeits,
    ]


def elo_cells(row: Row) -> list[str]:
    """Return the cells for Elo and its interval, with `-` for an unknown value."""
    if row.rating is None:
        return ["-", ""]
    ends = ["-" if end is None else signed(end) for end in row.interval]
    return [signed(row.rating.elo), "" if row.name == ANCHOR else f"[{ends[0]}, {ends[1]}]"]


def signed(elo: float) -> str:
    """Format Elo as a whole number with its sign, without a negative zero."""
    return f"{round(elo):+d}"


def _name(row: Row, widest: int = MAX_NAME_LENGTH) -> str:
    return quoted(row.name, widest)[1:-1]


def cross_cells(found: Standings, widest: int = MAX_NAME_LENGTH) -> Iterator[list[str]]:
    """Yield the rows of the cross table with its heading.

    A column's heading is the rank of the opponent.
    """
    yield ["#", "player", *(str(row.rank) for row in found.rows)]
    for row in found.rows:
        scores = (found.cross.get((row.name, other.name)) for other in found.rows)
        yield [
            str(row.rank),
            _name(row, widest),
            *("" if score is None else str(score).replace(" ", "") for score in scores),
        ]


def _table(lines: Iterator[list[str]] | Sequence[list[str]]) -> list[str]:
    """Format cells in columns, with numbers aligned right."""
    cells = list(lines)
    shown = [list(line) for line in cells]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    left_aligned = [
        number == 1 or cells[0][number] in ("95 %", "forfeits", "games", "pairs")
        for number in range(len(widths))
    ]
    padded = [
        [
            cell.ljust(width) if to_left else cell.rjust(width)
            for cell, width, to_left in zip(line, widths, left_aligned, strict=True)
        ]
        for line in shown
    ]
    return ["  ".join(line).rstrip() for line in padded]


def notes(tournament: Tournament, found: Standings) -> Iterator[str]:
    """Yield the sentences below the tables: games played, the unit counted, the sandbox."""
    game = tournament.plan.game
    if found.played < found.total:
        yield f"{found.played} of {found.total} games"
    else:
        yield f"{found.played} games"
    if found.by_seats:
        yield (
            f"Each pair counts once, for the player who did better by {seat_unit(game)} in the same seat "
            "from the same start"
        )
    elif found.played:
        yield f"The first seat, {game.sides[0]}, is worth {found.seat_advantage:+.0f} Elo"
    if any(row.name == ANCHOR and row.mark == "lost all" for row in found.rows):
        yield f"{ANCHOR} lost every game, so only the differences between the others are known"
    if tournament.plan.confinement.isolated and any(map(lacks_package, tournament.games.values())):
        yield f"{MISSING_PACKAGE}: {PACKAGES_HINT}"
    if tournament.plan.has_programs:
        yield sandbox_for(tournament.plan.confinement).summary()


def lacks_package(played: PlayedGame) -> bool:
    """Return True if a program ended because it could not import a package."""
    return played.last_words.startswith(MISSING_PACKAGE)


def tournament_facts(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament report as JSON facts."""
    found = compute_standings(tournament)
    cross: dict[str, dict[str, list[int]]] = {row.name: {} for row in found.rows}
    for (one, other), score in found.cross.items():
        cross[one][other] = list(score)
    return tournament.plan.description() | {
        "games": found.played,
        "of": found.total,
        "counted": "pairs" if found.by_seats else "games",
        "seat": None if found.by_seats else round(found.seat_advantage, 1),
        "table": [_row_facts(row) for row in found.rows],
        "cross": cross,
        "sandbox": sandbox_for(tournament.plan.confinement)._asdict()
        if tournament.plan.has_programs
        else None,
    }


def _row_facts(row: Row) -> dict[str, Any]:
    values = {
        "rank": row.rank,
        "player": row.name,
        "points": row.points,
        "won": row.score.won,
        "drawn": row.score.drawn,
    }
    values |= {
        "lost": row.score.lost,
        "games won": row.games.won,
        "games drawn": row.games.drawn,
        "games lost": row.games.lost,
    }
    elo = [
        None if end is None or not isfinite(end) else round(end, 1)
        for end in (row.rating.elo if row.rating else None, *row.interval)
    ]
    return values | {
        "elo": elo,
        "mark": row.mark,
        "forfeits": row.forfeits,
        "slowest": row.slowest,
    }


def save_csv(tournament: Tournament, path: Path) -> None:
    """Write the table as CSV, replacing `path`: a heading, then one line per player.

    It has one column of points per opponent, empty if they have not met. Raise OSError.
    """
    found = compute_standings(tournament)
    kinds = sorted({kind for row in found.rows for kind in row.forfeits})
    names = [_cell(row.name) for row in found.rows]
    heading = [
        "rank",
        "player",
        "points",
        "won",
        "drawn",
        "lost",
        "elo",
        "low",
        "high",
        "mark",
        "slowest",
    ]
    with atomic_text_file(path) as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            [*heading, *(f"forfeits: {kind}" for kind in kinds), *(f"against {name}" for name in names)]
        )
        for row, name in zip(found.rows, names, strict=True):
            values = _row_facts(row)
            against = (found.cross.get((row.name, other.name)) for other in found.rows)
            table.writerow(
                [row.rank, name, row.points, *row.score, *values["elo"], row.mark, row.slowest]
                + [row.forfeits.get(kind, 0) for kind in kinds]
                + ["" if score is None else score.points for score in against]
            )


def _cell(name: str) -> str:
    """Quote a name that a spreadsheet would take for a formula."""
    return f"'{name}" if name.startswith(FORMULA_PREFIXES) else name


def print_tournament(tournament: Tournament, json_output: bool) -> None:
    """Print the report as text or JSON."""
    lines = [json.dumps(tournament_facts(tournament))] if json_output else report_lines(tournament)
    print("\n".join(lines))
