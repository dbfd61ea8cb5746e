"""Proofs of the winner, and of how soon, by proof-number search (proof_number.py).

Every question has a limit of time and nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from common.games.cats_and_dogs import shared_table
from common.games.cats_and_dogs.shared_table import (
    ANY_TIME,
    BUCKETS,
    INFINITE_NUMBER,
    MAX_THREADS,
    NUMBER,
    is_answer,
    table_words,
)
from common.kernels.deadline import NO_DEADLINE, UNLIMITED_NODES, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.timers import MAX_INLINE_NODES, PolledMemory, ThreadGroup
from common.search.alpha_beta import DECISIVE_SCORE, NO_MOVE, NOT_OVER
from common.search.results import Report
from common.search.solver import WON as WIN
from common.search.solver import EarlyResult, ProvenBounds, proven_win
from common.search.transposition import WON

WIN_PROOF = 0.25  # part of the deadline for proving the winner before the search
WIN_CHECK = 0.1  # part of the deadline for checking that the engine's move keeps a proven win
MAX_UNPROVEN_NODES = 20_000  # node limits up to this are too small for proofs
UNKNOWN_NUMBERS = 1 << 31 | 1  # proof and disproof number 1, of a position without any result
PLIES_PER_ROUND = 2  # plies between two possible ends of the game


class Endings(NamedTuple):
    """The end of games: a test for positions near it, in which proofs are tried, and its possible plies.

    `is_near` tests a state. `plies` rises by PLIES_PER_ROUND, one move of each side.
    """

    is_near: Callable[[State], bool]
    plies: Callable[[State], Iterable[int]]


class WinProver:
    """A prover of the winner that keeps its results in a table."""

    def __init__(
        self,
        kernels: Kernels,
        fields: Mapping[str, int],
        buckets: int = BUCKETS,
        threads: int = 1,
    ) -> None:
        """Make a table of `buckets`, a power of two, and a memory with `fields` for each thread.

        One or two threads run, only one under a node limit.
        """
        self._kernels, self._words = kernels, kernels.block(table_words(buckets))
        self._fields, self._mask = fields, buckets - 1
        self._count = MAX_THREADS if kernels.compiled and threads == MAX_THREADS else 1
        self._threads = ThreadGroup()
        self.on_wait: Callable[[], object] = bool
        self._memories, self._table = self._new_memories()
        self._memory = self._memories[0]
        self.set_deadline()

    def _new_memories(self) -> tuple[list[Any], Any]:
        """Return a new memory for each thread, and a new record of the table, which keeps its entries."""
        kernels, fields = self._kernels, self._fields
        new = kernels.memory if kernels.compiled else PolledMemory
        memories: list[Any] = [new(fields) for _ in range(self._count)]
        memories[-1].thread = self._count - 1
        table: Any = kernels.memory(shared_table.TABLE_FIELDS)
        table.mask, table.table = self._mask, self._words.handle
        return memories, table

    @property
    def nodes(self) -> int:
        """Moves searched since the last `set_deadline`."""
        return sum(int(memory.nodes) for memory in self._memories)

    def set_deadline(self, deadline: Deadline = NO_DEADLINE) -> None:
        """Limit all following questions together, and count nodes from 0."""
        self._deadline = deadline
        self._join_threads()
        for memory in self._memories:
            memory.nodes, memory.budget = 0, self._budget

    def _join_threads(self) -> None:
        """Wait for the last search; replace its memory if it gets no processor in time."""
        if self._threads.join(self._deadline):
            spent = [int(memory.nodes) for memory in self._memories]
            used = self._memories, self._table
            self._memories, self._table = self._threads.replace_memory(0, used, self._new_memories)
            self._memory = self._memories[0]
            for memory, nodes in zip(self._memories, spent, strict=True):
                memory.nodes, memory.budget = nodes, self._budget

    def prove(self, state: State, target: int, deadline: Deadline) -> ProvenBounds:
        """Prove whether the side to move wins, if `target` is 1 or more; a lower target is always reached.

        Then `low` is 1 or `high` is 0, or neither if the deadline is reached.
        """
        if target < WIN:
            return ProvenBounds(target)
        self.set_deadline(deadline)
        return self.prove_winner(state)._replace(nodes=self.nodes)

    def prove_near_end(self, state: State, endings: Endings, deadline: Deadline) -> ProvenBounds:
        """Try to prove the winner within WIN_PROOF of the deadline, and how soon if the side to move wins.

        Prove nothing if the end is far, the node limit is small, or the depth is limited.
        """
        part = deadline.part(WIN_PROOF)
        self.set_deadline(part)
        spare = deadline.is_timed or (deadline.nodes or 0) > MAX_UNPROVEN_NODES
        if deadline.depth or not spare or not endings.is_near(state):
            return ProvenBounds()
        verdict = self.prove_winner(state)
        return self.prove_length(state, verdict, endings) if verdict.wins else verdict

    def prove_winner(self, state: State) -> ProvenBounds:
        """Try to prove whether the side to move wins, in any number of plies.

        The deadline that is set limits the proof. `move` is None unless the side wins; `plies` is None.
        """
        wins = self.prove_win_by(state)
        return proven_win(wins, self.move if wins else None)

    def prove_length(self, state: State, verdict: ProvenBounds, endings: Endings) -> ProvenBounds:
        """Return the verdict, with `plies`, and the move that achieves it, if the limit suffices to prove it.

        The verdict has a winner. The winner minimises the length of the game, the loser maximises it.
        """
        for due in endings.plies(state):
            answer = self.prove_win_by(state, bool(verdict.wins), due)
            if answer:
                verdict = verdict._replace(move=self.move)
            if answer is None or answer == verdict.wins:
                return verdict if answer is None else verdict._replace(plies=due)
        return verdict

    def keeps_win(self, state: State, move: int, deadline: Deadline) -> bool:
        """Return True if the side to move provably still wins after a move.

        The proof takes at most WIN_CHECK of the deadline.
        """
        child = self._kernels.play(state, move)
        again = bool(self._kernels.keeps_turn(state, child))
        score = int(self._kernels.end_score(self._memory, child, 1))
        if score != NOT_OVER:
            return score > 0 if again else score < 0
        self.set_deadline(deadline.part(WIN_CHECK))
        return self.prove_win_by(child, must_win=again) is again

    def line(self, state: State, verdict: ProvenBounds) -> Iterator[int]:
        """Yield the moves up to ply `verdict.plies`: the quickest win against the longest resistance.

        Yield fewer moves if the limit is reached, and none if `plies` is None.
        """
        wins, due = bool(verdict.wins), verdict.plies
        if due is None:
            return
        while int(self._kernels.end_score(self._memory, state, 0)) == NOT_OVER:
            answer = self.prove_win_by(state, wins, due if wins else max(due - PLIES_PER_ROUND, 0))
            if answer is None:
                return
            move = self.move if answer else self._first_move(state)
            yield move
            child = self._kernels.play(state, move)
            wins = wins if self._kernels.keeps_turn(state, child) else not wins
            state, due = child, due - 1

    def _first_move(self, state: State) -> int:
        self._kernels.generate(self._memory, state, 0)
        return int(self._memory.moves[0])

    def prove_win_by(self, state: State, must_win: bool = True, last_ply: int = ANY_TIME) -> bool | None:
        """Return whether the side to move wins by ply `last_ply`; None if the limit is reached.

        If `must_win` is False, return whether it has not lost by then.
        """
        self._join_threads()
        self._memory, self._table.threads = self._memories[0], self._thread_count
        for memory in self._memories:
            memory.best, memory.stop, self._table.known[memory.thread] = NO_MOVE, 0, 0
        numbers = self._search(state, int(must_win), INFINITE_NUMBER, INFINITE_NUMBER, last_ply, 0)
        return True if numbers >> 31 == 0 else False if numbers & NUMBER == 0 else None

    @property
    def _budget(self) -> int:
        """Moves that each thread may look at until the deadline."""
        return self._deadline.budget // self._thread_count

    @property
    def _thread_count(self) -> int:
        is_limited = self._deadline.budget != UNLIMITED_NODES
        return 1 if is_limited else self._count

    @property
    def move(self) -> int:
        """The move that proves the last question, NO_MOVE unless its answer was True."""
        return int(self._memory.best)

    def _search(self, *question: Any) -> int:
        """Return the numbers of a question.

        A timer thread stops machine code; plain Python polls the deadline itself.
        """
        if not self._kernels.compiled:
            self._memory.deadline = self._deadline
        elif self._deadline.is_timed or self._memory.budget > MAX_INLINE_NODES or self._thread_count > 1:
            return self._race(question)
        return int(self._kernels.prove_win(self._memory, self._table, *question))

    def _race(self, question: tuple[Any, ...]) -> int:
        """Return the numbers of the first thread that answers; UNKNOWN_NUMBERS if none does."""
        memories = self._memories[: self._table.threads]
        works = [partial(self._kernels.prove_win, memory, self._table, *question) for memory in memories]
        kept = self, self._words
        for number, numbers in self._threads.race(self._deadline, works, memories, self.on_wait, kept):
            if is_answer(int(numbers)):
                self._memory = memories[number]
                return int(numbers)
        return UNKNOWN_NUMBERS


class WinCompanion:
    """A companion of the engine that proves the winner near the end, and if possible the length."""

    is_exact = False

    def __init__(
        self, kernels: Kernels, fields: Mapping[str, int], endings: Endings, threads: int = 1
    ) -> None:
        self._prover, self._endings = WinProver(kernels, fields, threads=threads), endings
        self._proof = ProvenBounds()

    @property
    def nodes(self) -> int:
        """Moves searched for the last move."""
        return self._prover.nodes

    def before_search(self, state: State, deadline: Deadline) -> EarlyResult:
        """Return a win of proven length, else the deadline that remains for the search.

        With a proven win, part of that deadline is reserved for checking the engine's move.
        """
        most = deadline.part(1 - WIN_CHECK)
        self._proof = found = self._prover.prove_near_end(state, self._endings, deadline)
        if found.plies is not None:
            return EarlyResult(self._win_report(found))
        rest = deadline._replace(end=most.end) if found.wins else deadline
        if deadline.nodes is None:
            return EarlyResult(None, rest, found.wins is False)
        spent = self.nodes + (int(deadline.nodes * WIN_CHECK) if found.wins else 0)
        return EarlyResult(None, rest._replace(nodes=max(deadline.nodes - spent, 1)))

    def after_search(self, state: State, last: Report | None, deadline: Deadline) -> Report | None:
        """Combine the engine's last report with the proof; return None if there is nothing to add.

        If only the winner is proven, play the engine's move when it provably keeps the win: it is often
        quicker. Otherwise play the proof's move.
        """
        found = self._proof
        if found.wins is None or (
            not found.wins and deadline.is_superseded()
        ):  # the search in machine code, which follows, finds the best defence
            return None
        if not found.wins:
            return last and last._replace(score=-DECISIVE_SCORE, proven=True)
        if last is None or found.move is None:
            return self._win_report(found)
        if last.move != found.move and not self._prover.keeps_win(state, last.move, deadline):
            last = last._replace(move=found.move, line=(found.move,))
        return last._replace(score=DECISIVE_SCORE, proven=True)

    def _win_report(self, proof: ProvenBounds) -> Report:
        """Return the report of a proven win; its score is DECISIVE_SCORE if its length is unknown."""
        score = DECISIVE_SCORE if proof.plies is None else WON - proof.plies
        move = NO_MOVE if proof.move is None else proof.move
        return Report(move, score, (move,), proof.plies or 0, self.nodes, 0.0, True)
