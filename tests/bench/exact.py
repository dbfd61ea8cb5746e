"""Exact play of squirrels.py: its own search, variants without one technique, shared alpha-beta."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import typer

import squirrels
from common.games.squirrels import exact_rules
from common.games.squirrels.exact_rules import (
    OPEN,
    SQUARES,
    around,
    free_squares,
    gain,
    pattern,
    turned_pieces,
    value_with_two,
)
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.kernels import cells
from common.kernels.deadline import UNLIMITED_NODES
from common.kernels.kernel import Kernels, kernel, lowest_bit, popcount
from common.kernels.linked_kernels import LinkedKernels
from common.search import alpha_beta, move_order, transposition
from common.search.alpha_beta import NO_MOVE, NOT_OVER
from tests.bench.examples import EXAMPLE
from tests.bench.lines import Line, line
from tests.bench.squares import filling

ENTRIES = 22  # log2 of the table entries of the shared search
OWN_GB = 16 * (1 << ENTRIES) / (1 << 30)  # GB of the own search's table, which has twice as many entries
FILLINGS = 5  # boards of each size
RUNS = 3  # runs in turn; the fastest counts
LEAD = 1 << 20  # added to the lead to make it positive in a key
CONSTANTS = "BOARD", "SQUARES", "COLUMNS", "LEFTMOST", "RIGHTMOST", "GATHER_FACTOR", "NEAR"
GAINS = (0,)  # overridden: the gain of each move with the values of EXAMPLE, by square << 4 | pattern
Found = tuple[int, int, float]  # value of a board, nodes, CPU seconds
Search = Callable[[str], Found]


def run(
    least: int = typer.Argument(12, help="free squares of the smallest boards"),
    most: int = typer.Argument(16, help="free squares of the largest boards"),
) -> Iterator[Line]:
    """Compare nodes and CPU seconds on one thread with those of the own search; tables start empty."""
    yield line(
        "free squares  search                          nodes   CPU s  times the nodes  times the CPU s"
    )
    for free in range(least, most + 1, 2):
        boards = [filling(seed, free) for seed in range(FILLINGS)]
        quickest = zip(*(fastest_runs(board) for board in boards), strict=True)
        own = (0, 0.0)
        for name, found in zip(searches(), quickest, strict=True):
            nodes = sum(each[1] for each in found)
            seconds = sum(each[2] for each in found)
            own = own if own[0] else (nodes, seconds)
            times = nodes / own[0], seconds / own[1]
            text = f"{free:12}  {name:24}{nodes:13}{seconds:8.3f}{times[0]:17.2f}{times[1]:17.2f}"
            yield line(text, free=free, search=name, nodes=nodes, cpu_seconds=seconds)


def fastest_runs(board: str) -> list[Found]:
    """Return the fastest run of each search; check that all find the same value."""
    rounds = [[search(board) for search in searches().values()] for _ in range(RUNS)]
    assert len({found[0] for each in rounds for found in each}) == 1, (board, rounds)
    return [min(column, key=lambda found: found[2]) for column in zip(*rounds, strict=True)]


@cache
def searches() -> dict[str, Search]:
    """Return the searches by name, the own one first."""
    return {
        "own": partial(own_search, EXACT_KERNELS.fast),
        "no probe of children": partial(own_search, variant(LOOK_UP_MOVES=SQUARES + 1)),
        "no early bound": partial(own_search, variant(settle=settle_late)),
        "one key per lead": partial(own_search, variant(key=whole_key)),
        "shared, full depth": shared_search,
        "shared, iterative": partial(shared_search, first=1),
    }


def variant(**changes: Any) -> Kernels:
    """Return the kernels of the own search with some names overridden."""
    return LinkedKernels(
        "exact_variant", EXACT_KERNELS.names, records=EXACT_KERNELS.records, state_size=2, variant=changes
    ).fast


def own_search(kernels: Kernels, board: str) -> Found:
    """Search a board by exact_search.py."""
    position = squirrels.Position(EXAMPLE, board, "X")
    solver = ExactSolver(kernels, EXAMPLE, OWN_GB)
    began = time.process_time()
    value = solver.bounds(squirrels.state_of(position)).low
    return value + squirrels.evaluate(position, "X"), solver.nodes, time.process_time() - began


def shared_search(board: str, first: int = 0) -> Found:
    """Search a board by alpha_beta.py: at full depth, or iteratively from depth `first`."""
    position = squirrels.Position(EXAMPLE, board, "X")
    linked = shared()
    memory = linked.fast.memory(linked.records["memory"])
    table = linked.fast.memory(transposition.FIELDS)
    memory.budget = UNLIMITED_NODES
    table.mask = (1 << ENTRIES) - 1
    state = *squirrels.state_of(position), squirrels.evaluate(position, "X")
    free = board.count(squirrels.FREE)
    value = 0
    began = time.process_time()
    for depth in range(first or free, free + 1):
        most = alpha_beta.INFINITE
        value = int(linked.fast.search(memory, table, state, depth, -most, most, 0))
    return value, int(memory.nodes), time.process_time() - began


@cache
def shared() -> LinkedKernels:
    """Return the shared kernels with the rules below and the values of EXAMPLE."""
    solver = ExactSolver(EXACT_KERNELS.plain, EXAMPLE, 0.001)
    gains = tuple(int(gain) for gain in solver._memories[0].gains)
    rules = gained, play, next_move, end_score, evaluate, horizon, key, move_score
    names = {
        function.__name__: function for function in (around, free_squares, pattern, turned_pieces, *rules)
    }
    constants = {name: vars(exact_rules)[name] for name in CONSTANTS}
    filled = {"GAINS": gains, "LEAD": LEAD, "WIDTH": SQUARES, "OVERRIDABLE": ("WIDTH", *names)}
    searching = map(vars, (cells, transposition, move_order, alpha_beta))
    records = {"memory": alpha_beta.fields(SQUARES), "table": transposition.FIELDS}
    return LinkedKernels(
        "squirrels_shared", *searching, constants | names | filled, records=records, state_size=3
    )


# The rules of exact_rules.py for the shared kernels. A state has a third word, the lead of the side to move.


@kernel
def gained(state: Any, square: int) -> Any:
    """Return the change that a move makes to the difference of values."""
    return GAINS[square << 4 | pattern(turned_pieces(state, square), square)]


@kernel
def play(state: Any, square: int) -> Any:
    """Return the state after a move, as seen by the opponent."""
    taken = turned_pieces(state, square)
    return state[1] & ~taken, state[0] | taken | 1 << square, -(state[2] + gained(state, square))


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    """Return the next free square after `move`."""
    rest = free_squares(state) >> (move + 1)
    return move + 1 + lowest_bit(rest) if rest else NO_MOVE


@kernel
def end_score(memory: Any, state: Any, ply: int) -> Any:
    """Return the final lead if at most two squares are free, as exact_rules.settle does."""
    free = free_squares(state)
    many = popcount(free)
    if many == 0:
        return state[2]
    if many > 2 or ply == 0:
        return NOT_OVER
    first = lowest_bit(free)
    if many == 1:
        return state[2] + gained(state, first)
    second = lowest_bit(free & free - 1)
    one = gained(state, first) - gained(play(state, first), second)
    other = gained(state, second) - gained(play(state, second), first)
    return state[2] + max(one, other)


@kernel
def evaluate(state: Any) -> Any:
    """Return the lead of the side to move."""
    return state[2]


@kernel
def horizon(state: Any) -> int:
    """Return the number of free squares."""
    return popcount(free_squares(state))


@kernel
def key(state: Any, depth: int) -> Any:
    """Return the key of exact_rules.key and the lead, because scores are whole results."""
    free = free_squares(state)
    return free | (state[0] & around(free)) << SQUARES, state[2] + LEAD


@kernel
def move_score(state: Any, square: int) -> Any:
    """Return the score of exact_rules.move_score."""
    child = play(state, square)
    most = 0
    second = 0
    rest = free_squares(child)
    while rest:
        answer = gained(child, lowest_bit(rest))
        rest &= rest - 1
        if answer > most:
            second, most = most, answer
        elif answer > second:
            second = answer
    return 64 * (gained(state, square) - most) - 32 * second


# Variants of the own search


@kernel
def whole_key(state: Any) -> int:
    """Return the whole position as key: one entry per lead, as in the shared search."""
    return int(state[0] << SQUARES | state[1])


@kernel
def settle_late(memory: Any, state: Any, alpha: int, beta: int) -> Any:
    """Return the value if at most two squares are free, without an early bound."""
    free = free_squares(state)
    many = popcount(free)
    if many > 2:
        return OPEN
    if many == 2:
        return value_with_two(memory, state, lowest_bit(free), lowest_bit(free & free - 1))
    return gain(memory, state, lowest_bit(free)) if many else 0
