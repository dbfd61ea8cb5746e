"""Options declared without typer: those of `move`, which is read by hand, and the fields of a game's set-up."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from common.messages import _, joined
from common.play.game import Game, Help, Told
from common.search.limit import Limit

POSITION = Help(_("a position; without it the usual start"))
NODES = _("positions looked at a move; the same call then plays the same game")
DEPTH = _("plies looked ahead; the same call then plays the same game")


class OwnOption(NamedTuple):
    """An option of a verb: its name, its type, how it is told, its default (`...` where it is required)."""

    name: str
    kind: Any
    told: Told
    usual: Any = None


def move_options(game: Game[Any, Any]) -> list[OwnOption]:
    """Declare the options of `move`: the limits that the players of a game know."""
    declared = (
        OwnOption("seconds", float, Told(seconds_help(game))),
        OwnOption("nodes", int, Told(NODES)),
        OwnOption("depth", int, Told(DEPTH)),
    )
    return [option for option in declared if option.name in game.players.limits["play"]]


def seconds_help(game: Game[Any, Any]) -> str:
    """The limit of a move in seconds, for `--help`; what a game takes without is told."""
    return _("seconds a move (default: {limit})", limit=told(game.players.usual))


def told(limit: Limit) -> str:
    """A limit for `--help`."""
    names = {"seconds": _("seconds"), "nodes": _("positions"), "depth": _("plies")}
    known = limit.known().items()
    return joined(", ", [_("{value:g} {unit}", value=value, unit=names[name]) for name, value in known]) or _(
        "no limit"
    )


def own_options(game: Game[Any, Any], verb: str | None = None) -> list[OwnOption]:
    """The fields of a game's set-up; those that one verb has, if it is named."""
    found, usual = [], game.starts.setup()
    for name, kind in get_type_hints(game.starts.setup, include_extras=True).items():
        told = Told(game.help.get("position", POSITION).text)
        if get_origin(kind) is Annotated:
            kind, told = get_args(kind)
        if verb is None or told.only in (None, verb):
            found.append(OwnOption(name, kind, told, getattr(usual, name)))
    return found
