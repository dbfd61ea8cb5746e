"""A tournament as a folder of HTML pages: an index, and a page for each player."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from common.judge.tournament.index_page import IndexPage
from common.judge.tournament.player_page import INDEX, PlayerPage
from common.judge.tournament.replays import Analysis, games_of, make_replays
from common.judge.tournament.standings import compute_standings
from common.judge.tournament.tournament import Tournament
from common.rules.errors import BadInput, quoted
from common.rules.files import check_folders, write_atomically
from common.show.page import GENERATOR, save_page

PLAIN_NAME = re.compile("[a-z0-9_-]{1,40}")
OTHER_SIGNS = re.compile("[^A-Za-z0-9_-]+")
HEAD_BYTES = 1 << 12  # bytes of a page that are searched for its generator


def check_page_folder(folder: Path | None) -> Path | None:
    """Return a folder for pages, or None for None.

    Raise BadInput if it is a file or looks like one, or if it exists and holds other files than our pages.
    """
    if folder is None:
        return None
    if folder.suffix.lower() in (".html", ".htm") or (folder.exists() and not folder.is_dir()):
        raise BadInput(f"--html {quoted(str(folder))}: expected a folder, e.g. --html pages")
    if not folder.exists():
        check_folders(folder)
    elif any(folder.iterdir()) and not _is_ours(folder / INDEX):
        raise BadInput(
            f"--html {quoted(str(folder))}: expected a new or an empty folder, or one of our pages"
        )
    return folder


def _is_ours(index: Path) -> bool:
    """Return True if a page was written by us."""
    if not index.is_file():
        return False
    with index.open("rb") as file:
        return f'content="{GENERATOR}"'.encode() in file.read(HEAD_BYTES)


def save_tournament_pages(
    tournament: Tournament,
    folder: Path,
    analysis: Analysis | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> None:
    """Write the pages of the games played so far, and remove those of players who have left.

    `say` receives the progress of the analysis. Raise OSError, KeyboardInterrupt on Ctrl-C.
    """
    replays, found = make_replays(tournament, analysis, say), compute_standings(tournament)
    files = {row.name: page_file_name(row.name) for row in found.rows}
    folder.mkdir(exist_ok=True)
    for row in found.rows:
        games = games_of(row.name, tournament.plan.game.sides, replays)
        shown = PlayerPage(tournament, found, row, games, files, analysis is not None)
        save_page(folder / files[row.name], shown.title, games.pages(), shown.above(), shown.below())
    write_atomically(folder / INDEX, IndexPage(tournament, found, files).html().encode())
    for path in folder.glob("player-*.html"):
        if path.name not in files.values():
            path.unlink()


def page_file_name(name: str) -> str:
    """Return the file name of a player's page: the same in every call, and safe on every system.

    A name that is not plain is shortened to its plain signs and made unique by a digest.
    """
    if PLAIN_NAME.fullmatch(name):
        return f"player-{name}.html"
    plain = OTHER_SIGNS.sub("-", name)[:40].strip("-")
    return f"player-{plain}.{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}.html"
