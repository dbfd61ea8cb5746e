"""Playing the games of one call, from its options to its last line. Needs no typer."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.play.game import Game, Names, S
from common.play.pace import DEFAULT_PACE
from common.play.player_registry import check_player_name, depends_on_seed, is_player_name
from common.play.players import PlayerSettings, random_seed, seed_line
from common.play.questions import ask_choice, ask_number, ask_sides, print_dimmed, set_rules
from common.play.record import FOLDER, Record, load, locating_errors, saved_games
from common.play.rematch import ask_for_rematch, only_human
from common.play.resume_hints import GameRunner
from common.play.session import Files, Session, SessionOptions
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.rules.errors import BadInput, Leave, quoted, visible
from common.rules.position import Outcome, P
from common.search.limit import Level, Limit, choose_limit
from common.show.window import on_terminal, say

LAST = Path("last")  # the value of --resume for the newest unfinished game


class PlayOptions(NamedTuple):
    """Options of `play` besides start and players. None means that an option was not given."""

    level: Level
    seed: int | None = None
    resume: Path | None = None
    level_number: int | None = None  # where --level was given
    ask_missing: bool = False  # ask the questions of the assignment
    coach: bool = False
    confinement: Confinement = DEFAULT_CONFINEMENT
    trust: bool = False  # run the commands that a record names
    pace: float = DEFAULT_PACE  # seconds between two moves on a terminal
    is_limited: bool = False  # a limit or a level was given

    def player_settings(self, seed: int) -> PlayerSettings:
        """Return the settings of the players."""
        return PlayerSettings(
            self.level, seed, levels_vary=True, coached=self.coach, confinement=self.confinement
        )

    def hide_record(self, game: Game[P, S], names: Mapping[str, str], record: Path | None) -> PlayOptions:
        """Return options under which programs cannot read `record`, the record of their game.

        Warn on stderr if the sandbox is incomplete. Without programs, return the same options.
        """
        if all(is_player_name(game, side, name) for side, name in names.items()):
            return self
        from common.programs.sandbox import warn_of_gaps

        warn_of_gaps(self.confinement)
        return self._replace(confinement=self.confinement.with_secret(record))


def play(game: Game[P, S], setup: S, given: Names, options: PlayOptions, files: Files = Files()) -> int:
    """Play the games of a call, or resume one. Return exit status 0.

    Ask for what is missing, if a human can answer. Raise BadInput or OSError before anything is printed,
    Leave if a human leaves.
    """
    given, saved = game.players.from_options(setup, given), None
    check_names(game, given)
    files.check(given)
    if options.resume == LAST:
        options = options._replace(resume=newest_unfinished(game))
        print_dimmed(f"The newest unfinished game: {options.resume}")
    if options.resume:
        saved = load_unfinished(game, setup, options.resume)
        if files.record not in (None, options.resume):
            files.check_overwrite()
        files = files._replace(record=files.record or options.resume)
        names = saved_players(game, saved, given, options, files)
    else:
        game.starts.start_positions(setup, 0)  # refuse bad options before asking any question
        files.check_overwrite()
        setup, given, options = ask_missing_options(game, setup, given, options, files)
        names = game.players.default(given, options.level_number)
        files.check(names)
    options = options.hide_record(game, names, files.record)
    if saved:
        return play_resumed(saved, names, options, files)
    return play_rounds(game, setup, names, options, files)


def play_rounds(
    game: Game[P, S], setup: S, names: Mapping[str, str], options: PlayOptions, files: Files
) -> int:
    """Play the games of a call, and again as often as a human wants. Return exit status 0.

    Each round has a new seed, so that random starts, random players and levels differ.
    """
    side = only_human(names) if on_terminal() and not options.ask_missing else None
    number = 0
    while True:
        number += 1
        runner, seed = GameRunner(game, side), random_seed() if options.seed is None else options.seed
        starts = game.starts.start_positions(setup, seed)
        files.check_overwrite(len(starts))
        session_options = SessionOptions(
            names, options.player_settings(seed), files.for_game(number), options.pace
        )
        shown_seed = seed if seed_matters(game, setup, names, options.level) else None
        play_starts(game, starts, session_options, runner, shown_seed)
        may_repeat = side and not files.record and (len(starts) == 1 or game.series)
        if not (may_repeat and ask_for_rematch()):
            runner.print_hints()
            return 0
        options = options._replace(seed=None)


def seed_matters(game: Game[P, S], setup: S, names: Mapping[str, str], level: Level) -> bool:
    """Return True if the start or a player depends on the seed, so that it should be printed."""
    return game.starts.is_random(setup) or any(depends_on_seed(game, name, level) for name in names.values())


def check_names(game: Game[P, S], names: Names) -> None:
    """Raise BadInput for a name that is neither a player nor a command."""
    for side, name in names.items():
        if name is not None:
            check_player_name(game, side, name)


def ask_missing_options(
    game: Game[P, S], setup: S, given: Names, options: PlayOptions, files: Files
) -> tuple[S, Names, PlayOptions]:
    """Ask for missing start and players, if a human can answer. Return all, with the answers.

    With `ask_missing`, the game asks its own questions. Otherwise, on a terminal, introduce the game to a
    human, and ask for players if none is given. With --json ask nothing. Raise Leave if the human quits.
    """
    if files.as_json:
        return setup, given, options
    set_rules(game.rules_text)
    if options.ask_missing:
        return *game.phrases.ask(setup, given, options.seed is not None), options
    if not on_terminal():
        return setup, given, options
    if "human" in given.values() or not any(given.values()):
        introduce(game)
    return (setup, given, options) if any(given.values()) else (setup, *ask_players(game, options))


def introduce(game: Game[P, S]) -> None:
    """Print the introduction for newcomers, if the game has one."""
    if game.phrases.rules.introduction:
        say(game.phrases.rules.introduction)


def ask_players(game: Game[P, S], options: PlayOptions) -> tuple[Names, PlayOptions]:
    """Ask which sides a human plays, and the engine's level unless options set its limits.

    The level is asked only if human and engine both play. Raise Leave if the human quits.
    """
    names = ask_sides(game.sides)
    if (
        options.level_number
        or options.level != Level(game.players.default_limit)
        or set(names.values()) != {"human", "engine"}
    ):
        return names, options
    level = ask_number(
        "Level of the engine, 1 (easy) to 5 (hard): ",
        min(game.players.levels),
        max(game.players.levels),
        min(game.players.levels),
    )
    kept = {side: "human" if name == "human" else None for side, name in names.items()}
    return kept, options._replace(level=game.players.levels[level], level_number=level)


def play_all(game: Game[P, S], starts: list[P], options: SessionOptions) -> int:
    """Play a game from each start in turn, and return exit status 0.

    Raise BadInput, before anything is printed, if a player cannot play.
    """
    runner = GameRunner(game)
    play_starts(game, starts, options, runner)
    runner.print_hints()
    return 0


def play_starts(
    game: Game[P, S],
    starts: list[P],
    options: SessionOptions,
    runner: GameRunner,
    seed: int | None = None,
) -> None:
    """Play a game from each start in turn. Print `seed`, if given, first.

    Raise BadInput, before anything is printed, if a player cannot play.
    """
    outcomes, files = list[Outcome](), options.files
    for number, start in enumerate(starts, 1):
        first, saved = game.starts.play_forced_moves(start), options._replace(files=files.for_game(number))
        session = Session.new(game, first, saved, number, len(starts))
        if seed is not None and number == 1:
            print(seed_line(seed), file=sys.stderr)
        if game.series:
            files.say(game.series.announcement(start, number))
        files.say(game.forced_moves_remark(start))
        outcomes.append(runner.run(session))
    if game.series:
        files.say(game.series.total(outcomes))


def play_resumed(saved: Record[P], names: Mapping[str, str], options: PlayOptions, files: Files) -> int:
    """Resume a saved game and play it to its end. Return exit status 0.

    Seed and limits are the recorded ones unless options give others. Raise BadInput, OSError or Leave.
    """
    game, seed = saved.game, saved.seed if options.seed is None else options.seed
    if options.is_limited:
        saved.header["limits"] = options.level.record_fields()
    else:
        with locating_errors(files.record or FOLDER, 1):
            options = options._replace(level=recorded_level(saved, options.level))
    if seed is None:
        seed = random_seed()
        if any(depends_on_seed(game, name, options.level) for name in names.values()):
            print(f"The record has no seed, so the players go on with another: {seed}", file=sys.stderr)
    saved.header |= {"players": dict(names), "seed": seed}
    runner = GameRunner(game, only_human(names) if on_terminal() else None)
    settings = options.player_settings(seed)
    runner.run(Session.resume(saved, SessionOptions(names, settings, files, options.pace)))
    runner.print_hints()
    return 0


def recorded_level(saved: Record[P], default: Level) -> Level:
    """Return the recorded limits of the engine.

    Return the default if there are none, or if they are those of a level, which its name brings along. Raise
    BadInput or an error of MALFORMED_FILE_ERRORS.
    """
    levels = [level.record_fields() for level in saved.game.players.levels.values()]
    if saved.limits in levels and "engine" not in saved.players.values():
        return default
    seconds, nodes, depth = map(saved.limits.get, ("seconds", "nodes", "depth"))
    found = Limit(seconds and float(seconds), nodes and int(nodes), depth and int(depth))
    return choose_limit(found, default.limit)


def newest_unfinished(game: Game[P, S]) -> Path:
    """Return the file of the last changed game without an outcome. Raise BadInput if there is none."""
    for path, record in saved_games(game):
        if not record.recorded_outcome:
            return path
    raise BadInput(f"--resume last: no unfinished game of {game.name}.py in {FOLDER}/")


def load_unfinished(game: Game[P, S], setup: S, file: Path) -> Record[P]:
    """Return the game that --resume names.

    Raise BadInput if its record has an outcome or other start options are given, OSError if it cannot be
    read.
    """
    if not is_default_setup(game, setup):
        raise BadInput(
            f"--resume {quoted(str(file))} already has a start: leave out other start options and the number "
            "of games"
        )
    saved = load(game, file)
    if saved.recorded_outcome:
        raise BadInput(f"--resume {quoted(str(file))}: this game is over: choose an unfinished one")
    return saved


def saved_players(
    game: Game[P, S], saved: Record[P], given: Names, options: PlayOptions, files: Files
) -> dict[str, str]:
    """Return the players of a resumed game: those given, else those of its record.

    Limits or a level given with --resume replace a recorded level. A recorded command is run only with
    `trust` or after a yes. Raise BadInput or Leave if it is not trusted.
    """
    assert options.resume
    names: dict[str, Any] = {
        side: saved.players.get(side) if name is None else name for side, name in given.items()
    }
    for side, name in names.items():
        if not isinstance(name, str):
            raise BadInput(
                f"{options.resume} does not say who plays {side}: add --{side.lower()} to --resume"
            )
    check_names(game, names)
    files.check(names)
    unknown = {
        side: name
        for side, name in names.items()
        if given[side] is None and not is_player_name(game, side, name)
    }
    if unknown and not options.trust:
        ask_trust(options.resume, unknown, files.as_json)
    if options.is_limited:
        names = {
            side: "engine" if given[side] is None and name.startswith("level-") else name
            for side, name in names.items()
        }
    return game.players.default(names, options.level_number)


def ask_trust(file: Path, commands: Mapping[str, str], as_json: bool) -> None:
    """Ask whether to run the commands that a record names.

    Raise Leave if the answer is no, and BadInput if there is no human to ask.
    """
    side, command = next(iter(commands.items()))
    if as_json or not on_terminal():
        raise BadInput(
            f"{file} names a command to run as {side}, {quoted(command)}: add --trust if you trust it, or "
            f"choose another player, e.g. --{side.lower()} engine"
        )
    for side, command in commands.items():
        say(f"{file} names this command to run as {side}:")
        print(f"  {visible(command)}", flush=True)
    if ask_choice("Run it? (yes/no): ", {"yes": "y", "no": "n"}, "no") == "no":
        raise Leave("", 0)


def is_default_setup(game: Game[P, S], setup: S) -> bool:
    """Return True if no option of a set-up changes where a game starts."""
    from common.command.setup_options import game_options

    return all(
        not option.info.affects_start or getattr(setup, option.name) == option.default
        for option in game_options(game)
    )
