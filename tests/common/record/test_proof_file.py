"""Proof files: what is read back, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.record import proof_file
from common.record.proof_file import ProofFile
from common.rules.errors import BadInput

ABOUT = '{"proofs about": "the values 1", "entries": '


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        ABOUT + "5}",
        ABOUT + '{"": [[1]]}}',
        ABOUT + '{"": [[-1, 2]]}}',
        ABOUT + '{"": [[1, -2]]}}',
        ABOUT + f'{{"": [[{1 << 63}, 2]]}}}}',
        ABOUT + f'{{"": [[1, {1 << 63}]]}}}}',
        '{"entries": {}}',
        ABOUT[:-14] + "}",
    ],
)
def test_file_without_proofs_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "proofs.json").write_text(text)
    with pytest.raises(BadInput, match="expected proofs"):
        ProofFile(tmp_path / "proofs.json", "the values 1").load()


def test_proof_file_round_trips(tmp_path: Path) -> None:
    (tmp_path / "proofs.json").write_text(ABOUT + '{"": [[5, 9]]}}')
    assert ProofFile(tmp_path / "proofs.json", "the values 1").load() == {"": [(5, 9)]}


def test_saved_proofs_are_loaded_for_their_subject_only(tmp_path: Path) -> None:
    path = tmp_path / "proofs.json"
    proofs = {"a": [(0, 0), ((1 << 63) - 1, 2), (3, (1 << 63) - 1)], "b": []}
    ProofFile(path, "heaps").save(proofs)
    assert ProofFile(path, "heaps").load() == proofs
    with pytest.raises(BadInput, match="expected proofs about coins"):
        ProofFile(path, "coins").load()


def test_missing_proof_file_is_empty(tmp_path: Path) -> None:
    assert ProofFile(tmp_path / "none.json", "heaps").load() == {}


def test_save_is_due_after_its_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = ProofFile(tmp_path / "proofs.json", "heaps")
    assert not file.is_save_due
    monkeypatch.setattr(proof_file, "SAVE_INTERVAL", -1.0)
    assert file.is_save_due
