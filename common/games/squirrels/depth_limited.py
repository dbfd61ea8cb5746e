"""A game whose engine is a textbook's search to a cut-off depth: who plays it then, and what is expected of a position."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import partial
from random import Random
from typing import Any

from common.play.game import Game, Make
from common.play.players import PlayerSettings
from common.play.setup import S
from common.rules.player import Stateless
from common.rules.position import P, Player
from common.search.limit import Level
from common.search.results import Insight

LEAST = 1e-6  # stake, where nothing is


class DepthLimitedGame(Game[P, S]):
    """`algorithms` are numbers by the names of their players, `best` is that of the engine.

    `cut_off` is the depth of a player, `foreseen` that of an analysis, unless one says otherwise.
    """

    algorithms: Mapping[str, int]
    best: int
    cut_off, foreseen = 3, 4

    def choose(self, position: P, algorithm: int, depth: int) -> Any:
        """The move of an algorithm; None where there is none."""
        raise NotImplementedError

    def lead(self, position: P, side: str) -> int:
        """What a side is ahead by."""
        raise NotImplementedError

    def board(self, position: P) -> str:
        """The board as files show it, without blanks."""
        raise NotImplementedError

    def stake(self, position: P) -> float:
        """How many points of a board are worth as much as one of those for which `curve` and `slip` are meant."""
        return 1.0

    def at(self, start: P, number: int = 1) -> DepthLimitedGame[P, S]:
        game, stake = copy(self), max(self.stake(start), LEAST)
        game.curve, game.slip = type(self).curve.stretched(stake), type(self).slip * stake
        return game

    def simple(self, side: str) -> Mapping[str, Make]:
        return {name: partial(self.following, number) for name, number in self.algorithms.items()}

    def following(self, algorithm: int, settings: PlayerSettings) -> Player[P]:
        """A player that takes what an algorithm takes."""
        depth = settings.limit.depth or self.cut_off
        return Stateless(lambda position: self.choose(position, algorithm, depth))

    def engine(self, settings: PlayerSettings) -> Player[P]:
        return self.following(self.best, settings)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[P]:
        """Who is blind to a share of the moves takes the best next lead that it sees; the same board, the same blind spots."""

        def seen_best(position: P) -> Any:
            chance, moves = Random(self.board(position)), position.moves()
            seen = [move for move in moves if chance.random() >= level.blind] or moves[:1]
            return max(seen, key=lambda move: self.lead(position.play(move), position.turn))

        return Stateless(seen_best) if level.blind else self.engine(settings._replace(level=level))

    def answer(self, position: P, settings: PlayerSettings, gone: float) -> Any:
        return self.engine(settings)(position)

    def warm(self) -> None:
        """Nothing is compiled."""

    def judge(self, position: P, settings: PlayerSettings) -> Insight:
        """The line that the engine expects, and the lead at its end."""
        end, line, side = position, list[str](), position.turn
        for depth in range(settings.limit.depth or self.foreseen, 0, -1):
            if (move := self.choose(end, self.best, depth)) is None:
                break
            line.append(end.text(move))
            end = end.play(move)
        score, ended = self.lead(end, side), not end.moves()
        known = self.score(side, float(score), self.words(score, side, ended), ended)
        return Insight(known, tuple(line), len(line))

    def words(self, score: int, side: str, ended: bool = True) -> str:
        """Who is ahead by how much at the end of the game, or before."""
        leader = side if score > 0 else self.other(side)
        return (
            f"{leader} {'wins' if ended else 'leads'} by {abs(score)}"
            if score
            else "draw"
            if ended
            else "even"
        )
