"""Proofs by jobs in tests: late starts, and a pool of workers that runs in this process."""

from __future__ import annotations

from collections import deque

from catsdogs import GAME, CatsDogsSearch, Position
from common.games.cats_and_dogs.job_proof import JobProof
from common.games.cats_and_dogs.proof_facts import Fact, FactFile
from common.games.cats_and_dogs.proof_job import Job, Resources, run_job
from common.kernels.deadline import NO_DEADLINE, Deadline

ROWS = CatsDogsSearch().rows()
BUCKETS = 1 << 14
MODULE = "catsdogs"
# Positions of the engine's games by dogs left, cats to move; the solver looks at 8,000 to 1,000,000 moves.
LATE = {
    28: "..CDDD./.DDDDDD/C.D.DD./.D.DD.C/DDDDD.D/.DD.DC./DD.C.DD",
    29: "DD.D.CD/DDDDD.D/.DDDCDD/.DD..DC/D..CDD./DD..DD./..CDDDD",
    30: ".CDDDDD/.DDDD../C.DDDDC/.D..DDD/DDDDD.D/.DD.DC./DD.C.DD",
    31: ".CDDDDD/.DDDD.C/C.DDDDD/.D..DDD/DDD.DDD/.DD.DC./DD.C.DD",
    32: "D.D.DDD/D.D.D.D/DD.CDD./DDDDD.C/DDD.CDD/D.DD.DC/DC.DDDD",
    33: "D..C.DD/.DD.D.C/DDDDDD./DD.DDDD/DDDC.DD/C.DDD.D/DDDDDCD",
}


class LocalPool:
    """A pool of `size` workers that run one after another in this process."""

    def __init__(self, size: int = 1) -> None:
        self._size, self._jobs = size, deque[Job]()

    @property
    def size(self) -> int:
        return self._size

    @property
    def running(self) -> int:
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def results(self, seconds: float) -> list[Fact]:
        return [run_job(self._jobs.popleft())]


def proof_of(position: Position, job_nodes: int, file: FactFile | None = None) -> JobProof:
    """Return a proof that has not begun."""
    file = file or FactFile(None, ROWS)
    return JobProof(GAME.search.compiled(), (*position,), file, Resources(job_nodes, BUCKETS))


def prove(position: Position, job_nodes: int, size: int = 1, deadline: Deadline = NO_DEADLINE) -> JobProof:
    """Return a finished proof, by jobs in this process."""
    proof = proof_of(position, job_nodes)
    proof.run(LocalPool(size), deadline, lambda text: None)
    return proof
