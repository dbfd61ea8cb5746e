"""A tournament as one HTML page to share: its tables, then every game to replay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from common.judge.analysis.analyst import analysed_course
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.report import cross_cells, notes, table_cells
from common.judge.tournament.standings import Standings, compute_standings
from common.judge.tournament.tournament import Tournament
from common.messages import _, join_messages
from common.play.game import Game
from common.play.shared_page import page_game
from common.record.record import Record, header
from common.record.saved_game import SavedGame
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput, visible
from common.rules.position import Outcome, replay
from common.show.language import translate
from common.show.page import PageGame, save_page

MAX_NAME_LENGTH = 200  # characters of a name shown on a page
KINDS = {"player": "name", "forfeits": "words"}  # CSS classes of columns that hold no numbers


def save_tournament_page(tournament: Tournament, path: Path, nodes: int | None = None) -> None:
    """Write the page of the games played so far, analysed within `nodes` per position if given.

    Raise OSError, BadInput if the journal contains an impossible game, KeyboardInterrupt on Ctrl-C.
    """
    plan, games = tournament.plan, (tournament.games[number] for number in sorted(tournament.games))
    title = _(
        "{game}: {kind} of {number} players",
        game=plan.game.title,
        kind=_(plan.description()["kind"]),
        number=len(plan.names),
    )
    save_page(path, title, [_page_game(tournament, one, nodes) for one in games], _tables(tournament))


def _page_game(tournament: Tournament, one: PlayedGame, nodes: int | None) -> PageGame:
    game = tournament.plan.game
    try:
        saved = _to_saved_game(game, one)
    except MALFORMED_FILE_ERRORS as problem:
        raise BadInput(
            _("{file}: {problem}", file=tournament.location_of(one.number), problem=_printable(problem))
        ) from None
    each = game
    return page_game(each, saved, analysed_course(nodes, each, saved))._replace(
        title=_title(game, one), number=one.number
    )


def _to_saved_game(game: Game[Any, Any], one: PlayedGame) -> SavedGame[Any]:
    """Convert a tournament game to a saved game, as if read from a record.

    If a player forfeited, the outcome is recorded, since the last position is not over.
    """
    start, fault = (
        game.notation.read_words(one.position),
        Outcome(one.winner, one.reason)._asdict() if one.fault else None,
    )
    played = list(replay(start, one.moves))
    record = Record(header(game.name, {}, dict(zip(game.sides, one.players, strict=True))), outcome=fault)
    return SavedGame(record, [move for move, _ in played], [start, *(position for _, position in played)])


def _title(game: Game[Any, Any], one: PlayedGame) -> str:
    players = join_messages(
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
    """Return a problem as printable text; the project's own messages already are."""
    return str(problem) if isinstance(problem, BadInput) else visible(str(problem))


def _translated_html(text: str) -> str:
    """Translate a text to the user's language and escape it for HTML."""
    return escape(translate(text))


def _tables(tournament: Tournament) -> str:
    """Return the HTML above the games: standings, cross table and notes."""
    found = compute_standings(tournament)
    heads, *rows = table_cells(found, MAX_NAME_LENGTH)
    tables = _table(_("Standings"), heads, [map(_translated_html, row) for row in rows])
    if len(found.rows) > 2:
        heads, *rows = cross_cells(found, MAX_NAME_LENGTH)
        caption = _("Cross table, columns numbered like the rows; each result links to its games")
        tables += _table(caption, heads, _rows_with_links(tournament, found, rows))
    return tables + "".join(f"<p>{_translated_html(text)}</p>\n" for text in notes(tournament, found))


def _rows_with_links(
    tournament: Tournament, found: Standings, rows: Sequence[Sequence[str]]
) -> Iterator[list[str]]:
    """Yield the rows of the cross table, with links below each score to its games."""
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
    label = _translated_html(_("Game {number}", number=number))
    return f'<a href="#game={number}" aria-label="{label}">{number}</a>'


def _table(caption: str, heads: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Return an HTML table that scrolls within itself in a narrow window; `rows` hold HTML."""
    kinds = [KINDS.get(head, "number") for head in heads]
    first = "".join(
        f'<th scope="col" class="{kind}">{_translated_html(head)}</th>'
        for kind, head in zip(kinds, heads, strict=True)
    )
    body = "\n".join(f"<tr>{''.join(map(_cell, kinds, row))}</tr>" for row in rows)
    return (
        '<div class="wide" role="region" tabindex="0" '
        f'aria-label="{_translated_html(caption)}"><table class="results">\n'
        f"<caption><span>{_translated_html(caption)}</span></caption>\n<thead><tr>{first}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody></table></div>\n"
    )


def _cell(kind: str, content: str) -> str:
    if kind == "name":
        return f'<th scope="row" class="name">{content}</th>'
    return f'<td class="{kind}">{content}</td>'
