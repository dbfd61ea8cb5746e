"""Games of a match: pairs from one start position with sides changed, and their tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any, NamedTuple

from common.judge.match.elo import Elo, estimate_elo
from common.play import game as games
from common.play.game_loop import GameLoop
from common.play.players import PlayerSettings
from common.play.record import Record
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.move_clock import Overrun, TimedProgram
from common.rules.position import Outcome, P, Player
from common.search.limit import Level, Limit

MIN_DISTINCT = 0.9  # fraction of games that must be distinct for the number of games to count as evidence
Sides = tuple[str, str]


class PairTask(NamedTuple):
    """A pair of games for one process: module and size of the game, players, limit, seed, start number.

    `size` 0 is the default size. A player is a name, a command line, or two of them joined by ` + `, one per
    side. `seed` + `number` choose the start position. External programs run under `confinement`.
    """

    module: str
    size: int
    players: tuple[str, str]
    limit: Limit
    seed: int
    number: int
    confinement: Confinement = DEFAULT_CONFINEMENT

    @property
    def game(self) -> games.Game[Any]:
        """The game that the module defines."""
        return load_game(self.module)


def load_game(module: str) -> games.Game[Any]:
    """Import a module and return its `GAME`."""
    found: games.Game[Any] = import_module(module).GAME
    return found


def check_size(game: games.Game[Any], size: int) -> None:
    """Raise BadInput if a game has no board of this size; 0 means the default size."""
    if size:
        game.read(str(size))


def player_settings(
    limit: Limit, seed: int, confinement: Confinement = DEFAULT_CONFINEMENT
) -> PlayerSettings:
    """Return the settings of players for one of many games: one thread, no progress output."""
    return PlayerSettings(Level(limit), seed, in_match=True, shows_progress=False, confinement=confinement)


def seat_unit(game: games.Game[Any]) -> str:
    """Return the unit of the seat score; empty if matches are decided by points."""
    return game.search.seat_score.unit if game.search.seat_score else ""


def seat_score(game: games.Game[Any], outcome: Outcome, plies: int) -> float:
    """Return the seat score of the first side after so many moves; by default its margin."""
    if game.search.seat_score:
        return game.search.seat_score.measure(outcome, plies)
    return float(outcome.margin if outcome.winner == game.sides[0] else -outcome.margin)


class GameResult(NamedTuple):
    """One game as seen by the first player of the match.

    `points` are 1, 1/2 or 0. `seat_score` says how well the player did, compared with others in the same
    seat: the more the better; without a seat score of the game it is the points. `plies` is the number of
    moves. `digest` identifies start and moves. `fault` is None unless a player forfeited. `overruns` are the
    moves of programs that took longer than their limit: player, then seconds as in `Overrun`.
    """

    points: float
    seat_score: float
    plies: int
    digest: str
    fault: tuple[int, str] | None = None  # player (0 or 1) and kind of a forfeit
    overruns: tuple[tuple[int, float, float, float], ...] = ()


Pair = tuple[GameResult, ...]


def play_pair(task: PairTask) -> Pair:
    """Play two games from one start position; the first player has the first side, then the second."""
    game = task.game
    number = task.seed + task.number
    settings = player_settings(task.limit, number, task.confinement)
    start = game.opening(number, task.size)
    return play_seatings(game, start, task.players, settings, (game.sides, game.sides[::-1]))


def play_seatings(
    game: games.Game[P], start: P, names: Sides, settings: PlayerSettings, seatings: Sequence[Sides]
) -> Pair:
    """Play one game from a start position for each seating of two players.

    `names` are those of the two players, as in a PairTask. A seating holds the side of the first player, then
    that of the second. Results are as seen by the first player. Raise BadInput for a wrong name.
    """

    def player(name: str, side: str) -> Player[Any]:
        kind = game.kind(side, name_for_side(name, side, game.sides))
        return kind.make(settings._replace(start=start))

    return tuple(play_game(game, start, [*map(player, names, seats)], seats) for seats in seatings)


def play_between(game: games.Game[P], start: P, first: Player[P], second: Player[P]) -> Pair:
    """Play two games between two player objects from one start position, with sides changed.

    `first` has the first side in the first game. Results are as seen by it.
    """
    return tuple(play_game(game, start, (first, second), seats) for seats in (game.sides, game.sides[::-1]))


def play_game(game: games.Game[P], start: P, opponents: Sequence[Player[P]], seats: Sides) -> GameResult:
    """Play one game, `opponents[0]` on `seats[0]`, and return it as that player sees it.

    A forfeit is a result, too. A human's request is raised.
    """
    loop = GameLoop(Record(game, start, {}), dict(zip(seats, opponents, strict=True)))
    loop.run()
    return game_result(loop, seats)


def game_result(loop: GameLoop[P], seats: Sides) -> GameResult:
    """Return a finished game as the player on `seats[0]` sees it."""
    game, outcome = loop.record.game, loop.record.outcome
    assert outcome
    moves = [entry["move"] for entry in loop.record.moves]
    points = points_for(seats[0], outcome)
    score = seat_score(game, outcome, len(moves)) if seat_unit(game) else points
    signed = score if seats == game.sides or not seat_unit(game) else -score
    digest = sha256(repr((loop.record.history[0], moves)).encode()).hexdigest()[:16]
    fault = (seats.index(loop.forfeit.side), loop.forfeit.error.kind) if loop.forfeit else None
    over = [(at, *one) for at, side in enumerate(seats) for one in overruns_of(loop.players[side])]
    return GameResult(points, signed, len(moves), digest, fault, tuple(over))


def overruns_of(player: Player[Any]) -> list[Overrun]:
    """Return the moves of a player that took longer than its limit; only programs note them."""
    return player.overruns if isinstance(player, TimedProgram) else []


def points_for(side: str, outcome: Outcome) -> float:
    """Return the points of a side: 1 for a win, 1/2 for a draw, 0 for a loss."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def name_for_side(name: str, side: str, sides: Sides) -> str:
    """Return the name of the player for a side.

    A player such as `roomy + squeeze` has a name for each side; any other name serves both.
    """
    names = name.split(" + ")
    return names[sides.index(side)] if len(names) == 2 else name


