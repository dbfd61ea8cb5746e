"""Options declared without typer: those of `move`, and the set-up fields of a game."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from common.play.game import Game, Help, OptionInfo
from common.search.limit import Limit

POSITION = Help("position (default: the usual start)")
NODES = "node limit per move; makes games reproducible"
DEPTH = "depth limit in plies; makes games reproducible"


class DeclaredOption(NamedTuple):
    """An option of a verb: name, type, help, and default (`...` if it is required)."""

    name: str
    kind: Any
    info: OptionInfo
    default: Any = None


def move_options(game: Game[Any, Any]) -> list[DeclaredOption]:
    """Return the options of `move`: the limits that the game's engine can use."""
    declared = (
        DeclaredOption("seconds", float, OptionInfo(seconds_help(game))),
        DeclaredOption("nodes", int, OptionInfo(NODES)),
        DeclaredOption("depth", int, OptionInfo(DEPTH)),
    )
    return [option for option in declared if option.name in game.players.limits["play"]]


def seconds_help(game: Game[Any, Any]) -> str:
    """Return the help text of --seconds, with the default limit of the game."""
    return f"seconds per move (default: {limit_text(game.players.default_limit)})"


def limit_text(limit: Limit) -> str:
    """Return a limit in words for `--help`, such as `2 s` or `20000 nodes`."""
    names = {"seconds": "s", "nodes": "nodes", "depth": "plies"}
    known = limit.record_fields().items()
    return ", ".join([f"{value:g} {names[name]}" for name, value in known]) or "none"


def game_options(game: Game[Any, Any], verb: str | None = None) -> list[DeclaredOption]:
    """Return the set-up options of a game; only those of `verb`, if given."""
    found, defaults = [], game.starts.setup()
    for name, kind in get_type_hints(game.starts.setup, include_extras=True).items():
        info = OptionInfo(game.help.get("position", POSITION).text)
        if get_origin(kind) is Annotated:
            kind, info = get_args(kind)
        if verb is None or info.only_verb in (None, verb):
            found.append(DeclaredOption(name, kind, info, getattr(defaults, name)))
    return found
