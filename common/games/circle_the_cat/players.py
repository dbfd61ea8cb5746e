"""Players by name: best-first search, players without search, and the prover, the default of both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.distances import DISTANCES, Measures
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


def path(position: Position, kernels: Kernels) -> list[int]:
    """Return the cells of the cat's shortest path to an exit; without one, its first free neighbour."""
    return Measures(kernels, position.exits).path(position.cat, position.free)


def first_cell(position: Position, level: Level, kernels: Kernels) -> int:
    """Return the first cell of the cat's shortest path to an exit, to step on or to block.

    Without a path, it is the cat's first free neighbour. `level` is ignored.
    """
    return path(position, kernels)[0]


def last_cell(position: Position, level: Level, kernels: Kernels) -> int:
    """Return the last cell of the cat's shortest path, to block it; `level` is ignored."""
    return path(position, kernels)[-1]


def nearest(position: Position, level: Level, kernels: Kernels) -> int:
    """Return the step with the smallest two-distance, then the smallest distance; `level` is ignored."""
    measures = Measures(kernels, position.exits)
    distance = measures.distances(position.free, 1)
    two_distance = measures.distances(position.free, 2)
    return min(position.moves(), key=lambda step: (two_distance[step], distance[step]))


def widest(position: Position, level: Level, kernels: Kernels) -> int:
    """Return the block after which the cat's shortest two-distances are largest; `level` is ignored."""
    widenings = Measures(kernels, position.exits).widenings(position.cat, position.free)
    return max(widenings, key=lambda entry: entry[0])[1]


STRATEGIES: dict[str, dict[str, Strategy]] = {
    "cat": {
        "shortest": first_cell,
        "best-first": best_first,
        "two-distance": nearest,
    },
    "catcher": {
        "next": first_cell,
        "best-first": best_first,
        "exit": last_cell,
        "widen": widest,
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
