"""The players of a game as people call them, in titles and below pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from common.play.players import PERSISTENT_PREFIX
from common.rules.errors import visible

MAX_LENGTH = 24  # characters of a name
_LEVEL = "level-"


def display_name(name: str) -> str:
    """Return a player's name for people: `you`, `level 1`, a simple player, or the program of a command."""
    if name == "human":
        return "you"
    if name == "engine":
        return "the engine"
    if name.startswith(_LEVEL):
        return f"level {name.removeprefix(_LEVEL)}"
    return visible(_program(name))


def _program(command: str) -> str:
    """Return the script of a command line, else its first word, without folders. Shorten it if need be."""
    words = command.removeprefix(PERSISTENT_PREFIX).split() or [command]
    script = next((word for word in words if word.endswith(".py")), words[0])
    name = PurePath(script.replace("\\", "/")).name
    return name if len(name) <= MAX_LENGTH else f"{name[: MAX_LENGTH - 3]}..."


def opponents(players: Mapping[str, Any]) -> str:
    """Return the players as opponents, e.g. `you against level 1`. Two people are named by their sides.

    `players` has the recorded name of each side. It may be empty; then the result is empty, too.
    """
    only_people = _only_people(players)
    shown = [side if only_people else display_name(str(name)) for side, name in players.items()]
    found, *others = shown or [""]
    for other in others:
        found = f"{found} against {other}"
    return found


def seats(players: Mapping[str, Any]) -> str:
    """Return the player of each side, e.g. `X: you, O: level 1`; nothing if only people play."""
    if _only_people(players):
        return ""
    each = [f"{side}: {display_name(str(name))}" for side, name in players.items()]
    return ", ".join(each)


def _only_people(players: Mapping[str, Any]) -> bool:
    return all(name == "human" for name in players.values())
