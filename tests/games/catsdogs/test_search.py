"""The search on Cats & Dogs: proven positions, node counts, symmetries, double moves and limits."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from catsdogs import GAME, START, Position, careful, read_position
from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.evaluation import SAFE, SAFE_ONLY
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.search import transposition
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE, NOT_OVER
from common.search.limit import Limit
from common.search.move_order import PLIES
from common.search.results import Report
from common.search.think import Engine, Thinker, table_bits
from common.search.transposition import WON
from tests.support.catsdogs_cases import (
    EACH_EXACT,
    EXACT,
    Row,
    late_position,
    late_positions,
    position_of,
    symmetries,
    transform,
    value_text,
)
from tests.support.compiled import built, machine_code
from tests.support.play import play_plies
from tests.support.reference_search import with_reference
from tests.support.scheduling_delay import measure_delay
from tests.support.variants import variant, with_perft

SEARCH = GAME.search
linked, moves_of, state_of = SEARCH.compiled, SEARCH.single_moves, SEARCH.state

BITS = 18  # log2 of the number of table entries
INTERVAL = 1 << 14  # nodes between two polls
ENOUGH = Limit(seconds=30)  # far more than any proof here takes
WHOLE_TURNS = 12, 56, 668, 10376, 125384, 4023032  # perft of 1 to 6 decisions
NODES = (
    13,
    30,
    258,
    751,
    6472,
    27549,
    127007,
    978431,
    4102322,
)  # of alpha-beta with the plainest evaluation, from the start to depths 1 to 9


def memories(kernels: Kernels) -> tuple[Any, Any]:
    """Return the memory of a thorough search without a limit, and an empty table."""
    memory, entries = kernels.memory(linked().fields), kernels.memory(linked().sized_table(BITS))
    kernels.limit(memory, Deadline(), INTERVAL)
    memory.thorough, entries.mask = 1, (1 << BITS) - 1
    return memory, entries


class Exact:
    """Exact values by thorough searches with one shared table."""

    def __init__(self, kernels: Kernels) -> None:
        self._kernels = kernels
        self._memories = memories(kernels)

    def value(self, at: Position, ply: int = 0) -> int:
        """Search deeper until the end is seen; return the score for the side to move, `ply` decisions in."""
        score, depth = int(self._kernels.end_score(self._memories[0], state_of(at), ply)), 0
        while (score == NOT_OVER or WON - abs(score) > ply + depth) and depth < PLIES:
            depth += 1
            score = self._search(self._memories, at, depth, ply)
        return score

    def to_the_end(self, at: Position) -> int:
        """Search at once as deep as a game can go."""
        return self._search(self._memories, at, self._kernels.horizon(state_of(at)))

    def guess(self, at: Position, depth: int) -> int:
        """Search to a depth with an empty table."""
        fresh = Exact(machine_code(linked()))
        return fresh._search(fresh._memories, at, depth)

    def _search(self, memories: tuple[Any, Any], at: Position, depth: int, ply: int = 0) -> int:
        return int(self._kernels.search(*memories, state_of(at), depth, -INFINITE, INFINITE, ply))


def baseline(fast: bool) -> Kernels:
    """Return kernels with the plainest evaluation that foresee no end."""
    plainest = with_reference(variant(linked(), **SAFE_ONLY))
    return built(plainest) if fast else plainest.plain


@pytest.fixture(scope="module")
def exact() -> Exact:
    return Exact(machine_code(linked()))


@pytest.fixture(scope="module")
def thinker() -> Thinker:
    """Shared searcher: results for one position may serve another."""
    return Thinker(linked(), machine_code(linked()), bits=BITS, thorough=True)


def think(thinker: Thinker, at: Position, limit: Limit = ENOUGH) -> list[Report]:
    return list(thinker.think(state_of(at), Deadline.from_limit(limit)))


def without_seconds(reports: list[Report]) -> list[Report]:
    return [report._replace(seconds=0) for report in reports]


@cache
def some_positions(count: int) -> list[Position]:
    """Return unfinished positions of all steps, from random games in which the cats avoid three in line."""
    chance, found = random.Random(60), list[Position]()
    for number in range((count + 3) // 4):  # up to four positions of each game
        players = {"cat": careful(number), "dog": lambda at: chance.choice(at.moves())}
        game = [START] + [at for _, at in play_plies(START, players) if not at.outcome()]
        found += chance.sample(game, min(4, len(game)))
    return found[:count]


# PROVEN POSITIONS


@EACH_EXACT
def test_searcher_proves_winner_and_number_of_cat_moves(row: Row, thinker: Thinker) -> None:
    at = position_of(row)
    report = think(thinker, at)[-1]
    assert (SEARCH.explain_score(report.score, at.turn)[1], report.proven) == (value_text(row), True)
    assert linked().moves(at, report.move)[0] in at.moves()


@pytest.mark.parametrize("row", [row for row in EXACT if row["turns"]], ids=lambda row: row["turns"])
def test_stored_number_of_turns_keeps_the_value(row: Row, exact: Exact, compiled: Kernels) -> None:
    at, memory = position_of(row), compiled.memory(linked().fields)
    turns = [int(memory.moves[number]) for number in range(compiled.generate(memory, state_of(at), 0))]
    values = [-exact.value(Position(*compiled.play(state_of(at), turn)), 1) for turn in turns]
    assert f"{values.count(exact.value(at))} of {len(values)}" == row["turns"]
    assert max(values) == exact.value(at)


def test_proofs_do_not_depend_on_the_order_of_positions(compiled: Kernels) -> None:
    thinker = Thinker(linked(), compiled, BITS, thorough=True)
    for row in EXACT[::-1]:
        at = position_of(row)
        think(thinker, at, Limit(depth=3))
        report = think(thinker, at)[-1]
        assert (SEARCH.explain_score(report.score, at.turn)[1], report.proven) == (value_text(row), True)


def test_plain_python_proves_the_shorter_positions() -> None:
    for row in EXACT:
        if int(row["cat moves"]) < 2:
            at = position_of(row)
            report = think(Thinker(linked(), linked().plain, thorough=True), at)[-1]
            assert (SEARCH.explain_score(report.score, at.turn)[1], report.proven) == (value_text(row), True)


@EACH_EXACT
def test_proven_position_is_won_in_the_proven_number_of_moves(row: Row, thinker: Thinker) -> None:
    engine = Engine(linked(), thinker, ENOUGH)
    before = position_of(row)
    cat_moves = 0
    for _, at in play_plies(before, {"cat": engine, "dog": engine}):
        cat_moves += before.step == 0
        before = at
    outcome = before.outcome()
    assert outcome
    assert (outcome.winner, cat_moves) == (row["winner"], int(row["cat moves"]))


@EACH_EXACT
def test_line_of_a_proof_is_legal(row: Row, thinker: Thinker) -> None:
    at = position_of(row)
    report = think(thinker, at)[-1]
    assert report.line[0] == report.move
    for decision in report.line:
        assert not at.outcome()
        for move in moves_of(at, decision):
            assert move in at.moves()
            at = at.play(move)
    assert len(report.line) <= WON - abs(report.score)
    outcome = at.outcome()
    assert outcome is None or (outcome.winner, len(report.line)) == (row["winner"], WON - abs(report.score))


@pytest.mark.parametrize(
    ("plies", "to_move", "won", "lost"),
    [
        (1, "cat", "cat wins in 1 cat move", "dog wins in 1 cat move"),
        (2, "cat", "cat wins in 1 cat move", "dog wins in 1 cat move"),
        (3, "cat", "cat wins in 2 cat moves", "dog wins in 2 cat moves"),
        (1, "dog", "dog wins in 0 cat moves", "cat wins in 0 cat moves"),
        (2, "dog", "dog wins in 1 cat move", "cat wins in 1 cat move"),
        (5, "dog", "dog wins in 2 cat moves", "cat wins in 2 cat moves"),
    ],
)
def test_proof_is_printed_in_cat_moves(plies: int, to_move: str, won: str, lost: str) -> None:
    assert (SEARCH.explain_score(WON - plies, to_move)[1], SEARCH.explain_score(plies - WON, to_move)[1]) == (
        won,
        lost,
    )


def test_guess_is_printed_in_safe_captures_for_the_cats() -> None:
    assert (
        SEARCH.explain_score(12 * SAFE, "cat")[1]
        == SEARCH.explain_score(-12 * SAFE, "dog")[1]
        == "worth 12.0 safe captures to the cats"
    )
    assert SEARCH.explain_score(SAFE // 2, "dog")[1] == "worth -0.5 safe captures to the cats"


# ALPHA-BETA


def nodes_and_values(kernels: Kernels, depths: int) -> list[tuple[int, int]]:
    memory, found = kernels.memory(linked().fields), []
    for depth in range(1, depths + 1):
        memory.nodes = 0
        value = int(kernels.alpha_beta(memory, state_of(START), depth, -INFINITE, INFINITE, 0))
        found.append((int(memory.nodes), value))
    return found


@pytest.mark.parametrize(("fast", "most"), [(False, 3), pytest.param(True, 6, marks=pytest.mark.long)])
def test_perft_of_decisions_matches_another_program(fast: bool, most: int) -> None:
    counted = with_perft(linked(), **SAFE_ONLY)
    kernels = built(counted) if fast else counted.plain
    memory = kernels.memory(linked().fields)
    assert (
        tuple(kernels.perft(memory, state_of(START), plies, 0) for plies in range(1, most + 1))
        == WHOLE_TURNS[:most]
    )


@pytest.mark.parametrize(("fast", "depths"), [(False, 5), pytest.param(True, 9, marks=pytest.mark.long)])
def test_plain_alpha_beta_matches_node_counts_of_another_program(fast: bool, depths: int) -> None:
    assert nodes_and_values(baseline(fast), depths) == [(count, 12) for count in NODES[:depths]]


def test_search_matches_plain_alpha_beta(exact: Exact, compiled: Kernels) -> None:
    reference = with_reference(linked()).plain
    memory = reference.memory(linked().fields)
    for at in some_positions(12):
        depth = 3 if at.step == 0 else 2
        assert exact.guess(at, depth) == reference.alpha_beta(
            memory, state_of(at), depth, -INFINITE, INFINITE, 0
        ), at


def test_search_stores_its_result_in_the_table(compiled: Kernels) -> None:
    for kernels, depth in ((compiled, 4), (linked().plain, 2)):
        for at in some_positions(6):
            (memory, entries), state = memories(kernels), state_of(at)
            value = kernels.search(memory, entries, state, depth, -INFINITE, INFINITE, 0)
            data = kernels.probe(entries, *kernels.key(state, depth))
            assert (kernels.entry_score(data, 0), kernels.entry_move(data)) == (value, memory.best), at
            assert kernels.entry_bound(data) == transposition.EXACT


# BRUTE FORCE


@pytest.mark.parametrize(
    ("count", "seed"), [(20, 9), *(pytest.param(100, seed, marks=pytest.mark.long) for seed in (1, 2, 3))]
)
def test_search_matches_brute_force(count: int, seed: int, exact: Exact) -> None:
    passes = 0
    winners, steps, plies = Counter[bool](), Counter[int](), Counter[int]()
    for at, brute in late_positions(count, seed=seed):
        expected = brute.value(at)
        assert exact.to_the_end(at) == expected, at
        winners[(expected > 0) == (at.turn == "cat")] += 1
        steps[at.step] += 1
        plies[WON - abs(expected)] += 1
        passes += brute.passes
    assert min(winners[True], winners[False], *(steps[step] for step in range(3))) > count / 10
    assert sum(number for length, number in plies.items() if length > 4) > count / 10
    assert passes


# SYMMETRIES


def test_symmetric_boards_have_equal_scores(exact: Exact, compiled: Kernels) -> None:
    for at in some_positions(6):
        boards = [transform(at, change) for change in symmetries()]
        assert boards[0] == at
        assert at == START or at.step != 0 or len(set(boards)) > 1
        assert len({compiled.evaluate(state_of(board)) for board in boards}) == 1, at
        assert len({exact.guess(board, 4 if at.step == 0 else 3) for board in boards}) == 1, at


@pytest.mark.parametrize(
    "row",
    [row for row in EXACT if int(row["cat moves"]) < 4],
    ids=lambda row: f"{row['board']} {row['step']}",
)
def test_symmetric_boards_have_equal_proofs(row: Row, exact: Exact) -> None:
    at = position_of(row)
    assert {
        SEARCH.explain_score(exact.value(transform(at, change)), at.turn)[1] for change in symmetries()
    } == {value_text(row)}


# THE ENGINE


class CountingSearcher:
    """A searcher that counts its calls."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self.asked = 0

    def think(self, state: tuple[int, ...], deadline: Deadline) -> Iterator[Report]:
        self.asked += 1
        return self._thinker.think(state, deadline)


