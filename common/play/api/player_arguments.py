"""Players as arguments: a function from a position to a move, or the name of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.play.game import Game
from common.rules.errors import BadInput, quoted
from common.rules.position import P

PlayerArgument = str | Callable[[Any], Any]


def name_of(player: PlayerArgument) -> str:
    """Return the name of a player, that of the function if it is one."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def check_player(game: Game[P], side: str, player: PlayerArgument) -> None:
    """Raise BadInput if a player is neither callable nor a name known for the side. A human cannot play."""
    if callable(player):
        return
    if not isinstance(player, str) or player == "human":
        wanted = "expected a function from a position to a move, or a name such as 'level-3'"
        raise BadInput(f"{quoted(str(player))}: {wanted}")
    game.kind(side, player)


class LegalPlayer:
    """A function as a player. Its moves are checked."""

    def __init__(self, decide: Callable[[Any], Any]) -> None:
        self._decide = decide

    def __call__(self, position: Any) -> Any:
        """Return the function's move. Raise BadInput if it is illegal; the function's errors propagate."""
        move, moves = self._decide(position), position.moves()
        if move not in moves:
            name, example = name_of(self._decide), position.text(moves[0])
            wanted = f"expected a move of position.moves(), e.g. {moves[0]!r} ({example})"
            raise BadInput(f"{name} returns {quoted(repr(move))}: {wanted}")
        return move
