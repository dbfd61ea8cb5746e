"""Players without proofs: shortest paths, two-distances, best-first search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.distances import DISTANCES, Measures
from common.kernels.kernel import Kernels
from common.play.players import Kind, PlayerSettings
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level

if TYPE_CHECKING:
    from game import Position

Strategy = Callable[["Position", Level, Kernels], int]


def path(position: Position, kernels: Kernels = DISTANCES.plain) -> list[int]:
    """Return the cells of the cat's shortest path to an exit, without its own.

    If there is no path, return only the cat's first free neighbour.
    """
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


def strategy_player(strategy: Strategy, settings: PlayerSettings) -> Player[Position]:
    """Return a player that follows a strategy at the level of the settings.

    In a match it uses the stored module.
    """
    kernels = DISTANCES.instance() if settings.in_match else DISTANCES.plain
    return StatelessPlayer(lambda position: strategy(position, settings.level, kernels))


def _kind(strategy: Strategy, *sides: str) -> Kind:
    """Return the kind of the players that follow a strategy, on both sides unless `sides` are given."""
    return Kind(partial(strategy_player, strategy), sides)


SIMPLE_PLAYERS = {
    "shortest": _kind(first_cell, "cat"),
    "next": _kind(first_cell, "catcher"),
    "best-first": _kind(best_first),
    "two-distance": _kind(nearest, "cat"),
    "exit": _kind(last_cell, "catcher"),
    "widen": _kind(widest, "catcher"),
}
