"""The games of a call of `play`, from what options say to the last line; needs no typer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from common.messages import _
from common.play.game import Game, Names, S
from common.play.player_registry import check_name, is_named, needs_seed
from common.play.players import PlayerSettings
from common.play.questions import choose, choose_number, choose_sides
from common.play.resume_hints import Kept
from common.play.session import Session
from common.programs.confinement import OPEN, Confinement
from common.record.record import load_numbered
from common.record.saved_game import Files, Saved, reading_line, replayed, start_words
from common.record.seeds import draw_seed, tell_seed
from common.rules.errors import BadInput, Leave, quoted, visible
from common.rules.position import P
from common.search.limit import Level
from common.show.language import say
from common.show.window import on_terminal


class PlayOptions(NamedTuple):
    """What the options of `play` say beside set-up and players; None where they do not."""

    level: Level
    threads: int = 2
    seed: int | None = None
    resume: Path | None = None
    number_of_level: int | None = None  # where --level was given
    ask: bool = False  # for what no option says, in the words of the assignment
    coached: bool = False
    confinement: Confinement = OPEN
    trust: bool = False  # in the commands that a record names

    def settings(self, seed: int) -> PlayerSettings:
        """What players think with."""
        return PlayerSettings(
            self.level, self.threads, seed, coached=self.coached, confinement=self.confinement
        )

    def hiding(self, game: Game[P, S], names: Mapping[str, str], record: Path | None) -> PlayOptions:
        """Keep programs from the record of their game; say on stderr what else they are not kept from."""
        if all(is_named(game, side, name) for side, name in names.items()):
            return self
        from common.programs.sandbox import warn

        warn(self.confinement)
        return self._replace(confinement=self.confinement.hiding(record))


def play(game: Game[P, S], setup: S, said: Names, options: PlayOptions, files: Files = Files()) -> int:
    """Play the games of a call, or the rest of one. Raise BadInput or OSError before anything is printed."""
    said, saved = game.players.from_options(setup, said), None
    check_names(game, said)
    files.check(said)
    if options.resume:
        saved, files = load_unfinished(game, setup, options.resume), files.resuming(options.resume)
        names = saved_players(game, saved, said, options, files)
    else:
        game.starts.games(setup, 0)  # refuse what options say before anything is asked
        files.check_new()
        setup, said, options = ask_rest(game, setup, said, options, files)
        names = game.players.default(said, options.number_of_level)
        files.check(names)
    options = options.hiding(game, names, files.record)
    known = saved.seed if saved and options.seed is None else options.seed
    seed = draw_seed() if known is None else known
    settings = options.settings(seed)
    if saved:
        return play_rest(game, saved, names, settings, files)
    starts = game.starts.games(setup, seed)
    files.check_new(len(starts))
    is_random = game.starts.is_random(setup) or any(needs_seed(game, name) for name in names.values())
    return play_all(game, starts, names, settings, files, seed if is_random else None)


def check_names(game: Game[P, S], names: Names) -> None:
    """Raise BadInput at a name that is neither a player's nor a command."""
    for side, name in names.items():
        if name is not None:
            check_name(game, side, name)


def ask_rest(
    game: Game[P, S], setup: S, said: Names, options: PlayOptions, files: Files
) -> tuple[S, Names, PlayOptions]:
    """Ask for what options do not say, where there is somebody to ask. Raise Leave."""
    if files.as_json:
        return setup, said, options
    if options.ask:
        return *game.phrases.ask(setup, said, options.seed is not None), options
    if on_terminal() and not any(said.values()):
        return setup, *ask_players(game, options)
    return setup, said, options


def ask_players(game: Game[P, S], options: PlayOptions) -> tuple[Names, PlayOptions]:
    """Which side a person plays, and how strong the engine is unless an option says that. Raises Leave."""
    names = choose_sides(game.sides)
    if (
        options.number_of_level
        or options.level != Level(game.players.usual)
        or set(names.values()) != {"human", "engine"}
    ):
        return names, options
    level = choose_number(
        _("Level of the engine, 1 (easy) to 5 (hard): "),
        min(game.players.levels),
        max(game.players.levels),
        min(game.players.levels),
    )
    kept = {side: "human" if name == "human" else None for side, name in names.items()}
    return kept, options._replace(level=game.players.levels[level], number_of_level=level)


