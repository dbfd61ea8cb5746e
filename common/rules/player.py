"""What every player obeys: it decides a move, or loses by a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.messages import _
from common.rules.errors import visible
from common.rules.position import Position


class PlayerFault(Exception):
    """A player lost by a fault; the message is what it did, e.g. `gives up`; `detail` its last words, `kind` for counting."""

    def __init__(self, what: str, detail: str = "", kind: str = _("crash")) -> None:
        super().__init__(what)
        self.detail, self.kind = visible(detail), kind


class Request(Exception):
    """What a human asks for in place of a move, such as taking one back; the game continues afterwards."""


class Stateless:
    """A player that decides every move anew: what it was asked before does not count, so a game can go on without it."""

    def __init__(self, decide: Callable[[Any], Any]) -> None:
        self._decide = decide

    def __call__(self, position: Position) -> Any:
        """Its move. Raises what the player raises."""
        return self._decide(position)
