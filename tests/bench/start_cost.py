"""What the rest of a Cats & Dogs proof by jobs costs, estimated from its proof file, with the error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import typer

import catsdogs
from common.games.cats_and_dogs.job_proof import JOB_NODES, JobProof
from common.games.cats_and_dogs.proof_facts import Fact, FactFile
from common.games.cats_and_dogs.proof_job import Resources
from tests.bench.lines import Line, line

RESAMPLES = 1_000  # of the jobs, for the interval


def run(
    proofs: Path = typer.Argument(..., help="proof file of `catsdogs.py solve --proofs`"),
    position: str = typer.Option("", help="rows a-g of the position to prove (default: the start)"),
) -> Iterator[Line]:
    """Estimate the work of the open positions by what the solved ones took.

    The interval is that of resampled jobs (bootstrap). It assumes that the estimate of proof_moves.py is as
    good for the open positions, with more dogs, as for the solved ones; the table of dogs shows how good.
    """
    if not proofs.exists():
        raise typer.BadParameter(f"{proofs}: no such file")
    start = catsdogs.read_position(position) if position else catsdogs.START
    file = FactFile(proofs, catsdogs.CatsDogsSearch().rows())
    proof = JobProof(catsdogs.GAME.search.compiled(), (*start,), file, Resources(JOB_NODES, 1))
    yield from quality(file.facts, proof)
    expected = sum(node.proof for node in {path[-1] for path in proof.tree.open_lines()})
    hours_per_node = proof.seconds / max(proof.nodes, 1) / 3600
    factors = resampled_factors(file.facts, proof)
    spent, least, most = proof.seconds / 3600, *(expected * hours_per_node * factor for factor in factors)
    yield line(
        f"{len(file.facts)} jobs took {spent:.2f} core-hours; {proof.remainder.leaves} open positions: "
        f"{proof.hours_left(1):.3g} more ({least:.3g} to {most:.3g})",
        jobs=len(file.facts),
        spent=spent,
        open=proof.remainder.leaves,
        hours=proof.hours_left(1),
        least=least,
        most=most,
    )


def quality(facts: Sequence[Fact], proof: JobProof) -> Iterator[Line]:
    """Yield for each number of dogs the solved jobs, and the nodes that they took of those estimated."""
    yield line("dogs    solved   divided   nodes / estimate (geometric mean, standard deviation as a factor)")
    for dogs in sorted({fact.state[1].bit_count() for fact in facts}, reverse=True):
        here = [fact for fact in facts if fact.state[1].bit_count() == dogs]
        logs = [log(max(fact.nodes, 1) / proof.moves.work(fact.state)) for fact in here if fact.winner]
        spread = f"{exp(fmean(logs)):12.2f}{exp(stdev(logs)):8.1f}" if len(logs) > 1 else ""
        yield line(f"{dogs:4}{len(logs):10}{len(here) - len(logs):10}{spread}", dogs=dogs, solved=len(logs))


def resampled_factors(facts: Sequence[Fact], proof: JobProof) -> tuple[float, float]:
    """Return the bounds of 95 % of the factors by which resampled jobs exceed their estimates.

    A factor is all nodes, those of divided positions included, divided by the estimates of the solved ones.
    """
    chance, found = Random(1), list[float]()
    costs = [(fact.nodes, proof.moves.work(fact.state) if fact.winner else 0.0) for fact in facts]
    for _ in range(RESAMPLES):
        nodes, expected = map(sum, zip(*chance.choices(costs, k=len(costs)), strict=True))
        if expected:
            found.append(nodes / expected)
    found.sort()
    return (found[len(found) // 40], found[-1 - len(found) // 40]) if found else (1.0, 1.0)
