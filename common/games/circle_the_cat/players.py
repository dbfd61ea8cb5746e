"""Players by name: best-first search, the textbook players, and the prover, the default of both sides."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING

from common.games.circle_the_cat import textbook
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.distances import DISTANCES
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, can_compile
from common.messages import _
from common.play.players import PlayerSettings
from common.rules.player import Stateless
from common.rules.position import Player
from common.search.limit import Level, Limit
from common.show.language import translated
from common.show.progress_line import watch_if

if TYPE_CHECKING:
    from common.games.circle_the_cat.proof_player import ProvenPlay
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


def strategist(strategy: Strategy, settings: PlayerSettings, level: Level | None = None) -> Player[Position]:
    """Return a player that follows a strategy, in machine code if it plays many games."""
    kernels = DISTANCES.fast if settings.many else DISTANCES.plain
    return Stateless(lambda position: strategy(position, level or settings.level, kernels))


@cache
def can_prove() -> bool:
    """Return True if Numba is installed; if not, say so once on a terminal."""
    if not can_compile() and sys.stderr.isatty():
        note = translated(_("Without Numba both sides play best-first search, and prove nothing."))
        print(note, file=sys.stderr)
    return can_compile()


def prover(limit: Limit, settings: PlayerSettings) -> Player[Position]:
    """Return the default player: best-first search, with proofs if machine code is available."""
    if not can_prove():
        return Stateless(best_first)
    found = Prover(limit, settings.shown)
    if settings.warm_up or settings.many:
        found.compiled  # noqa: B018
    return found


class Prover:
    """A player that plays by proofs if it can, else by best-first search."""

    def __init__(self, limit: Limit, shown: bool) -> None:
        self._limit, self._watch = limit, watch_if(shown)

    @cached_property
    def compiled(self) -> ProvenPlay | None:
        """The proof player, compiled first if need be; None without machine code."""
        return proven_play(self._limit)

    def __call__(self, position: Position) -> int:
        """Return a move within the limit, which starts once the kernels are compiled."""
        if self.compiled is None:
            return best_first(position)
        with self._watch(self._limit.seconds) as say:
            say(_("proving who wins"))
            return self.compiled.move(position)

    def move(self, position: Position, deadline: Deadline) -> int:
        """Return a move before a deadline; if that is a time, do not wait for the compiler."""
        play = prompt_play(self._limit) if deadline.is_timed else self.compiled
        return play.move(position, deadline) if play else best_first(position)


def proven_play(limit: Limit) -> ProvenPlay | None:
    """Return a proof player (proof_player.py), compiling its kernels now; None without machine code."""
    from common.games.circle_the_cat.certificates import CERTIFICATES

    return _by_proofs(CERTIFICATES.fast, DISTANCES.fast, limit)


def prompt_play(limit: Limit) -> ProvenPlay | None:
    """Return a proof player if its machine code is there already, else None."""
    from common.games.circle_the_cat.certificates import CERTIFICATES

    return _by_proofs(CERTIFICATES.soon, DISTANCES.soon or DISTANCES.plain, limit)


def _by_proofs(certificates: Kernels | None, distances: Kernels, limit: Limit) -> ProvenPlay | None:
    if not (certificates and certificates.compiled):
        return None
    from common.games.circle_the_cat.proof_player import ProvenPlay

    return ProvenPlay(certificates, distances, limit)
