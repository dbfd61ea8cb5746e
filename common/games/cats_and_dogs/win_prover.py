"""Proofs of the winner, and of how soon, by proof-number search (proof_number.py).

The engine plays a proven win at once. `solve` proves the winner, then the length of the win; if that takes
more than half of the time limit, alpha-beta uses the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from common.games.cats_and_dogs.proof_moves import INFINITE_NUMBER
from common.games.cats_and_dogs.proof_number import ANY_TIME, BUCKET_WORDS, NUMBER
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import WORD_BYTES
from common.rules.position import P
from common.search.alpha_beta import DECISIVE_SCORE, NOT_OVER
from common.search.compiled_game import CompiledGame
from common.search.limit import Limit
from common.search.prover import WON, Companion, ProvenBounds, Prover, proven_win
from common.search.results import Question, Report, Solution, no_progress
from common.search.solve import UNKNOWN_BOUNDS, cost_line, report_solution, search_thoroughly, too_short
from common.search.transposition import WON as WON_SCORE

NEAR_END_DOGS = 34  # with this many dogs or fewer the engine tries to prove the winner (tests/bench endings)
WIN_PROOF = 0.25  # part of the deadline for proving the winner before the search
LENGTH_PROOF = 0.02  # part of the deadline for proving the length of a proven win
MAX_UNPROVEN_NODES = 20_000  # node limits up to this are too small for proofs
BUCKETS = 1 << 18  # of the engine's table: 32 MB
GB_A_SECOND = 0.1  # memory of a table for `solve` with a time limit
FIRST_LOOK = Limit(nodes=2000)  # of the search whose estimate holds if proofs take all the time
PLIES_PER_ROUND = 2  # plies between two possible ends of the game


def table_buckets(gigabytes: float, seconds: float | None = None) -> int:
    """Return the buckets of a table of so much memory, rounded down to a power of two; at least one.

    A short time gets a small table, because the system clears its memory.
    """
    if seconds is not None:
        gigabytes = min(gigabytes, GB_A_SECOND * seconds)
    most = int(gigabytes * 1e9) // (BUCKET_WORDS * WORD_BYTES)
    return 1 << max(most.bit_length() - 1, 0)


class WinProver(Prover):
    """A prover of the winner that keeps its results in a table of `buckets`, a power of two."""

    def __init__(self, kernels: Kernels, fields: Mapping[str, int], buckets: int = BUCKETS) -> None:
        super().__init__(kernels, fields)
        self._words = kernels.block(buckets * BUCKET_WORDS)
        self.memory.numbers, self.memory.table_mask = self._words.handle, buckets - 1

    def ask(self, state: State, target: int) -> ProvenBounds:
        """Prove whether the side to move wins, if `target` is 1 or more; a lower target is always reached.

        `move` is None unless the side wins; `plies` is None.
        """
        if target < WON:
            return ProvenBounds(target)
        wins = self.wins_by(state)
        return proven_win(wins, self.move if wins else None)

    def wins_by(self, state: State, must_win: bool = True, last_ply: int = ANY_TIME) -> bool | None:
        """Return whether the side to move wins by ply `last_ply`; None if the limit is reached.

        If `must_win` is False, return whether it has not lost by then. A last ply is at least 1.
        """
        self.memory.attacker, self.memory.last_ply = int((state[2] > 0) is must_win), last_ply
        numbers = self.run(self.kernels.prove_win, state, INFINITE_NUMBER, INFINITE_NUMBER, 0)
        return True if numbers >> 31 == 0 else False if numbers & NUMBER == 0 else None

    @property
    def move(self) -> int:
        """The move that proves the last question if its answer was True, any move if it was False."""
        return int(self.memory.best)

    def prove_length(self, state: State, verdict: ProvenBounds) -> ProvenBounds:
        """Return the verdict, with `plies`, and the move that achieves it, if the limit suffices to prove it.

        The verdict has a winner. The winner minimises the length of the game, the loser maximises it.
        """
        for due in range(1 if state[2] else 2, ANY_TIME, PLIES_PER_ROUND):
            answer = self.wins_by(state, bool(verdict.wins), due)
            if answer:
                verdict = verdict._replace(move=self.move)
            if answer is None or answer == verdict.wins:
                return verdict if answer is None else verdict._replace(plies=due)
        return verdict

    def line(self, state: State, verdict: ProvenBounds) -> Iterator[int]:
        """Yield the moves up to ply `verdict.plies`: the quickest win against the longest resistance.

        Yield fewer moves if the limit is reached, and none if `plies` is None.
        """
        wins, due = bool(verdict.wins), verdict.plies
        while due is not None and int(self.kernels.end_score(self.memory, state, 0)) == NOT_OVER:
            if self.wins_by(state, wins, due if wins else max(due - PLIES_PER_ROUND, 1)) is None:
                return
            yield self.move
            state, wins, due = self.kernels.play(state, self.move), not wins, due - 1


class WinCompanion(Companion):
    """A companion of the engine that proves the winner near the end, and if possible the length."""

    def __init__(self, kernels: Kernels, fields: Mapping[str, int]) -> None:
        super().__init__()
        self._prover = WinProver(kernels, fields)

    def decide(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Return the proven winner, and the length of a win; its nodes are not left for the search.

        Prove nothing if the end is far, the node limit is small, or the depth is limited.
        """
        prover, spare = self._prover, deadline.is_timed or (deadline.nodes or 0) > MAX_UNPROVEN_NODES
        if deadline.depth or not spare or state[1].bit_count() > NEAR_END_DOGS:
            return ProvenBounds()
        found = prover.prove(state, WON, deadline.part(WIN_PROOF))
        if found.wins:
            rest = deadline.part(LENGTH_PROOF)
            prover.deadline = rest._replace(nodes=rest.nodes and rest.nodes + prover.nodes)
            found = prover.prove_length(state, found)
        return found._replace(nodes=prover.nodes)


