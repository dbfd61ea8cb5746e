"""A tournament as one page to share: the tables of its report, below them every game to be played through."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from common.judge.analysis.analyst import course_within
from common.judge.tournament.report import cross_cells, notes, table_cells
from common.judge.tournament.standings import Standings, standings
from common.judge.tournament.tournament import PlayedGame, Tournament
from common.messages import _, joined
from common.play.game import Game
from common.play.shared_page import page_game
from common.record.record import Record, header
from common.record.saved_game import Saved
from common.rules.errors import MALFORMED, BadInput, visible
from common.rules.position import Outcome, replay
from common.show.language import translated
from common.show.page import PageGame, save_page

WIDEST = 200  # letters of a name that a page shows
KINDS = {"player": "name", "forfeits": "words"}  # of columns that are not numbers


def save_tournament_page(tournament: Tournament, path: Path, nodes: int | None = None) -> None:
    """Write the page of what is played so far, its games analysed within so many nodes a position if they are given.

    Raises OSError, BadInput if a journal has told a game that cannot be, and KeyboardInterrupt if an analysis is stopped.
    """
    plan, games = tournament.plan, (tournament.games[number] for number in sorted(tournament.games))
    title = _(
        "{game}: {kind} of {number} players",
        game=plan.game.name,
        kind=_(plan.known()["kind"]),
        number=len(plan.names),
    )
    save_page(path, title, [_page_game(tournament, one, nodes) for one in games], _tables(tournament))


def _page_game(tournament: Tournament, one: PlayedGame, nodes: int | None) -> PageGame:
    game = tournament.plan.game
    try:
        saved = _saved(game, one)
    except MALFORMED as problem:
        raise BadInput(
            _("{file}: {problem}", file=tournament.place(one.number), problem=_printable(problem))
        ) from None
    each = game
    return page_game(each, saved, course_within(nodes, each, saved))._replace(
        title=_title(game, one), number=one.number
    )


def _saved(game: Game[Any, Any], one: PlayedGame) -> Saved[Any]:
    """A game as if it had been read from a record; a fault has ended it if its last position goes on."""
    start, fault = (
        game.notation.read_words(one.position),
        Outcome(one.winner, one.reason)._asdict() if one.fault else None,
    )
    played = list(replay(start, one.moves))
    record = Record(header(game.name, {}, dict(zip(game.sides, one.players, strict=True))), outcome=fault)
    return Saved(record, [move for move, _ in played], [start, *(position for _, position in played)])


def _title(game: Game[Any, Any], one: PlayedGame) -> str:
    players = joined(
        ", ",
        [
            _("{side} {player}", side=_(side), player=visible(name))
            for side, name in zip(game.sides, one.players, strict=True)
        ],
    )
    result = _("{side} wins", side=_(one.winner)) if one.winner else _("a draw")
    if not one.fault:
        return _("Game {number}: {players}; {result}", number=one.number, players=players, result=result)
    return _(
        "Game {number}: {players}; {result} ({fault})",
        number=one.number,
        players=players,
        result=result,
        fault=_(one.fault[1]),
    )


def _printable(problem: Exception) -> str:
    """Return what is wrong with a game; a message of ours needs no care."""
    return str(problem) if isinstance(problem, BadInput) else visible(str(problem))


def _in_language(text: str) -> str:
    """Return a text as HTML, in the language of people."""
    return escape(translated(text))


def _tables(tournament: Tournament) -> str:
    """What stands above the games."""
    found = standings(tournament)
    heads, *rows = table_cells(found, WIDEST)
    tables = _table(_("Standings"), heads, [map(_in_language, row) for row in rows])
    if len(found.rows) > 2:
        heads, *rows = cross_cells(found, WIDEST)
        caption = _("Cross table, columns numbered like the rows; each result links to its games")
        tables += _table(caption, heads, _linked(tournament, found, rows))
    return tables + "".join(f"<p>{_in_language(text)}</p>\n" for text in notes(tournament, found))


def _linked(tournament: Tournament, found: Standings, rows: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The rows of the cross table, below each score links to the games that it comes of."""
    games = defaultdict[frozenset[str], list[int]](list)
    for number in sorted(tournament.games):
        games[frozenset(tournament.games[number].players)].append(number)
    for row, (rank, name, *scores) in zip(found.rows, rows, strict=True):
        met = (games.get(frozenset((row.name, other.name)), []) for other in found.rows)
        yield [
            rank,
            escape(name),
            *(score + _links(numbers) for score, numbers in zip(scores, met, strict=True)),
        ]


def _links(numbers: Sequence[int]) -> str:
    links = " ".join(map(_link, numbers))
    return f' <span class="games">{links}</span>' if links else ""


def _link(number: int) -> str:
    label = _in_language(_("Game {number}", number=number))
    return f'<a href="#game={number}" aria-label="{label}">{number}</a>'


def _table(caption: str, heads: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of rows of HTML that scrolls in itself where a window is narrow."""
    kinds = [KINDS.get(head, "number") for head in heads]
    first = "".join(
        f'<th scope="col" class="{kind}">{_in_language(head)}</th>'
        for kind, head in zip(kinds, heads, strict=True)
    )
    body = "\n".join(f"<tr>{''.join(map(_cell, kinds, row))}</tr>" for row in rows)
    return (
        '<div class="wide" role="region" tabindex="0" '
        f'aria-label="{_in_language(caption)}"><table class="results">\n'
        f"<caption><span>{_in_language(caption)}</span></caption>\n<thead><tr>{first}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody></table></div>\n"
    )


def _cell(kind: str, content: str) -> str:
    if kind == "name":
        return f'<th scope="row" class="name">{content}</th>'
    return f'<td class="{kind}">{content}</td>'
