"""Proof files of jobs: what is written is read, and damaged files are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catsdogs import START, read_position
from common.games.cats_and_dogs.proof_facts import Fact, FactFile
from common.games.cats_and_dogs.symmetry import canonical
from common.rules.errors import BadInput
from tests.support.catsdogs_cases import FULL_BOARD
from tests.support.catsdogs_jobs import LATE, ROWS

AFTER = canonical(START.play(START.moves()[0]))
REPLY = canonical(read_position(LATE[33]))
SOLVED = Fact(canonical(read_position(LATE[28])), "dog", 1_000, 0.5)
DIVIDED = Fact((*START,), None, 2_000, 1.25, {AFTER: REPLY})
TURN = Fact(AFTER, None, 0, 0.0, {AFTER: REPLY})


def test_facts_are_read_as_written(tmp_path: Path) -> None:
    file = FactFile(tmp_path / "proofs.jsonl", ROWS)
    assert file.facts == []
    for fact in (SOLVED, DIVIDED, TURN):
        file.add(fact)
    del file
    assert FactFile(tmp_path / "proofs.jsonl", ROWS).facts == [SOLVED, DIVIDED, TURN]
    first, second = map(json.loads, (tmp_path / "proofs.jsonl").read_text().splitlines()[:2])
    assert first == {"proof": "Cats & Dogs", "version": 1}
    assert second["winner"] == "dog" and second["position"].count("/") == 6


def test_without_a_path_nothing_is_kept() -> None:
    file = FactFile(None, ROWS)
    file.add(SOLVED)
    assert file.facts == []


GOOD: dict[str, Any] = {"position": FULL_BOARD, "step": 0, "nodes": 1, "seconds": 1.0, "replies": []}


@pytest.mark.parametrize(
    "change",
    [
        {"position": FULL_BOARD[:-1]},
        {"position": LATE[33]},  # not the canonical one of its images
        {"step": 3},
        {"winner": "mouse"},
        {"nodes": "many"},
        {"replies": [[FULL_BOARD]]},
        {"replies": 5},
    ],
)
def test_damaged_line_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "proofs.jsonl"
    assert canonical(read_position(LATE[33])) != read_position(LATE[33])
    lines = [{"proof": "Cats & Dogs", "version": 1}, GOOD, GOOD | change]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    wanted = r"line 3: expected a proven or a divided position on each .* as --proofs writes them"
    with pytest.raises(BadInput, match=wanted):
        FactFile(path, ROWS)


def test_other_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proofs.jsonl"
    path.write_text('{"match": "catsdogs"}\n')
    with pytest.raises(BadInput, match="expected the journal of a proof of Cats & Dogs, as --proofs writes"):
        FactFile(path, ROWS)
    assert path.read_text() == '{"match": "catsdogs"}\n'
