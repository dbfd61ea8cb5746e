"""Results of a search: a Report for each depth, an Insight for people, a Solution for `solve`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, Protocol

from common.kernels.deadline import Deadline
from common.search.limit import Limit
from common.search.score import Score

DEFAULT_TABLE_GB = 0.25  # GB of table memory

# How long computations report progress: `show/progress_line.py` draws it. What is shown is replaced.
ShowProgress = Callable[[str], None]
# Called with the time limit in seconds, None without one.
Progress = Callable[[float | None], AbstractContextManager[ShowProgress]]


@contextmanager
def no_progress(seconds: float | None = None) -> Iterator[ShowProgress]:
    """Show no progress: the default `Progress`."""
    yield lambda text: None


class Report(NamedTuple):
    """The result of one depth of a search.

    `score` is a kernel score for the side to move, moves are kernel ints. `line` starts with `move`, or is
    empty if unknown. `nodes` and `seconds` count from the start of the search. `proven` is True only if no
    deeper search can change the winner or the score. `mean_score` is the mean with the depth before, for
    people; the search itself never uses it.
    """

    move: int
    score: int
    line: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    proven: bool
    mean_score: int | None = None

    @property
    def shown_score(self) -> int:
        """The score for people: `mean_score`, or `score` if it is proven, decisive or the first one."""
        return self.score if self.proven or self.mean_score is None else self.mean_score


class Insight(NamedTuple):
    """An analysis: score for the side to move, principal variation, search depth.

    `line` starts with the best move, if one is known.
    """

    score: Score
    line: tuple[str, ...]
    depth: int


class OnProven(Protocol):
    """A callback for the moment when the winner is proven."""

    def __call__(self, score: int, more: str = "") -> None:
        """Report that the side to move wins (`score` > 0) or loses (`score` < 0). `more` adds details."""


def ignore_proof(score: int, more: str = "") -> None:
    """Ignore a proven winner: the default callback."""


class Question(NamedTuple):
    """The options of a `solve` request: limit, GB of table memory and what to find out.

    `moves` asks for the value of each move. `progress` shows progress, and `on_proven` reports a proven
    winner. A game ignores `memory` and the questions that its `Search.solve_options` lacks.
    """

    limit: Limit = Limit()
    memory: float = DEFAULT_TABLE_GB
    moves: bool = False
    progress: Progress = no_progress
    on_proven: OnProven = ignore_proof

    def deadline(self) -> Deadline:
        """Return the deadline of a proof that starts now, by the limit."""
        return Deadline.from_limit(self.limit)


class Solution(NamedTuple):
    """The result of `solve`: lines for people, facts for programs (one JSON object a line), the cost.

    `show_board` prints a board of the result, if there is one. With `has_exact_value` the value of the
    position is proven, not only its winner.
    """

    lines: Sequence[str]
    facts: Sequence[Mapping[str, Any]]
    cost: Sequence[str]
    show_board: Callable[[], None] | None = None
    has_exact_value: bool = False


def value_solution(found: Insight, cost: Sequence[str] = ()) -> Solution:
    """Return the proven value, or its bounds and an estimate, as a Solution. `found.line` is not empty."""
    score = found.score
    value = (
        [f"Value: {score.words}, proven"]
        if score.proven
        else [f"Value: not proven; {score.bounds}", guess_line(score)]
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
    known |= score.outlook_fact
    lines = [*value, f"Best: {found.line[0]}", f"Line: {', '.join(found.line)}"]
    return Solution(lines, [known], cost, has_exact_value=score.proven)


def guess_line(score: Score) -> str:
    """Return a line with an unproven score."""
    return f"Estimate: {score.text}"


def move_texts(position: Any, line: Sequence[Any]) -> tuple[str, ...]:
    """Return the notation of `line`, the moves played one after another from `position`."""
    texts = []
    for move in line:
        texts.append(str(position.text(move)))
        position = position.play(move)
    return tuple(texts)