def solve_by_proof_numbers(linked: CompiledGame[P], position: P, question: Question) -> Solution:
    """Prove the winner, then the length of the win; search the rest by alpha-beta after half the limit.

    Raise BadInput if the limit is too short for any result.
    """
    state, kernels = linked.state(position), linked.instance()
    prover = WinProver(kernels, linked.fields, table_buckets(question.memory, question.limit.seconds))
    began, deadline = time.monotonic(), question.deadline()
    first_question = question._replace(limit=FIRST_LOOK, progress=no_progress)
    first = search_thoroughly(linked, position, first_question, deadline._replace(nodes=FIRST_LOOK.nodes))
    if first is None:
        raise too_short(question)
    half = deadline.part(0.5)
    with question.progress(question.limit.seconds) as say:
        kernels.watch.on_poll = lambda: say(f"proof: {prover.nodes:,} positions")
        verdict = prover.prove(state, WON, half)
        if verdict.wins is not None:
            question.on_proven(1 if verdict.wins else -1)
            verdict = prover.prove_length(state, verdict)
    report = proven_report(prover, state, verdict)
    if report is None:
        rest = deadline._replace(nodes=half.nodes)
        found = search_thoroughly(linked, position, question, rest)
        report = with_verdict(found or first, verdict)
    report = report._replace(nodes=report.nodes + prover.nodes, seconds=time.monotonic() - began)
    if report.proven:
        question.on_proven(report.score)
    cost = cost_line(report), f"Proof: {prover.nodes} nodes"
    return report_solution(linked, position, report, UNKNOWN_BOUNDS, cost)


def proven_report(prover: WinProver, state: State, verdict: ProvenBounds) -> Report | None:
    """Return the report of a result whose whole line is proven, else None."""
    line = tuple(prover.line(state, verdict))
    if not line or verdict.plies is None:
        return None
    score = WON_SCORE - verdict.plies
    return Report(line[0], score if verdict.wins else -score, line, verdict.plies, 0, 0.0, True)


def with_verdict(report: Report, verdict: ProvenBounds) -> Report:
    """Return alpha-beta's report; unless it is proven, a proven verdict corrects it.

    The verdict corrects the score, and the move if the side to move wins.
    """
    if report.proven or verdict.wins is None:
        return report
    if verdict.wins:
        assert verdict.move is not None
        return report._replace(move=verdict.move, line=(verdict.move,), score=DECISIVE_SCORE, proven=True)
    return report._replace(score=-DECISIVE_SCORE, proven=True)
