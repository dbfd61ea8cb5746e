"""Proofs by jobs: equal to brute force and to the solver; several workers, a dead one, a resumed file."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from catsdogs import GAME, START, Position, read_position
from common.games.cats_and_dogs import proof_job
from common.games.cats_and_dogs.dog_answers import DogStrategy, ProvenAnswers, check_dogs_win
from common.games.cats_and_dogs.job_proof import JobProof, report, solve_by_jobs
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.cats_and_dogs.proof_facts import Fact, FactFile
from common.games.cats_and_dogs.proof_job import Job, run_job
from common.judge.processes import WorkerPool
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.kernel import Kernels
from common.search.limit import Limit
from common.search.results import Question
from tests.support.catsdogs_cases import CATS_WIN, late_positions, symmetries, transform
from tests.support.catsdogs_jobs import BUCKETS, LATE, ROWS, LocalPool, proof_of, prove
from tests.support.programs import ROOT

LINKED = GAME.search.compiled()
HARD_DOGS, HARD_NODES = 32, 20_000  # a late start and jobs so short that it takes many
JOB_NODES = {28: 2_000, 29: 20_000, 30: 3_000, 31: 20_000, 32: 40_000, 33: 200_000}


@pytest.fixture(autouse=True)
def empty_solver() -> None:
    """Let the solver of this process begin with an empty table."""
    vars(proof_job._OWN).clear()


def solver_winner(position: Position) -> str:
    prover = WinProver(LINKED.fast, LINKED.fields, BUCKETS)
    wins = prover.prove_winner((*position,)).wins
    assert wins is not None
    return position.turn if wins else "dog" if position.turn == "cat" else "cat"


def check_on_the_rules(proof: JobProof, start: Position) -> int:
    """Play the proof's answers against every capture, on the readable rules."""
    return check_dogs_win(start, DogStrategy(ProvenAnswers(proof.tree, LINKED, 1 << 17)))


@pytest.mark.parametrize("job_nodes", [1, 5, 40])
def test_winner_matches_brute_force(job_nodes: int, compiled: Kernels) -> None:
    """With one node a job solves next to nothing, so the tree has to find the winner."""
    met, divided = Counter[tuple[int, str]](), 0
    for at, brute in late_positions(60):
        proof = prove(at, job_nodes, size=3)
        winner = at.turn if brute.value(at) > 0 else GAME.other(at.turn)
        assert proof.tree.winner == winner, at
        met[at.step, winner] += 1
        divided += proof.done > 1
    assert len(met) == 6 and divided > 10


@pytest.mark.parametrize("dogs", LATE)
def test_late_start_equals_the_solver_and_passes_the_rules(dogs: int, compiled: Kernels) -> None:
    start = read_position(LATE[dogs])
    assert start.dogs.bit_count() == dogs
    proof = prove(start, JOB_NODES[dogs], size=2)
    assert proof.tree.winner == solver_winner(start) == "dog"
    assert proof.done > 3
    assert check_on_the_rules(proof, start) > 300


def test_two_workers_give_the_same_answer(compiled: Kernels) -> None:
    pytest.importorskip("joblib")
    start, proof = read_position(LATE[31]), proof_of(read_position(LATE[31]), 10_000)
    with WorkerPool(run_job, 2) as pool:
        proof.run(pool, NO_DEADLINE, lambda text: None)
    assert proof.tree.winner == "dog" and check_on_the_rules(proof, start) > 500


def test_threads_of_a_cluster_give_the_same_answer(compiled: Kernels) -> None:
    distributed = pytest.importorskip("distributed")
    start, proof = read_position(LATE[30]), proof_of(read_position(LATE[30]), 3_000)
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    )
    with cluster, WorkerPool(run_job, 1, cluster.scheduler_address) as pool:
        proof.run(pool, NO_DEADLINE, lambda text: None)
    assert proof.tree.winner == "dog" and check_on_the_rules(proof, start) > 500


