"""The engine of the pages: equal to Python's search at fixed nodes; two players of its own are sound."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import proven_best
from common.kernels.deadline import Deadline
from common.search.limit import Level, Limit
from common.search.prover import Companion
from common.search.results import Report
from common.search.think import Thinker, with_mean_scores
from squirrels import ALPHA_BETA, algorithm_move, lead, state_of
from tests.support.cat_starts import set_start
from tests.support.games import game_of
from tests.support.node import Answer, ask_engine, needs_node

pytestmark = needs_node
TABLE_BITS = 20  # of the page
LARGE = 1 << 40


# GAMES THAT ONLY SEARCH


class Sample(NamedTuple):
    """Positions of a game (on a board of a size) after an opening and some random moves."""

    game: str
    size: int
    moves: tuple[int, int]

    def positions(self, count: int) -> list[Any]:
        """Return positions that are not over."""
        return list(islice(filter(lambda position: not position.outcome(), self._random()), count))

    def _random(self) -> Iterator[Any]:
        game, seed = game_of(self.game), 0
        while True:
            yield played(game.opening(seed, self.size), random.Random(seed), self.moves)
            seed += 1


def played(position: Any, chance: random.Random, moves: tuple[int, int]) -> Any:
    """Return a position after some random moves, or the end of the game."""
    for _ in range(chance.randint(*moves)):
        if not position.outcome():
            position = position.play(chance.choice(position.moves()))
    return position


SAMPLES = (
    Sample("duel7", 0, (0, 39)),
    Sample("catsdogs", 0, (0, 30)),
    Sample("walls", 3, (0, 20)),
    Sample("walls", 5, (0, 60)),
    Sample("walls", 7, (0, 80)),
)
every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.game}{sample.size}")


def assert_equal_reports(sample: Sample, positions: Sequence[Any], level: Level) -> list[Report]:
    """Check that both searches, which keep their tables, report the same; return Python's last reports."""
    linked = game_of(sample.game).search.compiled(sample.size)
    search: Any = Thinker(linked, linked.instance(), TABLE_BITS, level)
    search._companion = Companion()
    states = [linked.state(position) for position in positions]
    last = []
    for state, found in zip(states, ask_engine(sample.game, linked, states, level), strict=True):
        reports = list(with_mean_scores(search.think(state, Deadline.from_limit(level.limit))))
        assert found["reports"] == list(map(facts, reports)), state
        last.append(reports[-1])
    return last


def facts(report: Report) -> Answer:
    """Return a report as the page's engine posts it."""
    move, score, depth, nodes = report.move, report.score, report.depth, report.nodes
    known = {"move": move, "score": score, "depth": depth, "nodes": nodes}
    return known | {"shown": report.shown_score, "proven": report.proven}


@every_sample
@pytest.mark.parametrize(
    "level",
    [Level(Limit(nodes=5_000)), Level(Limit(nodes=500), 0.5, 20, 11), Level(Limit(depth=3))],
    ids=["nodes", "weakened", "depth"],
)
def test_search_reports_what_python_reports(sample: Sample, level: Level) -> None:
    assert_equal_reports(sample, sample.positions(20), level)


def test_drawn_duels_take_equal_practical_chances() -> None:
    game, sample = game_of("duel7"), Sample("duel7", 0, (0, 0))
    duels = [game.write(duel) for duel in sample.positions(40)]
    near_end = [game.read(*words[:2], "6") for words in duels]
    last = assert_equal_reports(sample, near_end, Level(Limit(nodes=200_000)))
    assert sum(report.proven and report.score == 0 for report in last) >= 3


@every_sample
def test_time_limit_is_kept_and_the_move_is_legal(sample: Sample) -> None:
    positions, linked = sample.positions(3), game_of(sample.game).search.compiled(sample.size)
    states = [linked.state(position) for position in positions]
    answers = ask_engine(sample.game, linked, states, Level(Limit(seconds=0.3)))
    for position, found in zip(positions, answers, strict=True):
        assert found["elapsed"] < 1_000
        assert linked.moves(position, found["move"])[0] in position.moves()


def test_only_move_takes_no_search() -> None:
    game = game_of("duel7")
    linked, state = (
        game.search.compiled(),
        game.search.compiled().state(game.read("X", "X a1 O b1", "9")),
    )
    (found,) = ask_engine("duel7", linked, [state], Level(Limit(nodes=500)), isAnalysis=False)
    assert found["reports"] == [] and found["move"] == 1
    (found,) = ask_engine("duel7", linked, [state], Level(Limit(nodes=500)))
    assert found["reports"]


def test_failure_is_told() -> None:
    (found,) = ask_engine("duel7", None, [(1, 2, 3)], Level(Limit(nodes=5)))
    assert found["move"] is None and "Error" in found["failure"]


# CIRCLE THE CAT

NEIGHBOURS = [[-1 if cell is None else cell for cell in cells] for cells in BOARD.neighbours]
ENOUGH = Deadline(nodes=2_000_000)  # to check who wins


