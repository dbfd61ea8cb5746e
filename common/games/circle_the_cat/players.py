"""Players by name: best-first search, the textbook players, and the prover, the default of both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from common.games.circle_the_cat import textbook
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.distances import DISTANCES
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.play.players import PlayerSettings
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level, Limit
from common.show.progress_line import progress_watch

if TYPE_CHECKING:
    from common.games.circle_the_cat.proof_player import ProofPlayer
    from game import Position

Strategy = Callable[["Position", Level, Kernels], int]
STRATEGIES: dict[str, dict[str, Strategy]] = {
    "cat": {
        "shortest": textbook.first_cell,
        "best-first": best_first,
        "two-distance": textbook.nearest,
    },
    "catcher": {
        "next": textbook.first_cell,
        "best-first": best_first,
        "exit": textbook.last_cell,
        "widen": textbook.widest,
    },
}


def make_strategy_player(
    strategy: Strategy, settings: PlayerSettings, level: Level | None = None
) -> Player[Position]:
    """Return a player that follows a strategy at `level`, by default the level of the settings.

    In a match it uses the stored module.
    """
    kernels = DISTANCES.instance() if settings.in_match else DISTANCES.plain
    return StatelessPlayer(lambda position: strategy(position, level or settings.level, kernels))


def make_prover(limit: Limit, settings: PlayerSettings) -> Player[Position]:
    """Return the default player: best-first search with proofs within `limit`.

    In plain Python it proves nothing and ignores the limit. The settings' own limit is ignored.
    """
    from common.games.circle_the_cat.certificates import CERTIFICATES

    kernels = CERTIFICATES.instance("playing best-first search, which proves nothing")
    if not kernels.compiled:
        return StatelessPlayer(best_first)
    from common.games.circle_the_cat.proof_player import ProofPlayer

    return Prover(ProofPlayer(kernels, DISTANCES.instance(), limit), limit, settings.shows_progress)


class Prover:
    """A player that plays by proofs if it can, else by best-first search."""

    def __init__(self, player: ProofPlayer, limit: Limit, shown: bool) -> None:
        self._player, self._limit, self._watch = player, limit, progress_watch(shown)

    def __call__(self, position: Position) -> int:
        """Return a move within the limit."""
        with self._watch(self._limit.seconds) as say:
            say("proving who wins")
            return self._player.move(position)

    def move(self, position: Position, deadline: Deadline) -> int:
        """Return a move before a deadline; the player's own limit is ignored."""
        return self._player.move(position, deadline)
