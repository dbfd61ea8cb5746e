"""The verb `check` of proof files, and `solve` by jobs as a command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from catsdogs import GAME, read_position, write_position
from common.command import app
from common.games.cats_and_dogs.proof_facts import FactFile
from common.games.cats_and_dogs.verbs import checked
from common.kernels.deadline import NO_DEADLINE
from common.kernels.kernel import Kernels
from common.rules.errors import BadInput
from tests.support.catsdogs_cases import CATS_WIN, MIDDLE
from tests.support.catsdogs_jobs import LATE, ROWS, LocalPool, proof_of


def proof_file(path: Path, rows: str, job_nodes: int) -> Path:
    """Write the proof file of a position."""
    proof_of(read_position(rows), job_nodes, FactFile(path, ROWS)).run(
        LocalPool(), NO_DEADLINE, lambda text: None
    )
    return path


def test_check_counts_the_positions(
    compiled: Kernels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = proof_file(tmp_path / "proofs.jsonl", LATE[28], 2_000)
    assert app.main(GAME, ["check", str(file), "--position", LATE[28]]) == 0
    count, _, rest = capsys.readouterr().out.partition(" ")
    assert int(count) > 300 and rest == "positions: the dogs have a winning answer to every capture\n"


@pytest.mark.parametrize(
    ("rows", "expected"), [(MIDDLE, "no winner is proven"), (CATS_WIN, "a win of the cats is proven")]
)
def test_check_needs_a_proven_win_of_the_dogs(
    rows: str, expected: str, compiled: Kernels, tmp_path: Path
) -> None:
    file = proof_file(tmp_path / "proofs.jsonl", CATS_WIN, 100_000)
    with pytest.raises(BadInput, match=f"{expected} for this position: expected a win of the dogs"):
        checked(file, GAME, read_position(rows))


def test_check_finds_a_false_claim(compiled: Kernels, tmp_path: Path) -> None:
    """A file that calls a won position of the cats lost is caught by the rules."""
    file = proof_file(tmp_path / "proofs.jsonl", CATS_WIN, 100_000)
    file.write_text(file.read_text().replace('"winner": "cat"', '"winner": "dog"'))
    with pytest.raises(BadInput, match=r"the dogs have no answer|does not reach its claim"):
        checked(file, GAME, read_position(CATS_WIN))


def test_check_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a proof file, as `solve --proofs` writes it"):
        checked(tmp_path / "none.jsonl", GAME, read_position(MIDDLE))
    assert not (tmp_path / "none.jsonl").exists()


def test_solve_by_jobs_writes_and_resumes_a_proof_file(
    compiled: Kernels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proofs.jsonl"
    call = ["solve", "--position", LATE[28], "--jobs", "2", "--memory", "0.002", "--proofs", str(file)]
    for known, jobs in ((0, 1), (1, 0)):
        assert app.main(GAME, call) == 0
        told = capsys.readouterr()
        assert told.out == "The dog wins, whatever the cat does.\nValue: dog wins, proven\n"
        assert told.err.startswith(f"{known} facts known, {jobs} jobs, ")
    assert [*map(json.loads, file.read_text().splitlines())][1]["winner"] == "dog"
    assert write_position(read_position(LATE[28])) == LATE[28]
