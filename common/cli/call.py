"""The games of one call of `play`: who is asked what, who plays, from where. Needs no typer."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common.play.game import Game, Names
from common.play.players import PlayerSettings, random_seed
from common.play.questions import ask_choice, ask_number, ask_sides, print_dimmed
from common.play.record import FOLDER, Record, load, locating_errors, saved_games
from common.play.table import Table, numbered, play_games, tell_person
from common.rules.errors import BadInput, Leave, quoted, visible
from common.rules.files import check_folders, check_overwrite
from common.search.limit import Level, Limit, choose_limit
from common.show.window import on_terminal, say

LAST = Path("last")  # the value of --resume for the newest unfinished game


def play_asked(game: Game[Any]) -> int:
    """Play the assignment's dialogue, which asks for everything. Return 0. Raise BadInput or Leave."""
    settings = PlayerSettings(Level(game.limit), levels_vary=True)
    return play_new(Table(game, {}, settings), {}, dict.fromkeys(game.sides), asks=True)


def play_new(  # noqa: PLR0913
    table: Table,
    given: dict[str, Any],
    names: Names,
    seated: Mapping[str, Any] = {},
    level: int | None = None,
    asks: bool = False,
) -> int:
    """Play the games of a call. Return 0. Raise BadInput or OSError before anything is printed, or Leave.

    `given` are the options of the start, `seated` those of the game that choose players, and `level` is the
    number given by --level. With `asks`, the
    game asks its own questions for what is missing.
    """
    game = table.game
    check_names(game, names)
    names = game.seated(names, **seated)
    check_outputs(table, names)
    game.starts(**given)  # refuse bad options before asking any question
    if asks and not table.as_json:
        given, names = game.ask(given, names)
    elif on_terminal() and not table.as_json:
        if not any(names.values()) or "human" in names.values():
            introduce(game)
        if not any(names.values()):
            names = ask_sides(game.sides)
            level = level or asked_level(table, names)
    chosen = fill_seats(game, names, level)
    check_outputs(table, chosen)
    table = hide_record(table._replace(names=chosen, is_practice=not asks))
    seed = given.pop("seed", None)
    is_random = game.starts(**given, seed=0) != game.starts(**given, seed=1)
    seeded = any(game.kind(side, name).is_seeded for side, name in chosen.items())
    play_games(table, lambda drawn: game.starts(**given, seed=drawn), seed, is_random or seeded)
    return 0


def introduce(game: Game[Any]) -> None:
    """Print the introduction for newcomers on a terminal, if the game has one."""
    if on_terminal() and game.rules.introduction:
        say(game.rules.introduction)


def asked_level(table: Table, names: Names) -> int | None:
    """Ask for the engine's level if a person plays it, and no option sets its limits. Raise Leave."""
    game = table.game
    if table.settings.level != Level(game.limit) or set(names.values()) != {"human", "engine"}:
        return None
    least, most = min(game.levels), max(game.levels)
    return ask_number("Level of the engine, 1 (easy) to 5 (hard): ", least, most, least)


def fill_seats(game: Game[Any], names: Names, level: int | None) -> dict[str, str]:
    """Return a player for each side: where none is named the engine, at the level that is given."""
    engine = f"level-{level}" if level else "engine"
    if not any(names.values()):
        names = dict(zip(game.sides, game.seats, strict=True))
    return {side: engine if name in (None, "engine") else str(name) for side, name in names.items()}


def check_names(game: Game[Any], names: Names) -> None:
    """Raise BadInput for a name that is neither a player nor a command."""
    for side, name in names.items():
        if name is not None:
            game.kind(side, name)


def check_outputs(table: Table, names: Mapping[str, str | None]) -> None:
    """Raise BadInput if a folder is missing, or if a person would play while stdout carries JSON.

    Raise OSError if a path is a device, a socket or a named pipe.
    """
    check_folders(table.record, table.film)
    for side, name in names.items():
        if table.as_json and name == "human":
            wanted = f"choose another player, e.g. --{side.lower()} engine"
            raise BadInput(f"--json: {side} is 'human', who cannot play: {wanted}")


