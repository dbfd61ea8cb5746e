"""Proof files: the results of long proofs, so that a proof can be interrupted and resumed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from common.record.atomic_files import write_atomically
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput

SAVE_INTERVAL = 60.0  # seconds between two saves
Entries = Iterable[tuple[int, int]]  # table entries of two words


class ProofFile:
    """The proven results about one subject, stored as table entries for each question.

    `about` names the subject. The file need not exist yet.
    """

    def __init__(self, path: Path, about: str) -> None:
        self._path, self._about, self._saved = path, about, time.monotonic()

    @property
    def is_save_due(self) -> bool:
        """True if the last save, or the creation of this object, is over SAVE_INTERVAL seconds ago."""
        return time.monotonic() - self._saved > SAVE_INTERVAL

    def load(self) -> dict[str, list[tuple[int, int]]]:
        """Return the entries by question; none if there is no file.

        Raise BadInput if the file is malformed or about another subject, OSError if it cannot be read.
        """
        if not self._path.exists():
            return {}
        try:
            kept = json.loads(self._path.read_bytes())
            if kept["proofs about"] != self._about:
                raise ValueError(kept["proofs about"])
            found = {
                question: [_entry(entry) for entry in entries]
                for question, entries in kept["entries"].items()
            }
        except MALFORMED_FILE_ERRORS as problem:
            raise BadInput(
                f"{self._path}: expected proofs about {self._about}, as this command writes them"
            ) from problem
        return found

    def save(self, questions: Mapping[str, Entries]) -> None:
        """Replace the file, atomically, by the entries of every question. Raise OSError."""
        entries = {question: [list(entry) for entry in found] for question, found in questions.items()}
        write_atomically(
            self._path, (json.dumps({"proofs about": self._about, "entries": entries}) + "\n").encode()
        )
        self._saved = time.monotonic()


def _entry(entry: Any) -> tuple[int, int]:
    """Check that a table entry is two 63-bit words. Raise ValueError or TypeError."""
    first, second = map(int, entry)
    if not (0 <= first < 1 << 63 and 0 <= second < 1 << 63):
        raise ValueError("more than a word")
    return first, second
