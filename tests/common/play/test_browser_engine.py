"""The engine of the pages chooses what the engine in Python chooses, at a fixed number of nodes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import pytest

from common.games.cats_and_dogs.pn_solver import WinProver
from common.kernels.deadline import Deadline
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.engine import with_mean_scores
from common.search.iterative_deepening import IterativeDeepening, ThoroughSearch, table_bits
from common.search.limit import Level, Limit
from common.search.results import Report
from tests.support.games import game_of
from tests.support.node import Message, ask_engine, needs_node, question

pytestmark = needs_node
COUNTS = 20, pytest.param(100, marks=pytest.mark.long)  # positions a game


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


@pytest.mark.parametrize("count", COUNTS)
@every_sample
def test_equal_moves_scores_depths_and_nodes(sample: Sample, count: int) -> None:
    """Both keep their tables from one position to the next."""
    level = Level(Limit(nodes=sample.nodes))
    last = assert_equal_reports(sample, sample.positions(count), level)
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


# Proofs


def played_positions(game: Any, players: tuple[str, str], seed: int) -> list[Any]:
    """Return the positions of a game between two simple players."""
    from common.play.players import PlayerSettings

    sides = game.sides
    seats = {
        side: game.players.simple(side)[name](PlayerSettings(seed=seed))
        for side, name in zip(sides, players, strict=True)
    }
    position = game.starts.opening(seed)
    history = []
    while not position.outcome():
        history.append(position)
        position = position.play(seats[position.turn](position))
    return history


def late_hunts(count: int) -> list[Any]:
    """Return positions of Cats & Dogs with few dogs left, in which the winner is often provable."""
    found: list[Any] = []
    for seed in range(count):
        late = [
            position
            for position in played_positions(game_of("catsdogs"), ("roomy", "squeeze"), seed)
            if position.dogs.bit_count() <= 32 and len(position.moves()) > 1
        ]
        found += late[-6::3]
    return found[:count]


def test_hunts_near_the_end_are_proven_equally() -> None:
    """With a node limit that leaves nodes for proofs: winners, lengths, and moves checked by a proof."""
    sample = Sample("catsdogs", 0, (0, 0))
    last = assert_equal_reports(sample, late_hunts(40), Level(Limit(nodes=30_000)))
    proven = [report for report in last if report.proven]
    assert len(proven) >= 20
    assert {report.score > 0 for report in proven} == {True, False}


def drawn_duels(count: int) -> list[Any]:
    """Return positions of the duel with few turns left and equal space."""
    game = game_of("duel7")
    duels = Sample("duel7", 0, (0, 0)).positions(count)
    return [game.notation.read(*game.notation.write(duel)[:2], "6") for duel in duels]


def test_drawn_duels_take_equal_practical_chances() -> None:
    sample = Sample("duel7", 0, (0, 0))
    last = assert_equal_reports(sample, drawn_duels(40), Level(Limit(nodes=200_000)))
    assert sum(report.proven and report.score == 0 for report in last) >= 3


# Proven wins are kept

WON_COUNT = 50  # won positions a game


def late_positions(name: str) -> list[Any]:
    """Return positions of a game or a board near the end, in many of which a side provably wins."""
    if name == "duel7":
        game = game_of("duel7")
        duels = Sample("duel7", 0, (10, 30)).positions(250)
        return [game.notation.read(*game.notation.write(duel)[:2], "5") for duel in duels]
    if name == "catsdogs":
        return late_hunts(150)
    return Sample("walls", int(name[-1]), (40, 120)).positions(200)


def wins(linked: Any, position: Any, side: str) -> bool:
    """Return True if a side provably wins, by a proof that knows nothing of the search before."""
    if outcome := position.outcome():
        return bool(outcome.winner == side)
    state, deadline = linked.state(position), Deadline.from_limit((None, 20_000_000, None))
    if linked.name == "catsdogs":
        found = WinProver(linked.fast, linked.fields).prove(state, 1, deadline).wins
        assert found is not None, position
        return bool(found == (position.turn == side))
    report = list(ThoroughSearch(linked, linked.fast, bits=20).think(state, deadline))[-1]
    assert report.proven or abs(report.score) > DECISIVE_SCORE, position  # forced within the depth searched
    return bool((report.score > 0) == (position.turn == side))


@pytest.mark.long
@pytest.mark.parametrize("name", ["duel7", "catsdogs", "walls5", "walls7"])
def test_proven_wins_are_never_given_away(name: str) -> None:
    game = game_of("walls" if name.startswith("walls") else name)
    size = int(name[-1]) if name.startswith("walls") else 0
    linked, positions = game.search.compiled(size), late_positions(name)
    questions = [question(linked.state(position), Level(Limit(nodes=30_000))) for position in positions]
    kept = []
    for position, messages in zip(positions, ask_engine(game.name, [linked.name], questions), strict=True):
        report = messages[-2]
        if report["type"] == "report" and report["proven"] and report["score"] > 0:
            after = position
            for move in linked.moves(position, messages[-1]["move"]):
                after = after if after.outcome() else after.play(move)
            kept.append(wins(linked, after, position.turn))
    assert len(kept) >= WON_COUNT
    assert all(kept)


# Play


def test_book_of_walls_and_only_moves_equal_the_move_of_a_referee() -> None:
    """Full strength plays the stored strategy of 5x5 first."""
    from common.games.walls.strategy import STRATEGY_FOLDER
    from common.play.player_registry import referee_move
    from common.play.players import PlayerSettings

    game, level = game_of("walls"), Level(Limit(nodes=300))
    linked = game.search.compiled(5)
    start = game.notation.read("5")
    positions = [start, start.play("try-forward"), *Sample("walls", 5, (1, 30)).positions(20)]
    files = [STRATEGY_FOLDER / "5x5.bin", STRATEGY_FOLDER / "5x5-openings.bin"]
    questions = [question(linked.state(position), level, is_analysis=False) for position in positions]
    settings = PlayerSettings(level)
    for position, messages in zip(positions, ask_engine("walls", ["walls5"], questions, files), strict=True):
        expected = referee_move(game, position, settings, settings.deadline())
        assert linked.moves(position, messages[-1]["move"]) == [expected]
    assert ask_engine("walls", ["walls5"], questions[:1], files)[0][0]["type"] == "done"  # without a search


def test_varied_openings_of_walls_are_stored_moves() -> None:
    from common.games.walls.openings import stored_openings

    from common.games.walls.strategy import STRATEGY_FOLDER, key_of

    game = game_of("walls")
    linked = game.search.compiled(5)
    state = linked.state(game.notation.read("5"))
    key, _ = key_of(linked.plain, state)
    files = [STRATEGY_FOLDER / "5x5.bin", STRATEGY_FOLDER / "5x5-openings.bin"]
    questions = [
        question(state, Level(Limit(nodes=12), margin=175, seed=seed), is_analysis=False)
        for seed in range(20)
    ]
    moves = {messages[-1]["move"] for messages in ask_engine("walls", ["walls5"], questions, files)}
    assert moves <= set(stored_openings().moves(key)) | {3 - move for move in stored_openings().moves(key)}
    assert len(moves) > 1


@every_sample
def test_time_limit_is_kept_and_the_move_is_legal(sample: Sample) -> None:
    positions = sample.positions(3)
    linked = game_of(sample.game).search.compiled(sample.size)
    questions = [question(linked.state(position), Level(Limit(seconds=0.3))) for position in positions]
    for position, messages in zip(positions, ask_engine(sample.game, [linked.name], questions), strict=True):
        assert messages[-1]["type"] == "done"
        assert messages[-1]["elapsed"] < 1_000
        assert linked.moves(position, messages[-1]["move"])[0] in position.moves()


@pytest.mark.parametrize("nodes", [1, 2])
def test_without_time_for_a_search_the_move_is_the_best_static_one(nodes: int) -> None:
    game = game_of("duel7")
    linked = game.search.compiled()
    positions = Sample("duel7", 0, (0, 10)).positions(10)
    questions = [question(linked.state(position), Level(Limit(nodes=nodes))) for position in positions]
    level = Level(Limit(nodes=nodes))
    for position, messages in zip(positions, ask_engine("duel7", ["duel7"], questions), strict=True):
        from common.search.engine import Engine

        search = IterativeDeepening(linked, linked.plain, bits=14, level=level)
        engine: Any = Engine(linked, search, level.limit)
        assert linked.moves(position, messages[-1]["move"]) == [engine(position)]


def test_unknown_game_is_reported_as_a_failure() -> None:
    asked = question((1, 2, 3), Level(Limit(nodes=5)))
    (messages,) = ask_engine("chess", ["duel7"], [asked])
    assert messages[-1]["type"] == "failed" and messages[-1]["id"] == 0
