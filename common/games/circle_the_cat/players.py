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
from common.play.players import PlayerSettings
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level, Limit
from common.show.progress_line import progress_watch

if TYPE_CHECKING:
    from common.games.circle_the_cat.proof_player import ProofPlayer
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


def make_strategy_player(
    strategy: Strategy, settings: PlayerSettings, level: Level | None = None
) -> Player[Position]:
    """Return a player that follows a strategy at `level`, by default the level of the settings.

    In a match it uses machine code, which is compiled now if need be.
    """
    kernels = DISTANCES.fast if settings.in_match else DISTANCES.plain
    return StatelessPlayer(lambda position: strategy(position, level or settings.level, kernels))


@cache
def can_prove() -> bool:
    """Return True if Numba is installed; if not, say so once on a terminal."""
    if not can_compile() and sys.stderr.isatty():
        note = "Without Numba both sides play best-first search, and prove nothing."
        print(note, file=sys.stderr)
    return can_compile()


def make_prover(limit: Limit, settings: PlayerSettings) -> Player[Position]:
    """Return the default player: best-first search with proofs within `limit`.

    Without Numba it proves nothing and ignores the limit. The settings' own limit is ignored. In a match, or
    if they ask for a warm-up, kernels are compiled now.
    """
    if not can_prove():
        return StatelessPlayer(best_first)
    found = Prover(limit, settings.shows_progress)
    if settings.warm_up or settings.in_match:
        found.proof_player  # noqa: B018
    return found


class Prover:
    """A player that plays by proofs if it can, else by best-first search."""

    def __init__(self, limit: Limit, shown: bool) -> None:
        self._limit, self._watch = limit, progress_watch(shown)

    @cached_property
    def proof_player(self) -> ProofPlayer | None:
        """The proof player, compiled first if need be; None without machine code."""
        return make_proof_player(self._limit)

    def __call__(self, position: Position) -> int:
        """Return a move within the limit, which starts once the kernels are compiled."""
        if self.proof_player is None:
            return best_first(position)
        with self._watch(self._limit.seconds) as say:
            say("proving who wins")
            return self.proof_player.move(position)

    def move(self, position: Position, deadline: Deadline) -> int:
        """Return a move before a deadline; the player's own limit is ignored.

        If the deadline is a time and machine code is not ready, do not wait: play best-first search without
        proofs.
        """
        play = proof_player_if_built(self._limit) if deadline.is_timed else self.proof_player
        return play.move(position, deadline) if play else best_first(position)


def make_proof_player(limit: Limit) -> ProofPlayer | None:
    """Return a proof player (proof_player.py), compiling its kernels now; None without machine code."""
    from common.games.circle_the_cat.certificates import CERTIFICATES

    return _proof_player(CERTIFICATES.fast, DISTANCES.fast, limit)


def proof_player_if_built(limit: Limit) -> ProofPlayer | None:
    """Return a proof player if its machine code is there already, else None."""
    from common.games.circle_the_cat.certificates import CERTIFICATES

    return _proof_player(CERTIFICATES.fast_if_built, DISTANCES.fast_if_built or DISTANCES.plain, limit)


def _proof_player(certificates: Kernels | None, distances: Kernels, limit: Limit) -> ProofPlayer | None:
    if not (certificates and certificates.compiled):
        return None
    from common.games.circle_the_cat.proof_player import ProofPlayer

    return ProofPlayer(certificates, distances, limit)
