"""Facts of a proof by jobs, and the proof file that keeps them: one JSON line for each job.

Positions are canonical (symmetry.py) and whole, so equal positions are one fact and nothing rests on a hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.games.cats_and_dogs.symmetry import Rows, State, canonical
from common.judge.journal import Journal, is_number, require

SUBJECT = "Cats & Dogs"
WINNERS = ("cat", "dog")


class Fact(NamedTuple):
    """The result of one job: the winner of a position, or the dogs' first reply to each capture.

    `winner` is None if the job ran out of nodes or did not try. Then `replies` maps each unfinished position
    with the dogs to move to the position after the reply that the engine likes. `nodes` and `seconds` are the
    cost.
    """

    state: State
    winner: str | None
    nodes: int
    seconds: float
    replies: Mapping[State, State] = {}


class FactFile:
    """A proof file: the facts of earlier calls, and those that are added. Without a path it keeps nothing."""

    def __init__(self, path: Path | None, rows: Rows) -> None:
        """Open and lock the file, and read its facts.

        Raise BadInput if it is damaged, about something else or in use, OSError if it cannot be opened.
        """
        self._rows = rows
        self._journal = Journal(path, {"proof": SUBJECT, "version": 1}, "--proofs")
        self.facts = self._journal.read(self._parse, "a proven or a divided position")

    def add(self, fact: Fact) -> None:
        """Append a fact. Raise OSError."""
        line: dict[str, Any] = {"position": self._rows.write(fact.state), "step": fact.state[2]}
        if fact.winner:
            line["winner"] = fact.winner
        else:
            write = self._rows.write
            line["replies"] = [[write(before), write(after)] for before, after in fact.replies.items()]
        self._journal.add(line | {"nodes": fact.nodes, "seconds": round(fact.seconds, 3)})

    def _parse(self, line: dict[str, Any]) -> Fact:
        """Return the fact of a line. Raise one of MALFORMED_FILE_ERRORS if it is none."""
        winner, nodes, seconds = line.get("winner"), line["nodes"], line["seconds"]
        require(winner in (None, *WINNERS) and is_number(nodes) and is_number(seconds))
        state = self._read(line["position"], line["step"])
        if winner:
            return Fact(state, winner, nodes, seconds)
        step = state[2] or 1
        replies = {self._read(before, step): self._read(after, 0) for before, after in line["replies"]}
        return Fact(state, None, nodes, seconds, replies)

    def _read(self, rows: str, step: int) -> State:
        state = self._rows.read(rows, step)
        require(state == canonical(state))
        return state
