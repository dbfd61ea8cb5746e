"""What every player has: settings, faults, an end; and the players that need no knowledge of a game but chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from common.kernels.deadline import Deadline
from common.kernels.interrupt import NEVER, Interrupt
from common.programs.confinement import OPEN, Confinement
from common.rules.player import Stateless
from common.rules.position import Player, Position
from common.search.limit import Level, Limit

LASTING = "persistent:"  # before the command line of a program that is started once a game
NOVICE = 0.8  # share of greedy moves of a `novice`; the others are random


class PlayerSettings(NamedTuple):
    """What a player thinks with; in one of `many` games side by side in this process on one thread, in machine code.

    `warm_up` compiles machine code first, because no clock runs yet; without it plain Python is the fallback.
    `shown` is its thinking on a terminal, which an `interrupt` ends. People who are `coached` are told what
    their moves gave away. Other people's programs run under a `confinement`. `start` is the position that a game starts from.
    """

    level: Level = Level()
    threads: int = 2
    seed: int = 0
    many: bool = False
    warm_up: bool = False
    shown: bool = True
    coached: bool = False
    confinement: Confinement = OPEN
    interrupt: Interrupt = NEVER
    start: Any = None

    @property
    def limit(self) -> Limit:
        """Of a move."""
        return self.level.limit

    def deadline(self, spent: float = 0.0) -> Deadline:
        """Return the deadline of a move that begins now, with `spent` seconds used already."""
        return Deadline.of(self.limit, spent, self.interrupt)


@runtime_checkable
class Reporting(Protocol):
    """A player that can say what it knows of its last move."""

    def known(self) -> dict[str, Any]:
        """What a record keeps of that."""


@runtime_checkable
class Clocked(Protocol):
    """A player that can be given a deadline, as by a referee who counts from the start of the process."""

    def move(self, position: Any, deadline: Deadline) -> Any:
        """Return a move before the deadline."""


def always(decide: Callable[[Any], Any]) -> Callable[[PlayerSettings], Player[Any]]:
    """Makes a player that needs neither limit nor seed."""
    return lambda settings: Stateless(decide)


class Seeded:
    """Makes a player that needs a seed only, which is worth telling."""

    def __init__(self, make: Callable[[int], Player[Any]]) -> None:
        self._make = make

    def __call__(self, settings: PlayerSettings) -> Player[Any]:
        return self._make(settings.seed)


def random_player(seed: int) -> Callable[[Position], Any]:
    """A player that picks any legal move; the same seed, the same game."""
    import random

    choice = random.Random(seed)
    return lambda position: choice.choice(position.moves())


def mostly(player: Callable[[Any], Any], share: float, seed: int) -> Callable[[Any], Any]:
    """A player who makes any legal move where he does not follow another one, which he does in a share of his moves."""
    import random

    chance, any_move = random.Random(seed), random_player(seed)
    return lambda position: player(position) if chance.random() < share else any_move(position)
