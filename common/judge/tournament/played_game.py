"""One game of a tournament: the task for a worker process, and the result."""

from __future__ import annotations

from typing import Any, NamedTuple

from common.judge.match.games import load_game, player_settings, points_for, seat_score
from common.play.game_loop import GameLoop
from common.play.record import Record
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.rules.position import Outcome
from common.search.limit import Limit


class GameTask(NamedTuple):
    """A game to be played by a worker process.

    `number` is that of the game, `start` that of the start position. `players` are the names
    of the participants with the first and the second side, `seats` the player names or command lines for
    these sides.
    """

    module: str
    size: int
    limit: Limit
    seed: int
    number: int
    start: int
    players: tuple[str, str]
    seats: tuple[str, str]
    confinement: Confinement = DEFAULT_CONFINEMENT


class PlayedGame(NamedTuple):
    """A finished game; the first player has the first of the game's sides.

    `position` is the start position in words, `seat_score` is for the first side. `winner` is a side, None
    after a draw. `fault` is the name of the player that forfeited and the kind, `last_words` the last line of
    its program. `slowest` are the seconds of each player's slowest move.
    """

    number: int
    start: int
    players: tuple[str, str]
    position: list[str]
    moves: list[str]
    winner: str | None
    reason: str
    seat_score: float
    fault: tuple[str, str] | None
    last_words: str
    slowest: tuple[float, float]

    @property
    def pairing(self) -> tuple[int, frozenset[str]]:
        """The start number and the two players: equal for the two games of a pair and for no other game."""
        return self.start, frozenset(self.players)

    def points(self, sides: tuple[str, str]) -> tuple[float, float]:
        """Return the points of the first and the second player: 1, 1/2 or 0.

        `sides` are those of the game.
        """
        first, second = (points_for(side, Outcome(self.winner, self.reason)) for side in sides)
        return first, second


def play_game(task: GameTask) -> PlayedGame:
    """Play one game of a tournament. A forfeit is part of the result and raises nothing."""
    game = load_game(task.module)
    start = game.opening(task.seed + task.start, task.size)
    settings = player_settings(task.limit, task.seed + task.start, task.confinement)
    players = {
        side: game.kind(side, name).make(settings._replace(start=start))
        for side, name in zip(game.sides, task.seats, strict=True)
    }
    loop = GameLoop(Record(game, start, dict(zip(game.sides, task.players, strict=True))), players)
    outcome, moves, forfeit = loop.run(), loop.record.moves, loop.forfeit
    first, second = (slowest_move(loop, side) for side in game.sides)
    return PlayedGame(
        number=task.number,
        start=task.start,
        players=task.players,
        position=game.write(start),
        moves=[entry["move"] for entry in moves],
        winner=outcome.winner,
        reason=outcome.reason,
        seat_score=seat_score(game, outcome, len(moves)),
        fault=(task.players[game.sides.index(forfeit.side)], forfeit.error.kind) if forfeit else None,
        last_words=forfeit.error.detail if forfeit else "",
        slowest=(first, second),
    )


def slowest_move(loop: GameLoop[Any], side: str) -> float:
    """Return the seconds of a side's slowest move, a forfeited one included; 0 without moves."""
    seconds = [entry["seconds"] for entry in loop.record.moves if entry["side"] == side]
    if loop.forfeit and loop.forfeit.side == side:
        seconds.append(round(loop.forfeit.seconds, 3))
    return max(seconds, default=0.0)
