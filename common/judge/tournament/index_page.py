"""The index of a tournament's pages: standings, cross table, notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from common.judge.tournament.report import cross_cells, notes, table_cells
from common.judge.tournament.standings import Row, Score, Standings
from common.judge.tournament.tournament import Tournament
from common.show.html_table import NAME, NUMBER, WORDS, html_table, html_text
from common.show.page import page

MAX_NAME_LENGTH = 200  # characters of a name shown on a page
KINDS = {"player": NAME, "forfeits": WORDS}  # of the columns that hold no numbers


class IndexPage(NamedTuple):
    """The index. `files` are the names of the players' pages."""

    tournament: Tournament
    found: Standings
    files: Mapping[str, str]

    def html(self) -> str:
        """Return the whole page."""
        plan = self.tournament.plan
        title = f"{plan.game.title}: tournament of {len(plan.names)} players"
        tables = self._standings() + (self._cross() if len(self.found.rows) > 2 else "")
        lines = "".join(f"<p>{html_text(text)}</p>\n" for text in notes(self.tournament, self.found))
        return page(title, (), f'<main class="tables">\n{tables}{lines}</main>')

    def _player(self, row: Row, name: str) -> str:
        return f'<a href="{self.files[row.name]}">{html_text(name)}</a>'

    # STANDINGS

    def _standings(self) -> str:
        heads, *rows = table_cells(self.found, MAX_NAME_LENGTH)
        shown = [
            [
                self._player(row, text) if head == "player" else html_text(text)
                for head, text in zip(heads, cells, strict=True)
            ]
            for row, cells in zip(self.found.rows, rows, strict=True)
        ]
        return html_table("Standings", _kinds(heads), shown, "results standings")

    # CROSS TABLE

    def _cross(self) -> str:
        caption = (
            "Cross table: points of the player of the row against that of the column, which is the number of "
            "a row; each cell leads to the games"
        )
        heads, *rows = cross_cells(self.found, MAX_NAME_LENGTH)
        shown = [
            [rank, self._player(row, name), *self._cross_row(row)]
            for row, (rank, name, *_scores) in zip(self.found.rows, rows, strict=True)
        ]
        return html_table(caption, _kinds(heads), shown, "results cross")

    def _cross_row(self, row: Row) -> Iterator[str]:
        """Yield the cells of a player: its points against each other one, with a link to a game."""
        games = self._first_games(row.name)
        for other in self.found.rows:
            score, number = self.found.cross.get((row.name, other.name)), games.get(other.name)
            if score and number:
                yield self._score_link(row, other, score, number)
            else:
                yield "" if row.name != other.name else '<span class="none">\u00b7</span>'

    def _score_link(self, row: Row, other: Row, score: Score, number: int) -> str:
        words = f"{row.name} against {other.name}: {score}"
        label, place = html_text(words), f"{self.files[row.name]}#game={number}"
        kind = "better" if score.won > score.lost else "worse" if score.won < score.lost else "even"
        return f'<a class="{kind}" href="{place}" aria-label="{label}" title="{label}">{score.points:g}</a>'

    def _first_games(self, name: str) -> dict[str, int]:
        """Return the number of a game against every opponent: a lost one if there is one, else the first."""
        games, found = self.tournament.games, dict[str, tuple[float, int]]()
        for played in (games[place] for place in sorted(games) if name in games[place].players):
            seat = played.players.index(name)
            points, other = played.points(self.tournament.plan.game.sides)[seat], played.players[1 - seat]
            found[other] = min(found.get(other, (points, played.number)), (points, played.number))
        return {other: number for other, (_points, number) in found.items()}


def _kinds(heads: Sequence[str]) -> list[tuple[str, str]]:
    """Return the heads with the kinds of their columns."""
    return [(head, KINDS.get(head, NUMBER)) for head in heads]
