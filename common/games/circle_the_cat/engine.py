"""Circle the Cat for the engine: its player with proofs, its solver, and the meaning of its scores."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat import evaluation
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.distances import DISTANCES
from common.games.circle_the_cat.simple_players import SIMPLE_PLAYERS, strategy_player
from common.kernels.deadline import Deadline
from common.play.players import Kind, PlayerSettings
from common.rules.errors import BadInput
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.game_search import Search, SeatScore
from common.search.limit import Limit
from common.search.results import Insight, Question, Solution
from common.search.score import Curve
from common.show.progress_line import progress_watch

if TYPE_CHECKING:
    from common.games.circle_the_cat.proof_player import ProofPlayer
    from game import Position


class CatSearch(Search[Any]):
    """Scores by the number of moves to the end, and proofs."""

    sides = "cat", "catcher"
    unit = "100 / moves to the end"
    win_score = evaluation.MAX_POINTS + 1
    seat_score = SeatScore("cat moves", evaluation.cat_moves)
    solve_options = frozenset({"moves"})

    def curve(self, start: Position) -> Curve:
        return Curve(0.26, -2.1, clear_margin=inf)  # fitted to games (c29947cf)

    def solve(self, start: Position, question: Question) -> Solution:
        """Prove the winner. Raise BadInput if the cat is to move."""
        if start.turn == "cat":
            raise BadInput("solve needs the catcher to move: leave out 'cat' before CAT BLOCKS EXITS")
        from common.games.circle_the_cat.proof_report import solution

        return solution(start, question, self.score)


SEARCH = CatSearch()


def insight(position: Position, settings: PlayerSettings) -> Insight:
    """Return the score of a position and its best line, see evaluation.py."""
    return evaluation.insight(position, settings, SEARCH.score)


def thinker(settings: PlayerSettings, default: Limit = Limit()) -> Player[Position]:
    """Return the engine: best-first search with proofs within the settings' limit.

    `default` is the limit if the settings have no limit of seconds or nodes. A depth limit is ignored. In
    plain Python it proves nothing and has no limit.
    """
    from common.games.circle_the_cat.certificates import CERTIFICATES

    limit = settings.limit if settings.limit.seconds or settings.limit.nodes else default
    kernels = CERTIFICATES.instance("playing best-first search, which proves nothing")
    if not kernels.compiled:
        return StatelessPlayer(best_first)
    from common.games.circle_the_cat.proof_player import ProofPlayer

    return Prover(ProofPlayer(kernels, DISTANCES.instance(), limit), limit, settings.shows_progress)


def at_level(settings: PlayerSettings) -> Player[Position]:
    """Return a weakened best-first search; the engine at the level that has no margin, the highest."""
    return thinker(settings) if settings.level.margin is None else strategy_player(best_first, settings)


class Prover:
    """A player that plays by proofs if it can, else by best-first search."""

    def __init__(self, player: ProofPlayer, limit: Limit, shown: bool) -> None:
        self._player, self._limit, self._watch = player, limit, progress_watch(shown)

    def __call__(self, position: Position) -> int:
        """Return a move within the limit."""
        with self._watch(self._limit.seconds) as say:
            say("proving who wins")
            return self._player.move(position)

    def move(self, position: Position, deadline: Deadline) -> int:
        """Return a move before a deadline; the player's own limit is ignored."""
        return self._player.move(position, deadline)


PLAYERS = {**SIMPLE_PLAYERS, "perfect": Kind(partial(thinker, default=Limit(seconds=1)))}
