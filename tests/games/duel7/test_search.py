"""The search on the sliding duel: exact values, reports, limits, the table; and match scores."""

from __future__ import annotations

import csv
import random
import time
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path

import pytest

from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import SPACE
from common.judge.match.elo import elo_from_score
from common.judge.match.games import GameResult, Pair, PairTask, Tally, play_pair
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.rules.bits import bits_of
from common.rules.square_grid import Step, step_of
from common.search import transposition
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE
from common.search.limit import Limit
from common.search.move_order import PLIES
from common.search.results import Report
from common.search.think import Engine, Thinker
from common.search.transposition import WON
from duel7 import GAME, Position, random_start, read_place
from tests.support.reference_search import with_reference
from tests.support.scheduling_delay import measure_delay

linked, state_of = GAME.search.compiled, GAME.search.state

BITS = 18  # log2 of the number of table entries
UNLIMITED = 1 << 60

with (Path(__file__).parent / "data" / "exact.tsv").open() as file:
    EXACT = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
EACH_EXACT = pytest.mark.parametrize(
    "row", EXACT, ids=[f"{row['X']}, {row['O']}, {row['L']}" for row in EXACT]
)


def position(text: str, left: int, turn: str = "X") -> Position:
    return Position(*read_place(text), left, turn)


def position_of(row: dict[str, str]) -> Position:
    return position(f"X {row['X']} O {row['O']}", int(row["L"]))


def score_in(row: dict[str, str]) -> int:
    """Return a stored value as score: +-(1000 - ply) stands for an end without a move, else the margin."""
    value = int(row["value"])
    if abs(value) > 900:
        return value + (WON - 1000 if value > 0 else 1000 - WON)
    return at_limit(value)


def at_limit(margin: int) -> int:
    return margin and SPACE * margin + (DECISIVE_SCORE if margin > 0 else -DECISIVE_SCORE)


def best_in(row: dict[str, str]) -> set[str]:
    return {move.replace("-", " ") for move in row["best"].split()}


class Exact:
    """Exact values by searches to the end with one shared table."""

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self._memory, self._table = kernels.memory(linked().fields), kernels.memory(transposition.FIELDS)
        self._table.mask, self._memory.budget = (1 << BITS) - 1, UNLIMITED

    def value(self, at: Position, ply: int = 0) -> int:
        """Return the value for the side to move, `ply` moves after the root."""
        return int(
            self._kernels.search(
                self._memory, self._table, state_of(at), at.turns_left, -INFINITE, INFINITE, ply
            )
        )

    def values(self, at: Position) -> dict[Step, int]:
        """Return the value of every move."""
        return {move: -self.value(at.play(move), 1) for move in at.moves()}


@pytest.fixture(scope="module")
def exact(compiled: Kernels) -> Exact:
    return Exact(compiled)


@pytest.fixture(scope="module")
def thinker(compiled: Kernels) -> Thinker:
    """Shared searcher: results for one position may serve another."""
    return Thinker(linked(), compiled, bits=BITS)


def think(thinker: Thinker, at: Position, limit: Limit = Limit()) -> list[Report]:
    return list(thinker.think(state_of(at), Deadline.from_limit(limit)))


def without_seconds(reports: list[Report]) -> list[Report]:
    return [report._replace(seconds=0) for report in reports]


def some_starts(count: int, most: int = 16) -> Iterator[Position]:
    """Yield random starts of all sizes with 1 to 40 turns left, either side to move."""
    chance = random.Random(count)
    for number in range(count):
        pieces = chance.randint(1, most), chance.randint(1, most)
        start = random_start(pieces, chance.randint(1, 40), number)._replace(turn=chance.choice("XO"))
        if start.moves():
            yield start


def negamax(at: Position) -> int:
    """Compute the value by brute force with the readable rules."""

    @cache
    def value(at: Position) -> int:
        if outcome := at.outcome():
            lead = outcome.margin if outcome.winner == at.turn else -outcome.margin
            return at_limit(lead) if at.moves() else start.turns_left - at.turns_left - WON
        return max(-value(at.play(move)) for move in at.moves())

    start = at
    return value(start)


# EXACT VALUES


@EACH_EXACT
def test_values_and_best_moves_match_other_programs(row: dict[str, str], exact: Exact) -> None:
    at = position_of(row)
    values = exact.values(at)
    best = max(values.values())
    assert exact.value(at) == best == score_in(row)
    assert {at.text(move) for move in values if values[move] == best} == best_in(row)
    signs = [(value > 0) - (value < 0) for value in values.values()]
    assert "-".join(str(signs.count(sign)) for sign in (1, 0, -1)) == row["W-D-L"]


