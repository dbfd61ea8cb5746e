"""The options of a game's own: the fields of its set-up, as the command line tells them."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from common.play.game import Game, Told


class OwnOption(NamedTuple):
    """A field of a set-up: its name, its type, how it is told."""

    name: str
    kind: Any
    told: Told


def own_options(game: Game[Any, Any], verb: str | None = None) -> list[OwnOption]:
    """The fields of a game's set-up; those that one verb has, if it is named."""
    found = []
    for name, kind in get_type_hints(game.starts.setup, include_extras=True).items():
        told = Told("")
        if get_origin(kind) is Annotated:
            kind, told = get_args(kind)
        if verb is None or told.only in (None, verb):
            found.append(OwnOption(name, kind, told))
    return found
