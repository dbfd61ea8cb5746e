"""The verb `tournament`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.judge.match.games import check_size
from common.judge.tournament.page import save_tournament_page
from common.judge.tournament.participants import Found, Start, find_entrants, told
from common.judge.tournament.report import print_tournament, save_csv
from common.judge.tournament.tournament import Plan, Tournament
from common.messages import _
from common.play.game import Game
from common.programs.confinement import Confinement
from common.programs.program_store import program_store
from common.programs.runtime import choose_runtime
from common.programs.sandbox import require_files_kept, warn
from common.record.saved_game import check_analysis
from common.record.whole_files import check_folders
from common.rules.errors import BadInput, Leave, quoted
from common.search.limit import choose_limit
from common.show.language import translated
from common.show.page import read_page
from common.show.progress_line import ProgressLine

START = 1.0  # seconds of a move at least, unless one says otherwise: an interpreter takes a good part of it to start

HELP = _(
    "Many games between many players. Everybody against everybody, unless --rounds or "
    "--gauntlet say otherwise.\n\n"
    "A player is NAME.py, an executable, a folder with main.py or with a program for each side, "
    "a player by name, a command. A folder of all that is looked through, and its players.json "
    "says what is started otherwise. `random` always plays, with Elo 0."
)


def add_tournament(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `tournament`."""
    usual = (
        game.players.quick._replace(seconds=max(game.players.quick.seconds, START))
        if game.players.quick.seconds
        else game.players.quick
    )
    shown = _("{seconds:g} s a move", seconds=usual.seconds) if usual.seconds else _("the engine's own")

    def verb(
        confinement: Confinement,
        players: list[str] = typer.Argument(..., metavar="FOLDER|PLAYER..."),
        rounds: int = typer.Option(None, min=1, help=_("so many rounds by the Swiss system")),
        gauntlet: str = typer.Option(None, metavar="PLAYER", help=_("only this one against all others")),
        pairs: int = typer.Option(
            2, min=1, help=_("starts of a pairing, each played twice with sides changed")
        ),
        seconds: float = typer.Option(None, help=_("a move (default {limit})", limit=shown)),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        size: int = typer.Option(game.search.size(game.starts.usual), help=_("side of the board")),
        seed: int = typer.Option(0, help=_("of starts and players")),
        jobs: int = typer.Option(2, min=1, help=_("processes; fewer if programs run out of time")),
        cluster: str = options.CLUSTER,
        journal: Path = typer.Option(None, help=_("write every game here, and go on from it if it is there")),
        as_csv: Path = typer.Option(None, "--csv", help=_("write the table here, too")),
        html: Path = typer.Option(
            None, callback=read_page, help=_("write tables and games as one page, complete in itself")
        ),
        analyse: int = options.ANALYSE,
        as_json: bool = options.AS_JSON,
        interpreter: Path = options.INTERPRETER,
        with_packages: Path = options.WITH_PACKAGES,
    ) -> int:
        runtime = choose_runtime(interpreter, with_packages)
        limit = choose_limit({}, None, seconds, nodes, depth, usual).limit
        check_size(game, size)
        check_folders(as_csv, html)
        check_analysis(analyse, html)
        if rounds and gauntlet:
            raise BadInput(_("--rounds and --gauntlet are two kinds of tournament: wanted one of them"))
        with program_store() as store:
            # Workers of a cluster do not see copies on this machine.
            found = find_entrants(game, players, Start(runtime, None if cluster else store))
            names = [entrant.name for entrant in found.entrants]
            hero = number_of(gauntlet, names) if gauntlet else None
            secret = [journal, *(path for entrant in found.entrants for path in entrant.code(game))]
            kept = runtime.isolate(confinement).hiding(*secret, *map(Path, filter(is_there, players)))
            kept = kept._replace(temporary=None if cluster else store.root)
            plan = Plan(game.name, size, found.entrants, pairs, limit, seed, rounds or 0, hero, kept)
            if plan.has_programs:
                check_sandbox(kept, players)
            tell(found)
            tournament = Tournament(plan, journal)

            def finish() -> None:
                print_tournament(tournament, as_json)
                if as_csv:
                    save_csv(tournament, as_csv)
                if html:
                    save_page(tournament, html, analyse)

            play(tournament, jobs, cluster, journal, finish)
        return 0

    without = (
        options.missing(game)
        + options.without_analysis(game)
        + ([] if game.search.size(game.starts.usual) else ["size"])
    )
    example = "engine level-3 level-1 --pairs 2 --journal tournament.jsonl"
    options.add_verb(app, game, "tournament", verb, example, confines=True, without=without, text=HELP)


def is_there(word: str) -> bool:
    """Return True for a player that is a file or a folder, not a name or a command."""
    with suppress(OSError):
        return Path(word).exists()
    return False


def check_sandbox(confinement: Confinement, players: list[str]) -> None:
    """Warn if programs are not kept from something. Raise BadInput if strangers' programs, in files or folders, run unkept."""
    if any(map(is_there, players)):
        require_files_kept(confinement)
    warn(confinement)


def tell(found: Found) -> None:
    """Say on stderr what does not play: every program that is refused, and some of the rest."""
    for line in [*found.refused, *told(found.notes)]:
        print(translated(line), file=sys.stderr)


def number_of(hero: str, names: list[str]) -> int:
    """Whose gauntlet it is. Raises BadInput."""
    if hero not in names:
        raise BadInput(
            _(
                "--gauntlet {hero}: wanted one of the players, {names}",
                hero=quoted(hero),
                names=", ".join(map(quoted, names[:8])),
            )
        )
    return names.index(hero)


def save_page(tournament: Tournament, path: Path, nodes: int | None) -> None:
    """The page; only a whole tournament is analysed, and as long as nobody stops that."""
    try:
        save_tournament_page(
            tournament, path, nodes if len(tournament.games) == tournament.plan.total else None
        )
    except KeyboardInterrupt:
        save_tournament_page(tournament, path)
        raise


def play(
    tournament: Tournament, jobs: int, cluster: str | None, journal: Path | None, finish: Callable[[], None]
) -> None:
    """Play it to its end, or until somebody ends it; what is played is told either way."""
    try:
        with ProgressLine(True, None) as line:
            tournament.play(jobs, cluster, line.say)
    except KeyboardInterrupt:
        finish()
        kept = (
            _("the same call goes on from {journal}", journal=journal)
            if journal
            else _("with --journal FILE it could go on")
        )
        raise Leave(_("Stopped: {note}.", note=kept), 130) from None
    finish()
