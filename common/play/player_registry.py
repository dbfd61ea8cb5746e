"""Players by name: humans, engine and levels, simple players, one-shot and persistent programs."""

from __future__ import annotations

from typing import Any

from common.kernels.deadline import Deadline
from common.play.game import Game
from common.play.game_players import PlayerFactory
from common.play.players import (
    GREEDY_RATE,
    PERSISTENT_PREFIX,
    OpeningPlayer,
    PlayerSettings,
    SeededFactory,
    TimedPlayer,
    mixed_player,
    random_player,
)
from common.rules.errors import BadInput
from common.rules.position import P, Player
from common.search.limit import Level, parse_level

RANDOM = frozenset({"random", "novice"})


def player_of(game: Game[P, Any], side: str, name: str, settings: PlayerSettings, start: P) -> Player[P]:
    """Return the player with this name, or the program with this command line.

    The game begins at `start`, which replaces that of the settings. A level in the name replaces their level.
    Raise BadInput if neither exists.
    """
    players, settings = game.players, settings._replace(start=start)
    if name == "human":
        return game.phrases.human_player(game, settings)
    if name == "engine":
        return varied_player(players.engine, settings, settings.level)
    if level := parse_level(name, players.levels):
        return varied_player(lambda each: players.at_level(side, each.level, each), settings, level)
    if name == "random":
        return random_player(settings.seed)
    simple = players.simple(side)
    if name == "novice":
        return mixed_player(next(iter(simple.values()))(settings), GREEDY_RATE, settings.seed)
    if make := simple.get(name):
        return make(settings)
    if name.startswith(PERSISTENT_PREFIX):
        return persistent_program(game, name.removeprefix(PERSISTENT_PREFIX), settings)
    return players.one_shot_program(name, settings)


def varied_player(make: PlayerFactory, settings: PlayerSettings, level: Level) -> Player[Any]:
    """Return a player of a level. If the settings say so, it varies in the opening."""
    fixed, varied = (settings._replace(level=each) for each in (level, settings.varied(level)))
    if not varied.level.varies:
        return make(fixed)
    return OpeningPlayer(make(varied), make(fixed), warms_up=level.limit.seconds is None)


def referee_move(game: Game[P, Any], position: P, settings: PlayerSettings, deadline: Deadline) -> Any:
    """Return the engine's move for a referee, whose clock starts with the process.

    The deadline replaces the limit of the settings, except for engines that do not search.
    """
    player = game.players.engine(settings._replace(start=position))
    return player.move(position, deadline) if isinstance(player, TimedPlayer) else player(position)


def persistent_program(game: Game[P, Any], command: str, settings: PlayerSettings) -> Player[P]:
    """Return a player whose program runs for a whole game. Raise BadInput if it cannot be run.

    `command` comes without `persistent:`.
    """
    from common.programs.persistent import PersistentPlayer

    return PersistentPlayer(
        command, settings.limit.program_seconds, game.notation.write, settings.confinement
    )


def check_player_name(game: Game[Any, Any], side: str, name: str) -> None:
    """Raise BadInput if a name is neither a player of the side nor a command that can be run."""
    other, players = game.other(side), game.players
    if name in players.simple(other) and name not in players.simple(side):
        option = f"--{side.lower()} {name}"
        raise BadInput(f"{option}: {name} plays the {other}s only")
    if is_player_name(game, side, name):
        return
    from common.programs.one_shot import split_command

    try:
        split_command(name.removeprefix(PERSISTENT_PREFIX))
    except BadInput as problem:
        from difflib import get_close_matches

        names = [*player_names(game, side), *(f"level-{number}" for number in players.levels)]
        similar = get_close_matches(name, names, 1)
        if not similar:
            raise problem from None
        line = f"{problem}; did you mean {similar[0]}?"
        raise BadInput(line) from None


def is_player_name(game: Game[Any, Any], side: str, name: str) -> bool:
    """Return True if a player of the side has this name; otherwise it is a command.

    Raise BadInput for a level that does not exist.
    """
    return name in player_names(game, side) or parse_level(name, game.players.levels) is not None


def player_names(game: Game[Any, Any], side: str) -> tuple[str, ...]:
    """Return the names of a side's players, without levels."""
    return ("human", "engine", "random", "novice", *game.players.simple(side))


def depends_on_seed(game: Game[Any, Any], name: str, level: Level) -> bool:
    """Return True if a player depends on the random seed, so that the seed should be printed.

    `level` is that of the engine in `play`. A command does not depend on the seed.
    """
    played = level if name == "engine" else parse_level(name, game.players.levels)
    if played and played.margin is not None:
        return True
    makes: list[PlayerFactory | None] = [game.players.simple(side).get(name) for side in game.sides]
    return name in RANDOM or any(isinstance(make, SeededFactory) for make in makes)


def is_timed_engine(game: Game[Any, Any], name: str, settings: PlayerSettings) -> bool:
    """Return True for the engine or one of its levels, if it thinks under a time limit."""
    level = settings.level if name == "engine" else parse_level(name, game.players.levels)
    return level is not None and level.limit.seconds is not None


def protocol_has_side(game: Game[Any, Any]) -> bool:
    """Return True if the side to move is among the words that a one-shot program is given."""
    start = game.starts.opening(0)
    return bool(game.players.protocol_words(start)[0] == start.turn)


def side_help(game: Game[Any, Any], side: str) -> str:
    """Return the help of the option for a side's player, with the names that only this side has."""
    others = game.players.simple(game.other(side))
    own = [name for name in game.players.simple(side) if name not in others]
    if own:
        return f"player of {side}; also {', '.join(own)}"
    return f"player of {side}"


def names_help(game: Game[Any, Any]) -> str:
    """Return a sentence about the players that both sides can have, for `--help`."""
    first, second = (game.players.simple(side) for side in game.sides)
    named = ["human", "engine", "level-1 to level-5", "random", "novice"]
    named += [name for name in first if name in second]
    return f"PLAYER is {', '.join([*named, 'a command'])}, or 'persistent: COMMAND'."
