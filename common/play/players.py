"""Settings that every player gets, the interfaces of players, and players that only need chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, Protocol, runtime_checkable

from common.kernels.deadline import Deadline
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.rules.player import StatelessPlayer
from common.rules.position import Player, Position
from common.search.limit import Level, Limit

PERSISTENT_PREFIX = "persistent:"  # before the command line of a persistent program
OPENING_MOVES = 4  # moves of a player in which its level varies: two turns of the dogs
GREEDY_RATE = 0.8  # probability of a greedy move of a `novice`; its other moves are random


class PlayerSettings(NamedTuple):
    """The settings of a player.

    With `levels_vary`, levels choose by the `seed`. `in_match` is True for one of many games in this process:
    tables of its own, no progress line. `shows_progress` draws the thinking on a terminal. A `coached` human
    gets a remark after a bad move. External programs run under a `confinement`. `start` is the start position
    of the game.
    """

    level: Level = Level()
    seed: int = 0
    levels_vary: bool = False
    in_match: bool = False
    shows_progress: bool = True
    coached: bool = False
    confinement: Confinement = DEFAULT_CONFINEMENT
    start: Any = None

    @property
    def limit(self) -> Limit:
        """The limit per move."""
        return self.level.limit

    def varied(self, level: Level) -> Level:
        """Return a level that varies by the seed, or the same level if levels do not vary."""
        return level._replace(seed=self.seed) if self.levels_vary and level.margin is not None else level

    def deadline(self, spent: float = 0.0) -> Deadline:
        """Return the deadline of a move that begins now, after `spent` seconds have been used already."""
        return Deadline.from_limit(self.limit, spent)


@runtime_checkable
class ReportingPlayer(Protocol):
    """A player that reports facts about its last move."""

    def record_fields(self) -> dict[str, Any]:
        """Return the facts to record with the last move, such as its score."""


@runtime_checkable
class TimedPlayer(Protocol):
    """A player that accepts a deadline, for a referee whose clock starts with the process."""

    def move(self, position: Any, deadline: Deadline) -> Any:
        """Return a move before the deadline."""


class OpeningPlayer:
    """A player that follows `opening` in the first OPENING_MOVES moves of its side, then `later`.

    If it `warms_up`, the later player sees the first positions, too, so that it has its tables and proofs.
    `history`, set by the game loop, is the game so far; an undo shortens it.
    """

    history: Sequence[Any] = ()

    def __init__(self, opening: Player[Any], later: Player[Any], warms_up: bool = False) -> None:
        self._opening, self._later, self._warms_up = opening, later, warms_up
        self._last = opening

    def __call__(self, position: Any) -> Any:
        """Return the move for a position of the game."""
        earlier = takewhile(lambda before: before != position, self.history)
        is_opening = sum(before.turn == position.turn for before in earlier) < OPENING_MOVES
        if is_opening and self._warms_up:
            self._later(position)
        self._last = self._opening if is_opening else self._later
        return self._last(position)

    def record_fields(self) -> dict[str, Any]:
        """Return the facts of the player that made the last move."""
        return self._last.record_fields() if isinstance(self._last, ReportingPlayer) else {}


def stateless_factory(decide: Callable[[Any], Any]) -> Callable[[PlayerSettings], Player[Any]]:
    """Return a factory of players that need neither limit nor seed."""
    return lambda settings: StatelessPlayer(decide)


class SeededFactory:
    """A factory of players that depend on the random seed only."""

    def __init__(self, make: Callable[[int], Player[Any]]) -> None:
        self._make = make

    def __call__(self, settings: PlayerSettings) -> Player[Any]:
        return self._make(settings.seed)


def random_player(seed: int) -> Callable[[Position], Any]:
    """Return a player that plays random legal moves, reproducible by the seed."""
    import random

    choice = random.Random(seed)
    return lambda position: choice.choice(position.moves())


def mixed_player(player: Callable[[Any], Any], probability: float, seed: int) -> Callable[[Any], Any]:
    """Return a player that follows another one with a given probability, and else moves at random."""
    import random

    chance, any_move = random.Random(seed), random_player(seed)
    return lambda position: player(position) if chance.random() < probability else any_move(position)


def random_seed() -> int:
    """Return a random seed of at most six digits, from the operating system."""
    import random

    return random.SystemRandom().randrange(1_000_000)


def seed_line(seed: int) -> str:
    """Return the line that says which seed was used, and the option that repeats the game."""
    return f"seed {seed} (repeat with --seed {seed})"