def test_two_dog_moves_are_one_decision(compiled: Kernels) -> None:
    counted = CountingSearcher(Thinker(linked(), compiled, bits=BITS))
    engine = Engine(linked(), counted, Limit(nodes=3000))
    turns = 0
    for at in some_positions(100):
        if at.step == 1 and len(at.moves()) > 1:
            counted.asked = 0
            first = engine(at)
            report, once = engine.last, at.play(first)
            assert report
            assert first in at.moves()
            if once.outcome():
                assert moves_of(at, report.move) == [first]
                continue
            second = engine(once)
            assert second in once.moves()
            assert moves_of(at, report.move) == [first, second]
            assert (counted.asked, engine.last is report) == (1, True)
            turns += 1
    assert turns > 20


def test_second_dog_move_needs_no_search(compiled: Kernels) -> None:
    counted = CountingSearcher(Thinker(linked(), compiled, bits=BITS))
    engine = Engine(linked(), counted, Limit(seconds=0.3))
    at = START.play(START.moves()[5])
    at = at.play(engine(at))
    assert engine(at) in at.moves()
    assert counted.asked == 1


def test_engine_plays_a_second_move_it_has_not_prepared(compiled: Kernels) -> None:
    for kernels in (compiled, linked().plain):
        engine = Engine(linked(), Thinker(linked(), kernels, bits=BITS), Limit(nodes=500))
        for at in some_positions(20):
            if at.step == 2:
                assert engine(at) in at.moves()
                assert engine(at) in at.moves()
    row = EXACT[-1]
    assert row["step"] == "2"
    at = position_of(row)
    engine = Engine(linked(), Thinker(linked(), compiled, bits=BITS, thorough=True), ENOUGH)
    after = at.play(engine(at))
    report = think(Thinker(linked(), compiled, bits=BITS, thorough=True), after)[-1]
    assert SEARCH.explain_score(report.score, after.turn)[1] == value_text(row)