@EACH_EXACT
def test_searcher_proves_value_and_best_move(row: dict[str, str], thinker: Thinker) -> None:
    at = position_of(row)
    report = think(thinker, at)[-1]
    assert (report.score, report.proven) == (score_in(row), True)
    assert at.text(step_of(report.move)) in best_in(row)


def test_proofs_do_not_depend_on_the_order_of_positions(compiled: Kernels) -> None:
    """All share one table, and no proof may come from a position with more turns left."""
    thinker = Thinker(linked(), compiled, bits=BITS)
    for row in sorted(EXACT, key=lambda row: -int(row["L"])):
        at = position_of(row)
        think(thinker, at._replace(turns_left=30), Limit(depth=8))
        report = think(thinker, at)[-1]
        assert (report.proven, report.score) == (True, score_in(row)), row


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "X b2 b3 c2 O a1 a2",
            {20: "X wins, no move left after 5", 4: "X wins by 4", 5: "X wins, no move left after 5"},
        ),
        (
            "X a3 b3 b7 c1 d6 O a2 b1",
            {20: "X wins, no move left after 3", 2: "X wins by 11", 3: "X wins, no move left after 3"},
        ),
        (
            "X a1 a2 O a3 b2 c1 d5",
            {20: "O wins, no move left after 4", 3: "O wins by 8", 4: "O wins, no move left after 4"},
        ),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_equal_squares_with_other_turns_left_are_kept_apart(
    text: str, values: dict[int, str], order: int
) -> None:
    thinker = Thinker(linked(), linked().plain, bits=BITS)
    for left in list(values)[::order]:
        report = think(thinker, position(text, left), Limit(depth=6))[-1]
        assert (left, GAME.search.explain_score(report.score, "X")[1], report.proven) == (
            left,
            values[left],
            True,
        )


@pytest.mark.parametrize("count", [90, pytest.param(500, marks=pytest.mark.long)])
def test_search_matches_brute_force(count: int, exact: Exact) -> None:
    chance = random.Random(1)
    seen = set()
    for number in range(count):
        pieces = chance.choice([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 12), (4, 40)])
        at = random_start(pieces, chance.randint(2, 4), number)._replace(turn=chance.choice("XO"))
        expected = negamax(at)
        assert exact.value(at) == expected, at
        seen.add(min(abs(expected), DECISIVE_SCORE) if abs(expected) < WON - PLIES else WON)
    assert seen == {0, DECISIVE_SCORE, WON}


def test_move_with_a_stored_proof_ends_the_search(compiled: Kernels) -> None:
    memory, table = compiled.memory(linked().fields), compiled.memory(transposition.FIELDS)
    table.mask, memory.budget = (1 << BITS) - 1, UNLIMITED
    for seed in range(10):
        start = random_start((3, 3), 5, seed)
        children = [state_of(start.play(move)) for move in start.moves()]
        best = max(-compiled.search(memory, table, child, 4, -INFINITE, INFINITE, 2) for child in children)
        memory.nodes = 0
        assert compiled.search(memory, table, state_of(start), 5, best - 1, best, 1) == best
        assert memory.nodes == 1


@pytest.fixture(scope="module")
def corner_proofs(exact: Exact, compiled: Kernels) -> list[tuple[int, int]]:
    """Pairs of proven and exact scores in a corner, where sides get stuck before the limit is in sight.

    One table serves all positions and also knows the same squares with many turns left.
    """
    chance, thinker = random.Random(2), Thinker(linked(), compiled, bits=BITS)
    corner = [row * SQUARES.stride + column for row in range(3) for column in range(3)]
    proofs = []
    for _ in range(1000):
        squares = chance.sample(corner, chance.randint(4, 7))
        x = chance.randint(2, len(squares) - 1)
        at = Position(
            bits_of(squares[:x]), bits_of(squares[x:]), chance.choice([5, 6, 7, 8]), chance.choice("XO")
        )
        if at.moves():
            think(thinker, at._replace(turns_left=30), Limit(depth=6))
            report = think(thinker, at, Limit(depth=4))[-1]
            if report.proven:
                proofs.append((report.score, exact.value(at)))
    assert len(proofs) > 40
    return proofs


