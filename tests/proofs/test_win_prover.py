"""Proofs of the winner in Cats & Dogs against brute force, and what the engine and `solve` make of them."""

from __future__ import annotations

import csv
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from catsdogs import GAME, SIDES, START, Position, read_position
from common.games.cats_and_dogs import win_prover
from common.games.cats_and_dogs.win_prover import (
    BUCKETS,
    MAX_UNPROVEN_NODES,
    NEAR_END_DOGS,
    WinCompanion,
    WinProver,
    proven_report,
    solve_by_proof_numbers,
    with_verdict,
)
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels
from common.rules.errors import BadInput
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.limit import Limit
from common.search.move_order import PLIES
from common.search.prover import ProvenBounds, proven_win
from common.search.results import Question, Report
from common.search.solve import search_thoroughly
from common.search.think import Engine, Thinker
from common.search.transposition import WON
from tests.support.catsdogs_cases import (
    CATS_WIN,
    EACH_EXACT,
    FULL_BOARD,
    HARD,
    HOPELESS,
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

SEARCH = GAME.search
linked, moves_of, state_of = SEARCH.compiled, SEARCH.single_moves, SEARCH.state
STORED = Path(__file__).parents[1] / "games" / "catsdogs" / "data" / "thirty_four_dogs.tsv"
STORED_NODES = 6_000_000  # for a position with 34 dogs
LEAST_DECIDED = 12  # of 24
BUDGET = Deadline(nodes=1_500_000)
SMALL = 1 << 10  # buckets of a table
HARD_LIMIT = Limit(nodes=300_000)
DOGS_WIN = read_position(HOPELESS)  # every capture brings three cats into line


def new_kernels() -> Kernels:
    """Return the module with a memory of its own, which never shrinks."""
    return machine_code(linked())


def prover_of(buckets: int = SMALL) -> WinProver:
    return WinProver(new_kernels(), linked().fields, buckets)


def plain_prover() -> WinProver:
    return WinProver(linked().plain, linked().fields, SMALL)


def verdict_of(prover: WinProver, at: Position, deadline: Deadline = NO_DEADLINE) -> ProvenBounds:
    """Return the proven winner, the length and the move."""
    return prover.prove_length(state_of(at), prover.prove(state_of(at), 1, deadline))


def value_of(verdict: ProvenBounds, at: Position) -> str:
    """Return a verdict in words."""
    assert verdict.plies is not None
    return SEARCH.explain_score(WON - verdict.plies if verdict.wins else verdict.plies - WON, at.turn)[1]


def position_after(at: Position, move: int) -> Position:
    for step in moves_of(at, move):
        assert step in at.moves()
        at = at.play(step)
    return at.after_forced_pass()


def wins_after(brute: BruteForce, at: Position, move: int | None) -> bool:
    """Return True if the side to move wins after a decision."""
    assert move is not None
    after = position_after(at, move)
    return (brute.value(after) > 0) == (after.turn == at.turn)


# PROOFS


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_verdict_matches_brute_force(seed: int) -> None:
    prover, met = prover_of(), Counter[tuple[int, bool]]()
    for at, brute in late_positions(100, seed=seed):
        value = brute.value(at)
        winner = prover.prove(state_of(at), 1, NO_DEADLINE)
        assert winner.wins is (value > 0), at
        assert winner.move is None or wins_after(brute, at, winner.move), at
        soon = prover.prove_length(state_of(at), winner)
        assert value_of(soon, at) == SEARCH.explain_score(value, at.turn)[1], at
        met[at.step, value > 0] += 1
    assert len(met) == 6


def test_solved_position_is_answered_from_the_table() -> None:
    prover = prover_of(BUCKETS)
    first = prover.prove(state_of(HARD), 1, BUDGET)
    again = prover.prove(state_of(HARD), 1, BUDGET)
    assert first.wins is False and first.nodes > 1000 and again == first._replace(nodes=1)


def test_every_reply_to_a_proven_win_is_answered_at_once() -> None:
    """The cats cannot get out of a proof; later moves of the dogs need little more work."""
    prover, at = prover_of(BUCKETS), HARD
    prover.prove(state_of(at), 1, BUDGET)
    while not at.outcome():
        at = position_after(at, at.moves()[0][0] << 6 | at.moves()[0][1])
        if not at.outcome():
            found = prover.prove(state_of(at), 1, Deadline(nodes=20_000))
            assert found.wins and found.move is not None
            at = position_after(at, found.move)
    outcome = at.outcome()
    assert outcome and outcome.winner == "dog"


def test_line_ends_the_game_at_the_proven_distance() -> None:
    prover = prover_of()
    for at, brute in late_positions(60):
        verdict = verdict_of(prover, at)
        place, captures = at, 0
        for move in prover.line(state_of(at), verdict):
            assert not place.outcome()
            captures += place.step == 0
            place = position_after(place, move)
        outcome = place.outcome()
        assert outcome and (outcome.winner == at.turn) is verdict.wins
        count = f"in {captures} cat move{'s' * (captures != 1)}"
        assert SEARCH.explain_score(brute.value(at), at.turn)[1] == f"{outcome.winner} wins {count}", at


@EACH_EXACT
def test_stored_position_is_solved_within_the_budget(row: Row) -> None:
    at = position_of(row)
    assert value_of(verdict_of(prover_of(BUCKETS), at, BUDGET), at) == value_text(row)


def test_winners_with_34_dogs_are_right_if_decided() -> None:
    prover, decided = prover_of(BUCKETS), 0
    with STORED.open(encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
    for row in rows:
        position = read_position(row["board"])
        assert position.dogs.bit_count() == 34
        cats_win = prover.prove(state_of(position), 1, Deadline(nodes=STORED_NODES)).wins
        assert cats_win in (None, row["winner"] == SIDES[0]), row
        decided += cats_win is not None
    assert len(rows) == 24 and decided >= LEAST_DECIDED


def test_symmetric_boards_get_the_same_verdict() -> None:
    hard = [at for at, _ in late_positions(20)] + [HARD]
    for at in hard:
        found = Counter[tuple[bool | None, int | None]]()
        for change in symmetries():
            board, prover = transform(at, change), prover_of(BUCKETS if at is HARD else SMALL)
            verdict = prover.prove(state_of(board), 1, BUDGET)
            soon = verdict if at is HARD else prover.prove_length(state_of(board), verdict)
            found[soon.wins, soon.plies] += 1
        assert [*found.values()] == [8] and None not in [wins for wins, _ in found], at


def test_plain_python_searches_the_nodes_of_the_module() -> None:
    for at, _ in late_positions(25):
        provers = prover_of(), plain_prover()
        seen = [(verdict_of(prover, at, Deadline(nodes=3000)), prover.nodes) for prover in provers]
        assert seen[0] == seen[1], at


def test_exhausted_budget_claims_nothing() -> None:
    unknown = 0
    for at, brute in late_positions(40):
        value, prover = brute.value(at), prover_of()
        for nodes in (1, 20, 60, 200, 600):  # the table keeps earlier results
            wins = prover.prove(state_of(at), 1, Deadline(nodes=nodes)).wins
            assert wins in (None, value > 0), at
            unknown += wins is None
    assert unknown > 40
    prover = prover_of()
    assert prover.prove(state_of(START), 1, Deadline(nodes=20_000))[:3] == ProvenBounds()[:3]
    assert prover.nodes > 19_000


def test_deadline_stops_the_proof() -> None:
    for prover in (prover_of(), plain_prover()):
        began = time.monotonic()
        with measure_delay() as beside:
            found = prover.prove(state_of(START), 1, Deadline.from_limit(Limit(seconds=0.2)))
            spent = time.monotonic() - began
        assert found.wins is None and 0.15 < spent < 1 + beside.margin


# THE ENGINE


def think(at: Position, limit: Limit, thorough: bool = False) -> list[Report]:
    thinker = Thinker(linked(), new_kernels(), bits=16, thorough=thorough)
    return list(thinker.think(state_of(at), Deadline.from_limit(limit)))


def test_engine_plays_and_reports_proofs() -> None:
    won = lost = 0
    for at, brute in late_positions(60):
        if len(at.moves()) > 1:
            value, last = brute.value(at), think(at, Limit(nodes=100_000))[-1]
            assert (last.proven, last.score > 0) == (True, value > 0), at
            assert value < 0 or wins_after(brute, at, last.move), at
            won, lost = won + (value > 0), lost + (value < 0)
    assert min(won, lost) > 10


def test_hard_loss_is_proven_that_alpha_beta_misses() -> None:
    last = think(HARD, HARD_LIMIT)[-1]
    words = SEARCH.explain_score(last.score, "cat")[1]
    assert (last.score, last.proven, words) == (-DECISIVE_SCORE, True, "dog wins")
    guess = think(HARD, HARD_LIMIT, thorough=True)[-1]
    assert not guess.proven
    assert last.nodes <= (HARD_LIMIT.nodes or 0) + 4096


def test_hard_win_is_played_at_once_without_its_length() -> None:
    assert abs(DECISIVE_SCORE) < WON - PLIES
    at = position_after(HARD, think(HARD, HARD_LIMIT)[-1].move)
    (report,) = think(at, HARD_LIMIT)
    assert (report.score, report.proven) == (DECISIVE_SCORE, True)
    assert report.nodes < HARD_LIMIT.nodes / 2  # type: ignore[operator]
    after = position_after(at, report.move)
    assert prover_of(BUCKETS).prove(state_of(after), 1, Deadline(nodes=5_000_000)).wins is False


def test_equal_node_limits_give_equal_reports() -> None:
    runs = [think(HARD, HARD_LIMIT) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize(
    ("at", "limit"),
    [(HARD, Limit(nodes=MAX_UNPROVEN_NODES)), (HARD, Limit(depth=3)), (START, HARD_LIMIT)],
    ids=["few nodes", "depth", "far from the end"],
)
def test_proofs_are_tried_near_the_end_if_the_limit_allows(at: Position, limit: Limit) -> None:
    companion = WinCompanion(new_kernels(), linked().fields)
    assert companion.decide(state_of(at), Deadline.from_limit(limit)) == ProvenBounds()
    assert START.dogs.bit_count() > NEAR_END_DOGS > HARD.dogs.bit_count()


def test_engine_with_proofs_keeps_its_time_limit() -> None:
    for kernels in (new_kernels(), linked().plain):
        engine = Engine(linked(), Thinker(linked(), kernels), Limit(seconds=0.4))
        with measure_delay() as beside:
            began = time.monotonic()
            assert engine(HARD) in HARD.moves()
            spent = time.monotonic() - began
        assert spent < 1 + beside.margin


# SOLVE


@pytest.mark.parametrize(
    ("at", "score", "plies"),
    [(DOGS_WIN, 2 - WON, 2), (read_position(CATS_WIN), WON - 6, 6)],
    ids=["dogs", "cats"],
)
def test_proven_report_has_the_whole_line(at: Position, score: int, plies: int) -> None:
    prover = plain_prover()
    report = proven_report(prover, state_of(at), verdict_of(prover, at))
    assert report and (report.score, report.depth, report.proven) == (score, plies, True)
    assert report.move == report.line[0]
    assert plies - 1 <= len(report.line) <= plies
    for move in report.line:
        at = position_after(at, move)
    assert at.outcome() is not None


@pytest.mark.parametrize("verdict", [ProvenBounds(), proven_win(True, 5), proven_win(False)])
def test_verdict_without_a_length_has_no_report(verdict: ProvenBounds) -> None:
    assert proven_report(plain_prover(), state_of(DOGS_WIN), verdict) is None


SEARCHED = Report(68, 30, (68, 70), 4, 900, 0.5, False)
PROVEN = SEARCHED._replace(proven=True)
LOSING = SEARCHED._replace(score=-DECISIVE_SCORE, proven=True)
WINNING = SEARCHED._replace(move=7, line=(7,), score=DECISIVE_SCORE, proven=True)


@pytest.mark.parametrize(
    ("verdict", "searched", "expected"),
    [
        (ProvenBounds(), SEARCHED, SEARCHED),
        (proven_win(True, 7), SEARCHED, WINNING),
        (proven_win(False), SEARCHED, LOSING),
        (proven_win(False, 7), SEARCHED, LOSING),
        (proven_win(True, 7), PROVEN, PROVEN),
    ],
    ids=[
        "nothing proven",
        "win",
        "loss",
        "loss with the move that lasts longest so far",
        "search has proven it",
    ],
)
def test_search_result_stands_unless_a_proof_contradicts_it(
    verdict: ProvenBounds, searched: Report, expected: Report
) -> None:
    assert with_verdict(searched, verdict) == expected


def test_solve_reports_winner_length_line_and_cost() -> None:
    told = list[int]()
    question = Question(Limit(seconds=60), on_proven=lambda score, more="": told.append(score))
    found = solve_by_proof_numbers(linked(), DOGS_WIN, question)
    assert found.lines[0] == "Value: dog wins in 1 cat move, proven"
    assert found.lines[1].startswith("Best: ") and len(found.lines) == 3
    assert [line.split(" ")[0] for line in found.cost] == ["Depth", "Proof:"]
    assert {score < 0 for score in told} == {True}
    assert (found.facts[0]["side"], found.facts[0]["proven"]) == ("cat", True)


def test_solve_keeps_a_node_limit() -> None:
    question = Question(Limit(seconds=30, nodes=2_000))
    found = solve_by_proof_numbers(linked(), read_position(FULL_BOARD), question)
    depth, nodes, *_ = (int(number) for number in re.findall(r"\d+", found.cost[0]))
    assert depth and 1_000 < nodes < 2_100 and found.facts[0]["proven"] is False


def test_solve_without_a_proof_says_how_far_it_is_and_searches() -> None:
    shown = list[str]()

    @contextmanager
    def progress(seconds: float | None) -> Iterator[Callable[[str], None]]:
        yield shown.append

    question = Question(Limit(seconds=30, nodes=100_000), progress=progress)
    found = solve_by_proof_numbers(linked(), read_position(FULL_BOARD), question)
    assert found.lines[0] == "Value: not proven; either side may win"
    assert [text for text in shown if re.fullmatch(r"proof: [\d,]+ positions", text)]


def test_search_without_any_report_is_refused() -> None:
    at, question = read_position(FULL_BOARD), Question(Limit(0.001))
    with pytest.raises(BadInput, match=r"--seconds 0\.001: too short to search anything"):
        solve_by_proof_numbers(linked(), at, question)


def test_first_look_stands_if_proofs_take_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at, question = read_position(FULL_BOARD), Question(Limit(nodes=2000))
    searches = [search_thoroughly(linked(), at, question, question.deadline()), None]
    monkeypatch.setattr(win_prover, "search_thoroughly", lambda *question: searches.pop(0))
    found = solve_by_proof_numbers(linked(), at, question)
    assert not searches and found.lines[0] == "Value: not proven; either side may win"
    assert [line.split(":")[0] for line in found.lines[1:]] == ["Estimate", "Best", "Line"]
