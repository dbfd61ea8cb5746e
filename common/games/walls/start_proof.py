"""The exact value of the start of a game of two players: of a small board by its whole graph, of a larger one by two proofs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from common.games.walls import full_graph, moves
from common.games.walls.longest_path import board_constants
from common.games.walls.opening_book import FOLDER, Strategy
from common.games.walls.proof_table import CHOICES, NO, STOPPED, YES, unmirrored
from common.games.walls.proof_tasks import ProofTask, best_move, run_tasks
from common.games.walls.proof_tasks import strategy as strategy_of
from common.games.walls.solver import upright
from common.kernels import cells
from common.kernels.kernel import Kernels, State
from common.kernels.linked_kernels import LinkedKernels
from common.kernels.memory import Fields
from common.kernels.timers import unstopped
from common.search.progress import Watch
from common.search.results import Question, Solution
from common.search.solver import UNBOUNDED
from common.search.strategy import read_strategy, write_strategy

ANSWERS = {YES: "yes, proven", NO: "no, proven", STOPPED: "not known yet"}
TASK_PLACES = 14_000_000  # 0.9 GB of table for each task
PATIENCE = 1_000_000  # positions that an engine looks at in a fraction of its usual time


class Values(NamedTuple):
    """The difference in bricks for the side to move, after each move, and how many positions there are from here on."""

    value: int
    moves: dict[str, int]
    positions: int


def exact_values(kernels: Kernels, memory: Any, position: Any, state: Callable[[Any], State]) -> Values:
    """Look at every position of a small board; `memory` counts them."""

    def value_of(at: Any) -> int:
        value = int(kernels.value_of(memory, state(at)))
        return value if at.turn == position.turn else -value

    value = value_of(position)
    after = {position.text(move): value_of(position.play(move)) for move in (() if position.outcome() else position.moves())}
    return Values(value, after, int(memory.count))


@cache
def graph_program(name: str, size: int, stall: int) -> LinkedKernels:
    """The kernels that look at every position of a small board; `name` is that of their machine code."""
    kernels = {kernel.__name__: kernel for kernel in (moves.play, moves.keeps_turn, cells.bit)}
    names = kernels | board_constants(size) | {"TRY": moves.TRY, "TURN_LEFT": moves.TURN_LEFT, "STALL": stall}
    return LinkedKernels(name, vars(full_graph), names, records={"memory": full_graph.FIELDS}, state=5)


def solve_whole_graph(kernels: Kernels, starts: Sequence[Any], state: Callable[[Any], State], question: Question) -> Solution:
    """What each of two sides wins by that starts."""
    lines, facts, took = list[str](), list[dict[str, Any]](), list[str]()
    for start, other in zip(starts, reversed(starts), strict=True):
        began, side = time.monotonic(), start.turn
        try:
            value, after, count = watched_values(kernels, start, state, question.watch)
        except KeyboardInterrupt:
            return Solution([*lines, f"{side} starts: not known yet"], facts, took)
        question.tell(value)
        winner = f"{side} wins by {value}" if value > 0 else f"{other.turn} wins by {-value}" if value else "a draw"
        lines += [f"{side} starts: {winner}, proven", ", ".join(f"{move} {worth:+}" for move, worth in after.items())]
        facts.append({"starter": side, "value": value, "moves": after, "positions": count, "proven": True})
        took.append(f"{count} positions, {time.monotonic() - began:.1f} s")
    return Solution(lines, facts, took)


def watched_values(kernels: Kernels, start: Any, state: Callable[[Any], State], watch: Watch) -> Values:
    """Look at every position of a small board and report how many there are. Raises KeyboardInterrupt."""
    memory = kernels.memory(full_graph.FIELDS)
    with watch(None) as say:
        work = partial(exact_values, kernels, memory, start, state)
        return unstopped(work, lambda: say(f"{start.turn} starts: {int(memory.count):,} positions"))


def prove_start(kernels: Kernels, fields: Fields, start: State, about: str, names: Sequence[str], question: Question) -> Solution:
    """Prove that who starts wins by 1 and not by 2; how far that has come by the limit. Raises BadInput or OSError."""
    tasks = [ProofTask(kernels, fields, start, lead, TASK_PLACES) for lead in (1, 2)]
    run_tasks(tasks, about, question.limit.seconds, question.proofs, question.watch)
    known = [task.answer for task in tasks] == [YES, NO]
    if tasks[0].answer == YES:
        question.tell(1)
    best = best_move(tasks[0]) if known else None
    lines = [f"The starter wins by {task.target} or more: {ANSWERS[task.answer]}" for task in tasks]
    if best is not None:
        lines += ["A starts: A wins by 1, proven", "B starts: B wins by 1, proven", f"Best: {names[best]}"]
    answers = {str(task.target): ANSWERS[task.answer] for task in tasks}
    facts: dict[str, Any] = {
        "starter wins by or more": answers,
        "value": 1 if known else None,
        "move": None if best is None else names[best],
    }
    took = [f"{int(task.memory.nodes)} positions, {task.seconds:.1f} s" for task in tasks]
    if question.strategy and STOPPED not in [task.answer for task in tasks]:
        write_strategy(question.strategy, {"strategy of": about}, proven_moves(tasks).packed())
    if question.moves and best is not None:
        del tasks  # and their tables
        worth, more = after_each(kernels, fields, start, best, question)
        after = dict(zip(names, worth, strict=True))
        lines.append(", ".join(f"{name} {ANSWERS[STOPPED] if lead is None else f'{lead:+}'}" for name, lead in after.items()))
        facts, took = facts | {"moves": after}, took + more
    return Solution(lines, [facts], took)


def after_each(
    kernels: Kernels, fields: Fields, start: State, best: int, question: Question
) -> tuple[list[int | None], list[str]]:
    """What each move is worth to who starts and wins by 1 by the `best`, and what that took; of mirror images one is proven."""
    children = [kernels.play(start, move) for move in range(CHOICES)]
    images = [upright(kernels, child)[0] for child in children]
    worth: dict[State, int | None] = {images[best]: 1}
    took = list[str]()
    for child, image in zip(children, images, strict=True):
        if image not in worth:
            value, nodes, seconds = prove_value(kernels, fields, child, question)
            worth[image] = None if value is None else -value
            took.append(f"{nodes} positions, {seconds:.1f} s")
    return [worth[image] for image in images], took


def prove_value(kernels: Kernels, fields: Fields, state: State, question: Question) -> tuple[int | None, int, float]:
    """By how much the side to move ends ahead, None if the limit comes first; positions and seconds that took."""
    low, high, asked = -UNBOUNDED, UNBOUNDED, (1, 2)
    nodes, seconds = 0, 0.0
    while low < high:
        tasks = [ProofTask(kernels, fields, state, target, TASK_PLACES) for target in asked]
        run_tasks(tasks, "", question.limit.seconds, None, question.watch)
        nodes += sum(int(task.memory.nodes) for task in tasks)
        seconds += sum(task.seconds for task in tasks)
        if STOPPED in [task.answer for task in tasks]:
            return None, nodes, seconds
        low = max([low, *(task.target for task in tasks if task.answer == YES)])
        high = min([high, *(task.target - 1 for task in tasks if task.answer == NO)])
        asked = (low + 1, low + 2) if high == UNBOUNDED else (high - 1, high)
    return low, nodes, seconds


def proven_moves(tasks: Sequence[ProofTask]) -> Strategy:
    """The moves of who starts, and of the other, up to where a search of the engine's proves the rest."""
    found: dict[int, int] = {}
    for task in reversed(tasks):  # where both have a move, that of the winner
        for state, move in strategy_of(task, PATIENCE):
            key, mirrored = key_of(task.kernels, state)
            found[key] = unmirrored(move, mirrored)
    return Strategy(found.items())


@cache
def stored_moves(name: str) -> Strategy:
    """The moves of a file that is part of this package."""
    return Strategy.unpacked(read_strategy(FOLDER / name)[1])


def answer_in(moves: Strategy, kernels: Kernels, state: State) -> int | None:
    """The stored move that keeps the exact value of the game, where that takes long to find; None elsewhere."""
    key, mirrored = key_of(kernels, state)
    move = moves.move(key)
    return None if move is None else unmirrored(move, mirrored)


def key_of(kernels: Kernels, state: State) -> tuple[int, bool]:
    """One word for a position of 25 squares at most, from whichever side it is seen; and whether left is right in it."""
    (own, other, me, you, *_), mirrored = upright(kernels, state)
    return own | other << 25 | me << 50 | you << 62, mirrored