def test_proven_winner_wins_by_enclosing(corner_proofs: list[tuple[int, int]]) -> None:
    assert [pair for pair in corner_proofs if abs(pair[0] - pair[1]) > PLIES] == []


def test_proven_win_is_the_shortest(corner_proofs: list[tuple[int, int]]) -> None:
    assert [pair for pair in corner_proofs if pair[0] != pair[1]] == []


def test_plain_alpha_beta_matches_exact_values() -> None:
    reference = with_reference(linked()).plain
    memory = reference.memory(linked().fields)
    for row in EXACT:
        at = position_of(row)
        if at.turns_left < 5:
            assert reference.alpha_beta(
                memory, state_of(at), at.turns_left, -INFINITE, INFINITE, 0
            ) == score_in(row)
            assert at.text(step_of(int(memory.best))) in best_in(row)


# REPORTS


def test_one_thread_with_a_node_limit_is_reproducible(compiled: Kernels) -> None:
    for start in some_starts(20):
        runs = [
            without_seconds(think(Thinker(linked(), compiled, bits=BITS), start, Limit(nodes=5000)))
            for _ in range(3)
        ]
        assert runs[0] == runs[1] == runs[2]


def test_plain_python_reports_match_machine_code(compiled: Kernels) -> None:
    for start in some_starts(20):
        plain, fast = (Thinker(linked(), kernels, bits=BITS) for kernels in (linked().plain, compiled))
        for at in (start, start.play(start.moves()[-1])):
            assert without_seconds(think(plain, at, Limit(nodes=1500))) == without_seconds(
                think(fast, at, Limit(nodes=1500))
            )


def test_reports_deepen_and_prove_only_certain_results(compiled: Kernels) -> None:
    thinker = Thinker(linked(), compiled, BITS)
    for start in some_starts(60):
        reports = think(thinker, start, Limit(nodes=20_000))
        depths = [report.depth for report in reports]
        assert depths == sorted(depths)
        for report in reports:
            assert step_of(report.move) in start.moves()
            assert report.depth <= start.turns_left
            assert not report.proven or report.depth >= start.turns_left or abs(report.score) > WON - PLIES
        assert not any(report.proven for report in reports[:-1])


def test_line_is_legal_and_a_proven_one_ends_as_scored(thinker: Thinker) -> None:
    for row in EXACT:
        at = start = position_of(row)
        report = think(thinker, at)[-1]
        for move in report.line:
            assert step_of(move) in at.moves()
            at = at.play(step_of(move))
        assert report.line[0] == report.move
        outcome = at.outcome()
        if outcome and at.moves():
            margin = outcome.margin if outcome.winner == start.turn else -outcome.margin
            assert report.score == at_limit(margin)
        elif outcome:
            assert abs(report.score) == WON - len(report.line)


# LIMITS


def test_one_node_is_enough_for_a_legal_move(compiled: Kernels) -> None:
    for kernels in (linked().plain, compiled):
        limit = Limit(nodes=1)
        engine = Engine(linked(), Thinker(linked(), kernels, bits=14), limit)
        for start in some_starts(30):
            assert engine(start) in start.moves()


def test_node_limit_is_exceeded_by_one_ply_at_most(compiled: Kernels) -> None:
    for start in some_starts(20):
        for report in think(Thinker(linked(), compiled, bits=BITS), start, Limit(nodes=2000)):
            assert report.nodes <= 2000 + 96


@pytest.mark.parametrize(("seed", "left", "nodes"), [(178, 7, 5000), (255, 7, 5000), (296, 9, 20_000)])
def test_unfinished_last_depth_keeps_a_winning_move(
    seed: int, left: int, nodes: int, exact: Exact, compiled: Kernels
) -> None:
    """Only the last depth counts the turns left in its keys, so the table does not know the best move."""
    start = random_start((3, 3), left, seed)
    values = exact.values(start)
    reports = think(Thinker(linked(), compiled, bits=BITS), start, Limit(nodes=nodes))
    finished = [report for report in reports if report.depth < left]
    assert not reports[-1].proven
    assert values[step_of(finished[-1].move)] > 0
    assert values[step_of(reports[-1].move)] > 0


def test_search_keeps_its_depth_limit(compiled: Kernels) -> None:
    for start in some_starts(20):
        assert think(Thinker(linked(), compiled, BITS), start, Limit(depth=3))[-1].depth <= 3