def test_engines_play_legal_games_to_the_end(compiled: Kernels) -> None:
    for number, start in enumerate([START, *some_positions(4)]):
        engine = Engine(linked(), Thinker(linked(), compiled, bits=14), Limit(nodes=100 + 50 * number))
        before = start
        for move, at in play_plies(start, {"cat": engine, "dog": engine}):
            assert move in before.moves()
            before = at
        assert before.outcome()


def test_only_move_needs_no_search(compiled: Kernels) -> None:
    at = read_position("C..d..C/...C.../......./......./......./......./...C..C")
    engine = Engine(linked(), Thinker(linked(), compiled, bits=14), ENOUGH)
    assert (at.text(engine(at)), engine.last) == ("b4 a4", None)


# LIMITS


def test_search_with_a_node_limit_is_reproducible() -> None:
    for at in some_positions(8):
        limit, compiled = Limit(nodes=5000), machine_code(linked())
        runs = [without_seconds(think(Thinker(linked(), compiled, bits=BITS), at, limit)) for _ in range(3)]
        assert runs[0] == runs[1] == runs[2]
        assert (
            len({Engine(linked(), Thinker(linked(), compiled, bits=BITS), limit)(at) for _ in range(3)}) == 1
        )


@pytest.mark.parametrize("thorough", [False, True])
def test_plain_python_reports_match_machine_code(thorough: bool, compiled: Kernels) -> None:
    for at in some_positions(4):
        thinkers = [
            Thinker(linked(), kernels, bits=BITS, thorough=thorough) for kernels in (linked().plain, compiled)
        ]
        slow, fast = (without_seconds(think(thinker, at, Limit(nodes=1500))) for thinker in thinkers)
        assert slow == fast


