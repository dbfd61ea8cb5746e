"""One job of a proof by jobs: solve a position within a number of nodes, or divide it."""

from __future__ import annotations

import time
from collections import ChainMap
from concurrent.futures import ThreadPoolExecutor
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

REPLY_PART = 0.001  # nodes of the search for the dogs' reply to a capture, as a part of the job's
MIN_REPLY_NODES = 1_000
REPLY_TABLE_BITS = 18
Linked = CompiledGame[Any]


class Resources(NamedTuple):
    """What a job may use: moves to look at, buckets of the solver's table, one or two threads."""

    nodes: int
    buckets: int
    threads: int = 1


class Job(NamedTuple):
    """A position to solve; if it `is_hopeless`, only to divide. `module` defines the game."""

    module: str
    state: State
    resources: Resources
    is_hopeless: bool


class Worker:
    """The solver of a worker process. Its table keeps what earlier jobs have proven."""

    def __init__(self, module: str, resources: Resources) -> None:
        self._linked: Linked = load_game(module).search.compiled()
        kernels, fields = self._linked.fast, self._linked.fields
        self._prover = WinProver(kernels, fields, resources.buckets, resources.threads, is_reproducible=False)
        self._searchers = [
            IterativeDeepening(self._linked, kernels, bits=REPLY_TABLE_BITS) for _ in range(resources.threads)
        ]
        self._moves = ProofMoves(kernels, fields)

    def run(self, job: Job) -> Fact:
        """Return the winner, or the engine's replies if the nodes do not suffice."""
        began, wins, nodes, most = time.monotonic(), None, 0, job.resources.nodes
        if not job.is_hopeless:
            self._prover.set_deadline(Deadline(nodes=most))
            wins, nodes = self._prover.prove_winner(job.state).wins, self._prover.nodes
        winner = None if wins is None else WINNERS[(job.state[2] > 0) == wins]
        replies = {} if winner else self._replies(job.state, max(int(most * REPLY_PART), MIN_REPLY_NODES))
        return Fact(job.state, winner, nodes, time.monotonic() - began, replies)

    def _replies(self, state: State, nodes: int) -> dict[State, State]:
        """Return the engine's reply in each open position with the dogs to move, now or after a capture.

        Each takes so many nodes. The threads share the positions.
        """
        before = self._moves.captures(state) if state[2] == 0 else [state]
        asked = [at for at in before if self._moves.winner(at) is None]

        def search(number: int) -> dict[State, State]:
            part = asked[number :: len(self._searchers)]
            return {at: self._reply(self._searchers[number], at, nodes) for at in part}

        with ThreadPoolExecutor(len(self._searchers)) as pool:
            return dict(ChainMap(*pool.map(search, range(len(self._searchers)))))

    def _reply(self, searcher: IterativeDeepening, state: State, nodes: int) -> State:
        reports = list(searcher.think(state, Deadline(nodes=nodes)))
        cats, dogs, step = self._linked.fast.play(state, reports[-1].move)
        return canonical((int(cats), int(dogs), int(step)))


_OWN = local()  # each thread of a cluster's worker needs a solver of its own


def run_job(job: Job) -> Fact:
    """Run a job with the solver of this thread, made for its first job."""
    made_for = job.module, job.resources
    if getattr(_OWN, "made_for", None) != made_for:
        _OWN.worker, _OWN.made_for = Worker(*made_for), made_for
    worker: Worker = _OWN.worker
    return worker.run(job)
