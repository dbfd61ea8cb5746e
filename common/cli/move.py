"""The verb `move` without typer, whose import would cost a referee's move about 130 ms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.kernels.process_time import time_used
from common.play.game import Game
from common.play.players import PlayerSettings, TimedPlayer
from common.rules.errors import BadInput, quoted
from common.search.limit import Limit, choose_limit

KINDS = {"seconds": float, "nodes": int, "depth": int}


def move(game: Game[Any], argv: Sequence[str]) -> int:
    """Print the engine's move for a position, or an empty line if the game is over. Raise BadInput."""
    words, limits, left = list[str](), dict[str, Any](), iter(argv)
    for word in left:
        name, has_value, value = word.removeprefix("--").partition("=")
        if not word.startswith("--"):
            words.append(word)
        elif name not in game.limits["play"]:
            wanted = ", ".join(f"--{known}" for known in game.limits["play"])
            raise BadInput(f"move has no option {quoted(word)}: expected {wanted}")
        else:
            limits[name] = read_limit(name, value if has_value else next(left, ""))
    position = game.read(*words)
    settings = PlayerSettings(choose_limit(Limit(**limits), game.limit), start=position)
    deadline = settings.deadline(time_used())
    if position.outcome() or not position.moves():
        print()
        return 0
    player = game.thinker(settings)
    print(
        position.text(
            player.move(position, deadline) if isinstance(player, TimedPlayer) else player(position)
        )
    )
    return 0


def read_limit(name: str, text: str) -> Any:
    """Parse the value of a limit. Raise BadInput."""
    try:
        return KINDS[name](text)
    except ValueError:
        example = 2 if name == "seconds" else 50_000
        raise BadInput(f"--{name} {quoted(text)}: expected a number, e.g. --{name} {example}") from None
