"""One game of a tournament: the task for a worker process, and the result as a line of the journal."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from common.judge.journal import is_number, require
from common.judge.match.games import load_game, overruns_of, player_settings, points_for
from common.judge.tournament.game_logs import GameLog
from common.play.game import Game
from common.play.player_registry import player_of
from common.play.players import PlayerSettings
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.stderr_log import StderrLog
from common.rules.errors import visible
from common.rules.game_loop import Forfeit, GameLoop, Ply
from common.rules.position import Outcome
from common.search.limit import Limit


class GameTask(NamedTuple):
    """A game to be played by a worker process.

    `number` is that of the game in the journal, `start` that of the start position. `players` are the names
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
    """A finished game, as a line of the journal; the first player has the first of the game's sides.

    `position` is the start position in words, `seat_score` is for the first side. `winner` is a side, None
    after a draw. `fault` is the name of the player that forfeited and the kind, `last_words` the last line of
    its program. `slowest` are the seconds of each player's slowest move, `seconds` those of the game.
    `overruns` are the moves over the limit: the player's name, then seconds as in `Overrun`.
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
    seconds: float
    overruns: Sequence[Sequence[Any]] = ()

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


class FinishedGame(NamedTuple):
    """A game that has just ended, and the log of its players."""

    game: PlayedGame
    log: GameLog


def play_game(task: GameTask) -> FinishedGame:
    """Play one game of a tournament. A forfeit is part of the result and raises nothing."""
    game, began = load_game(task.module), time.monotonic()
    start = game.starts.opening(task.seed + task.start, task.size)
    written = {side: StderrLog() for side in game.sides}
    players = {
        side: player_of(game, side, name, _settings(task, written[side]), start)
        for side, name in zip(game.sides, task.seats, strict=True)
    }
    loop = GameLoop([start], players)
    plies = list(loop.plies())
    outcome, forfeit = loop.final_outcome(), loop.forfeit
    seconds = seconds_by_side(plies, forfeit, game.sides)
    first, second = (max(times, default=0.0) for times in seconds)
    played = PlayedGame(
        number=task.number,
        start=task.start,
        players=task.players,
        position=game.notation.write(start),
        moves=[ply.before.text(ply.move) for ply in plies],
        winner=outcome.winner,
        reason=outcome.reason,
        seat_score=game.seat_score(outcome, len(plies)),
        fault=(task.players[game.sides.index(forfeit.side)], forfeit.error.kind) if forfeit else None,
        last_words=forfeit.error.detail if forfeit else "",
        slowest=(first, second),
        seconds=round(time.monotonic() - began, 3),
        overruns=[
            (name, *one)
            for name, player in zip(task.players, players.values(), strict=True)
            for one in overruns_of(player)
        ],
    )
    one, other = (written[side].text for side in game.sides)
    return FinishedGame(played, GameLog(seconds, (one, other)))


def _settings(task: GameTask, log: StderrLog) -> PlayerSettings:
    """Return the settings of a player whose output on stderr goes to a log."""
    confinement = task.confinement._replace(stderr_log=log)
    return player_settings(task.limit, task.seed + task.start, confinement)


def seconds_by_side(
    plies: Sequence[Ply], forfeit: Forfeit | None, sides: tuple[str, str]
) -> tuple[list[float], list[float]]:
    """Return the seconds of the moves of each side, a forfeited one included."""
    durations = [(ply.before.turn, ply.seconds) for ply in plies]
    if forfeit:
        durations.append((forfeit.side, forfeit.seconds))
    first, second = ([round(seconds, 3) for side, seconds in durations if side == wanted] for wanted in sides)
    return first, second


def journal_entry(played: PlayedGame) -> dict[str, Any]:
    """Convert a game to a line of the journal."""
    return {"game": played.number} | dict(islice(played._asdict().items(), 1, None))


def parse_game(entry: Mapping[str, Any], game: Game[Any, Any]) -> PlayedGame:
    """Parse a line of the journal, the inverse of `journal_entry`, with printable texts.

    Raise one of `MALFORMED_FILE_ERRORS` if it was changed.
    """
    fields = dict(entry)
    pairs = {name: _two(fields[name]) for name in ("players", "slowest")}
    fault = _two(fields["fault"]) if fields["fault"] else None
    return _validated(PlayedGame(**{"number": fields.pop("game")} | fields | pairs | {"fault": fault}), game)


def _validated(played: PlayedGame, game: Game[Any, Any]) -> PlayedGame:
    """Return a game with printable texts. Raise one of `MALFORMED_FILE_ERRORS` if it is impossible."""
    one, other = played.players
    require(type(played.number) is int and played.number >= 1 and type(played.start) is int)
    require(is_number(played.number) and is_number(played.start))
    require(isinstance(one, str) and isinstance(other, str) and one != other)
    require(isinstance(played.position, list) and isinstance(played.moves, list))
    texts = (*played.position, *played.moves, played.reason, played.last_words)
    require(all(isinstance(text, str) for text in texts))
    require(played.winner in (None, *game.sides))
    require(all(map(is_number, (played.seat_score, played.seconds, *played.slowest))))
    require(all(one[0] in played.players and all(map(is_number, one[1:])) for one in played.overruns))
    fault = None
    if played.fault:
        require(played.fault[0] in played.players and isinstance(played.fault[1], str))
        fault = played.fault[0], visible(played.fault[1])
    return played._replace(reason=visible(played.reason), fault=fault)


def _two(values: Sequence[Any]) -> tuple[Any, Any]:
    first, second = values
    return first, second
