"""The verb `tournament`: many games between many players."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, many_games, options
from common.judge.match.games import check_size
from common.judge.tournament.game_logs import logs_folder
from common.judge.tournament.launch import LaunchSettings
from common.judge.tournament.page_folder import check_page_folder, save_tournament_pages
from common.judge.tournament.participants import FoundEntrants, find_entrants, shorten_notes
from common.judge.tournament.plan import Plan
from common.judge.tournament.replays import Analysis
from common.judge.tournament.report import print_tournament, save_csv
from common.judge.tournament.tournament import Tournament
from common.messages import _
from common.play.game import Game
from common.programs.confinement import Confinement
from common.programs.program_store import program_store
from common.programs.sandbox import require_file_protection, warn_of_gaps
from common.record.atomic_files import check_folders
from common.rules.errors import BadInput, Leave, quoted
from common.search.limit import Limit, choose_limit
from common.show.language import say_on_stderr
from common.show.progress_line import ProgressLine

MIN_DEFAULT_SECONDS = (
    1.0  # minimum of the default seconds per move: starting an interpreter takes a good part of it
)

HELP = _(
    "Play many games between many players. Everyone plays everyone by default; see "
    "--rounds and --gauntlet.\n\nA player is a name such as `level-3`, a command, NAME.py, "
    "an executable, or a folder with main.py or with a program for each side. FOLDER "
    "holds such players; its players.json may give their commands. `random` always takes "
    "part, with Elo 0."
)


def add_tournament(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `tournament`."""
    default = (
        game.players.match_limit._replace(seconds=max(game.players.match_limit.seconds, MIN_DEFAULT_SECONDS))
        if game.players.match_limit.seconds
        else game.players.match_limit
    )

    def verb(
        ctx: typer.Context,
        players: Annotated[
            list[str], Argument(metavar="FOLDER|PLAYER", help=_("folder of players, or a player"))
        ],
        rounds: Annotated[
            int | None, Option(min=1, help=_("number of rounds of a Swiss-system tournament"))
        ] = None,
        gauntlet: Annotated[
            str | None, Option(metavar="PLAYER", help=_("only this player against all others"))
        ] = None,
        pairs: Annotated[int, Option(min=1, help=_("game pairs per pairing, sides swapped"))] = 2,
        seconds: Annotated[float | None, Option(help=many_games.seconds_help(default))] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        grace: options.Grace = 0.0,
        size: many_games.Size = game.search.size(game.starts.default_start),
        seed: many_games.Seed = 0,
        jobs: many_games.Jobs = 2,
        cluster: options.Cluster = None,
        journal: Annotated[Path | None, Option(help=_("journal of all games; resumed if it exists"))] = None,
        as_csv: Annotated[Path | None, Option("--csv", help=_("also write the table as CSV"))] = None,
        html: Annotated[
            Path | None,
            Option(
                metavar="FOLDER",
                callback=check_page_folder,
                help=_("write pages: an index, and one for each player with its games"),
            ),
        ] = None,
        analyse: options.Analyse = None,
        as_json: options.AsJson = False,
    ) -> int:
        runtime, confinement = ctx.obj
        limit = choose_limit(Limit(seconds, nodes, depth), default).limit
        check_size(game, size)
        check_folders(as_csv)
        if analyse and html is None:
            raise BadInput(
                _("--analyse {nodes} needs --html FOLDER, e.g. --html pages --analyse {nodes}", nodes=analyse)
            )
        if rounds and gauntlet:
            raise BadInput(_("--rounds and --gauntlet are two kinds of tournament: give only one of them"))
        with program_store() as store:
            # Workers of a cluster do not see copies on this machine.
            found = find_entrants(game, players, LaunchSettings(runtime, None if cluster else store))
            names = [entrant.name for entrant in found.entrants]
            hero = gauntlet_index(gauntlet, names) if gauntlet else None
            files = {path for entrant in found.entrants for path in entrant.program_files(game)}
            secret = [journal, journal and logs_folder(journal), *files]
            kept = runtime.isolate(confinement._replace(grace=grace)).with_secret(
                *secret, *map(Path, filter(path_exists, players))
            )
            kept = kept._replace(temporary_folder=None if cluster else store.root)
            plan = Plan(game.name, size, found.entrants, pairs, limit, seed, rounds or 0, hero, kept)
            if plan.has_programs:
                check_sandbox(kept, players)
            print_refused(found)
            tournament = Tournament(plan, journal)
            if news := tournament.news():
                say_on_stderr(news)

            def finish() -> None:
                print_tournament(tournament, as_json)
                if as_csv:
                    save_csv(tournament, as_csv)
                if html:
                    save_pages(tournament, html, Analysis(analyse, jobs) if analyse else None)

            play(tournament, jobs, cluster, journal, finish)
        return 0

    example = "engine level-3 level-1 --pairs 2 --journal tournament.jsonl"
    options.add_verb(
        app,
        game,
        options.Verb(
            "tournament",
            verb,
            example,
            after=[options.RUNTIME, options.CONFINEMENT],
            without=options.missing_options(game),
            text=HELP,
            group=help_pages.TO_COMPARE,
        ),
    )


def path_exists(word: str) -> bool:
    """Return True if a word is an existing file or folder, not a name or a command."""
    with suppress(OSError):
        return Path(word).exists()
    return False


def check_sandbox(confinement: Confinement, players: list[str]) -> None:
    """Warn if the sandbox is incomplete.

    Raise BadInput if players come from files or folders and no sandbox protects the user's files.
    """
    if any(map(path_exists, players)):
        require_file_protection(confinement)
    warn_of_gaps(confinement)


def print_refused(found: FoundEntrants) -> None:
    """Print on stderr all refused programs, and some of the files that are not players."""
    for line in [*found.refused, *shorten_notes(found.notes)]:
        say_on_stderr(line)


def gauntlet_index(player: str, names: list[str]) -> int:
    """Return the index of the gauntlet player. Raise BadInput if it does not take part."""
    if player not in names:
        raise BadInput(
            _(
                "--gauntlet {hero}: expected one of the players, {names}",
                hero=quoted(player),
                names=", ".join(map(quoted, names[:8])),
            )
        )
    return names.index(player)


def save_pages(tournament: Tournament, folder: Path, analysis: Analysis | None) -> None:
    """Write the pages of a tournament, with an analysis of its games if one is given.

    Games are analysed only if all were played. After Ctrl-C, the pages are written without an analysis, and
    KeyboardInterrupt is raised.
    """
    whole = len(tournament.games) == tournament.plan.total
    try:
        with ProgressLine(True, None) as line:
            save_tournament_pages(tournament, folder, analysis if whole else None, line.say)
    except KeyboardInterrupt:
        save_tournament_pages(tournament, folder)
        raise


def play(
    tournament: Tournament, jobs: int, cluster: str | None, journal: Path | None, finish: Callable[[], None]
) -> None:
    """Play a tournament to its end or to Ctrl-C, then call `finish` with the games so far. Raise Leave."""
    try:
        with ProgressLine(True, None) as line:
            tournament.play(jobs, cluster, line.say)
    except KeyboardInterrupt:
        finish()
        kept = (
            _("run the same command again to resume from {journal}", journal=journal)
            if journal
            else _("with --journal FILE you can resume next time")
        )
        raise Leave(_("Stopped: {note}.", note=kept), 130) from None
    finish()
