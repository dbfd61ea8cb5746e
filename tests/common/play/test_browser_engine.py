"""The engine of the pages chooses what the engine in Python chooses, at a fixed number of nodes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import pytest

from common.kernels.deadline import Deadline
from common.search.engine import with_mean_scores
from common.search.iterative_deepening import IterativeDeepening, ThoroughSearch, table_bits
from common.search.limit import Level, Limit
from common.search.results import Report
from tests.support.games import game_of
from tests.support.node import Message, ask_engine, needs_node, question

pytestmark = needs_node
COUNT = 100  # positions a game


class Sample(NamedTuple):
    """Positions of a game (on a board of a size) after an opening and some random moves."""

    game: str
    size: int
    moves: tuple[int, int]
    nodes: int = 5_000

    def positions(self, count: int) -> list[Any]:
        """Return positions that are not over."""
        game = game_of(self.game)
        return list(islice(filter(lambda position: not position.outcome(), self._random(game)), count))

    def _random(self, game: Any) -> Any:
        seed = 0
        while True:
            chance, position = random.Random(seed), game.starts.opening(seed, self.size)
            for _ in range(chance.randint(*self.moves)):
                if not position.outcome():
                    position = position.play(chance.choice(position.moves()))
            yield position
            seed += 1


SAMPLES = (
    Sample("duel7", 0, (0, 39)),
    Sample("catsdogs", 0, (0, 30)),
    Sample("walls", 5, (0, 60)),
    Sample("walls", 7, (0, 80)),
)
every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.game}{sample.size}")


def python_reports(
    sample: Sample, positions: Sequence[Any], level: Level, thorough: bool = False
) -> list[list[Report]]:
    """Return all reports of one search in Python, which keeps its tables, for each position."""
    linked = game_of(sample.game).search.compiled(sample.size)
    kind = ThoroughSearch if thorough else IterativeDeepening
    search = kind(linked, linked.fast, bits=table_bits(level.limit), level=level)
    return [
        list(with_mean_scores(search.think(linked.state(position), Deadline.from_limit(level.limit))))
        for position in positions
    ]


def browser_reports(
    sample: Sample, positions: Sequence[Any], level: Level, thorough: bool = False
) -> list[list[Message]]:
    """Return the same of the page's engine."""
    linked = game_of(sample.game).search.compiled(sample.size)
    questions = [question(linked.state(position), level, thorough) for position in positions]
    answers = ask_engine(sample.game, [linked.name], questions)
    return [[message for message in answer if message["type"] == "report"] for answer in answers]


def facts(report: Report) -> Message:
    """Return a report as the page's engine posts it."""
    known = report._asdict() | {"type": "report", "id": 0, "shown": report.shown_score}
    return {
        name: list(value) if name == "line" else value
        for name, value in known.items()
        if name not in ("seconds", "mean_score")
    }


def assert_equal_reports(
    sample: Sample, positions: Sequence[Any], level: Level, thorough: bool = False
) -> list[Report]:
    """Check that both engines report the same at every depth; return Python's last reports."""
    expected = python_reports(sample, positions, level, thorough)
    found = browser_reports(sample, positions, level, thorough)
    for position, own, other in zip(positions, expected, found, strict=True):
        assert other == list(map(facts, own)), position
    return [reports[-1] for reports in expected]


@every_sample
def test_equal_moves_scores_depths_and_nodes(sample: Sample) -> None:
    """Both keep their tables from one position to the next."""
    level = Level(Limit(nodes=sample.nodes))
    last = assert_equal_reports(sample, sample.positions(COUNT), level)
    assert len({report.move for report in last}) > 2


@every_sample
def test_weakened_levels_choose_equally(sample: Sample) -> None:
    level = Level(Limit(nodes=500), ignored_part=0.5, margin=20, seed=11)
    assert_equal_reports(sample, sample.positions(20), level)


@every_sample
def test_depth_limit_and_thorough_search_choose_equally(sample: Sample) -> None:
    level = Level(Limit(depth=3))
    assert_equal_reports(sample, sample.positions(10), level)
    assert_equal_reports(sample, sample.positions(10), level, thorough=True)
