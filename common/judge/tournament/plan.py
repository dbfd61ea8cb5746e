"""The plan of a tournament: its players, pairs and limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from common.judge.match.games import load_game
from common.judge.tournament.participants import Entrant
from common.play.game import Game
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.search.limit import Limit


class Plan(NamedTuple):
    """The games of a tournament: module and size of the game, players, pairs per pairing, limit, seed.

    Everyone plays everyone. The seed determines start positions and random players.
    """

    module: str
    size: int
    entrants: Sequence[Entrant]
    pairs: int
    limit: Limit
    seed: int = 0
    confinement: Confinement = DEFAULT_CONFINEMENT

    @property
    def game(self) -> Game[Any]:
        """The game that the module defines."""
        return load_game(self.module)

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [entrant.name for entrant in self.entrants]

    @property
    def total(self) -> int:
        """The number of games in the whole tournament."""
        count = len(self.entrants)
        return self.pairs * count * (count - 1)

    @property
    def has_programs(self) -> bool:
        """True if an external program plays."""
        return any(entrant.is_program(self.game) for entrant in self.entrants)

    def description(self) -> dict[str, Any]:
        """Return the facts about the tournament as JSON."""
        return {
            "tournament": self.module,
            "size": self.size,
            "pairs": self.pairs,
            "limit": self.limit.record_fields(),
            "seed": self.seed,
            "players": self.names,
        }
