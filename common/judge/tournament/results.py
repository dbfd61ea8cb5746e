"""The results of finished pairs of games, as they count in tables and ratings."""

from __future__ import annotations

from collections.abc import Sequence

from common.judge.match.games import GameResult, seat_pair_score, seat_unit
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.ratings import Result
from common.judge.tournament.schedule import Schedule

PairResult = tuple[str, str, float, int]  # player, opponent, points of the player, 1 if seats count


def pair_results(pair: Sequence[PlayedGame], sides: tuple[str, str], by_seats: bool) -> list[PairResult]:
    """Return the results of a pair: one per game, or with `by_seats` one per complete pair."""
    if not by_seats:
        return [(*game.players, game.points(sides)[0], 1) for game in pair]
    if len(pair) < 2:
        return []
    one, other = sorted(pair[0].players)
    return [(one, other, seat_pair_score(tuple(_game_result_for(one, game, sides) for game in pair)), 0)]


def _game_result_for(player: str, game: PlayedGame, sides: tuple[str, str]) -> GameResult:
    """Return a game as one of its players sees it, without a digest.

    `sides` are the sides of the game in order; the first player of `game` has the first.
    """
    at = game.players.index(player)
    fault = (int(game.fault[0] != player), game.fault[1]) if game.fault else None
    return GameResult(
        game.points(sides)[at], game.seat_score if at == 0 else -game.seat_score, len(game.moves), "", fault
    )


def counted_results(schedule: Schedule) -> list[list[PairResult]]:
    """Return the results that count, pair by pair: of games, or of whole pairs by their seat scores."""
    by_seats, sides = bool(seat_unit(schedule.plan.game)), schedule.plan.game.sides
    return [results for pair in schedule.pairs() if (results := pair_results(pair, sides, by_seats))]


def rated_results(names: Sequence[str], counted: Sequence[Sequence[PairResult]]) -> list[list[Result]]:
    """Return results for a rating; players are numbered as in `names`."""
    numbers = {name: number for number, name in enumerate(names)}
    return [
        [Result(numbers[one], numbers[other], score, seat) for one, other, score, seat in pair]
        for pair in counted
    ]
