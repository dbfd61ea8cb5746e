"""Standings of a tournament: points, ratings and forfeits of every player, and the cross table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from common.judge.match.games import seat_unit
from common.judge.tournament.participants import ANCHOR
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.ratings import Rating, fit_ratings
from common.judge.tournament.results import PairResult, counted_results, pair_results, rated_results
from common.judge.tournament.tournament import Tournament


class Score(NamedTuple):
    """Wins, draws and losses: of games, or of pairs if pairs are compared by seat score."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> float:
        """1 for each win and 1/2 for each draw."""
        return self.won + self.drawn / 2

    def __str__(self) -> str:
        return f"+{self.won} ={self.drawn} -{self.lost}"


class Row(NamedTuple):
    """A row of the table. `mark` says why a rating is unreliable, empty if it is not.

    `score` counts games or, if the game has a seat score, pairs; `games` always counts games. `points`
    are those of `score`. `rating` is None if games do not connect the player with the anchor. `forfeits` are
    by kind, `slowest` is the slowest move in seconds.
    """

    rank: int
    name: str
    score: Score
    games: Score
    points: float
    rating: Rating | None
    mark: str
    forfeits: dict[str, int]
    slowest: float

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The ends of the interval: open below for a player that lost every game, above if it won all."""
        if self.rating is None:
            return None, None
        low, high = self.rating.low, self.rating.high
        return None if self.mark == "lost all" else low, None if self.mark == "won all" else high


class Standings(NamedTuple):
    """The rows by rank, the score of each player against each other, the Elo advantage of the first seat.

    `cross` is keyed by two names and holds the score of the first; players who have not met are missing. With
    `by_seats` pairs are counted, by their seat scores; otherwise games are. `played` and `total` are numbers
    of games.
    """

    rows: list[Row]
    cross: dict[tuple[str, str], Score]
    by_seats: bool
    seat_advantage: float
    played: int
    total: int


def compute_standings(tournament: Tournament) -> Standings:
    """Compute the standings of a tournament, or of the games played so far.

    Players are ranked by points, then by Elo. Each has another rank.
    """
    plan, names = tournament.plan, tournament.plan.names
    by_seats, sides = bool(seat_unit(plan.game)), plan.game.sides
    counted = counted_results(tournament)
    cross = _cross([result for results in counted for result in results])
    games = _cross([result for pair in tournament.pairs() for result in pair_results(pair, sides, False)])
    ratings = fit_ratings(len(names), rated_results(names, counted), names.index(ANCHOR), plan.seed)
    stats = _PlayerStats(list(tournament.games.values()))
    scores, all_games = _totals(cross), _totals(games)
    rows = []
    for name, rating in zip(names, ratings.players, strict=True):
        score = scores.get(name, Score())
        faults, slowest = dict(sorted(stats.forfeits[name].items())), stats.slowest.get(name, 0.0)
        rows.append(
            Row(
                0,
                name,
                score,
                all_games.get(name, Score()),
                score.points,
                rating,
                _mark(score, rating),
                faults,
                slowest,
            )
        )
    rows.sort(key=lambda row: (-row.points, -row.rating.elo if row.rating else 0, row.name))
    ranked = [row._replace(rank=rank) for rank, row in enumerate(rows, 1)]
    return Standings(ranked, cross, by_seats, ratings.seat_advantage, len(tournament.games), plan.total)


def _cross(results: Sequence[PairResult]) -> dict[tuple[str, str], Score]:
    counts: dict[tuple[str, str], Counter[float]] = {}
    for one, other, score, _seat in results:
        counts.setdefault((one, other), Counter())[score] += 1
        counts.setdefault((other, one), Counter())[1 - score] += 1
    return {both: Score(count[1], count[0.5], count[0]) for both, count in counts.items()}


def _totals(cross: dict[tuple[str, str], Score]) -> dict[str, Score]:
    """Return each player's total score against all others."""
    found: dict[str, Score] = {}
    for (name, _other), score in cross.items():
        found[name] = Score(*map(sum, zip(found.get(name, Score()), score, strict=True)))
    return found


def _mark(score: Score, rating: Rating | None) -> str:
    if not sum(score):
        return "no games yet"
    if rating is None:
        return f"not connected with {ANCHOR}"
    return {score.won: "won all", score.lost: "lost all"}.get(sum(score), "")


class _PlayerStats:
    """The forfeits by kind, and the seconds of the slowest move, of every player."""

    def __init__(self, games: Sequence[PlayedGame]) -> None:
        self.forfeits: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.slowest: dict[str, float] = {}
        for game in games:
            if game.fault:
                self.forfeits[game.fault[0]][game.fault[1]] += 1
            for name, seconds in zip(game.players, game.slowest, strict=True):
                self.slowest[name] = max(seconds, self.slowest.get(name, 0.0))
