"""Long proofs in parallel, with progress messages, an interrupt and resuming from a file.

The costliest table entries (lemmas) are saved regularly, so that little is proven twice. A proof also
yields a strategy: the moves that a search during a game would take too long to find.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from common.games.walls.proof_table import STOPPED, YES
from common.games.walls.solver import NO_CHOICE, ProofTable, canonical_image
from common.kernels.deadline import UNLIMITED_NODES, Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.memory import Fields
from common.record.proof_file import SAVE_INTERVAL, ProofFile
from common.search.progress import Progress, ShowProgress

TICK = 0.1  # seconds between two progress messages
LEMMA_NODES = 1 << 14  # nodes that make an entry a lemma
SMALL_TABLE = 50_000  # buckets: fewer than any table has during a game


class ProofTask:
    """A proof task: does the side to move end at least `target` bricks ahead?

    `answer` is YES, NO, or STOPPED while it is open.
    """

    def __init__(self, kernels: Kernels, fields: Fields, state: State, target: int, buckets: int) -> None:
        """Allocate an empty table of so many `buckets`."""
        self.target = target
        self.answer = STOPPED
        self.seconds = 0.0
        self.kernels = kernels
        self.fields = fields
        self.state = state
        self.table = ProofTable(kernels, fields, buckets)
        self.memory = self.table.memory
        self.memory.budget = UNLIMITED_NODES

    def start(self) -> threading.Thread:
        """Start and return a thread that searches until the answer is found or memory.stop is set.

        It sets `answer` and adds to `seconds` at its end. The table keeps what is proven.
        """

        def prove() -> None:
            began = time.monotonic()
            self.answer = self.table.answer(self.state, self.target)
            self.seconds += time.monotonic() - began

        self.memory.stop = 0
        thread = threading.Thread(target=prove, daemon=True)
        thread.start()
        return thread

    @property
    def lemmas(self) -> list[tuple[int, int]]:
        """The table entries of LEMMA_NODES or more, as pairs of words."""
        found = list[tuple[int, int]]()
        at = -2
        while (at := int(self.kernels.next_costly(self.memory, at + 2, LEMMA_NODES))) >= 0:
            first = self.kernels.proof_word(self.memory, at)
            second = self.kernels.proof_word(self.memory, at + 1)
            found.append((int(first), int(second)))
        return found

    def add_lemmas(self, lemmas: Iterable[tuple[int, int]]) -> None:
        """Store lemmas in the table."""
        for entry in lemmas:
            self.kernels.put_proof(self.memory, *entry)


def run_tasks(
    tasks: Sequence[ProofTask], name: str, deadline: Deadline, path: Path | None, watch: Progress
) -> None:
    """Run all tasks in parallel until they are answered or the deadline comes, which leaves them STOPPED.

    With a `path`, load lemmas from it and save them. Raise BadInput if it is no file of `name`, or OSError.
    """
    file = ProofFile(path, name) if path else None
    if file and (known := file.load()):
        for task in tasks:
            task.add_lemmas(known.get(str(task.target), ()))
    with watch(deadline.remaining if deadline.is_timed else None) as say:
        while (open_tasks := [task for task in tasks if task.answer == STOPPED]) and not deadline.expired:
            try:
                run_until(open_tasks, deadline.within(SAVE_INTERVAL), say)
            finally:
                if file:
                    file.save({str(task.target): task.lemmas for task in tasks})


def run_until(tasks: Sequence[ProofTask], deadline: Deadline, say: ShowProgress) -> None:
    """Run tasks in parallel until all end or the deadline stops them, and report progress."""
    threads = [task.start() for task in tasks]
    try:
        while any(thread.is_alive() for thread in threads) and not deadline.expired:
            say(", ".join(map(progress_text, tasks)))
            time.sleep(TICK)
    finally:
        for task, thread in zip(tasks, threads, strict=True):
            task.memory.stop = 1
            thread.join()


def progress_text(task: ProofTask) -> str:
    """Return a progress message of a task: its target and the positions searched."""
    return f"{task.target:+} or more: {int(task.memory.nodes) / 1e6:.0f} million positions"


def strategy_moves(task: ProofTask, node_limit: int) -> Iterator[tuple[State, int]]:
    """Yield the strategy of the side that an answered task proves right: states with their moves.

    That is the side to move if the answer is YES, else the opponent. It covers every reply. A line ends
    where a search with an empty table proves the rest within `node_limit` nodes.
    """
    kernels = task.kernels
    chooses = task.answer == YES
    seen = set[tuple[Any, ...]]()
    target = task.target
    layer = [task.state]
    while layer:
        after = []
        for state in layer:
            if kernels.settle(task.memory, state, target)[0]:
                continue
            moves: Sequence[int] = range(NO_CHOICE)
            if chooses:
                if is_quickly_proven(task, state, target, node_limit):
                    continue
                moves = (proven_move(task, state, target),)
                yield state, moves[0]
            for child in (kernels.play(state, move) for move in moves):
                name = *kernels.canonical_key(child)[:2], child[2] & 15, child[3] & 15, chooses
                if name not in seen:
                    seen.add(name)
                    after.append(child)
        layer, target, chooses = after, 1 - target, not chooses


def is_quickly_proven(task: ProofTask, state: State, target: int, node_limit: int) -> bool:
    """Return True if a search with a small empty table finds the answer within `node_limit` nodes."""
    table = ProofTable(task.kernels, task.fields, SMALL_TABLE)
    table.memory.budget = node_limit
    return table.answer(canonical_image(task.kernels, state)[0], target) != STOPPED


def best_move(task: ProofTask) -> int:
    """Return the proving move of a task whose answer is YES."""
    return proven_move(task, task.state, task.target)


def proven_move(task: ProofTask, state: State, target: int) -> int:
    """Return the move in `state` that proves `target`; the answer there must be YES."""
    task.memory.best = NO_CHOICE
    task.memory.stop = 0
    found = task.table.answer(state, target)
    assert found == YES and task.memory.best != NO_CHOICE, "the task is answered with YES"
    return int(task.memory.best)
