"""Evaluation of a position: who wins, if proven, and the game that best-first search would play from it."""

from __future__ import annotations

import time
from functools import cache, partial
from itertools import islice
from math import inf
from typing import Generic

from common.games.circle_the_cat.containment import Enclosure
from common.games.circle_the_cat.distances import Measures
from common.games.circle_the_cat.players import Searches
from common.kernels.interrupt import is_over
from common.rules.position import Outcome, P, game
from common.search.limit import PURSUIT_PROOF, Level, Limit
from common.search.results import Insight

MOST, LEAST = 100.0, 1.0  # points of a win with the next move, half of it with the one after; of one of unknown length


class Foresight(Generic[P]):
    """Judges positions; it remembers the moves of best-first search, for games that are thought out often meet."""

    def __init__(self, searches: Searches[P]) -> None:
        self._searches, self._sides = searches, searches.sides
        self._chosen = cache(lambda position, nodes: searches.best_first(position, Level(Limit(nodes=nodes))))

    def winner(self, position: P) -> str | None:
        """Who wins whatever the other does: the cat by two open exits at once, the catcher where the enclosure proves it."""
        kernels, (cat, free, exits) = self._searches.distances.plain, self._searches.state(position)
        enclosure = Enclosure(self._searches.board, kernels, exits)
        two_distances = Measures(kernels, exits).distances(free, 2)
        cells = position.moves() if position.turn == self._sides[0] else [cat]
        if min(two_distances[cell] for cell in cells) <= 1:
            return self._sides[0]
        return self._sides[1] if all(enclosure.holds(cell, free) for cell in cells) else None

    def judge(self, position: P, limit: Limit) -> Insight:
        """Who wins, as far as it is proven, else if both sides go on by best-first search; the sooner the more points."""
        deadline = time.monotonic() + (limit.aim or inf)
        return self._ahead(position, limit, deadline, *self.proven(position, limit))

    def guess(self, position: P) -> Insight:
        """Who wins if both sides go on by best-first search, of which nothing is proven."""
        return self._ahead(position, Limit(), inf, None, None)

    def _ahead(self, position: P, limit: Limit, deadline: float, proven: str | None, move: int | None) -> Insight:
        """Who wins, `proven` or not, if both sides go on by best-first search after a `move`, if that is known."""
        after = position if move is None else position.play(move)
        line, outcome = self.game_from(after, limit, deadline)
        line = line if move is None else (position.text(move), *line)
        winner = proven or (outcome.winner if outcome else None)
        if winner is None:
            return Insight(position.turn, line, None, "nobody has won by then, as far as the engine looked", len(line), False)
        moves = len(line[winner != position.turn :: 2])
        seen = outcome and outcome.winner == winner
        long = "1 move" if moves == 1 else f"{moves} moves"
        words = f"{winner} wins, in {long} if both go on as the engine does" if seen else f"{winner} wins"
        points = round(MOST / moves, 2) if seen else LEAST
        return Insight(position.turn, line, points if winner == position.turn else -points, words, len(line), bool(proven))

    def proven(self, position: P, limit: Limit) -> tuple[str | None, int | None]:
        """Who wins, proven within a share of a limit, and a move that keeps a win; None for what is not known."""
        found: tuple[str | None, int | None] = (None, None)
        if limit.seconds or limit.nodes:
            found = self._searches.proof.best(position, limit.part(PURSUIT_PROOF))
        return found if found[0] else (self.winner(position), None)

    def game_from(self, position: P, limit: Limit, deadline: float) -> tuple[tuple[str, ...], Outcome | None]:
        """The moves of both sides by best-first search, and how the game then ends, None if that is too far away."""
        line = []
        for move, after in islice(
            game(position, dict.fromkeys(self._sides, partial(self._chosen, nodes=limit.nodes))), limit.depth
        ):
            line.append(position.text(move))
            position = after
            if is_over(deadline):
                break
        return tuple(line), position.outcome()
