"""Who may play a game: a person, the engine, simple players, anybody's program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple

from common.background import FindBrain, thinker_for
from common.engine import Brain, Engine
from common.limit import Limit
from common.players import program_player, random_player, split_command
from common.rules import P
from common.talk import Person

Player = Callable[[Any], Any]
Simple = Mapping[str, Callable[[int], Player]]  # players by name, each made from a seed


def with_engines(names: Mapping[str, str | None]) -> dict[str, str]:
    """The players that options name; engines on the sides where they name none."""
    return {side: "engine" if name is None else name for side, name in names.items()}


class Means(NamedTuple):
    """What players think with."""

    limit: Limit
    threads: int = 2
    seed: int = 0


class Cast(Generic[P]):
    """The players of one game by their names; `simple` names those of the contract, beside `random`."""

    def __init__(
        self,
        find_brain: FindBrain,
        person: Callable[[Engine[Any]], Person],
        simple: Simple,
        protocol: Callable[[P], list[str]],
        book: Callable[[P], Any] = lambda _: None,
    ) -> None:
        """`person` makes one who may ask an engine for hints; `protocol` is what programs are told of a position.

        `book` is the engine's.
        """
        self._book = book
        self._find_brain, self._person, self._protocol = find_brain, person, protocol
        self.simple: Simple = {"random": random_player, **simple}
        self.help = f"human, engine, {', '.join(self.simple)}, or a command"

    def player(self, name: str, means: Means) -> Player:
        """A player by its name, or a command line. Raises BadInput if it is neither."""
        if name == "engine":
            return self.engine(means)
        if name == "human":
            return self._person(self.engine(means))
        if name in self.simple:
            return self.simple[name](means.seed)
        return program_player(name, means.limit.patience, self._protocol)

    def check(self, names: Mapping[str, str]) -> None:
        """Raises BadInput at a name that is neither a player's nor a command."""
        for name in names.values():
            if name not in ("human", "engine", *self.simple):
                split_command(name)

    @property
    def brain(self) -> Brain[P]:
        """The game as the engine knows it."""
        return self._find_brain()

    def engine(self, means: Means, live: bool = True) -> Engine[P]:
        """Our player; both sides of a game share what it has found out. A live one shows its thinking on a terminal."""
        threads = means.threads if means.limit.seconds else 1
        return Engine(self.brain, thinker_for(self._find_brain, means.limit, threads), means.limit, live, self._book)
