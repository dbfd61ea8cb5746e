"""The search on positions: values against brute force and kernels, limits, levels, margins."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest

from common.kernels.deadline import Deadline
from common.play.game import Game, Search
from common.rules.position import Outcome
from common.search.alpha_beta import INFINITE
from common.search.limit import Level, Limit
from common.search.position_search import PositionGame, PositionSearch, best_static_move
from common.search.results import Report
from common.search.transposition import WON
from tests.support import tiny_game
from tests.support.bare_game import GAME as HEAPS
from tests.support.bare_game import Position as Heaps
from tests.support.plain_parts import plain_parts


def last_report(
    position: Any, limit: Limit = Limit(), search: Any = HEAPS.search, level: Level = Level()
) -> Report:
    """Search and return the last report."""
    *_, report = PositionSearch(PositionGame(search), level).think(position, Deadline.from_limit(limit))
    return report


@cache
def plies_to_win(position: Heaps) -> int:
    """Return the plies to the end with best play, positive if the side to move wins, by brute force."""
    if position.outcome():
        return 0
    children = [plies_to_win(position.play(move)) for move in position.moves()]
    lost = [-plies for plies in children if plies <= 0]
    return min(lost) + 1 if lost else -max(children) - 1


@pytest.mark.parametrize("heaps", [(3, 5), (2, 2), (1, 4), (3, 3), (1, 2, 3), (2, 3, 3)])
def test_value_agrees_with_brute_force(heaps: tuple[int, ...]) -> None:
    position = Heaps(heaps)
    plies, report = plies_to_win(position), last_report(position)
    assert report.proven
    assert report.score == (WON - plies if plies > 0 else -WON - plies)
    best = position.play(position.moves()[report.move])
    assert abs(plies_to_win(best)) == abs(plies) - 1


class CountingSearch(Search[Any]):
    """The search of a kernel game on its positions, with the evaluation of its kernels."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self._kernels, self._state = game.search.compiled().plain, game.search.state

    def evaluate(self, position: Any) -> int:
        return int(self._kernels.evaluate(self._state(position)))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_score_agrees_with_kernels_at_equal_depth(depth: int) -> None:
    linked = tiny_game.GAME.search.compiled()
    for position in (tiny_game.Position(), tiny_game.Position(7, 10), tiny_game.Position(3, 12)):
        memory, state = linked.plain.memory(linked.fields), linked.state(position)
        wanted = linked.plain.alpha_beta(memory, state, depth, -INFINITE, INFINITE, 0)
        assert last_report(position, Limit(depth=depth), CountingSearch(tiny_game.GAME)).score == wanted


class Coins(NamedTuple):
    """Two sides in turn take a coin from either end of a row; the larger sum wins by the difference."""

    row: tuple[int, ...] = (3, 9, 1, 2)
    lead: int = 0  # lead of the first side
    turn: str = "A"

    def moves(self) -> list[int]:
        return [0, len(self.row) - 1] if self.row else []

    def play(self, move: int) -> Coins:
        rest = self.row[:move] + self.row[move + 1 :]
        gain = self.row[move] if self.turn == "A" else -self.row[move]
        return Coins(rest, self.lead + gain, "B" if self.turn == "A" else "A")

    def outcome(self) -> Outcome | None:
        if self.row:
            return None
        winner = "A" if self.lead > 0 else "B" if self.lead < 0 else None
        return Outcome(winner, "No coin is left.", abs(self.lead))

    def text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        return int(text)


def test_value_of_a_game_with_margins_is_the_margin() -> None:
    search = Game(Coins(), **plain_parts(Coins())).search
    report = last_report(Coins(), search=search)
    assert report.proven
    assert search.explain_score(report.score, "A")[0] == 7  # 2, 3, 9, 1: 11 to 4
    assert search.explain_score(report.score, "A")[1] == "A wins by 7"
    assert search.explain_score(-report.score, "A")[1] == "B wins by 7"
    assert search.explain_score(-report.score, "A")[0] == -7


def test_draw_is_proven() -> None:
    report = last_report(Coins((4, 4)), search=Game(Coins(), **plain_parts(Coins())).search)
    assert report.score == 0
    assert report.proven


def test_limits_end_the_search() -> None:
    large = Heaps((30, 30, 29))
    assert last_report(large, Limit(nodes=500)).nodes <= 500
    assert last_report(large, Limit(depth=2)).depth == 2
    assert not last_report(large, Limit(seconds=0.2)).proven


def test_search_gives_no_report_without_time() -> None:
    assert not list(
        PositionSearch(PositionGame(HEAPS.search)).think(Heaps(), Deadline.from_limit(Limit(nodes=1)))
    )


def test_weakened_search_proves_nothing_and_is_reproducible() -> None:
    reports = [last_report(Heaps((4, 5, 6)), Limit(depth=3), level=Level(ignored_part=0.5)) for _ in range(2)]
    assert not reports[0].proven
    assert reports[0] == reports[1]._replace(seconds=reports[0].seconds)
    seen = last_report(Heaps((4, 5, 6)), Limit(depth=3))
    assert seen.nodes > reports[0].nodes


ROWS = [Coins(row) for row in ((3, 5, 5, 3), (7, 7, 7, 7), (1, 9, 9, 1), (2, 8, 1, 2))]


def coin_values(position: Coins, depth: int) -> list[int]:
    """Return the value of each move for the side to move, by brute force on the leads at a depth."""
    children = [position.play(move) for move in position.moves()]
    if depth == 1:
        return [-lead(child) for child in children]
    return [-max(coin_values(child, depth - 1)) for child in children]


def lead(position: Coins) -> int:
    return position.lead if position.turn == "A" else -position.lead


class LeadSearch(Search[Any]):
    def evaluate(self, position: Any) -> int:
        return lead(position)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_seed_chooses_among_equal_moves_only(depth: int) -> None:
    chosen = {row: set[int]() for row in ROWS}
    for row in ROWS:
        values = coin_values(row, depth)
        for seed in range(9):
            level = Level(margin=0, seed=seed)
            report = last_report(row, Limit(depth=depth), LeadSearch(), level)
            assert (report.score, values[report.move]) == (max(values), max(values))
            chosen[row].add(report.move)
        assert len(chosen[row]) == values.count(max(values))


@pytest.mark.parametrize("margin", [2, 5])
def test_seed_chooses_among_moves_within_the_margin(margin: int) -> None:
    lost = list[int]()
    for row in [Coins((value, 9, 5)) for value in range(1, 10)]:
        values = coin_values(row, 2)
        for seed in range(20):
            level = Level(margin=margin, seed=seed)
            move = last_report(row, Limit(depth=2), LeadSearch(), level).move
            lost.append(max(values) - values[move])
    assert 0 < max(lost) <= margin


def test_seed_leaves_finished_games_their_value() -> None:
    row = Coins((1, 2, 3))
    for seed in range(9):
        report = last_report(row, Limit(depth=3), LeadSearch(), Level(margin=9, seed=seed))
        assert (report.move, report.proven) == (last_report(row, search=LeadSearch()).move, True)


def test_best_static_move_takes_a_win() -> None:
    assert best_static_move(PositionGame(HEAPS.search).static_score, Heaps((0, 4))) == (1, 4)
