"""`solve` by jobs: many processes prove one position together, and a proof file keeps what they find."""

from __future__ import annotations

import os
import time
from typing import Any, NamedTuple, Protocol

from common.games.cats_and_dogs.proof_facts import Fact, FactFile
from common.games.cats_and_dogs.proof_job import Job, Linked, Resources, run_job
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.proof_tree import Node, ProofTree
from common.games.cats_and_dogs.shared_table import MAX_THREADS, table_buckets
from common.games.cats_and_dogs.symmetry import Rows, State, canonical
from common.judge.processes import WorkerPool
from common.kernels.deadline import Deadline
from common.search.progress import ShowProgress
from common.search.results import Question, Solution
from common.search.solve import UNKNOWN_BOUNDS

JOB_NODES = 2_000_000_000  # moves looked at, a minute or two: longer jobs are divided
HOPELESS = 0.15  # a position that seems to take more than this part of a job's nodes is divided at once
TICK = 0.5  # seconds between two looks at the deadline
LOOK_SECONDS = 2.0  # seconds between two looks at the whole tree, for the progress line


class Remainder(NamedTuple):
    """What is left of a proof: open positions, cat moves to the deepest, its dogs, nodes estimated."""

    leaves: int
    depth: int
    dogs: int
    nodes: float


class Pool(Protocol):
    """Workers for jobs: a WorkerPool."""

    @property
    def size(self) -> int:
        """The number of jobs that can run at once."""

    @property
    def running(self) -> int:
        """The number of unfinished jobs."""

    def submit(self, job: Job, /) -> None:
        """Start a job as soon as a worker is free."""

    def results(self, seconds: float) -> list[Fact]:
        """Return the new results; wait for the first one, at most so many seconds."""


class JobProof:
    """A proof of one position: its tree, its file and the cost so far."""

    def __init__(self, linked: Linked, root: State, file: FactFile, resources: Resources) -> None:
        """Build the tree from the facts of the file. Compile the kernels on a cache miss.

        `resources` are those of each job.
        """
        self._module, self._resources = linked.name, resources
        self.moves = ProofMoves(linked.fast, linked.fields)
        self.tree = ProofTree(canonical(root), self.moves, file.facts)
        self._file, self.known = file, len(file.facts)
        self.done = self.nodes = 0
        self.seconds = self._expected = 0.0
        for fact in file.facts:
            self._count(fact)
        self.remainder = self._remainder()

    def run(self, pool: Pool, deadline: Deadline, say: ShowProgress) -> None:
        """Run jobs until the winner is proven or the deadline comes. Raise OSError if the file fails."""
        looked = time.monotonic()
        while self.tree.winner is None and not deadline.expired:
            self._submit(pool)
            for fact in pool.results(min(TICK, deadline.remaining)):
                self._file.add(fact)
                self.tree.add(fact)
                self._count(fact)
                self.done += 1
            if time.monotonic() > looked + LOOK_SECONDS:
                self.remainder, looked = self._remainder(), time.monotonic()
            say(self.progress_text(pool.size))
        self.remainder = self._remainder()

    def _submit(self, pool: Pool) -> None:
        """Give every free worker a job, as long as there are open positions."""
        while pool.running < pool.size and (leaf := self.tree.next_leaf()):
            leaf.is_running = True
            pool.submit(self._job(leaf))

    def _job(self, leaf: Node) -> Job:
        is_hopeless = leaf.proof > HOPELESS * self._resources.nodes
        return Job(self._module, leaf.state, self._resources, is_hopeless)

    def _count(self, fact: Fact) -> None:
        """Add the cost of a job, and the estimate of the positions that are solved."""
        self.nodes += fact.nodes
        self.seconds += fact.seconds
        if fact.winner:
            self._expected += self.moves.work(fact.state)

    def _remainder(self) -> Remainder:
        lines = list(self.tree.open_lines())
        leaves = [line[-1] for line in lines]
        cat_moves = [sum(node.cats_move for node in line[:-1]) for line in lines]
        dogs = min((leaf.state[1].bit_count() for leaf in leaves), default=0)
        return Remainder(
            len(lines), max(cat_moves, default=0), dogs, sum(leaf.proof for leaf in leaves) * self._correction
        )

    @property
    def _correction(self) -> float:
        """How many times the estimate the solved positions have really taken, with all jobs in vain."""
        return self.nodes / self._expected if self._expected else 1.0

    def hours_left(self, workers: int) -> float:
        """Estimate the hours that the rest takes with so many workers; 0 before the first job."""
        return self.remainder.nodes * self.seconds / max(self.nodes, 1) / workers / 3600

    def progress_text(self, workers: int) -> str:
        """Return the jobs done, the open positions, the depth of the deepest and the hours left."""
        left = self.remainder
        return (
            f"{self.done} jobs done, {left.leaves} open, deepest after {left.depth} cat moves "
            f"({left.dogs} dogs), about {self.hours_left(workers):.2g} h left"
        )


def solve_by_jobs(
    linked: Linked, rows: Rows, root: State, question: Question, job_nodes: int = JOB_NODES
) -> Solution:
    """Prove who wins a position that is not over, by `question.jobs` processes or on `question.cluster`.

    Results are kept in the file `question.proofs`, which is resumed if it exists. Raise BadInput if it is
    damaged or about something else, OSError if it or the cluster cannot be used.
    """
    file = FactFile(question.proofs, rows)
    deadline, jobs = question.deadline(), question.jobs or 1
    is_alone = question.cluster is None and jobs * MAX_THREADS <= (os.cpu_count() or 1)
    threads = MAX_THREADS if is_alone else 1
    resources = Resources(job_nodes, table_buckets(question.memory), threads)
    proof = JobProof(linked, root, file, resources)
    with (
        question.progress(question.limit.seconds) as say,
        WorkerPool(run_job, jobs, question.cluster) as pool,
    ):
        proof.run(pool, deadline, say)
        workers = pool.size
    side = ("cat", "dog")[root[2] > 0]
    if winner := proof.tree.winner:
        question.on_proven(1 if winner == side else -1)
    return report(proof, side, workers)


def report(proof: JobProof, side: str, workers: int) -> Solution:
    """Return the winner, or what is left, for the side to move."""
    winner, left = proof.tree.winner, proof.remainder
    fact: dict[str, Any] = {"side": side, "proven": winner is not None, "winner": winner, "jobs": proof.done}
    cost = f"{proof.known} facts known, {proof.done} jobs, {proof.nodes} nodes, {proof.seconds:.2f} s of jobs"
    if winner:
        return Solution([f"Value: {winner} wins, proven"], [fact], [cost])
    rest = {"open": left.leaves, "hours": round(proof.hours_left(workers), 3)}
    lines = [f"Value: not proven; {UNKNOWN_BOUNDS}", f"Left: {proof.progress_text(workers)}"]
    return Solution(lines, [fact | rest], [cost])
