"""The tournament of one call: options, participants, plan and sandbox, games and output. No typer."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.match.games import check_size
from common.judge.tournament.launch import LaunchSettings
from common.judge.tournament.page_folder import save_tournament_pages
from common.judge.tournament.participants import FoundEntrants, find_entrants, shorten_notes
from common.judge.tournament.plan import Plan
from common.judge.tournament.replays import Analysis
from common.judge.tournament.report import print_tournament, save_csv
from common.judge.tournament.tournament import Tournament
from common.play.game import Game
from common.programs.confinement import Confinement
from common.programs.program_store import ProgramStore, program_store
from common.programs.runtime import Runtime
from common.programs.sandbox import require_file_protection, warn_of_gaps
from common.rules.errors import BadInput
from common.rules.files import check_folders
from common.search.limit import Limit
from common.show.progress_line import ProgressLine


class TournamentOptions(NamedTuple):
    """Options of `tournament`. None means that an option was not given."""

    players: list[str]  # names, commands, files and folders
    limit: Limit
    runtime: Runtime
    confinement: Confinement
    pairs: int = 2
    size: int = 0
    seed: int = 0
    jobs: int = 2
    cluster: str | None = None
    as_csv: Path | None = None
    html: Path | None = None
    analyse: int | None = None
    as_json: bool = False

    def check(self, game: Game[Any]) -> None:
        """Raise BadInput for options that do not fit the game or one another."""
        check_size(game, self.size)
        check_folders(self.as_csv)
        if self.analyse and self.html is None:
            raise BadInput(
                f"--analyse {self.analyse} needs --html FOLDER, e.g. --html pages --analyse {self.analyse}"
            )


def run_tournament(game: Game[Any], chosen: TournamentOptions) -> int:
    """Play the tournament and write its results. Return 0. Raise BadInput or OSError."""
    chosen.check(game)
    with program_store() as store:
        found = find_participants(game, chosen, store)
        plan = make_plan(game, chosen, found, confinement_of(game, chosen, found, store))
        if plan.has_programs:
            check_sandbox(plan.confinement, chosen.players)
        print_refused(found)
        play(Tournament(plan), chosen)
    return 0


def find_participants(game: Game[Any], chosen: TournamentOptions, store: ProgramStore) -> FoundEntrants:
    """Return the participants. Workers of a cluster do not see copies of programs on this machine."""
    launch = LaunchSettings(chosen.runtime, None if chosen.cluster else store)
    return find_entrants(game, chosen.players, launch)


def confinement_of(
    game: Game[Any], chosen: TournamentOptions, found: FoundEntrants, store: ProgramStore
) -> Confinement:
    """Return the confinement of all programs, which hides them from one another."""
    files = {path for entrant in found.entrants for path in entrant.program_files(game)}
    given = map(Path, filter(path_exists, chosen.players))
    isolated = chosen.runtime.isolate(chosen.confinement)
    hidden = isolated.with_secret(*files, *given)
    return hidden._replace(temporary_folder=None if chosen.cluster else store.root)


def make_plan(
    game: Game[Any], chosen: TournamentOptions, found: FoundEntrants, confinement: Confinement
) -> Plan:
    """Return the plan of the tournament."""
    return Plan(
        game.name,
        chosen.size,
        found.entrants,
        chosen.pairs,
        chosen.limit,
        chosen.seed,
        confinement,
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
        print(line, file=sys.stderr)


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


def write_results(tournament: Tournament, chosen: TournamentOptions) -> None:
    """Print the table of the games so far, and write the files that the options name."""
    print_tournament(tournament, chosen.as_json)
    if chosen.as_csv:
        save_csv(tournament, chosen.as_csv)
    if chosen.html:
        save_pages(tournament, chosen.html, Analysis(chosen.analyse, chosen.jobs) if chosen.analyse else None)


def play(tournament: Tournament, chosen: TournamentOptions) -> None:
    """Play a tournament to its end or to Ctrl-C, then write the results of the games so far.

    Raise KeyboardInterrupt after Ctrl-C.
    """
    try:
        with ProgressLine(True, None) as line:
            tournament.play(chosen.jobs, chosen.cluster, line.say)
    except KeyboardInterrupt:
        write_results(tournament, chosen)
        raise
    write_results(tournament, chosen)
