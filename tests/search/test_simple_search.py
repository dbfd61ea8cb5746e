"""The search on positions, compared with textbook alpha-beta by kernels; its levels."""

from __future__ import annotations

import pytest

from common.kernels.deadline import Deadline
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE
from common.search.limit import Level, Limit
from common.search.simple_search import SimpleSearch
from common.search.think import Engine
from tests.support.reference_search import with_reference
from tests.support.tiny_game import GAME, Position

POSITIONS = [Position(first, second) for first in range(1, 9) for second in range(9)]


def move_values(at: Position, depth: int) -> dict[int, int]:
    """Return the score of every move after a search of `depth` plies."""
    kernels = with_reference(GAME.search.compiled()).plain
    memory = kernels.memory(GAME.search.compiled().fields)
    children = {move: GAME.search.state(at.play(move)) for move in at.moves()}
    return {
        move: -kernels.alpha_beta(memory, child, depth - 1, -INFINITE, INFINITE, 1)
        for move, child in children.items()
    }


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_score_and_move_match_textbook_alpha_beta(depth: int) -> None:
    for at in POSITIONS:
        values, best = move_values(at, depth), max(move_values(at, depth).values())
        *_, report = SimpleSearch(GAME.search).think(at, Deadline(depth=depth))
        assert values[report.move] == best == report.score or report.proven


def test_proven_win_is_the_shortest() -> None:
    for at in POSITIONS:
        *_, report = SimpleSearch(GAME.search).think(at, Deadline())
        assert report.proven and report.score == max(move_values(at, 20).values())
        for move in report.line:
            at = at.play(move)
        assert at.outcome()


@pytest.mark.parametrize("margin", [0, 2])
def test_varied_level_chooses_within_its_margin(margin: int) -> None:
    chosen = 0
    for at in POSITIONS:
        values, found = move_values(at, 4), set[int]()
        for seed in range(12):
            level = Level(margin=margin, seed=seed)
            *_, report = SimpleSearch(GAME.search, level).think(at, Deadline(depth=4))
            best = max(values.values())
            assert best - values[report.move] <= (margin if abs(best) < DECISIVE_SCORE else 0)
            found.add(report.move)
        chosen += len(found) > 1
    assert chosen


def test_weakened_level_overlooks_wins_and_proves_nothing() -> None:
    overlooked = 0
    for at in POSITIONS:
        reports = list(SimpleSearch(GAME.search, Level(ignored_part=0.5)).think(at, Deadline(depth=2)))
        assert reports and not any(report.proven for report in reports)
        overlooked += reports[-1].score < max(move_values(at, 2).values())
    assert overlooked


def test_engine_without_any_node_makes_the_best_move_by_evaluation() -> None:
    search = SimpleSearch(GAME.search)
    engine = Engine(search, search, Limit(nodes=1))
    assert engine(Position(3, 0)) == 2
    assert engine.last is None