def hide_record(table: Table) -> Table:
    """Return a table whose programs cannot read the record of their game. Warn if the sandbox has gaps."""
    if all(name in table.game.kinds for name in table.names.values()):
        return table
    from common.programs.sandbox import warn_of_gaps

    settings = table.settings
    warn_of_gaps(settings.confinement)
    hidden = settings.confinement.with_secret(table.record)
    return table._replace(settings=settings._replace(confinement=hidden))


def resume(  # noqa: PLR0913
    table: Table, file: Path, names: Names, seed: int | None, trust: bool, level: int | None, has_limit: bool
) -> int:
    """Resume a saved game and play it to its end. Return 0. Raise BadInput, OSError or Leave.

    Players and limits that are not given are those of the record.
    """
    game = table.game
    if file == LAST:
        file = newest_unfinished(game)
        print_dimmed(f"The newest unfinished game: {file}")
    record = load(game, file)
    if record.recorded_outcome:
        raise BadInput(f"--resume {quoted(str(file))}: this game is over: choose an unfinished one")
    chosen = fill_seats(game, dict(resumed_players(file, record, names, has_limit)), level)
    check_names(game, dict(chosen))
    check_outputs(table, dict(chosen))
    unknown = {side: name for side, name in chosen.items() if names[side] is None and name not in game.kinds}
    if unknown and not trust:
        ask_trust(file, unknown, table.as_json)
    settings, seed = table.settings, record.seed if seed is None else seed
    if has_limit:
        record.header["limits"] = settings.level.record_fields()
    else:
        with locating_errors(file, 1):
            settings = settings._replace(level=recorded_level(record, settings.level))
    if seed is None:
        seed = random_seed()
        if any(game.kind(side, name).is_seeded for side, name in chosen.items()):
            print(f"The record has no seed, so the players go on with another: {seed}", file=sys.stderr)
    record.header |= {"players": dict(chosen), "seed": seed}
    settings, path = settings._replace(seed=seed), table.record or file
    table = hide_record(table._replace(names=chosen, settings=settings, record=path, is_practice=True))
    print_dimmed(f"Resuming after move {len(record.moves)}.")
    number = game.series.number(record.history[0], record.number) if game.series else record.number or 1
    table.go_on(record, number)
    tell_person(table, record)
    for line in table.hints([record]):
        print(line)
    return 0


def newest_unfinished(game: Game[Any]) -> Path:
    """Return the file of the last changed game without an outcome. Raise BadInput if there is none."""
    for path, record in saved_games(game):
        if not record.recorded_outcome:
            return path
    raise BadInput(f"--resume last: no unfinished game of {game.name}.py in {FOLDER}/")


def recorded_level(record: Record[Any], usual: Level) -> Level:
    """Return the recorded limits of the engine.

    Return the usual level if there are none, or if they are those of a level, which its name brings along.
    Raise BadInput if one is out of range, ValueError or TypeError if it is no number.
    """
    levels = [level.record_fields() for level in record.game.levels.values()]
    if record.limits in levels and "engine" not in record.players.values():
        return usual
    kinds = {"seconds": float, "nodes": int, "depth": int}
    limits = record.limits
    found: dict[str, Any] = {name: kind(limits[name]) for name, kind in kinds.items() if name in limits}
    return choose_limit(Limit(**found), usual.limit)


def resumed_players(file: Path, record: Record[Any], names: Names, has_limit: bool) -> dict[str, str]:
    """Return the players for the rest of a game: those given, else those of the record. Raise BadInput.

    A limit takes the place of a recorded level.
    """
    found = dict[str, str]()
    for side in record.game.sides:
        name = names[side] or record.players.get(side)
        if not isinstance(name, str):
            raise BadInput(f"{file} does not say who plays {side}: add --{side.lower()} to --resume")
        is_replaced = has_limit and names[side] is None and name.startswith("level-")
        found[side] = "engine" if is_replaced else name
    return found


def ask_trust(file: Path, commands: Mapping[str, str], as_json: bool) -> None:
    """Ask whether to run the commands that a record names.

    Raise Leave if the answer is no, and BadInput if there is no person to ask.
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


def check_record(record: Path | None, games: int, force: bool) -> None:
    """Raise BadInput if a record of one of the call's games would overwrite a file."""
    for number in range(1, games + 1):
        check_overwrite("--record", numbered(record, number), force)