def cat_positions(count: int) -> list[Any]:
    """Return positions after some random moves from starts of all kinds."""
    found = list[Any]()
    for number in range(10 * count):
        chance = random.Random(number)
        position = played(set_start(chance.choice(("C", "R5", "R10", "E")), number), chance, (0, 8))
        found += [] if position.outcome() else [position]
    return found[:count]


def ask_cat(positions: Sequence[Any], level: Level, is_analysis: bool = False) -> list[Answer]:
    """Return the answers about positions of Circle the Cat."""
    states = [(each.cat, each.blocks, each.exits, int(each.turn == "catcher")) for each in positions]
    return ask_engine("game", CERTIFICATES, states, level, setup=NEIGHBOURS, isAnalysis=is_analysis)


def test_cats_winner_is_proven_right_and_kept() -> None:
    """Most positions are decided, for both sides; an analysis tells who wins."""
    positions = cat_positions(30)
    winners = [proven_best(position, ENOUGH)[0] for position in positions]
    answers = ask_cat(positions, Level(Limit(nodes=100_000)), is_analysis=True)
    kept = set[str]()
    for position, winner, found in zip(positions, winners, answers, strict=True):
        (report,) = found["reports"]
        assert report["proven"] == (report["score"] != 0)
        if winner and report["proven"]:
            assert report["score"] == (1 if winner == position.turn else -1), position
            after = position.play(found["move"])
            outcome = after.outcome()
            assert (outcome.winner if outcome else proven_best(after, ENOUGH)[0]) == winner, position
            kept.add(winner)
    assert kept == {"cat", "catcher"}
    assert sum(found["reports"][0]["proven"] for found in answers) >= 25


@pytest.mark.parametrize("start", range(2))
def test_proven_winner_wins_the_game(start: int) -> None:
    """The engine plays both sides."""
    position = set_start("R10", start)
    winner = proven_best(position, ENOUGH)[0]
    while not (outcome := position.outcome()):
        (found,) = ask_cat([position], Level(Limit(nodes=20_000)))
        position = position.play(found["move"])
    assert outcome.winner == winner


def test_varied_level_of_the_cat_is_legal_and_repeats_by_its_seed() -> None:
    positions, level = cat_positions(20), game_of("game").levels[1]
    first, again, other = (
        [found["move"] for found in ask_cat(positions, level._replace(seed=seed))] for seed in (7, 7, 8)
    )
    assert first == again != other
    assert all(move in position.moves() for move, position in zip(first, positions, strict=True))


# SQUIRRELS


def wars(least: int, most: int, count: int) -> list[Any]:
    """Return positions after random moves, with a number of free squares between `least` and `most`."""
    found = list[Any]()
    for number in range(count):
        chance, position = random.Random(number), game_of("squirrels").opening(number)
        free = chance.randint(least, most)
        while len(position.moves()) > free:
            position = position.play(chance.choice(position.moves()))
        found.append(position)
    return found


def ask_war(positions: Sequence[Any], level: Level, is_analysis: bool = False) -> list[Answer]:
    """Return the answers about positions of the squirrel war, each with values of its own."""
    ask = partial(ask_engine, "squirrels", None, level=level, isAnalysis=is_analysis)
    return [ask([state_of(position)], setup=position.values)[0] for position in positions]


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_squirrels_choose_what_alpha_beta_chooses(depth: int) -> None:
    positions = wars(2, 25, 10)
    expected = [algorithm_move(ALPHA_BETA, position, depth) for position in positions]
    assert [found["move"] for found in ask_war(positions, Level(Limit(depth=depth)))] == expected


def test_squirrels_endings_are_exact() -> None:
    """The score is the lead at the end with best play."""
    for position, found in zip(wars(2, 9, 8), ask_war(wars(2, 9, 8), Level(), is_analysis=True), strict=True):
        report, depth = found["reports"][-1], len(position.moves())
        assert report["proven"] and report["depth"] == depth
        assert report["score"] == lead(position, depth, LARGE)


def test_squirrels_hint_keeps_its_time() -> None:
    for found in ask_war(wars(20, 25, 2), Level(Limit(seconds=0.3)), is_analysis=True):
        assert found["elapsed"] < 1_000 and found["reports"][-1]["depth"] > 3


@pytest.mark.parametrize("number", [3, 4, 5])
def test_varied_level_stays_within_its_margin(number: int) -> None:
    level = game_of("squirrels").levels[number]._replace(seed=5)
    depth, margin = level.limit.depth or 1, level.margin or 0
    positions = wars(2, 25, 8)
    for position, found in zip(positions, ask_war(positions, level), strict=True):
        values = {move: -lead(position.play(move), depth - 1, LARGE) for move in position.moves()}
        allowed = margin if len(values) > depth else 0
        assert values[found["move"]] >= max(values.values()) - allowed, position
