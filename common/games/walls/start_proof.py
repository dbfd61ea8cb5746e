"""The exact value of the start: 3x3 by full graph search, 5x5 by two proofs; the strategy of 5x5."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from common.games.walls import full_graph
from common.games.walls.board import MOVES
from common.games.walls.full_graph import graph
from common.games.walls.moves import state_of
from common.games.walls.proof_table import CHOICES, NO, STOPPED, YES, unmirrored
from common.games.walls.proof_tasks import ProofTask, best_move, run_tasks
from common.games.walls.proof_tasks import strategy_moves as strategy_of
from common.games.walls.solver import canonical_image
from common.games.walls.strategy import STRATEGY_FOLDER, Strategy
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.kernels.timers import run_uninterruptible
from common.search.progress import Progress
from common.search.results import Question, Solution
from common.search.solver import UNBOUNDED
from common.search.strategy import read_strategy, write_strategy

if TYPE_CHECKING:
    from walls import Position

ANSWERS = {YES: "yes, proven", NO: "no, proven", STOPPED: "not known yet"}
PROOF_SUBJECT = "the start of 5x5"
TASK_BUCKETS = 14_000_000  # buckets of each task's table: 0.9 GB
STRATEGY_NODES = 1_000_000  # nodes that the engine searches in a fraction of its usual time


class Values(NamedTuple):
    """The exact final lead of the side to move, now and after each move, and the positions searched."""

    value: int
    moves: dict[str, int]
    positions: int


def exact_values(kernels: Kernels, memory: Any, position: Position) -> Values:
    """Search all positions reachable from a 3x3 position; `memory` stores and counts them."""

    def value_of(at: Position) -> int:
        value = int(kernels.value_of(memory, state_of(at)))
        return value if at.turn == position.turn else -value

    value = value_of(position)
    moves = [] if position.outcome() else position.moves()
    after = {move: value_of(position.play(move)) for move in moves}
    return Values(value, after, int(memory.count))


def solve_whole_graph(starts: Sequence[Position], question: Question) -> Solution:
    """Solve 3x3 for both starters; `starts` has a start position for each.

    An interrupt ends it with what is solved so far.
    """
    kernels = graph().fast
    lines = list[str]()
    facts = list[dict[str, Any]]()
    took = list[str]()
    for start, opposite in zip(starts, reversed(starts), strict=True):
        began = time.monotonic()
        side = start.turn
        try:
            value, after, count = exact_values_with_progress(kernels, start, question)
        except KeyboardInterrupt:
            return Solution([*lines, f"{side} starts: not known yet"], facts, took)
        question.on_proven(value)
        lines.append(f"{side} starts: {result_in_words(value, side, opposite.turn)}, proven")
        lines.append(", ".join(f"{move} {worth:+}" for move, worth in after.items()))
        known = {"starter": side, "value": value, "move": max(after, key=after.__getitem__), "moves": after}
        facts.append({**known, "positions": count, "proven": True})
        took.append(f"{count} positions, {time.monotonic() - began:.1f} s")
    return Solution(lines, facts, took, has_exact_value=True)


def result_in_words(value: int, starter: str, opponent: str) -> str:
    """Return the result of best play in words; `value` is the lead of `starter`."""
    if value == 0:
        return "a draw"
    return f"{starter} wins by {value}" if value > 0 else f"{opponent} wins by {-value}"


def exact_values_with_progress(kernels: Kernels, start: Position, question: Question) -> Values:
    """Run `exact_values` with progress messages. Raise KeyboardInterrupt if interrupted."""
    deadline = Deadline(interrupt=question.interrupt)  # no time limit: it takes a second
    memory = kernels.memory(full_graph.FIELDS)
    with question.progress(None) as say:
        work = partial(exact_values, kernels, memory, start)
        return run_uninterruptible(
            work, deadline, lambda: say(f"{start.turn} starts: {int(memory.count):,} positions")
        )


class ProvenValue(NamedTuple):
    """The proven lead of the side to move (None at the deadline), with the nodes and seconds of its proof."""

    lead: int | None
    nodes: int
    seconds: float


def prove_start(kernels: Kernels, fields: Fields, start: State, question: Question) -> Solution:
    """Prove that the starter of 5x5 wins by 1 and not by 2, within the limit. Raise BadInput or OSError.

    question.proofs keeps lemmas. If both are answered, the strategy is written to question.strategy, and
    with question.moves the value of each move is proven.
    """
    tasks = [ProofTask(kernels, fields, start, lead, TASK_BUCKETS) for lead in (1, 2)]
    deadline = question.deadline()
    run_tasks(tasks, PROOF_SUBJECT, deadline, question.proofs, question.progress)
    is_proven = [task.answer for task in tasks] == [YES, NO]
    if tasks[0].answer == YES:
        question.on_proven(1)
    best = best_move(tasks[0]) if is_proven else None
    lines = [f"The starter wins by {task.target} or more: {ANSWERS[task.answer]}" for task in tasks]
    if best is not None:
        lines.append("A starts: A wins by 1, proven")
        lines.append("B starts: B wins by 1, proven")
        lines.append(f"Best: {MOVES[best]}")
    facts: dict[str, Any] = {
        "starter wins by or more": {str(task.target): ANSWERS[task.answer] for task in tasks},
        "value": 1 if is_proven else None,
        "move": None if best is None else MOVES[best],
    }
    took = [f"{int(task.memory.nodes)} positions, {task.seconds:.1f} s" for task in tasks]
    if question.strategy and STOPPED not in [task.answer for task in tasks]:
        write_strategy(question.strategy, {"strategy of": PROOF_SUBJECT}, proven_moves(tasks).to_bytes())
    if question.moves and best is not None:
        del tasks  # frees their tables
        prove = partial(prove_value, kernels, fields, deadline=deadline, watch=question.progress)
        values, more = move_values(kernels, start, best, prove)
        after = dict(zip(MOVES, values, strict=True))
        lines.append(", ".join(f"{move} {lead_text(lead)}" for move, lead in after.items()))
        facts["moves"] = after
        took += more
    return Solution(lines, [facts], took, has_exact_value=is_proven)


def lead_text(lead: int | None) -> str:
    """Return a proven lead with its sign, or the answer for an open one (None)."""
    return ANSWERS[STOPPED] if lead is None else f"{lead:+}"


def move_values(
    kernels: Kernels, start: State, best: int, prove: Callable[[State], ProvenValue]
) -> tuple[list[int | None], list[str]]:
    """Prove the value of each move by `prove`, for the starter, who wins by 1 with `best`.

    Return values (None at the deadline) and lines about the cost of each proof. Of mirror images only one
    is proven.
    """
    children = [kernels.play(start, move) for move in range(CHOICES)]
    images = [canonical_image(kernels, child)[0] for child in children]
    values: dict[State, int | None] = {images[best]: 1}
    took = list[str]()
    for child, image in zip(children, images, strict=True):
        if image not in values:
            value, nodes, seconds = prove(child)
            values[image] = None if value is None else -value
            took.append(f"{nodes} positions, {seconds:.1f} s")
    return [values[image] for image in images], took


def prove_value(
    kernels: Kernels, fields: Fields, state: State, deadline: Deadline, watch: Progress
) -> ProvenValue:
    """Prove the exact lead of the side to move, None if the deadline comes first."""
    low = -UNBOUNDED
    high = UNBOUNDED
    targets = (1, 2)
    nodes = 0
    seconds = 0.0
    while low < high:
        tasks = [ProofTask(kernels, fields, state, target, TASK_BUCKETS) for target in targets]
        run_tasks(tasks, "", deadline, None, watch)
        nodes += sum(int(task.memory.nodes) for task in tasks)
        seconds += sum(task.seconds for task in tasks)
        if STOPPED in [task.answer for task in tasks]:
            return ProvenValue(None, nodes, seconds)
        low = max([low, *(task.target for task in tasks if task.answer == YES)])
        high = min([high, *(task.target - 1 for task in tasks if task.answer == NO)])
        targets = (low + 1, low + 2) if high == UNBOUNDED else (high - 1, high)
    return ProvenValue(low, nodes, seconds)


def proven_moves(tasks: Sequence[ProofTask]) -> Strategy:
    """Return the strategies of the sides that two answered tasks prove right, as one.

    It ends at positions that the engine proves quickly. The first task takes precedence.
    """
    found: dict[int, int] = {}
    for task in reversed(tasks):  # the winner's move takes precedence
        for state, move in strategy_of(task, STRATEGY_NODES):
            key, mirrored = key_of(task.kernels, state)
            found[key] = unmirrored(move, mirrored)
    return Strategy(found.items())


@cache
def stored_moves() -> Strategy:
    """Load the strategy of 5x5 from this package."""
    return Strategy.from_bytes(read_strategy(STRATEGY_FOLDER / "5x5.bin")[1])


def strategy_move(moves: Strategy, kernels: Kernels, state: State) -> int | None:
    """Return the stored move of a 5x5 state, which keeps the exact value, or None if there is none."""
    key, mirrored = key_of(kernels, state)
    move = moves.move(key)
    return None if move is None else unmirrored(move, mirrored)


def key_of(kernels: Kernels, state: State) -> tuple[int, bool]:
    """Return the key of a 5x5 state and its symmetric images, and if it swaps left and right."""
    (own, other, me, you, *_), mirrored = canonical_image(kernels, state)
    return own | other << 25 | me << 50 | you << 62, mirrored