def play_all(
    game: Game[P, S],
    starts: list[P],
    names: dict[str, str],
    settings: PlayerSettings,
    files: Files = Files(),
    seed: int | None = None,
) -> int:
    """Play a game from every start, one after the other; a `seed` is printed before the first.

    Raise BadInput, before anything is printed, if a player cannot play.
    """
    outcomes, kept = [], Kept(game)
    for number, start in enumerate(starts, 1):
        begun, saved = game.starts.play_forced_moves(start), files.numbered(number)
        session = Session.new(game, begun, names, settings, saved, number, len(starts))
        if seed is not None and number == 1:
            tell_seed(seed)
        if game.series:
            files.say(game.series.announcement(start, number))
        files.say(game.forced(start))
        outcomes.append(kept.run(session))
    if game.series:
        files.say(game.series.total(outcomes))
    kept.tell()
    return 0


def play_rest(
    game: Game[P, S], saved: Saved[P], names: dict[str, str], settings: PlayerSettings, files: Files
) -> int:
    """Play the rest of a saved game."""
    kept = Kept(game)
    kept.run(Session.resume(game, saved, names, settings, files))
    kept.tell()
    return 0


def load_unfinished(game: Game[P, S], setup: S, file: Path) -> Saved[P]:
    """Return the game that --resume names. Raise BadInput if it is over, or options say where it starts."""
    if not is_default(game, setup):
        raise BadInput(
            _(
                "--resume {file} has its start: wanted no other one beside it, and no number of games",
                file=quoted(str(file)),
            )
        )
    saved = load(game, file)
    if saved.record.outcome:
        raise BadInput(
            _("--resume {file}: wanted an unfinished game, but this one is over", file=quoted(str(file)))
        )
    return saved


def saved_players(
    game: Game[P, S], saved: Saved[P], said: Names, options: PlayOptions, files: Files
) -> dict[str, str]:
    """Return who plays the rest of a saved game, its commands only if they are trusted. Raise BadInput or Leave."""
    assert options.resume
    names = saved.players(options.resume, said)
    check_names(game, names)
    files.check(names)
    unknown = {
        side: name for side, name in names.items() if said[side] is None and not is_named(game, side, name)
    }
    if unknown and not options.trust:
        ask_trust(options.resume, unknown, files.as_json)
    return names


def ask_trust(file: Path, commands: Mapping[str, str], as_json: bool) -> None:
    """Ask whether to run the commands that a record names. Raise Leave if not, BadInput where nobody can be asked."""
    side, command = next(iter(commands.items()))
    if as_json or not on_terminal():
        raise BadInput(
            _(
                "{file}: {side} is a command that would be run, {command}: "
                "wanted --trust if you know it, or another player, e.g. {example}",
                file=file,
                side=_(side),
                command=quoted(command),
                example=f"--{side.lower()} engine",
            )
        )
    for side, command in commands.items():
        say(_("{side} is a command that {file} names:", side=_(side), file=file))
        print(f"  {visible(command)}", flush=True)
    if choose(_("Run it? (yes/no): "), {_("yes"): "y", _("no"): "n"}, _("no")) == "no":
        raise Leave("", 0)


def load(game: Game[P, S], file: Path) -> Saved[P]:
    """Return a saved game with its positions. Raise BadInput or OSError."""
    record, numbers = load_numbered(file, game.name)
    with reading_line(file, 1):
        start = game.starts.play_forced_moves(game.notation.read_saved(start_words(record.header["start"])))
    return replayed(file, record, numbers, start, game.sides)


def is_default(game: Game[P, S], setup: S) -> bool:
    """True if a set-up says nothing of where a game starts."""
    from common.command.setup_options import own_options

    return all(
        not option.told.start or getattr(setup, option.name) == option.usual for option in own_options(game)
    )