def test_dead_worker_costs_only_its_job(compiled: Kernels, tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    file = FactFile(tmp_path / "proofs.jsonl", ROWS)
    proof, killed = proof_of(read_position(LATE[31]), 10_000, file), list[int]()
    with WorkerPool(run_job, 2) as pool:

        def kill_one(text: str) -> None:
            if proof.done > 2 and not killed:
                killed.append(next(iter(pool.processes)))
                psutil.Process(killed[0]).kill()

        proof.run(pool, NO_DEADLINE, kill_one)
    assert killed and proof.tree.winner == "dog"
    assert len(positions_in(tmp_path / "proofs.jsonl")) == proof.done


def positions_in(path: Path) -> set[str]:
    """Return the positions of a proof file, each of which must stand in it once."""
    found = [json.loads(line)["position"] for line in path.read_text().splitlines()[1:]]
    assert len(found) == len(set(found))
    return set(found)


SCRIPT = """
import sys
from pathlib import Path
from catsdogs import GAME, read_position
from common.games.cats_and_dogs.job_proof import solve_by_jobs
from common.search.results import Question
from tests.support.catsdogs_jobs import ROWS
question = Question(jobs=2, memory=0.002, proofs=Path(sys.argv[2]))
solve_by_jobs(GAME.search.compiled(), ROWS, (*read_position(sys.argv[1]),), question, int(sys.argv[3]))
"""


def test_killed_proof_is_resumed_from_its_file(compiled: Kernels, tmp_path: Path) -> None:
    """SIGKILL loses at most the two running jobs: no finished one runs again."""
    pytest.importorskip("joblib")
    path, start = tmp_path / "proofs.jsonl", read_position(LATE[HARD_DOGS])
    command = [sys.executable, "-c", SCRIPT, LATE[HARD_DOGS], str(path), str(HARD_NODES)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < 6):
            time.sleep(0.05)
        process.kill()
    kept = path.read_bytes().count(b"\n") - 1
    path.write_bytes(path.read_bytes() + b'{"position": "half')
    resumed = proof_of(start, HARD_NODES, FactFile(path, ROWS))
    assert resumed.known == kept >= 5 and resumed.tree.winner is None
    resumed.run(LocalPool(), NO_DEADLINE, lambda text: None)
    assert resumed.tree.winner == "dog"
    assert len(positions_in(path)) == kept + resumed.done
    del resumed  # closes the file
    again = proof_of(start, HARD_NODES, FactFile(path, ROWS))
    assert again.tree.winner == "dog" and check_on_the_rules(again, start) > 500


def test_equal_positions_are_one_job(compiled: Kernels) -> None:
    jobs = list[Job]()

    class NotingPool(LocalPool):
        def submit(self, job: Job) -> None:
            jobs.append(job)
            super().submit(job)

    proof = proof_of(read_position(LATE[28]), 200)
    proof.run(NotingPool(), NO_DEADLINE, lambda text: None)
    assert len(jobs) > 20 and len({job.state for job in jobs}) == len(jobs)


def test_image_of_a_proven_position_needs_no_job(compiled: Kernels, tmp_path: Path) -> None:
    start, path = read_position(LATE[28]), tmp_path / "proofs.jsonl"
    proof = proof_of(start, 2_000, FactFile(path, ROWS))
    proof.run(LocalPool(), NO_DEADLINE, lambda text: None)
    del proof
    for change in symmetries():
        assert proof_of(transform(start, change), 2_000, FactFile(path, ROWS)).tree.winner == "dog"


def test_hopeless_position_is_divided_without_a_try(compiled: Kernels) -> None:
    proof = proof_of(START, 1_000)
    job = proof._job(proof.tree.root)
    fact = run_job(job)
    assert (job.is_hopeless, fact.winner, fact.nodes) == (True, None, 0)
    assert len(fact.replies) == len(proof.moves.captures(START)) == 2
    proof.tree.add(fact)
    assert proof._remainder()[:3] == (2, 1, 43)


def test_deadline_leaves_a_report_of_the_rest(compiled: Kernels) -> None:
    proof = prove(START, 1_000, deadline=Deadline.from_limit(Limit(seconds=2)))
    found = report(proof, "cat", 1)
    assert found.lines[0] == "Value: not proven; either side may win"
    assert f"Left: {proof.done} jobs done, {proof.remainder.leaves} open, deepest after" in found.lines[1]
    assert found.facts[0]["proven"] is False and found.facts[0]["hours"] > 0


def test_solution_names_the_winner_and_the_cost(compiled: Kernels) -> None:
    told = list[int]()
    question = Question(jobs=1, memory=0.002, on_proven=lambda score, more="": told.append(score))
    found = solve_by_jobs(LINKED, ROWS, (*read_position(CATS_WIN),), question)
    assert (found.lines, told) == (["Value: cat wins, proven"], [1])
    assert found.facts == [{"side": "cat", "proven": True, "winner": "cat", "jobs": 1}]
    assert found.cost[0].startswith("0 facts known, 1 jobs, ")


def test_estimate_follows_what_solved_positions_took(compiled: Kernels) -> None:
    proof = proof_of(read_position(LATE[31]), 1_000)
    before, work = proof.remainder.nodes, proof.moves.work((*read_position(LATE[28]),))
    proof._count(Fact((*read_position(LATE[28]),), "dog", round(3 * work), 1.0))
    proof.remainder = proof._remainder()
    assert proof.remainder.nodes == pytest.approx(3 * before, rel=0.01)
    assert proof.hours_left(2) == pytest.approx(before / work / 2 / 3600, rel=0.01)
