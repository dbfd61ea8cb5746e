"""Proofs of the winner, and of how soon, by proof-number search (proof_number.py).

Every question has a limit of time and nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from common.games.cats_and_dogs import shared_table
from common.games.cats_and_dogs.shared_table import (
    ANY_TIME,
    BUCKETS,
    INFINITE_NUMBER,
    NUMBER,
    table_words,
)
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.search.alpha_beta import NO_MOVE, NOT_OVER
from common.search.prover import WON, Companion, ProvenBounds, Prover, proven_win

WIN_PROOF = 0.25  # part of the deadline for proving the winner before the search
MAX_UNPROVEN_NODES = 20_000  # node limits up to this are too small for proofs
PLIES_PER_ROUND = 2  # plies between two possible ends of the game


class Endings(NamedTuple):
    """The end of games: a test for positions near it, in which proofs are tried, and its possible plies.

    `is_near` tests a state. `plies` rises by PLIES_PER_ROUND, one move of each side.
    """

    is_near: Callable[[State], bool]
    plies: Callable[[State], Iterable[int]]


class WinProver(Prover):
    """A prover of the winner that keeps its results in a table."""

    def __init__(
        self,
        kernels: Kernels,
        fields: Mapping[str, int],
        buckets: int = BUCKETS,
    ) -> None:
        """Make a table of `buckets`, a power of two, and a memory with `fields`."""
        super().__init__(kernels, fields)
        self._words = kernels.block(table_words(buckets))
        self._table: Any = kernels.memory(shared_table.TABLE_FIELDS)
        self._table.mask, self._table.table = buckets - 1, self._words.handle

    def ask(self, state: State, target: int) -> ProvenBounds:
        """Prove whether the side to move wins, if `target` is 1 or more; a lower target is always reached."""
        return ProvenBounds(target) if target < WON else self.prove_winner(state)

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

    def line(self, state: State, verdict: ProvenBounds) -> Iterator[int]:
        """Yield the moves up to ply `verdict.plies`: the quickest win against the longest resistance.

        Yield fewer moves if the limit is reached, and none if `plies` is None.
        """
        wins, due = bool(verdict.wins), verdict.plies
        if due is None:
            return
        while int(self.kernels.end_score(self.memory, state, 0)) == NOT_OVER:
            answer = self.prove_win_by(state, wins, due if wins else max(due - PLIES_PER_ROUND, 0))
            if answer is None:
                return
            move = self.move if answer else self._first_move(state)
            yield move
            child = self.kernels.play(state, move)
            wins = wins if self.kernels.keeps_turn(state, child) else not wins
            state, due = child, due - 1

    def _first_move(self, state: State) -> int:
        self.kernels.generate(self.memory, state, 0)
        return int(self.memory.moves[0])

    def prove_win_by(self, state: State, must_win: bool = True, last_ply: int = ANY_TIME) -> bool | None:
        """Return whether the side to move wins by ply `last_ply`; None if the limit is reached.

        If `must_win` is False, return whether it has not lost by then.
        """
        self.memory.best = NO_MOVE
        question = self._table, state, int(must_win), INFINITE_NUMBER, INFINITE_NUMBER, last_ply, 0
        numbers = self.run(self.kernels.prove_win, *question)
        return True if numbers >> 31 == 0 else False if numbers & NUMBER == 0 else None

    @property
    def move(self) -> int:
        """The move that proves the last question, NO_MOVE unless its answer was True."""
        return int(self.memory.best)


class WinCompanion(Companion):
    """A companion of the engine that proves the winner near the end, and if possible the length."""

    def __init__(self, kernels: Kernels, fields: Mapping[str, int], endings: Endings) -> None:
        super().__init__()
        self._prover, self._endings = WinProver(kernels, fields), endings

    def decide(self, state: State, deadline: Deadline) -> ProvenBounds:
        """Return the proven winner, and the length of a win; its nodes are not left for the search."""
        found = self._prover.prove_near_end(state, self._endings, deadline)
        return found._replace(nodes=self._prover.nodes)