def slowest_move(engine: Engine[Position], moves: int) -> float:
    """Return the seconds of the slowest of some self-play moves, less a margin for a busy machine."""
    at, most = random_start((6, 6), 40, 1), 0.0
    with measure_delay() as beside:
        for _ in range(moves):
            began = time.monotonic()
            move = engine(at)
            most = max(most, time.monotonic() - began)
            at = at.play(move)
    return most - beside.margin


def test_time_limit_is_kept_in_this_process(compiled: Kernels) -> None:
    limit = Limit(seconds=0.5)  # 0.1 s are reserved: other programs may stop this one for 0.04 s
    for thinker in (Thinker(linked(), linked().plain), Thinker(linked(), compiled)):
        assert slowest_move(Engine(linked(), thinker, limit), 3) < 0.5


# THE TABLE


def test_entry_returns_the_stored_values() -> None:
    memory = linked().plain.memory(transposition.FIELDS)
    memory.mask = (1 << 10) - 1
    chance = random.Random(3)
    for _ in range(1000):
        high, low = chance.getrandbits(62), chance.getrandbits(62)
        value, depth, move = (
            chance.randint(-28_000, 28_000),
            chance.randint(0, 100),
            chance.randrange(1 << 12),
        )
        bound = chance.choice([transposition.LOWER, transposition.UPPER, transposition.EXACT])
        transposition.store(memory, high, low, value, depth, bound, move, 9)
        data = transposition.probe(memory, high, low)
        assert (transposition.entry_score(data, 3), transposition.entry_depth(data)) == (value, depth)
        assert (transposition.entry_bound(data), transposition.entry_move(data)) == (bound, move)


def test_win_distance_does_not_depend_on_the_path() -> None:
    memory = linked().plain.memory(transposition.FIELDS)
    for sign in (1, -1):
        transposition.store(
            memory, 5, 6, sign * (WON - 10), 8, transposition.EXACT, 1, 4
        )  # six plies after this position
        assert transposition.entry_score(transposition.probe(memory, 5, 6), 7) == sign * (WON - 13)


# MATCHES


def pair(points: tuple[float, float], digests: tuple[str, str]) -> Pair:
    return tuple(GameResult(point, 0, 9, digest) for point, digest in zip(points, digests, strict=True))


def tally(*pairs: tuple[float, float]) -> Tally:
    return Tally([pair(points, (f"{number}", f"-{number}")) for number, points in enumerate(pairs)], False)


def test_three_quarters_of_the_points_are_191_elo() -> None:
    found = tally(*[(1, 0.5), (1, 0.5), (0.5, 1), (1, 0.5)])
    assert found.elo == pytest.approx((190.85, 190.85, 190.85), abs=0.01)


def test_confidence_interval_is_over_pairs() -> None:
    """If X always wins, all pairs are alike and the interval is empty."""
    assert tally(*[(1, 0)] * 50).elo == (0, 0, 0)
    middle, low, high = tally(*[(1, 1), (0, 0)] * 50).elo
    assert middle == 0
    assert -high == pytest.approx(low) == pytest.approx(elo_from_score(0.5 - 1.96 * (25 / 99) ** 0.5 / 10))
    assert low < 0 < high


def test_match_without_a_loss_has_no_upper_bound() -> None:
    assert tuple(tally(*[(1, 1)] * 30).elo) == pytest.approx((inf, elo_from_score(0.9), inf))
    assert tally((0, 0)).elo == (-inf, -inf, inf)
    assert elo_from_score(0.75) == pytest.approx(-elo_from_score(0.25))


def test_player_against_itself_is_even() -> None:
    pairs = [
        play_pair(PairTask("duel7", 0, ("greedy", "greedy"), Limit(nodes=1), 0, number))
        for number in range(10)
    ]
    found = Tally(pairs, False)
    points = [game.points for game in found.games]
    assert (points.count(1), sum(points), found.elo) == (points.count(0), 10, (0, 0, 0))
    assert all(first.digest == second.digest for first, second in pairs)
    assert found.distinct_games == 10


def test_time_before_the_search_counts() -> None:
    """A referee's clock includes the book lookup and the start of the process."""

    class TimeRecorder:
        remaining = 1.0

        def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
            self.remaining = deadline.remaining
            return iter(())

    thinker = TimeRecorder()
    engine = Engine(linked(), thinker, Limit(seconds=1), book=lambda position: time.sleep(0.2))
    start = random_start((6, 6), 40, 1)
    assert engine.move(start, Deadline.from_limit(Limit(seconds=1), time_used=0.3)) in start.moves()
    assert 0 < thinker.remaining <= 0.5
