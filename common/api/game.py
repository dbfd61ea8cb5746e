"""A game as programs and notebooks use it: `import duel7`, then `duel7.GAME`. See docs/api.md.

Everything else is imported when it is called, because every script imports this module.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.play import game as parts
from common.play.setup import S
from common.rules.position import P
from common.search.limit import Limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from common.api.analysis import GameAnalysis
    from common.api.answers import BestMove, SolveResult
    from common.api.match import MatchResult
    from common.api.player_arguments import PlayerArgument
    from common.play.record import Record


class Game(parts.Game[P, S]):
    """A game made of its parts, with the functions that a program calls.

    A limit is `seconds`, `nodes` or `depth`, whichever comes first.
    """

    def _connect_parts(self, default_start: P) -> None:
        super()._connect_parts(default_start)
        kind: Any = type(default_start)
        kind._repr_svg_ = lambda position: self.svg(position)  # the method by which notebooks show it

    # Positions

    def start(self, seed: int = 0, **options: Any) -> P:
        """Return a start position: the usual one, or a random one by `seed`.

        `options` are those of the game's command `play`, such as `turns=20`. Raise BadInput if one is wrong.
        """
        from common.api.positions import start

        return start(self, seed, options)

    def read(self, *words: str) -> P:
        """Return the position that words describe, SIDE first. Raise BadInput."""
        return self.starts.play_forced_moves(self.notation.read_words(words))

    def write(self, position: P) -> list[str]:
        """Return the words of a position; `read` is the inverse."""
        return self.notation.write(position)

    def svg(self, position: P) -> str:
        """Return a picture of a position as SVG."""
        from common.api.notebook import position_svg

        return position_svg(self, position)

    # Answers about a position

    def best_move(
        self, position: P, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> BestMove:
        """Return the best move that the engine finds, and its score. The default limit is that of `analyse`.

        Raise BadInput if the game is over or the limit is too short.
        """
        from common.api.answers import best_move

        return best_move(self, position, Limit(seconds, nodes, depth))

    def solve(self, position: P, *, seconds: float = 30) -> SolveResult:
        """Prove who wins a position, as far as the time allows; `math.inf` is no limit.

        Raise BadInput if the game is over or the time too short for any result.
        """
        from common.api.answers import solve

        return solve(self, position, Limit(seconds))

    # Games

    def play(
        self,
        first: PlayerArgument,
        second: PlayerArgument,
        *,
        start: P | None = None,
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Record[P]:
        """Play a game and return its record. `first` has the side that `GAME.sides` names first.

        A player is a function from a position to a move, or the name of a player. The game begins at `start`,
        by default at `self.start(seed)`. The limit is that of the engine. Raise BadInput if a player makes
        an illegal move or does not exist.
        """
        from common.api.match import play

        position = self.start(seed) if start is None else start
        return play(self, (first, second), position, seed, Limit(seconds, nodes, depth))

    def match(
        self,
        first: PlayerArgument,
        second: PlayerArgument,
        *,
        games: int = 20,
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> MatchResult:
        """Play games in pairs: the same start twice, with sides changed. Return the result.

        Players and limit are those of `play`, the starts those of the command `match`. Raise BadInput as
        `play`, or if `games` is not even.
        """
        from common.api.match import match

        return match(self, (first, second), games, seed, Limit(seconds, nodes, depth))

    def record(self, start: P, moves: Iterable[Any], players: Mapping[str, str] | None = None) -> Record[P]:
        """Return the record of a game from its start and its moves. Raise BadInput at an illegal move.

        The moves are those of `moves()`, or their texts.
        """
        from common.play.record import Record

        record = Record(self, start, players or {})
        for move in moves:
            record.add_legal(move)
        record.recorded_outcome = record.outcome
        return record

    def load(self, path: str | PathLike[str]) -> Record[P]:
        """Return the record in a file. Raise BadInput if the file is none, OSError if it cannot be read."""
        from common.play.record import load

        return load(self, Path(path))

    def analyse(
        self,
        record: Record[P],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> GameAnalysis:
        """Return the score after every move of a game, with its mistakes and blunders.

        The limit is per position; by default the whole game takes 7 seconds. Raise BadInput if there are no
        moves or the limit is too short.
        """
        from common.api.analysis import analyse

        return analyse(self, record, Limit(seconds, nodes, depth))
