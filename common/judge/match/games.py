"""Many games between two players: pairs of games from one start with sides changed, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any, NamedTuple

from common.judge.match.elo import Elo, strength
from common.play import game as games
from common.play.player_registry import player_of
from common.play.players import PlayerSettings
from common.programs.confinement import OPEN, Confinement
from common.rules.game_loop import GameLoop
from common.rules.position import Outcome, P, Player
from common.search.limit import Level, Limit

DISTINCT = 0.9  # of the games at least must differ, or nothing is proven by their number
Sides = tuple[str, str]


class PairTask(NamedTuple):
    """The work of one process, a pair of games: the game's module and size, players, limits, number of the start.

    Other people's programs run under a `confinement`.
    """

    module: str
    size: int
    players: tuple[str, str]
    limit: Limit
    seed: int
    number: int
    confinement: Confinement = OPEN

    @property
    def game(self) -> games.Game[Any, Any]:
        """The game that the module describes."""
        return described(self.module)


def described(module: str) -> games.Game[Any, Any]:
    """Return the game that a module describes."""
    found: games.Game[Any, Any] = import_module(module).GAME
    return found


def check_size(game: games.Game[Any, Any], size: int) -> None:
    """Raise BadInput if a game has no board of a size; 0 is the usual one."""
    if size:
        game.notation.read_words([str(size)])


def settings_for(limit: Limit, seed: int, confinement: Confinement = OPEN) -> PlayerSettings:
    """Return the settings of players in one of many games."""
    return PlayerSettings(Level(limit), 1, seed, many=True, shown=False, confinement=confinement)


class Played(NamedTuple):
    """One game from the first player's view: points 1, 1/2 or 0, how well its seat did, plies, a digest, any fault."""

    points: float
    seat_score: float
    plies: int
    digest: str
    fault: tuple[int, str] | None = None  # whose (0 the first player's), what


Pair = tuple[Played, ...]


def play_pair(task: PairTask) -> Pair:
    """Play a start, and again with sides changed."""
    game = task.game
    number = task.seed + task.number
    settings = settings_for(task.limit, number, task.confinement)
    start = game.starts.opening(number, task.size)
    return play_seatings(game, start, task.players, settings, (game.sides, game.sides[::-1]))


def play_seatings(
    game: games.Game[P, Any], start: P, names: Sides, settings: PlayerSettings, seatings: Sequence[Sides]
) -> Pair:
    """Play a start once for each seating of two players."""

    def player(name: str, side: str) -> Player[Any]:
        return player_of(game, side, seated(name, side, game.sides), settings, start)

    return tuple(_play(game, start, [*map(player, names, seats)], seats) for seats in seatings)


def play_between(game: games.Game[P, Any], start: P, first: Player[P], second: Player[P]) -> Pair:
    """Two games of two players from one start, sides changed."""
    return tuple(_play(game, start, (first, second), seats) for seats in (game.sides, game.sides[::-1]))


def _play(game: games.Game[P, Any], start: P, opponents: Sequence[Player[P]], seats: Sides) -> Played:
    """One game; the first player sits at the first of the seats."""
    loop = GameLoop([start], dict(zip(seats, opponents, strict=True)))
    moves = [ply.before.text(ply.move) for ply in loop.plies()]
    outcome = loop.ended()
    points = points_for(seats[0], outcome)
    score = game.seat_score(outcome, len(moves)) if game.seat_unit else points
    signed = score if seats == game.sides or not game.seat_unit else -score
    digest = sha256(repr((start, moves)).encode()).hexdigest()[:16]
    fault = (seats.index(loop.forfeit.side), loop.forfeit.fault.kind) if loop.forfeit else None
    return Played(points, signed, len(moves), digest, fault)


def points_for(side: str, outcome: Outcome) -> float:
    """1, 1/2 or 0."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def seated(name: str, side: str, sides: Sides) -> str:
    """Who plays a side for a player of two names, such as `roomy + squeeze`; else the one name there is."""
    names = name.split(" + ")
    return names[sides.index(side)] if len(names) == 2 else name


def seat_result(pair: Pair) -> float:
    """1, 1/2 or 0 by who did better in the same seat; who alone lost by a fault did not."""
    faulty = {game.fault[0] for game in pair if game.fault}
    if len(faulty) == 1:
        return float(faulty.pop())
    gain = sum(game.seat_score for game in pair)
    return 0.5 + (gain > 0) / 2 - (gain < 0) / 2


class Tally(NamedTuple):
    """A match so far."""

    pairs: list[Pair]
    by_seats: bool

    @property
    def games(self) -> list[Played]:
        """All of them."""
        return [game for pair in self.pairs for game in pair]

    @property
    def results(self) -> dict[str, int]:
        """How many games the first player has won, drawn and lost."""
        points = [game.points for game in self.games]
        return {"wins": points.count(1), "draws": points.count(0.5), "losses": points.count(0)}

    def told(self) -> str:
        """The results, and the first player's share of the points."""
        wins, draws, losses = self.results.values()
        return f"+{wins} ={draws} -{losses}, {(wins + draws / 2) / len(self.games):.1%}"

    @property
    def scores(self) -> list[float]:
        """Each pair's score for the first player; by who did better in the same seat 1, 1/2 or 0."""
        if not self.by_seats:
            return [sum(game.points for game in pair) / len(pair) for pair in self.pairs]
        return [seat_result(pair) for pair in self.pairs]

    @property
    def elo(self) -> Elo:
        """Of the first player against the second."""
        return strength(self.scores)

    @property
    def distinct(self) -> int:
        """Games that are not alike."""
        return len({game.digest for game in self.games})

    @property
    def varied(self) -> bool:
        """True if so many games differ that their number proves something."""
        return self.distinct >= DISTINCT * len(self.games)

    @property
    def gain(self) -> float:
        """How much better the first player did in the same seat, on average."""
        return sum(game.seat_score for game in self.games) / len(self.games)

    def faults(self, player: int) -> dict[str, int]:
        """How often a player lost by a fault, by its name."""
        return dict(Counter(game.fault[1] for game in self.games if game.fault and game.fault[0] == player))
