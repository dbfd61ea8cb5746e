"""The plan of a tournament: its players, pairs, limit and kind."""

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

    It is a Swiss tournament if `rounds` is set, a gauntlet of one player if `hero` (a player's number) is,
    otherwise a round robin. The seed determines start positions and random players.
    """

    module: str
    size: int
    entrants: Sequence[Entrant]
    pairs: int
    limit: Limit
    seed: int = 0
    rounds: int = 0
    hero: int | None = None
    confinement: Confinement = DEFAULT_CONFINEMENT

    @property
    def game(self) -> Game[Any, Any]:
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
        pairings = self.rounds * (count // 2) or (
            count - 1 if self.hero is not None else count * (count - 1) // 2
        )
        return 2 * self.pairs * pairings

    @property
    def has_programs(self) -> bool:
        """True if an external program plays."""
        return any(entrant.is_program(self.game) for entrant in self.entrants)

    def description(self) -> dict[str, Any]:
        """Return the facts about the tournament as JSON."""
        header = self.journal_header()
        return header | {"players": self.names}

    def journal_header(self) -> dict[str, Any]:
        """Return the facts that identify the tournament. Its players may change from call to call."""
        kind = "Swiss" if self.rounds else "gauntlet" if self.hero is not None else "round robin"
        facts = {"tournament": self.module, "size": self.size, "kind": kind, "pairs": self.pairs}
        more = (
            {"rounds": self.rounds}
            if self.rounds
            else {"hero": self.names[self.hero]}
            if self.hero is not None
            else {}
        )
        limits = {"limit": self.limit.record_fields()} | self.confinement.record_fields()
        return facts | more | limits | {"seed": self.seed}


def in_order_of(plan: Plan, names: Sequence[str]) -> Plan:
    """Return the plan with its players in the order of `names`, which are all their names."""
    if plan.names == names:
        return plan
    entrants = sorted(plan.entrants, key=lambda entrant: names.index(entrant.name))
    hero = None if plan.hero is None else names.index(plan.names[plan.hero])
    return plan._replace(entrants=entrants, hero=hero)