def test_plain_python_values_and_nodes_match_machine_code(compiled: Kernels) -> None:
    for at in some_positions(20):
        seen = []
        for kernels in (compiled, linked().plain):
            memory, entries = memories(kernels)
            value = kernels.search(memory, entries, state_of(at), 2, -INFINITE, INFINITE, 0)
            seen.append((int(value), int(memory.nodes), int(memory.best)))
        assert seen[0] == seen[1], at


def test_one_node_is_enough_for_a_legal_move(compiled: Kernels) -> None:
    for kernels in (linked().plain, compiled):
        engine = Engine(linked(), Thinker(linked(), kernels, bits=14), Limit(nodes=1))
        for at in some_positions(30):
            assert engine(at) in at.moves()


def test_node_limit_is_exceeded_by_one_ply_at_most(compiled: Kernels) -> None:
    for at in some_positions(20):
        for report in think(Thinker(linked(), compiled, bits=BITS), at, Limit(nodes=2000)):
            assert report.nodes <= 2000 + WIDTH


def test_reports_deepen_and_prove_only_certain_results(compiled: Kernels) -> None:
    thinker = Thinker(linked(), compiled, BITS, thorough=True)
    for at in some_positions(40):
        reports = think(thinker, at, Limit(nodes=20_000))
        depths = [report.depth for report in reports]
        assert depths == sorted(depths)
        assert not any(report.proven for report in reports[:-1])
        for report in reports:
            assert moves_of(at, report.move)[0] in at.moves()
            assert not report.proven or abs(report.score) > WON - PLIES


