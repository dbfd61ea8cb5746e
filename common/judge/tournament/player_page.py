"""The page of one player: its games, its losses first, forfeits, and where lost games turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from common.judge.tournament.replays import PlayerGames, Replay
from common.judge.tournament.report import elo_cells
from common.judge.tournament.standings import Row, Score, Standings
from common.judge.tournament.tournament import Tournament
from common.rules.errors import visible
from common.show.html_table import NAME, NUMBER, WORDS, html_table, html_text

MAX_LINKS = 12  # to games with the same forfeit
MAX_SHOWN = 3  # kinds of forfeits shown at once
INDEX = "index.html"


class PlayerPage(NamedTuple):
    """The HTML around the replays of a player.

    `files` are the names of all players' pages. `analysed` says that lost games were analysed.
    """

    tournament: Tournament
    found: Standings
    row: Row
    games: PlayerGames
    files: Mapping[str, str]
    analysed: bool

    @property
    def title(self) -> str:
        """The name of the game and of the player."""
        return f"{self.tournament.plan.game.title}: {self.row.name}"

    def above(self) -> str:
        """Return the HTML above the replays: facts, lost games, forfeits."""
        back = f'<nav><a href="{INDEX}">{html_text("All players")}</a></nav>\n'
        facts = html_text(" \u00b7 ".join(self._facts()))
        return f"{back}<p>{facts}</p>\n" + self._lost_games() + self._forfeits()

    def below(self) -> str:
        """Return the HTML below the replays: the score against every opponent, with its games."""
        heads = [("against", NAME), ("score", NUMBER), ("games", WORDS)]
        rows = [
            [self._player(other.name), html_text(str(score)), f'<span class="games">{_links(numbers)}</span>']
            for other in self.found.rows
            if (numbers := self._numbers(other.name))
            and (score := self.found.cross.get((self.row.name, other.name), Score()))
        ]
        return html_table("Opponents", heads, rows) if rows else ""

    def _facts(self) -> Iterator[str]:
        row = self.row
        yield f"rank {row.rank} of {len(self.found.rows)}"
        yield f"points: {row.points:g}"
        yield " ".join(["Elo", *filter(None, elo_cells(row))])

    def _seat(self, one: Replay) -> int:
        return one.played.players.index(self.row.name)

    def _opponent(self, one: Replay) -> str:
        return one.played.players[1 - self._seat(one)]

    def _player(self, name: str) -> str:
        return f'<a href="{self.files[name]}">{escape(visible(name))}</a>'

    def _numbers(self, other: str) -> list[int]:
        """Return the numbers of the games against another player."""
        return sorted(one.played.number for one in self.games.all() if self._opponent(one) == other)

    # LOST GAMES

    def _lost_games(self) -> str:
        if not self.games.lost:
            return ""
        heads = [("game", NUMBER), ("against", NAME), ("side", WORDS), ("how", WORDS)]
        if self.analysed:
            heads += [("turning move", WORDS), ("before it", WORDS), ("after it", WORDS)]
            heads.append(("better", WORDS))
        rows = [
            self._lost_game(one) + (_turning_cells(one) if self.analysed else []) for one in self.games.lost
        ]
        caption = "Lost games: add --analyse 500 to see the move where each one turned"
        if self.analysed:
            caption = "Lost games, and the move where each one turned"
        return html_table(caption, heads, rows, "results long")

    def _lost_game(self, one: Replay) -> list[str]:
        side = self.tournament.plan.game.sides[self._seat(one)]
        fault = one.played.fault
        how = f"forfeit: {fault[1]}" if fault else "to the end"
        opponent = self._player(self._opponent(one))
        return [_link(one.played.number), opponent, html_text(side), html_text(how)]

    # FORFEITS

    def _forfeits(self) -> str:
        """Return the forfeits, those of the same kind with the same last line on stderr together."""
        groups = dict[tuple[str, str], list[Replay]]()
        for one in self.games.lost:
            if one.played.fault and one.played.fault[0] == self.row.name:
                key = one.played.fault[1], one.played.last_words
                groups.setdefault(key, []).append(one)
        if not groups:
            return ""
        found = sorted(groups.items(), key=lambda group: -len(group[1]))
        shown = [
            _forfeit(kind, visible(line), [one.played.number for one in same]) for (kind, line), same in found
        ]
        heading, summary = html_text("Forfeits"), html_text("Other forfeits")
        first, rest = "".join(shown[:MAX_SHOWN]), "".join(shown[MAX_SHOWN:])
        more = f"<details><summary>{summary}</summary>\n{rest}</details>\n" if rest else ""
        return f"<h2>{heading}</h2>\n{first}{more}"


def _forfeit(kind: str, written: str, numbers: Sequence[int]) -> str:
    """Return the HTML of one kind of forfeit with its last line on stderr, which is data and never markup."""
    text = html_text(f"{kind} {len(numbers)}")
    lines = escape(written) if written else html_text("(nothing on stderr)")
    label = html_text("Last line on stderr")
    return (
        f'<p>{text}: <span class="games">{_links(numbers)}</span></p>\n'
        f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><pre>{lines}</pre></div>\n'
    )


def _turning_cells(one: Replay) -> list[str]:
    """Return the move where a lost game turned, the scores before and after it, and a better move."""
    move = one.turning
    if move is None:
        return [html_text("no single move"), "", "", ""]
    had, has = (score.for_side(move.side) for score in (move.before.score, move.after.score))
    link = f'<a href="#game={one.played.number}&amp;ply={move.number}">{move.number}. {escape(move.move)}</a>'
    return [link, html_text(had.text), html_text(has.text), escape(move.better_move or "")]


def _links(numbers: Sequence[int]) -> str:
    """Return links to games on this page, at most `MAX_LINKS`."""
    more = "" if len(numbers) <= MAX_LINKS else " \u2026"
    return " ".join(map(_link, numbers[:MAX_LINKS])) + more


def _link(number: int) -> str:
    label = html_text(f"Game {number}")
    return f'<a href="#game={number}" aria-label="{label}">{number}</a>'