def seat_pair_score(pair: Pair) -> float:
    """Compare the seat scores of a pair: 1, 1/2 or 0 for the first player.

    A player who alone forfeited loses the pair.
    """
    faulty = {game.fault[0] for game in pair if game.fault}
    if len(faulty) == 1:
        return float(faulty.pop())
    gain = sum(game.seat_score for game in pair)
    return 0.5 + (gain > 0) / 2 - (gain < 0) / 2


class Tally(NamedTuple):
    """The pairs of a match so far. With `by_seats` they are compared by seat score."""

    pairs: list[Pair]
    by_seats: bool

    @property
    def games(self) -> list[GameResult]:
        """All games, pair by pair."""
        return [game for pair in self.pairs for game in pair]

    @property
    def results(self) -> dict[str, int]:
        """Count the games that the first player won, drew and lost: "wins", "draws", "losses"."""
        points = [game.points for game in self.games]
        return {"wins": points.count(1), "draws": points.count(0.5), "losses": points.count(0)}

    def summary(self) -> str:
        """Return a short text with the first player's wins, draws, losses and percentage of the points.

        There must be at least one game.
        """
        wins, draws, losses = self.results.values()
        return f"+{wins} ={draws} -{losses}, {(wins + draws / 2) / len(self.games):.1%}"

    @property
    def pair_scores(self) -> list[float]:
        """The score of each pair for the first player, from 0 to 1.

        This is its mean points, or 1, 1/2 or 0 if pairs are compared by seat score.
        """
        if not self.by_seats:
            return [sum(game.points for game in pair) / len(pair) for pair in self.pairs]
        return [seat_pair_score(pair) for pair in self.pairs]

    @property
    def elo(self) -> Elo:
        """The Elo difference between the first and the second player, positive if the first is stronger.

        There must be at least one pair.
        """
        return estimate_elo(self.pair_scores)

    @property
    def distinct_games(self) -> int:
        """The number of distinct games, by start and moves."""
        return len({game.digest for game in self.games})

    @property
    def is_varied(self) -> bool:
        """True if the fraction of distinct games is at least `MIN_DISTINCT`.

        Only then their number counts as evidence.
        """
        return self.distinct_games >= MIN_DISTINCT * len(self.games)

    @property
    def mean_seat_score(self) -> float:
        """The mean seat score of the first player per game."""
        return sum(game.seat_score for game in self.games) / len(self.games)

    def overruns(self, player: int) -> list[Overrun]:
        """List the moves of a player (0 or 1) that took longer than its limit."""
        found = [one for game in self.games for one in game.overruns]
        return [Overrun(*seconds) for at, *seconds in found if at == player]

    def forfeits(self, player: int) -> dict[str, int]:
        """Count the games that a player (0 or 1) forfeited, by kind."""
        return dict(Counter(game.fault[1] for game in self.games if game.fault and game.fault[0] == player))
