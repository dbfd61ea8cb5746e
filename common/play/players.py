"""Settings that every player gets, the interfaces of players, and players that only need chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from common.kernels.deadline import Deadline
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.rules.errors import BadInput
from common.rules.player import StatelessPlayer
from common.rules.position import P, Player, Position
from common.search.limit import Level, Limit, parse_level

if TYPE_CHECKING:
    from common.search.game_search import Search
    from common.search.think import Engine

PERSISTENT_PREFIX = "persistent:"  # before the command line of a persistent program
OPENING_MOVES = 4  # moves of a player in which its level varies: two turns of the dogs
GREEDY_RATE = 0.8  # probability of a greedy move of a `novice`; its other moves are random


class PlayerSettings(NamedTuple):
    """The settings of a player.

    With `levels_vary`, levels choose by the `seed`. `in_match` is True for one of many games in this process:
    tables of its own, no progress line. `shows_progress` draws the thinking on a terminal. With
    `is_opponent`, an opponent of a person, it shows no move and no score there. External programs run under a
    `confinement`. `start` is the start position of the game.
    """

    level: Level = Level()
    seed: int = 0
    levels_vary: bool = False
    in_match: bool = False
    shows_progress: bool = True
    is_opponent: bool = False
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


class Kind(NamedTuple):
    """A kind of player: its factory, the sides that it can play, and whether it depends on the random seed.

    Without `sides` it plays both. `level` is that of a weakened engine.
    """

    make: Callable[[PlayerSettings], Player[Any]]
    sides: tuple[str, ...] = ()
    is_seeded: bool = False
    level: Level | None = None


def plain(decide: Callable[[Any], Any], *sides: str) -> Kind:
    """Return the kind of a player that needs neither limit nor seed."""
    return Kind(lambda settings: StatelessPlayer(decide), sides)


def seeded(make: Callable[[int], Player[Any]], *sides: str) -> Kind:
    """Return the kind of the players that `make` makes from the random seed."""
    return Kind(lambda settings: make(settings.seed), sides, True)


def no_person(settings: PlayerSettings) -> Player[Any]:
    """Raise BadInput: the table seats people, and no other verb has any."""
    raise BadInput("human players are for `play`")


def varied_player(
    make: Callable[[PlayerSettings], Player[Any]], settings: PlayerSettings, level: Level
) -> Player[Any]:
    """Return a player of a level. If the settings say so, it varies in the opening."""
    fixed, varied = (settings._replace(level=each) for each in (level, settings.varied(level)))
    if not varied.level.varies:
        return make(fixed)
    return OpeningPlayer(make(varied), make(fixed), warms_up=level.limit.seconds is None)


def check_command(name: str, known: Iterable[str], levels: Mapping[int, Level]) -> None:
    """Raise BadInput if a name that is none of the known players is no command that can be run either."""
    from difflib import get_close_matches

    from common.programs.one_shot import split_command

    parse_level(name, levels)
    try:
        split_command(name.removeprefix(PERSISTENT_PREFIX))
    except BadInput as problem:
        similar = get_close_matches(name, known, 1)
        raise BadInput(f"{problem}; did you mean {similar[0]}?" if similar else str(problem)) from None


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


def searching_engine(
    search: Search[P], settings: PlayerSettings, book: Callable[[P], Any] = lambda position: None
) -> Engine[P]:
    """Return the engine that searches games from `settings.start`.

    At full strength it plays the move of the `book` first. A level that ignores moves or varies by a margin
    has no book. An opponent of a person does not show what it finds.
    """
    from common.search.think import Engine
    from common.show.progress_line import progress_watch

    level, game = settings.level, search.searched_game(settings.start)
    plays_book = not (level.ignored_part or (level.varies and level.margin))
    engine = Engine(
        game,
        game.searcher(level, shared=not settings.in_match),
        level.limit,
        book if plays_book else lambda position: None,
        progress_watch(settings.shows_progress and not settings.in_match),
    )
    if settings.is_opponent:
        engine.describe = lambda position, report: f"depth {report.depth}"  # type: ignore[method-assign]
    return engine


def random_seed() -> int:
    """Return a random seed of at most six digits, from the operating system."""
    import random

    return random.SystemRandom().randrange(1_000_000)


def seed_line(seed: int) -> str:
    """Return the line that says which seed was used, and the option that repeats the game."""
    return f"seed {seed} (repeat with --seed {seed})"
