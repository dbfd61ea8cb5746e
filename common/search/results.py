"""Results of a search: a Report for each depth, an Insight for people, a Solution for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from common.kernels.deadline import Deadline
from common.kernels.interrupt import NEVER, Interrupt
from common.messages import _
from common.search.limit import Limit
from common.search.progress import Watch, unwatched
from common.search.score import Score

MEMORY = 0.25  # GB of table


class Report(NamedTuple):
    """What is known after a depth; `score` is for the side to move, moves are the kernels' ints, `seconds` since the start.

    `proven` is True only if no deeper search can change who wins, or the score.
    """

    move: int
    score: int
    line: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    proven: bool


class Insight(NamedTuple):
    """What is known of a position: its score for the side to move, the line that leads there, how deep the search was.

    `line` begins with the best move, if one is known.
    """

    score: Score
    line: tuple[str, ...]
    depth: int


class Tell(Protocol):
    """Called once it is proven who wins."""

    def __call__(self, score: int, more: str = "") -> None:
        """The side to move wins if `score` is above 0, loses if it is below; `more` is what else there is to say of that."""


def untold(score: int, more: str = "") -> None:
    """Nobody is told."""


class Question(NamedTuple):
    """What is asked of a position beside who wins: within which limit, on so many threads and GB of table.

    `moves` asks about every move, `at_least` whether the side to move ends so far ahead; `proofs` is a file to go on from,
    `strategy` one for what the winner answers to every reply. `warm_up` compiles machine code first; without it plain
    Python is the fallback. `watch` shows the progress, `tell` says who wins once it is proven, `interrupt` ends the proof.
    """

    limit: Limit = Limit()
    threads: int = 1
    memory: float = MEMORY
    moves: bool = False
    at_least: int | None = None
    proofs: Path | None = None
    strategy: Path | None = None
    warm_up: bool = True
    watch: Watch = unwatched
    tell: Tell = untold
    interrupt: Interrupt = NEVER

    def deadline(self) -> Deadline:
        """Return the deadline of an answer that begins now."""
        return Deadline.of(self.limit, interrupt=self.interrupt)


class Solution(NamedTuple):
    """The answer: lines for people, facts for programs (an object a line), what it took; a function that prints a board of it."""

    lines: Sequence[str]
    facts: Sequence[Mapping[str, Any]]
    took: Sequence[str]
    show_board: Callable[[], None] | None = None


def value_solution(found: Insight, took: Sequence[str] = ()) -> Solution:
    """Return what a side ends ahead by; where that is not proven its bounds, and a guess."""
    score = found.score
    value = (
        [f"Value: {score.words}, proven"]
        if score.proven
        else [f"Value: not proven; {score.bounds}", guess(score)]
    )
    known: dict[str, Any] = {
        "side": score.side,
        "value": score.words,
        "score": score.value,
        "expected": score.expected,
    }
    known |= {
        "proven": score.proven,
        "bounds": None if score.proven else score.bounds,
        "move": found.line[0],
        "line": found.line,
    }
    return Solution([*value, f"Best: {found.line[0]}", f"Line: {', '.join(found.line)}"], [known], took)


def guess(score: Score) -> str:
    """Return a line about a score of which nothing is proven."""
    return _("Estimate: {score}", score=score.text)


def texts_of(position: Any, line: Sequence[Any]) -> tuple[str, ...]:
    """The moves of a line as people write them."""
    texts = []
    for move in line:
        texts.append(str(position.text(move)))
        position = position.play(move)
    return tuple(texts)
