"""The report of `solve`: proof numbers first, alpha-beta for the rest; kernels in plain Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from catsdogs import GAME, Position, read_position
from common.games.cats_and_dogs import proof_report
from common.games.cats_and_dogs.endings import ENDINGS
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_report import proven_report, search_report, solve_by_proof_numbers
from common.kernels.deadline import Deadline
from common.kernels.linked_kernels import LinkedKernels
from common.rules.errors import BadInput
from common.search.alpha_beta import DECISIVE_SCORE, NO_MOVE
from common.search.limit import Limit
from common.search.prover import ProvenBounds, proven_win
from common.search.results import Question, Report
from common.search.transposition import WON
from tests.support.catsdogs_cases import CATS_WIN, FULL_BOARD, HOPELESS

LINKED = GAME.search.compiled()
BUCKETS = 1 << 10
DOGS_WIN = read_position(HOPELESS)  # every capture brings three cats into line


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernels as plain Python, so that no test has to compile or load them."""
    monkeypatch.setattr(LinkedKernels, "fast", LinkedKernels.plain)
    monkeypatch.setattr(proof_report, "table_buckets", lambda gigabytes: BUCKETS)


@pytest.fixture
def prover() -> WinProver:
    return WinProver(LINKED.plain, LINKED.fields, BUCKETS)


def verdict_of(prover: WinProver, at: Position) -> ProvenBounds:
    return prover.prove_length(tuple(at), prover.prove_winner(tuple(at)), ENDINGS)


@pytest.mark.parametrize(
    ("at", "score", "plies"),
    [(DOGS_WIN, 2 - WON, 2), (read_position(CATS_WIN), WON - 6, 6)],
    ids=["dogs", "cats"],
)
def test_proven_report_has_the_whole_line(prover: WinProver, at: Position, score: int, plies: int) -> None:
    report = proven_report(prover, tuple(at), verdict_of(prover, at))
    assert report and (report.score, report.depth, report.proven) == (score, plies, True)
    assert report.move == report.line[0]
    assert plies - 1 <= len(report.line) <= plies
    for move in report.line:
        for single in GAME.search.single_moves(at, move):
            assert single in at.moves()
            at = at.play(single).after_forced_pass()
    assert at.outcome() is not None


@pytest.mark.parametrize("verdict", [ProvenBounds(), proven_win(True, 5), proven_win(False)])
def test_verdict_without_a_length_has_no_report(prover: WinProver, verdict: ProvenBounds) -> None:
    assert proven_report(prover, tuple(DOGS_WIN), verdict) is None


SEARCHED = Report(68, 30, (68, 70), 4, 900, 0.5, False)
PROVEN = SEARCHED._replace(proven=True)


@pytest.mark.parametrize(
    ("verdict", "searched", "expected"),
    [
        (ProvenBounds(), SEARCHED, SEARCHED),
        (
            proven_win(True, 7),
            SEARCHED,
            SEARCHED._replace(move=7, line=(7,), score=DECISIVE_SCORE, proven=True),
        ),
        (proven_win(False), SEARCHED, SEARCHED._replace(score=-DECISIVE_SCORE, proven=True)),
        (proven_win(True, 7), PROVEN, PROVEN),
    ],
    ids=["nothing proven", "win", "loss", "search has proven it"],
)
def test_search_result_stands_unless_a_proof_contradicts_it(
    monkeypatch: pytest.MonkeyPatch, verdict: ProvenBounds, searched: Report, expected: Report
) -> None:
    monkeypatch.setattr(proof_report, "search_thoroughly", lambda *question: searched)
    assert search_report(LINKED, DOGS_WIN, verdict, Question(), Deadline()) == expected


def test_solve_reports_winner_length_line_and_cost() -> None:
    told = list[int]()
    question = Question(Limit(seconds=60), on_proven=lambda score, more="": told.append(score))
    found = solve_by_proof_numbers(LINKED, ENDINGS, DOGS_WIN, question)
    assert found.lines[0] == "Value: dog wins in 1 cat move, proven"
    assert found.lines[1].startswith("Best: ") and len(found.lines) == 3
    assert [line.split(" ")[0] for line in found.cost] == ["Depth", "Proof:"]
    assert {score < 0 for score in told} == {True}
    assert (found.facts[0]["side"], found.facts[0]["proven"]) == ("cat", True)


def test_solve_keeps_a_node_limit() -> None:
    question = Question(Limit(seconds=30, nodes=2_000))
    found = solve_by_proof_numbers(LINKED, ENDINGS, read_position(FULL_BOARD), question)
    depth, nodes, *_ = (int(number) for number in re.findall(r"\d+", found.cost[0]))
    assert depth and 1_000 < nodes < 2_100 and found.facts[0]["proven"] is False


def test_solve_without_a_proof_reports_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prover's positions count too, and it says how many while it waits."""
    shown = list[str]()

    @contextmanager
    def progress(seconds: float | None) -> Iterator[Callable[[str], None]]:
        yield shown.append

    def prove(prover: WinProver, state: object) -> ProvenBounds:
        prover._memory.nodes = 700
        prover.on_wait()
        return ProvenBounds()

    at = read_position(FULL_BOARD)
    capture = GAME.search.compiled().plain.next_move(None, tuple(at), NO_MOVE, 0)
    searched = Report(capture, 30, (capture,), 4, 900, 0.5, False)
    monkeypatch.setattr(WinProver, "prove_winner", prove)
    monkeypatch.setattr(proof_report, "search_thoroughly", lambda *question: searched)
    found = solve_by_proof_numbers(LINKED, ENDINGS, at, Question(progress=progress))
    assert found.lines[0] == "Value: not proven; either side may win"
    assert found.cost[0].startswith("Depth 4, 1600 nodes, ") and found.cost[1] == "Proof: 700 nodes"
    assert shown == ["proof: 700 positions"]


def test_search_without_any_report_is_refused() -> None:
    at, question = read_position(FULL_BOARD), Question(Limit(0.001))
    with pytest.raises(BadInput, match=r"--seconds 0\.001: too short to search anything"):
        search_report(LINKED, at, ProvenBounds(), question, Deadline(end=0))
