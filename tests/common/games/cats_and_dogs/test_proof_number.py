"""Proof-number search compared with minimax on random graphs and with brute force on late Cats & Dogs."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from catsdogs import GAME, START, Position, read_position
from common.games.cats_and_dogs import pn_solver, proof_number, shared_table, two_threads
from common.games.cats_and_dogs.endings import ENDINGS, NEAR_END_DOGS, is_near_end, possible_end_plies
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_number import MOST_SUM
from common.games.cats_and_dogs.shared_table import ANY_TIME, BUCKETS, INFINITE_NUMBER, NUMBER, table_words
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, kernel
from common.kernels.linked_kernels import LinkedKernels
from common.kernels.memory import Fields
from common.rules.square_grid import NO_STEP
from common.search import alpha_beta, transposition
from common.search.alpha_beta import DECISIVE_SCORE, NO_MOVE, NOT_OVER, generate
from common.search.limit import Limit
from common.search.move_order import PLIES
from common.search.prover import ProvenBounds
from common.search.results import Report
from common.search.think import Engine, Thinker
from common.search.transposition import WON
from tests.support.catsdogs_cases import (
    EACH_EXACT,
    HARD,
    BruteForce,
    Row,
    late_positions,
    position_of,
    symmetries,
    transform,
    value_text,
)
from tests.support.compiled import machine_code
from tests.support.scheduling_delay import measure_delay
from tests.support.variants import variant

SEARCH = GAME.search
linked, moves_of, state_of = SEARCH.compiled, SEARCH.single_moves, SEARCH.state

BUDGET = 1_500_000  # nodes for each stored position
SMALL = 1 << 10  # buckets of a table
HARD_LIMIT = Limit(nodes=300_000)


# A GRAPH GAME: moves lead to nodes with higher numbers; each node belongs to one side; some end the game

NODES, FAN, LAST = 120, 4, 12
EDGES: tuple[int, ...] = ()
OWNERS: tuple[int, ...] = ()
ENDS: tuple[int, ...] = ()  # for owner 1 a win is 1, a loss 2, a draw 3; 0 if the game continues
FIELDS = alpha_beta.fields(8) | proof_number.fields(8)


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    return move + 1 if move + 1 < FAN else NO_MOVE


@kernel
def play(state: Any, move: int) -> Any:
    return (EDGES[state[0] * FAN + move],)


@kernel
def end_score(memory: Any, state: Any, ply: int) -> int:
    end = ENDS[state[0]]
    if end == 0:
        return NOT_OVER
    return WON - ply if end == 1 else ply - WON if end == 2 else 0


@kernel
def keeps_turn(state: Any, child: Any) -> Any:
    return OWNERS[state[0]] == OWNERS[child[0]]


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    return state[0], 1


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    return 1, 1


@kernel
def list_all(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    return at if level else generate(memory, state, ply)


@kernel
def one_level(state: Any, level: int) -> int:
    return INFINITE_NUMBER if level else 1


@kernel
def never_lost(state: Any) -> bool:
    return False


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> int:
    for move in range(0 if memory.resume[ply] == NO_STEP else memory.resume[ply], FAN):
        is_last = ENDS[EDGES[state[0] * FAN + move]] != 0
        if level == (0 if is_last else 1 + move // 2):
            memory.moves[at], memory.resume[ply] = move, move + 1
            return at + 1
    memory.resume[ply] = NO_STEP
    return at


@kernel
def level_effort(state: Any, level: int) -> int:
    return 2 * level + 1 if 2 * (level - 1) < FAN else INFINITE_NUMBER


@kernel
def probably_lost(state: Any) -> Any:
    return OWNERS[state[0]] == 1


PLAIN = {"effort": effort, "list_level": list_all, "level_effort": one_level, "probably_lost": never_lost}
LEVELS = list_level, level_effort  # the moves that end the game, then two each, listed one by one


class Graph:
    """A random graph game, with minimax as reference."""

    def __init__(self, seed: int, draws: bool) -> None:
        chance = random.Random(seed)
        ends = (0, 0, 0, 1, 2, 3) if draws else (0, 0, 0, 1, 2)
        late = NODES - LAST
        self.edges = [
            chance.randrange(node + 1, min(node + 12, NODES)) for node in range(late) for _ in range(FAN)
        ]
        self.owners = [chance.randint(0, 1) for _ in range(NODES)]
        self.ends = [
            chance.choice(ends) if 4 < node < late else 0 if node < late else chance.choice(ends[3:])
            for node in range(NODES)
        ]
        self.draws = draws

    def program(
        self, *kernels: Any, soon: int = proof_number.SOON_FACTOR, proofs: Fields = shared_table.TABLE_FIELDS
    ) -> LinkedKernels:
        names = ("next_move", "play", "end_score", "keeps_turn", "key", "FAN")
        game = {name: globals()[name] for name in names} | PLAIN | {"WIDTH": 8, "DRAWS": int(self.draws)}
        drawn: dict[str, Any] = {
            "EDGES": (*self.edges, *[0] * (LAST * FAN)),
            "OWNERS": (*self.owners,),
            "ENDS": (*self.ends,),
        }
        drawn |= {kernel.__name__: kernel for kernel in kernels}
        records = {"memory": FIELDS, "table": transposition.FIELDS, "proofs": proofs}
        sources = (
            *map(vars, (transposition, alpha_beta, shared_table, two_threads, proof_number)),
            game,
            drawn,
        )
        graph = LinkedKernels("graph", *sources, records=records, state_size=1)
        return variant(graph, SOON_FACTOR=soon)

    def children(self, node: int) -> list[int]:
        return self.edges[node * FAN : (node + 1) * FAN]

    @cache  # noqa: B019 (a test's graph is short-lived)
    def best(self, node: int, plies: int, side: int) -> bool:
        """Return True if a side can force a win within some plies."""
        if end := self.ends[node]:
            return end == (1 if self.owners[node] == side else 2)
        if plies == 0:
            return False
        found = [self.best(child, plies - 1, side) for child in self.children(node)]
        return any(found) if self.owners[node] == side else all(found)

    def wins(self, node: int, must: bool, last: int) -> bool:
        """Return the expected answer of `Decider.wins_by`."""
        side = self.owners[node]
        return self.best(node, last, side) if must else not self.best(node, last, 1 - side)


def questions(graph: Graph) -> Iterator[tuple[int, bool, int]]:
    for node in range(0, NODES - LAST, 2):
        if graph.ends[node] == 0:
            for last in (ANY_TIME, 1, 2, 3, 5, 8):
                yield node, True, last
                yield node, False, last


def check_answers(
    graph: Graph, decider: WinProver, nodes: int | None = 200_000
) -> Counter[tuple[bool, bool]]:
    """Ask every question, check the answers against minimax and count them."""
    found = Counter[tuple[bool, bool]]()
    for node, must, last in questions(graph):
        decider.set_deadline(Deadline(nodes=nodes))
        answer = decider.prove_win_by((node,), must, last)
        assert answer is graph.wins(node, must, last), (node, must, last)
        if answer:
            child = graph.children(node)[decider.move]
            again = graph.owners[child] == graph.owners[node]
            assert graph.ends[child] or graph.wins(child, must if again else not must, last - 1) == again
        found[must, answer] += 1
    return found


@pytest.mark.parametrize(
    "seeds", [range(5), pytest.param(range(5, 30), marks=pytest.mark.long)], ids=["5 graphs", "25 graphs"]
)
@pytest.mark.parametrize("draws", [False, True], ids=["no draws", "draws"])
@pytest.mark.parametrize(
    "levels",
    [(), LEVELS, (probably_lost,), (*LEVELS, probably_lost)],
    ids=["one level", "two levels", "a side that probably loses", "two levels, a side that probably loses"],
)
@pytest.mark.parametrize("soon", [0, proof_number.SOON_FACTOR], ids=["asks late", "asks soon"])
def test_answers_on_random_graphs_match_minimax(
    seeds: range, draws: bool, levels: tuple[Any, ...], soon: int
) -> None:
    found = Counter[tuple[bool, bool]]()
    for seed in seeds:
        graph = Graph(seed, draws)
        found += check_answers(graph, WinProver(graph.program(*levels, soon=soon).plain, FIELDS, SMALL))
    assert len(found) == 4 and min(found.values()) > 5 * len(seeds)


def test_largest_disproof_number_orders_moves_to_refute() -> None:
    kernels = Graph(1, draws=False).program().plain
    memory = kernels.memory(FIELDS)
    memory.proofs[8:12], memory.disproofs[8:12] = [3, 1, INFINITE_NUMBER, 2], [5, 9, 0, 7]
    memory.ends[1], memory.unlisted[1], memory.sums[1] = 12, INFINITE_NUMBER, 21
    assert kernels.hardest_move(memory, 1) == (9, 1, INFINITE_NUMBER)
    assert [kernels.combined_disproof(memory, 9, lost, 1) for lost in (True, False)] == [9 + 12 // 2, 21]
    memory.proofs[11], memory.disproofs[11] = 0, INFINITE_NUMBER
    assert kernels.hardest_move(memory, 1) == (11, 0, INFINITE_NUMBER)
    assert [linked().plain.probably_lost(state_of(START._replace(step=step))) for step in range(3)] == [
        True,
        False,
        False,
    ]


def test_sums_stay_below_the_limits_of_all_plies() -> None:
    """A number that had reached its limit before the search would be asked for again and again."""
    kernels = Graph(1, draws=False).program().plain
    memory = kernels.memory(FIELDS)
    memory.unlisted[1], memory.sums[1] = 1, 5 * INFINITE_NUMBER
    assert kernels.combined_disproof(memory, 8, False, 1) == MOST_SUM
    assert INFINITE_NUMBER - START.dogs.bit_count() * MOST_SUM > MOST_SUM


def test_rest_of_a_level_waits_behind_a_good_move() -> None:
    """Both moves of level 2 continue the game; the second is listed when the first turns out bad."""
    graph = Graph(1, draws=False)
    node = next(at for at in range(NODES) if not any(graph.ends[child] for child in graph.children(at)))
    kernels = graph.program(*LEVELS).plain
    memory, proofs = kernels.memory(FIELDS), kernels.memory(shared_table.TABLE_FIELDS)
    proofs.mask, proofs.table, proofs.threads = SMALL - 1, kernels.block(table_words(SMALL)).handle, 1
    memory.levels[0], memory.unlisted[0], memory.resume[0] = 2, 5, NO_STEP
    listed = list[tuple[int, int, int]]()
    for _ in range(3):
        kernels.list_next_level(memory, proofs, (node,), 1, ANY_TIME, 0)
        listed.append((int(memory.ends[0]), int(memory.levels[0]), int(memory.unlisted[0])))
    assert listed == [(1, 2, 5), (2, 2, 5), (2, 3, INFINITE_NUMBER)]


def test_machine_code_answers_match_minimax_on_one_and_two_threads() -> None:
    pytest.importorskip("numba")
    graph = Graph(1, draws=True)
    program = graph.program(*LEVELS, probably_lost)
    assert program.instance().compiled
    found = check_answers(graph, WinProver(program.instance(), FIELDS, SMALL))
    assert (
        check_answers(graph, WinProver(program.instance(), FIELDS, SMALL, threads=2), nodes=None) == found
        and len(found) == 4
    )


def two_thread_memory(graph: Graph, node: int) -> tuple[Kernels, Any, Any]:
    """Return kernels, memory and table of the first of two threads, the moves of a node listed at ply 0."""
    kernels = graph.program(probably_lost).plain
    memory, proofs = kernels.memory(FIELDS), kernels.memory(shared_table.TABLE_FIELDS)
    proofs.mask, proofs.table, proofs.threads = SMALL - 1, kernels.block(table_words(SMALL)).handle, 2
    memory.unlisted[0], memory.resume[0], memory.budget = INFINITE_NUMBER, NO_STEP, 1000
    kernels.list_next_level(memory, proofs, (node,), 1, ANY_TIME, 0)
    return kernels, memory, proofs


def test_two_threads_search_different_moves_if_several_are_open() -> None:
    graph = Graph(1, draws=False)
    node = next(
        at for at in range(NODES) if not any(graph.ends[child] for child in (at, *graph.children(at)))
    )
    kernels, memory, proofs = two_thread_memory(graph, node)
    memory.disproofs[:FAN] = [5, 9, 0, 7]
    at = (node,), 1, 1, ANY_TIME, 0
    assert kernels.unshared_move(memory, proofs, *at) == 1
    child = graph.children(node)[1]
    must = int(graph.owners[child] == graph.owners[node])
    kernels.enter_question(proofs, 1, kernels.hash_of((child,), must, ANY_TIME, 1), 1)
    assert kernels.unshared_move(memory, proofs, *at) == 3
    memory.disproofs[0], memory.disproofs[3] = 0, 0
    assert kernels.unshared_move(memory, proofs, *at) == 1


def test_thread_takes_over_the_answer_found_by_the_other() -> None:
    graph = Graph(1, draws=False)
    node = next(at for at in range(NODES) if not graph.ends[at])
    kernels, memory, proofs = two_thread_memory(graph, node)
    asked, open_numbers, answer = ((node,), 1, ANY_TIME), 3 << 31 | 4, INFINITE_NUMBER
    memory.thread = 1
    kernels.enter_question(proofs, 1, kernels.hash_of(*asked, 2), 2)
    kernels.store_numbers(proofs, *asked, 2, answer, 1)
    other = kernels.memory(FIELDS)
    assert kernels.leave_question(other, proofs, *asked, answer, 2) == answer and proofs.known[1] == 3
    assert (
        kernels.leave_question(memory, proofs, *asked, open_numbers, 3) == open_numbers
        and proofs.known[1] == 3
    )
    assert kernels.leave_question(memory, proofs, *asked, open_numbers, 2) == answer and proofs.known[1] == 0


def test_recalled_thread_stops_before_its_limits() -> None:
    graph = Graph(1, draws=False)
    node = next(at for at in range(NODES) if not graph.ends[at])
    kernels, memory, proofs = two_thread_memory(graph, node)
    proofs.known[0] = 1
    numbers = kernels.prove_win(memory, proofs, (node,), 1, INFINITE_NUMBER, INFINITE_NUMBER, ANY_TIME, 0)
    assert numbers >> 31 and numbers & NUMBER and memory.nodes < 20


def test_answers_are_right_with_a_tiny_table() -> None:
    for seed in range(5):
        graph = Graph(seed, draws=True)
        check_answers(graph, WinProver(graph.program().plain, FIELDS, buckets=1))


def test_one_answer_serves_both_sides_without_draws() -> None:
    graph = Graph(3, draws=False)
    decider = WinProver(graph.program().plain, FIELDS, SMALL)
    for node in range(20):
        if graph.ends[node] == 0:
            assert decider.prove_win_by((node,)) is decider.prove_win_by((node,), must_win=False)


# CATS & DOGS


@pytest.fixture(scope="module")
def compiled() -> Kernels:
    return machine_code(linked())


def decider_of(kernels: Kernels, buckets: int = SMALL) -> WinProver:
    return WinProver(kernels, linked().fields, buckets)


def score_of(verdict: ProvenBounds) -> int:
    assert verdict.plies is not None
    return WON - verdict.plies if verdict.wins else verdict.plies - WON


def position_after(at: Position, move: int) -> Position:
    for step in moves_of(at, move):
        assert step in at.moves()
        at = at.play(step)
    return at


def wins_after(brute: BruteForce, at: Position, after: Position) -> bool:
    """Return True if the side to move before a decision wins after it."""
    return (brute.value(after) > 0) == (after.turn == at.turn)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_verdict_matches_brute_force(seed: int, compiled: Kernels) -> None:
    decider, met = decider_of(compiled), Counter[tuple[int, bool]]()
    for at, brute in late_positions(100, seed=seed):
        decider.set_deadline()
        value, verdict = brute.value(at), decider.prove_winner(state_of(at))
        assert verdict.wins is (value > 0), at
        if verdict.wins:
            assert wins_after(brute, at, position_after(at, verdict.move or 0)), at
        soon = decider.prove_length(state_of(at), verdict, ENDINGS)
        assert SEARCH.explain_score(score_of(soon), at.turn)[1] == SEARCH.explain_score(value, at.turn)[1], at
        met[at.step, value > 0] += 1
    assert len(met) == 6


def test_keeps_win_matches_brute_force(compiled: Kernels) -> None:
    decider, kept = decider_of(compiled), Counter[bool]()
    for at, brute in late_positions(100):
        if brute.value(at) > 0:
            for move in turns(compiled, at)[:10]:
                keeps = decider.keeps_win(state_of(at), move, Deadline(nodes=1_000_000))
                assert keeps is wins_after(brute, at, position_after(at, move)), at
                kept[keeps] += 1
    assert min(kept[True], kept[False]) > 50
    assert not decider_of(compiled).keeps_win(state_of(HARD), turns(compiled, HARD)[0], Deadline(nodes=10))


def turns(kernels: Kernels, at: Position) -> list[int]:
    memory = kernels.memory(linked().fields)
    return [int(memory.moves[number]) for number in range(kernels.generate(memory, state_of(at), 0))]


def test_line_ends_the_game_at_the_proven_distance(compiled: Kernels) -> None:
    decider = decider_of(compiled)
    for at, brute in late_positions(60):
        verdict = decider.prove_length(state_of(at), decider.prove_winner(state_of(at)), ENDINGS)
        place, captures = at, 0
        for move in decider.line(state_of(at), verdict):
            assert not place.outcome()
            captures += place.step == 0
            place = position_after(place, move) if move else place.after_forced_pass()
        outcome = place.outcome()
        assert outcome and (outcome.winner == at.turn) is verdict.wins
        count = f"in {captures} cat move{'s' * (captures != 1)}"
        assert SEARCH.explain_score(brute.value(at), at.turn)[1] == f"{outcome.winner} wins {count}", at


@EACH_EXACT
def test_stored_position_is_solved_within_the_budget(row: Row, compiled: Kernels) -> None:
    at, decider = position_of(row), decider_of(compiled, BUCKETS)
    decider.set_deadline(Deadline(nodes=BUDGET))
    verdict = decider.prove_length(state_of(at), decider.prove_winner(state_of(at)), ENDINGS)
    assert SEARCH.explain_score(score_of(verdict), at.turn)[1] == value_text(row)


def test_two_threads_find_the_verdict(compiled: Kernels) -> None:
    verdicts = Counter[bool | None]()
    for at, brute in late_positions(40):
        decider = WinProver(compiled, linked().fields, SMALL, threads=2)
        found = decider.prove_winner(state_of(at))
        assert found.wins is (brute.value(at) > 0), at
        assert found.move is None or wins_after(brute, at, position_after(at, found.move))
        verdicts[found.wins] += 1
    assert min(verdicts[True], verdicts[False]) > 5
    decider.set_deadline(Deadline(nodes=3))
    assert decider.prove_winner(state_of(START)) == ProvenBounds() and decider.nodes < 1000


def test_symmetric_boards_get_the_same_verdict(compiled: Kernels) -> None:
    hard = [at for at, _ in late_positions(6)] + [HARD]
    for at in hard:
        found = Counter[tuple[bool | None, int | None]]()
        for change in symmetries():
            board, decider = transform(at, change), decider_of(compiled, BUCKETS)
            decider.set_deadline(Deadline(nodes=BUDGET))
            verdict = decider.prove_winner(state_of(board))
            soon = verdict if at is HARD else decider.prove_length(state_of(board), verdict, ENDINGS)
            found[soon.wins, soon.plies] += 1
        assert [*found.values()] == [8] and None not in [wins for wins, _ in found], at


def test_plain_python_searches_the_nodes_of_machine_code(compiled: Kernels) -> None:
    for at, _ in late_positions(25):
        seen = []
        for kernels in (compiled, linked().plain):
            decider = decider_of(kernels)
            decider.set_deadline(Deadline(nodes=3000))
            seen.append(
                (
                    decider.prove_length(state_of(at), decider.prove_winner(state_of(at)), ENDINGS),
                    decider.nodes,
                )
            )
        assert seen[0] == seen[1], at


def test_exhausted_budget_claims_nothing(compiled: Kernels) -> None:
    unknown = 0
    for at, brute in late_positions(40):
        value, decider = brute.value(at), decider_of(compiled)
        for nodes in (1, 20, 60, 200, 600):
            decider.set_deadline(Deadline(nodes=nodes))  # the table keeps earlier results
            wins = decider.prove_win_by(state_of(at))
            assert wins in (None, value > 0), at
            unknown += wins is None
    assert unknown > 40
    decider = decider_of(compiled)
    decider.set_deadline(Deadline(nodes=20_000))
    assert (decider.prove_winner(state_of(START)), decider.nodes > 19_000) == (ProvenBounds(), True)


def test_deadline_stops_the_proof(compiled: Kernels) -> None:
    for kernels in (compiled, linked().plain):
        decider, began = decider_of(kernels), time.monotonic()
        with measure_delay() as beside:
            decider.set_deadline(Deadline.from_limit(Limit(seconds=0.2)))
            assert decider.prove_winner(state_of(START)) == ProvenBounds()
            spent = time.monotonic() - began
        assert 0.15 < spent < 1 + beside.margin


# THE ENGINE


def think(kernels: Kernels, at: Position, limit: Limit, search: type[Thinker] = Thinker) -> list[Report]:
    reports = search(linked(), kernels, bits=16).think(state_of(at), Deadline.from_limit(limit))
    return [report._replace(seconds=0) for report in reports]


def test_engine_plays_and_reports_proofs(compiled: Kernels) -> None:
    won = lost = 0
    for at, brute in late_positions(60):
        if len(at.moves()) > 1:
            value, last = brute.value(at), think(compiled, at, Limit(nodes=100_000))[-1]
            assert (last.proven, last.score > 0) == (True, value > 0), at
            if value > 0:
                assert wins_after(brute, at, position_after(at, last.move)), at
            won, lost = won + (value > 0), lost + (value < 0)
    assert min(won, lost) > 10


def test_hard_loss_is_proven_that_alpha_beta_misses(compiled: Kernels) -> None:
    last = think(compiled, HARD, HARD_LIMIT)[-1]
    assert (last.score, last.proven, SEARCH.explain_score(last.score, "cat")[1]) == (
        -DECISIVE_SCORE,
        True,
        "dog wins",
    )
    guess = list(
        Thinker(linked(), compiled, bits=16, thorough=True).think(
            state_of(HARD), Deadline.from_limit(HARD_LIMIT)
        )
    )[-1]
    assert not guess.proven
    assert last.nodes <= (HARD_LIMIT.nodes or 0) + 4096


def test_hard_win_is_proven_without_its_length(compiled: Kernels) -> None:
    assert abs(DECISIVE_SCORE) < WON - PLIES
    reply = think(compiled, HARD, HARD_LIMIT)[-1].move
    at = position_after(HARD, reply)
    reports = think(compiled, at, HARD_LIMIT)
    assert (reports[-1].score, SEARCH.explain_score(DECISIVE_SCORE, "dog")[1]) == (DECISIVE_SCORE, "dog wins")
    assert [report.proven for report in reports] == [False] * (len(reports) - 1) + [True]
    after = position_after(at, reports[-1].move)
    decider = decider_of(compiled, BUCKETS)
    decider.set_deadline(Deadline(nodes=5_000_000))
    assert decider.prove_win_by(state_of(after)) is False


@pytest.mark.parametrize("early", [False, True])
def test_superseded_engine_skips_the_best_defence(early: bool) -> None:
    at, reports = read_position("...dC../......d/....dC./...C.../dC.dd../......./...C.d."), list[Report]()
    thinker = Thinker(linked(), linked().plain, bits=16)
    deadline = Deadline.from_limit(Limit(seconds=6))._replace(is_superseded=lambda: early and bool(reports))
    for report in thinker.think(state_of(at), deadline):
        reports.append(report)
    assert reports[-1].proven is not early


def test_equal_node_limits_give_equal_reports(compiled: Kernels) -> None:
    runs = [think(compiled, HARD, HARD_LIMIT) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize("limit", [Limit(nodes=pn_solver.MAX_UNPROVEN_NODES), Limit(depth=3)])
def test_small_limits_skip_the_proof(limit: Limit, compiled: Kernels) -> None:
    decider = decider_of(compiled)
    assert decider.prove_near_end(state_of(HARD), ENDINGS, Deadline.from_limit(limit)) == ProvenBounds()
    assert decider.nodes == 0


def test_only_endings_are_tried() -> None:
    assert is_near_end(state_of(HARD)) and not is_near_end(state_of(START))
    assert START.dogs.bit_count() > NEAR_END_DOGS
    assert (possible_end_plies(state_of(START))[0], possible_end_plies((0, 0, 1))[0]) == (2, 1)


def test_engine_with_proofs_keeps_its_time_limit(compiled: Kernels) -> None:
    for kernels in (compiled, linked().plain):
        engine = Engine(linked(), Thinker(linked(), kernels), Limit(seconds=0.4))
        with measure_delay() as beside:
            began = time.monotonic()
            assert engine(HARD) in HARD.moves()
            spent = time.monotonic() - began
        assert spent < 1 + beside.margin
