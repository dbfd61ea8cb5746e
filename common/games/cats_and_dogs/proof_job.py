"""One job of a proof by jobs: solve a position within a number of nodes, or divide it."""

from __future__ import annotations

import time
from threading import local
from typing import Any, NamedTuple

from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_facts import WINNERS, Fact
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.symmetry import State, canonical
from common.judge.match.games import load_game
from common.kernels.deadline import Deadline
from common.search.compiled_game import CompiledGame
from common.search.iterative_deepening import IterativeDeepening

REPLY_PART = 0.01  # nodes of the search for the dogs' reply to a capture, as a part of the job's
MIN_REPLY_NODES = 1_000
REPLY_TABLE_BITS = 18
Linked = CompiledGame[Any]


class Job(NamedTuple):
    """A position to solve within `nodes`; if it `is_hopeless`, only to divide.

    `module` defines the game. The solver's table has `buckets`.
    """

    module: str
    state: State
    nodes: int
    buckets: int
    is_hopeless: bool


class Worker:
    """The solver of a worker process. Its table keeps what earlier jobs have proven."""

    def __init__(self, module: str, buckets: int) -> None:
        self._linked: Linked = load_game(module).search.compiled()
        self._prover = WinProver(self._linked.fast, self._linked.fields, buckets)
        self._searcher = IterativeDeepening(self._linked, self._linked.fast, bits=REPLY_TABLE_BITS)
        self._moves = ProofMoves(self._linked.fast, self._linked.fields)

    def run(self, job: Job) -> Fact:
        """Return the winner, or the engine's replies if the nodes do not suffice."""
        began, wins, nodes = time.monotonic(), None, 0
        if not job.is_hopeless:
            self._prover.set_deadline(Deadline(nodes=job.nodes))
            wins, nodes = self._prover.prove_winner(job.state).wins, self._prover.nodes
        winner = None if wins is None else WINNERS[(job.state[2] > 0) == wins]
        replies = (
            {} if winner else self._replies(job.state, max(int(job.nodes * REPLY_PART), MIN_REPLY_NODES))
        )
        return Fact(job.state, winner, nodes, time.monotonic() - began, replies)

    def _replies(self, state: State, nodes: int) -> dict[State, State]:
        """Return the engine's reply in each open position with the dogs to move, now or after a capture.

        Each takes so many nodes.
        """
        before = self._moves.captures(state) if state[2] == 0 else [state]
        return {at: self._reply(at, nodes) for at in before if self._moves.winner(at) is None}

    def _reply(self, state: State, nodes: int) -> State:
        reports = list(self._searcher.think(state, Deadline(nodes=nodes)))
        cats, dogs, step = self._linked.fast.play(state, reports[-1].move)
        return canonical((int(cats), int(dogs), int(step)))


_OWN = local()  # each thread of a cluster's worker needs a solver of its own


def run_job(job: Job) -> Fact:
    """Run a job with the solver of this thread, made for its first job."""
    made_for = job.module, job.buckets
    if getattr(_OWN, "made_for", None) != made_for:
        _OWN.worker, _OWN.made_for = Worker(*made_for), made_for
    worker: Worker = _OWN.worker
    return worker.run(job)
