"""Who may play a game: a person, the engine at any level, simple players, anybody's program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple

from common.play.dialogue import Person
from common.play.players import NOVICE, mostly, program_player, random_player, split_command
from common.rules.position import P, Player
from common.search.brain import Brain
from common.search.engine import Engine, engine_here
from common.search.limit import Limit, level_of
from common.search.progress import unwatched
from common.search.worker import FindBrain, searcher_for
from common.show.progress_line import watched

Simple = Mapping[str, Callable[[int], Player[Any]]]  # players by name, each made from a seed
Levels = Mapping[int, Limit]


def with_engines(names: Mapping[str, str | None]) -> dict[str, str]:
    """The players that options name; engines on the sides where they name none."""
    return {side: "engine" if name is None else name for side, name in names.items()}


class PlayerSettings(NamedTuple):
    """What players think with."""

    limit: Limit
    threads: int = 2
    seed: int = 0


class Cast(Generic[P]):
    """The players of one game by their names; `simple` names those of the contract, beside `random` and `novice`."""

    def __init__(
        self,
        find_brain: FindBrain,
        person: Callable[[Engine[Any]], Person],
        simple: Simple,
        protocol: Callable[[P], list[str]],
        levels: Levels,
        greedy: Callable[[int], Player[Any]],
        book: Callable[[P], Any] = lambda _: None,
    ) -> None:
        """`person` makes one who may ask an engine for hints; `protocol` is what programs are told of a position.

        `greedy` is the player whom a novice mostly follows; `book` is the engine's, unless it is limited by a level.
        """
        self._find_brain, self._person, self._protocol = find_brain, person, protocol
        self._levels, self._book = levels, book
        novice = {"novice": lambda seed: mostly(greedy(seed), NOVICE, seed)}
        self.simple: Simple = {"random": random_player, **novice, **simple}
        self.help = f"human, engine, level-1 to level-5, {', '.join(self.simple)}, or a command"

    def player(self, name: str, settings: PlayerSettings, patient: bool = False) -> Player[Any]:
        """A player by its name, or a command line; `patient`: see `engine`. Raises BadInput if it is neither."""
        if name == "human":
            return self._person(self.engine(settings))
        if limit := self._thinking(name, settings):
            return self.engine(settings._replace(limit=limit), patient=patient)
        return self._other(name, settings)

    def here(self, name: str, settings: PlayerSettings) -> Player[Any]:
        """The same for many games side by side: an engine thinks in this process, on one thread. Raises BadInput."""
        if limit := self._thinking(name, settings):
            return engine_here(self._find_brain(), limit, self._book_for(limit))
        return self._other(name, settings)

    def _thinking(self, name: str, settings: PlayerSettings) -> Limit | None:
        return settings.limit if name == "engine" else level_of(name, self._levels)

    def _other(self, name: str, settings: PlayerSettings) -> Player[Any]:
        if name in self.simple:
            return self.simple[name](settings.seed)
        return program_player(name, settings.limit.patience, self._protocol)

    def check(self, names: Mapping[str, str]) -> None:
        """Raises BadInput at a name that is neither a player's nor a command."""
        for name in names.values():
            if name not in ("human", "engine", *self.simple) and level_of(name, self._levels) is None:
                split_command(name)

    @property
    def brain(self) -> Brain[P]:
        """The game as the engine knows it."""
        return self._find_brain()

    def engine(self, settings: PlayerSettings, live: bool = True, patient: bool = False) -> Engine[P]:
        """Our player; both sides of a game share what it has found out. A live one shows its thinking on a terminal.

        A patient one is compiled first, if need be.
        """
        limit = settings.limit
        searcher = searcher_for(self._find_brain, limit, settings.threads if limit.seconds else 1, patient)
        return Engine(self.brain, searcher, limit, watched if live else unwatched, self._book_for(limit))

    def _book_for(self, limit: Limit) -> Callable[[P], Any]:
        return (lambda _: None) if limit.blind else self._book
