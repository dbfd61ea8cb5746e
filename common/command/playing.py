"""The games of a call of `play`, from what options say to the last line; needs no typer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.play.game import Game, Names, S
from common.play.players import PlayerSettings
from common.play.questions import choose, choose_number, choose_sides
from common.play.resume_hints import Kept
from common.play.session import Session
from common.programs.confinement import OPEN, Confinement
from common.record.saved_game import Files, Saved, load_game, read_start, resume
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
        if all(game.is_named(side, name) for side, name in names.items()):
            return self
        from common.programs.sandbox import warn

        warn(self.confinement)
        return self._replace(confinement=self.confinement.hiding(record))


def play(game: Game[P, S], setup: S, said: Names, options: PlayOptions, files: Files = Files()) -> int:
    """Play the games of a call, or the rest of one. Raises BadInput or OSError before anything is printed."""
    said = game.named(setup, said)
    for side, name in said.items():
        if name is not None:
            game.check_name(side, name)
    if options.resume:
        return go_on(game, options.resume, said, options, files, is_default(game, setup))
    files.check(said)
    files.check_new()
    game.starts(setup, 0)  # what options say is refused before anything is asked
    if options.ask and not files.as_json:
        setup, said = game.ask(setup, said, options.seed is not None)
    elif on_terminal() and not files.as_json and not any(said.values()):
        said, options = ask_players(game, options)
    names = game.filled(said, options.number_of_level)
    files.check(names)
    options = options.hiding(game, names, files.record)
    seed = draw_seed() if options.seed is None else options.seed
    starts = game.starts(setup, seed)
    files.check_new(len(starts))
    for start in starts:
        game.check_players(start, names)
    if game.is_drawn(setup) or any(map(game.draws_lots, names.values())):
        tell_seed(seed)
    return play_all(game, starts, names, options.settings(seed), files)


def ask_players(game: Game[P, S], options: PlayOptions) -> tuple[Names, PlayOptions]:
    """Which side a person plays, and how strong the engine is unless an option says that. Raises Leave."""
    names = choose_sides(game.sides)
    if (
        options.number_of_level
        or options.level != Level(game.usual)
        or set(names.values()) != {"human", "engine"}
    ):
        return names, options
    level = choose_number(
        "Level of the engine, 1 (easy) to 5 (hard): ", min(game.levels), max(game.levels), min(game.levels)
    )
    kept = {side: "human" if name == "human" else None for side, name in names.items()}
    return kept, options._replace(level=game.levels[level], number_of_level=level)


def play_all(
    game: Game[P, S], starts: list[P], names: dict[str, str], settings: PlayerSettings, files: Files = Files()
) -> int:
    """Play a game from every start, one after the other. Raises BadInput at a name that is no player's."""
    outcomes, kept = [], Kept(game)
    for number, start in enumerate(starts, 1):
        each = game.at(start, number)
        files.say(each.announcement(start))
        files.say(each.begun(start))
        counted = number if len(starts) > 1 else 0
        session = Session.new(each, each.begin(start), names, settings, files.numbered(number), counted)
        outcomes.append(kept.run(session))
    files.say(game.total(outcomes))
    kept.tell()
    return 0


def go_on(
    game: Game[P, S], file: Path, said: Names, options: PlayOptions, files: Files, no_other_start: bool
) -> int:
    """Play the rest of a saved game, into its own file if nothing else is said."""
    if not no_other_start:
        raise BadInput(
            f"--resume {quoted(str(file))} has its start: wanted no other one beside it, and "
            "no number of games"
        )
    going = resume(file, load(game, file), said, options.seed)
    for side, name in going.names.items():
        game.check_name(side, name)
    files.check(going.names)
    commands = {
        side: name
        for side, name in going.names.items()
        if said[side] is None and not game.is_named(side, name)
    }
    if commands and not options.trust:
        ask_trust(file, commands, files.as_json)
    if files.record != file:
        files.check_new()
    settings = options.hiding(game, going.names, files.record or file).settings(going.seed)
    each = game.at(going.saved.history[0], going.saved.number)
    kept = Kept(game)
    kept.run(
        Session.resume(each, going.saved, going.names, settings, files._replace(record=files.record or file))
    )
    kept.tell()
    return 0


def ask_trust(file: Path, commands: Mapping[str, str], as_json: bool) -> None:
    """Ask whether to run the commands that a record names. Raise Leave if not, BadInput where nobody can be asked."""
    side, command = next(iter(commands.items()))
    if as_json or not on_terminal():
        raise BadInput(
            f"{file}: {side} is a command that would be run, {quoted(command)}: "
            f"wanted --trust if you know it, or another player, e.g. --{side.lower()} engine"
        )
    for side, command in commands.items():
        say(f"{side} is a command that {file} names:")
        print(f"  {visible(command)}", flush=True)
    if choose("Run it? (yes/no): ", {"yes": "y", "no": "n"}, "no") == "no":
        raise Leave("", 0)


def load(game: Game[P, S], file: Path) -> Saved[P]:
    """A saved game with its positions. Raises BadInput or OSError."""

    def start(entry: Mapping[str, Any]) -> P:
        return game.begin(read_start(entry, game.read_saved))

    return load_game(file, game.name, start, game.sides)


def is_default(game: Game[P, S], setup: S) -> bool:
    """True if a set-up says nothing of where a game starts."""
    from common.command.setup_options import own_options

    usual = game.setup()
    return all(
        not told.start or getattr(setup, name) == getattr(usual, name) for name, _, told in own_options(game)
    )
