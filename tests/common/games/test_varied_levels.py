"""Levels that vary by a seed, on the kernels of every game: against the exact values of all moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import catsdogs
import duel7
import walls
from common.kernels.deadline import UNLIMITED_NODES
from common.kernels.kernel import Kernels, State
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE, NO_MOVE
from common.search.compiled_game import CompiledGame
from common.search.limit import Level
from tests.support import tiny_game
from tests.support.catsdogs_cases import late_position
from tests.support.reference_search import with_reference

GAMES = ("tiny_game", "duel7", "walls", "catsdogs")
SEEDS = range(6)


def positions(name: str) -> list[Any]:
    """Return positions with few moves, so that brute force is quick."""
    if name == "tiny_game":
        return [tiny_game.Position(first, second) for first in range(4, 8) for second in range(3, 7)]
    if name == "duel7":
        return [duel7.random_start((2, 2), turns, number) for number in range(3) for turns in (3, 9)]
    if name == "walls":
        started = [walls.random_start(5, number, 10 + number) for number in range(0, 60, 6)]
        return [walls.start(5), *(at for at in started if not at.outcome())]
    late = [late_position(random.Random(number)) for number in range(30)]
    return [at for at in late if at.dogs.bit_count() < 8 and not at.outcome()][:4]


def linked_game(name: str) -> CompiledGame[Any]:
    """Return the linked kernels of a game; the game of Walls has boards of 5x5."""
    modules = {"tiny_game": tiny_game, "duel7": duel7, "catsdogs": catsdogs, "walls": walls}
    game: Any = modules[name].GAME
    found: CompiledGame[Any] = game.search.compiled(5 if name == "walls" else 0)
    return found


@cache
def cases(name: str, depth: int) -> list[tuple[State, dict[int, int]]]:
    """Return states with the value of each move, by alpha-beta without table, ordering or reductions."""
    linked = linked_game(name)
    found = [(state, move_values(linked, state, depth)) for state in map(linked.state, positions(name))]
    return [(state, values) for state, values in found if len(values) > 1]


def move_values(linked: CompiledGame[Any], state: State, depth: int) -> dict[int, int]:
    """Return the exact value of each move, to a depth."""
    kernels = with_reference(linked).plain
    memory = kernels.memory(linked.fields)
    values = dict[int, int]()
    for move in legal_moves(kernels, memory, state):
        child = kernels.play(state, move)
        value = int(kernels.alpha_beta(memory, child, depth - 1, -INFINITE, INFINITE, 1))
        values[move] = value if kernels.keeps_turn(state, child) else -value
    return values


def legal_moves(kernels: Kernels, memory: Any, state: State) -> list[int]:
    return [int(memory.moves[at]) for at in range(kernels.generate(memory, state, 0))]


def search(linked: CompiledGame[Any], state: State, depth: int, level: Level) -> tuple[int, int]:
    """Return best move and score of a search without reductions, deepened as the engine does."""
    kernels = linked.plain
    memory, table = kernels.memory(linked.fields), kernels.memory(linked.table_fields)
    memory.budget, memory.thorough, table.mask = UNLIMITED_NODES, 1, (1 << 10) - 1
    memory.margin, memory.seed = level.noise
    for plies in range(1, depth + 1):
        memory.best = NO_MOVE
        kernels.search(memory, table, state, plies, -INFINITE, INFINITE, 0)
    return int(memory.best), int(memory.score)


def searches(name: str, depth: int, margin: int) -> Iterator[tuple[dict[int, int], int, int]]:
    """Yield the values of a state's moves, and the move and score of each seed."""
    for state, values in cases(name, depth):
        for seed in SEEDS:
            yield values, *search(linked_game(name), state, depth, Level(margin=margin, seed=seed))


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_level_5_chooses_among_equal_moves_only(name: str, depth: int) -> None:
    for values, move, score in searches(name, depth, 0):
        assert (values[move], score) == (max(values.values()), max(values.values()))


@pytest.mark.parametrize("name", GAMES)
def test_every_equal_move_is_chosen_by_some_seed(name: str) -> None:
    ties = 0
    for state, values in cases(name, 3):
        equal = {move for move, value in values.items() if value == max(values.values())}
        if 1 < len(equal) < 5 and ties < 3:
            levels = [Level(margin=0, seed=seed) for seed in range(12 * len(equal))]
            assert {search(linked_game(name), state, 3, level)[0] for level in levels} == equal
            ties += 1
    assert ties


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize(
    ("name", "margin"), [("tiny_game", 3), ("duel7", 60), ("walls", 60), ("catsdogs", 15)]
)
def test_moves_of_a_varied_level_are_within_its_margin(name: str, depth: int, margin: int) -> None:
    lost = [max(values.values()) - values[move] for values, move, _ in searches(name, depth, margin)]
    assert 0 < max(lost) <= margin


@pytest.mark.parametrize("name", GAMES)
def test_varied_level_plays_a_decisive_move(name: str) -> None:
    """However large the margin is: noise belongs to estimates only."""
    decided = 0
    for values, move, score in searches(name, 3, 1000):
        best = max(values.values())
        if best > DECISIVE_SCORE:
            assert values[move] == score == best
            decided += 1
    assert decided