def keeps_time(engine: Engine[Position], seconds: float) -> bool:
    """Return True if no move takes longer than `seconds`, with a margin for a busy machine."""
    most = 0.0
    with measure_delay() as beside:
        for at in (START, *some_positions(5)):
            began = time.monotonic()
            assert engine(at) in at.moves()
            most = max(most, time.monotonic() - began)
    return most < seconds + beside.margin


def test_machine_code_keeps_the_time_limit(compiled: Kernels) -> None:
    limit = Limit(seconds=0.2)
    thinker = Thinker(linked(), compiled, table_bits(limit))
    assert keeps_time(Engine(linked(), thinker, limit), 0.2)


def test_plain_python_keeps_the_time_limit() -> None:
    assert keeps_time(Engine(linked(), Thinker(linked(), linked().plain), Limit(seconds=0.2)), 0.2)


# REDUCED MOVE LISTS


def test_search_of_few_replies_decides_correctly(compiled: Kernels) -> None:
    """The variant searches one reply first and the other dog moves before it believes a win of the cats."""
    one_reply, late = (
        variant(linked(), FIRST_STAGE_MOVES=1).plain,
        [late_position(random.Random(number)) for number in range(80)],
    )
    decided, exact = Counter[int](), Exact(compiled)
    for at in late:
        if at.outcome():
            continue
        memory, table = memories(one_reply)
        memory.thorough = 0
        score = int(one_reply.search(memory, table, state_of(at), 3, -INFINITE, INFINITE, 0))
        if abs(score) > DECISIVE_SCORE:
            decided[score > 0] += 1
            assert (exact.value(at) > 0) == (score > 0), at
    assert min(decided.values()) > 1


def test_thorough_and_weakened_searches_omit_no_move() -> None:
    at = [late_position(random.Random(number)) for number in range(12)]
    few, all_moves = (
        variant(linked(), FIRST_STAGE_MOVES=1).plain,
        variant(linked(), FIRST_STAGE_MOVES=0).plain,
    )
    for thorough, blind in ((1, 0), (0, 100)):
        nodes = [0, 0]
        for which, kernels in enumerate((few, all_moves)):
            for position in at:
                memory, table = memories(kernels)
                memory.thorough, memory.ignored = thorough, blind
                kernels.search(memory, table, state_of(position), 2, -INFINITE, INFINITE, 0)
                nodes[which] += memory.nodes
        assert nodes[0] == nodes[1]
