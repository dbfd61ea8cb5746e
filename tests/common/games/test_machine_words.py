"""No kernel overflows a machine word: machine code is undefined there, even if masked later.

Each game is searched, proven and played in plain Python with checked kernels (machine_words.py): both sides,
early and late positions, pieces on the last squares and cells, most moves left. Every kernel must be called.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

import catsdogs
import duel7
import walls
from common.games.cats_and_dogs.evaluation import SAFE_ONLY
from common.games.cats_and_dogs.win_prover import WinProver
from common.games.circle_the_cat import certificates
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.distances import DISTANCES, Measures
from common.games.circle_the_cat.flow_heuristic import CAT_SHARE, EXIT_SHARE
from common.games.circle_the_cat.hexagons import BOARD, BORDER, START, two_words
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.duel7.board import SQUARES
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS, NO_SQUARE
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.board import FORWARD, MOVES, STALL
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.kernels import cells
from common.kernels.deadline import Deadline
from common.rules.bits import bits_of, cells_of
from common.search import alpha_beta, transposition
from common.search.alpha_beta import MAX_DEPTH
from common.search.compiled_game import CompiledGame
from common.search.limit import LARGEST_SEED, Level
from common.search.move_order import PLIES
from common.search.prover import proven_win
from common.search.think import Thinker
from tests.support.cat_starts import set_start
from tests.support.catsdogs_cases import HARD, late_position
from tests.support.game_cases import random_position, small_position
from tests.support.machine_words import CheckedKernels
from tests.support.variants import variant
from tests.support.walls_graph import FIELDS, graph

WORD = (1 << 62) - 1  # the largest word in a key
NOTHING = frozenset[str]()


def assert_all_called(watched: CheckedKernels, but: frozenset[str] = NOTHING) -> None:
    """Assert that every kernel of a game was called.

    Kernels on sets of cells are exempt: a game needs only a few of them (test_cells.py).
    """
    assert watched.names - watched.called - set(cells.OVERRIDABLE) == but


class Effort(NamedTuple):
    """How to search a position: node limit, part of the moves that is ignored, and width in plies."""

    nodes: int
    blind: float
    width: int


def search_position(
    linked: CompiledGame[Any], watched: CheckedKernels, state: tuple[int, ...], effort: Effort
) -> None:
    """Search as the engine and its levels do, to the maximum depth, and to `width` plies in full width."""
    kernels, (nodes, blind, width) = watched.kernels, effort
    level = Level(ignored_part=blind)
    for each in (level, level._replace(margin=0, seed=LARGEST_SEED - 1), level._replace(margin=9, seed=0)):
        for _ in Thinker(linked, kernels, bits=16, level=each).think(state, Deadline(nodes=nodes)):
            pass
    memory, entries = kernels.memory(linked.fields), kernels.memory(transposition.FIELDS)
    memory.budget, memory.thorough, entries.mask = nodes // 4, 1, transposition.ENTRIES - 1
    kernels.begin_search(memory)
    for depth in range(1, width + 1):
        kernels.search_depth(memory, entries, state, depth)
    memory.nodes = memory.stop = memory.thorough = 0
    kernels.search(memory, entries, state, MAX_DEPTH, -alpha_beta.INFINITE, alpha_beta.INFINITE, 0)
    kernels.age_history(memory, 3)


def largest_entry(watched: CheckedKernels) -> None:
    """Store and find the largest possible table entry."""
    entries = watched.kernels.memory(transposition.FIELDS)
    entries.mask = transposition.ENTRIES - 1
    for score in (-transposition.WON, transposition.WON):
        watched.kernels.store(
            entries, WORD, WORD, score, MAX_DEPTH, transposition.EXACT, (1 << 24) - 1, PLIES
        )
        assert watched.kernels.probe(entries, WORD, WORD)


FEW_FIRST = frozenset({"generate_first", "search_first_stage"})  # of games that generate moves in two stages


def random_duel_position(chance: random.Random) -> duel7.Position:
    """Return a random position of the sliding duel, with a piece on the last square."""
    *others, last = SQUARES.squares
    squares = [last, *chance.sample(others, chance.randint(1, 40))]
    chance.shuffle(squares)
    split = chance.randint(1, len(squares))
    left = chance.choice([1, 2, 7, 100, 127, duel7.MAX_TURNS])
    return duel7.Position(bits_of(squares[:split]), bits_of(squares[split:]), left, chance.choice("XO"))


def test_duel7_kernels_never_overflow() -> None:
    linked, chance = duel7.GAME.search.compiled(), random.Random(1)
    watched = CheckedKernels(linked)
    for number in range(12):
        at = random_duel_position(chance)
        search_position(
            linked,
            watched,
            duel7.GAME.search.state(at),
            Effort(200, 0.5 * (number % 2), min(at.turns_left, 2)),
        )
        if not at.outcome():
            compute_chances(linked, watched, at._replace(turns_left=min(at.turns_left, 3)))
    largest_entry(watched)
    assert_all_called(watched, FEW_FIRST)


def compute_chances(linked: CompiledGame[Any], watched: CheckedKernels, at: duel7.Position) -> None:
    """Compute practical chances as the engine does in drawn positions."""
    kernels, state = watched.kernels, duel7.GAME.search.state(at)
    memory, entries = kernels.memory(linked.fields), kernels.memory(transposition.FIELDS)
    memory.budget, entries.mask, memory.best = (
        500,
        transposition.ENTRIES - 1,
        kernels.next_move(memory, state, alpha_beta.NO_MOVE, 0),
    )
    kernels.find_practical_chances(memory, entries, state, 2)


@pytest.mark.parametrize(
    "constants",
    [{}, pytest.param(SAFE_ONLY, marks=pytest.mark.long)],
    ids=["as it is", "simplest evaluation"],
)
def test_catsdogs_kernels_never_overflow(constants: dict[str, int]) -> None:
    linked, chance = catsdogs.GAME.search.compiled(), random.Random(2)
    watched = CheckedKernels(variant(linked, **constants))
    prover = WinProver(watched.kernels, linked.fields, 1)
    for at in [catsdogs.START, HARD, *(late_position(chance) for _ in range(5))]:
        state = catsdogs.GAME.search.state(at)
        search_position(linked, watched, state, Effort(120, chance.choice([0, 0.5]), 1))
        prover.prove(state, 1, Deadline(nodes=600))
        prover.prove_length(state, proven_win(chance.random() < 0.5))
    largest_entry(watched)
    assert_all_called(watched)


def random_walls_position(chance: random.Random, size: int, moves: int) -> walls.Position:
    """Return a position after random moves.

    Half of the moves are forward, because boards would stay empty otherwise.
    """
    at = walls.start(size, chance.randrange(2))
    for _ in range(moves):
        if at.outcome():
            break
        at = at.play(FORWARD if chance.random() < 0.5 else chance.choice(MOVES))
    return at


TO_THE_END = frozenset({"table_cutoff"})  # of searches that reach the end of every game
FULL_BUCKETS = frozenset({"least_work_entry"})  # tested below


@pytest.mark.parametrize(
    ("size", "nodes", "out_of_reach"),
    [(3, 250, FULL_BUCKETS), (5, 250, FULL_BUCKETS | TO_THE_END), (7, 60, TO_THE_END)],
)
def test_walls_kernels_never_overflow(size: int, nodes: int, out_of_reach: frozenset[str]) -> None:
    linked, chance = walls.GAME.search.compiled(size), random.Random(size)
    watched = CheckedKernels(linked)
    for number in range(25 if size == 3 else 8):
        state = state_of(random_walls_position(chance, size, chance.randrange(size, 3 * size * size)))
        search_position(linked, watched, state, Effort(nodes, 0.5 * (number % 2), 2))
    largest_entry(watched)
    assert_all_called(watched, out_of_reach | FEW_FIRST)


def test_walls_graph_kernels_never_overflow() -> None:
    watched, chance = CheckedKernels(graph()), random.Random(4)
    memory = watched.kernels.memory(FIELDS)
    for _ in range(5):
        owners, squares = [chance.randrange(3) for _ in range(9)], chance.sample(range(9), 2)
        own, other = (bits_of(square for square in range(9) if owners[square] == owner) for owner in (0, 1))
        players = [square << 6 | chance.randrange(4) << 4 | chance.randint(5, STALL) for square in squares]
        watched.kernels.value_of(memory, (own, other, *players, chance.randrange(2)))
    assert memory.count > 1_000
    assert_all_called(watched)


def test_walls_full_bucket_never_overflows() -> None:
    linked = walls.GAME.search.compiled(5)
    watched = CheckedKernels(linked)
    table = LeadProver(watched.kernels, linked.fields, 1)
    for word in range(1, 6):  # more than one bucket holds
        watched.kernels.put_proof(table.memory, word, 1 << 20)
    watched.kernels.put_proof(table.memory, WORD, (1 << 61) - 1)
    assert watched.called >= FULL_BUCKETS


def test_circle_the_cat_distance_kernels_never_overflow() -> None:
    watched, chance = CheckedKernels(DISTANCES), random.Random(5)
    for number in range(0, 80, 4):
        at = random_position(chance, 110 - number)
        measures = Measures(watched.kernels, at.exits)
        measures.distances(at.free, 1)
        measures.widenings(at.cat, at.free)
        measures.promises(at.cat, at.free)
    assert_all_called(watched)


def test_circle_the_cat_certificate_kernels_never_overflow() -> None:
    watched, chance = CheckedKernels(CERTIFICATES), random.Random(6)
    small = random.Random(10)
    for at in [
        *(set_start("R15", number) for number in range(1)),
        *(random_position(chance, 80) for _ in range(4)),
    ]:
        solver = CertificateSolver(watched.kernels, at.exits)
        solver.set_deadline(Deadline(nodes=8))
        solver.prove_block(at.cat, at.free)
    for _ in range(2):
        at = small_position(small, 11, 6)
        solver = CertificateSolver(watched.kernels, at.exits)
        for cell in cells_of(at.free):
            solver.prove_block(cell, at.free)
    memory = watched.kernels.memory(certificates.fields(BOARD))
    memory.exit_low, memory.exit_high = two_words(BORDER)
    memory.exit_share, memory.cat_share = EXIT_SHARE, CAT_SHARE
    for cat in (0, START, BOARD.size - 1):
        watched.kernels.rate_blocks(memory, cat, *two_words(BOARD.all), 0)
    assert_all_called(watched)


def test_squirrels_kernels_never_overflow() -> None:
    watched, chance = CheckedKernels(EXACT_KERNELS), random.Random(7)
    kernels = watched.kernels
    for number, free in enumerate((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)):
        values = [chance.randint(1, (20, 1279)[number % 2]) for _ in range(25)]
        solver, squares = ExactSolver(kernels, values, 0.001), chance.sample(range(25), 25)
        state = bits_of(squares[free : free + 8]), bits_of(squares[free + 8 :])
        value = solver.bounds(state).low
        solver.ask(state, value)
        kernels.store(solver.memory, (1 << 50) - 1, -INFINITE, INFINITE, NO_SQUARE, 1 << 60)
    assert_all_called(watched)
