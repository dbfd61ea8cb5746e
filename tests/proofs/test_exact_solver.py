"""Exact play of the squirrel war: equal to brute force, reproducible, within its limits."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest

import squirrels
from common.games.squirrels import engine
from common.games.squirrels.engine import SEARCH, WarSearch, progress_text
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS, MOST_WORK, NO_SQUARE, WORK_SHIFT
from common.games.squirrels.exact_solver import LARGEST_SUM, MOST_GB, NO_BOUNDS, ExactSolver
from common.kernels.deadline import Deadline
from common.rules.errors import BadInput
from common.search.bucket_table import WAYS
from common.search.prover import ProvenBounds
from common.search.results import Question
from squirrels import Position
from tests.support.squirrels_cases import brute_force, random_position

EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
BOARDS = {  # with 18 free squares; lead of X, positions searched
    "**XXX***O*****XO**O******": (52, 4_825_732),
    "*XO**X**XO*O***********X*": (76, 2_572_027),
    "****O**X***X***X*XOO*****": (104, 3_518_402),
}
PLAIN = EXACT_KERNELS.plain
GB = 0.05  # of a table, by default


def module(position: Position, memory: float = GB) -> ExactSolver:
    return ExactSolver(EXACT_KERNELS.instance(), position.values, memory)


def best_of(found: ProvenBounds) -> int:
    assert found.move is not None
    return found.move


@pytest.mark.parametrize(
    ("small", "of_7", "of_8", "of_9"),
    [(100, 6, 1, 0), pytest.param(273, 20, 5, 2, marks=pytest.mark.long)],
)
def test_values_match_brute_force(small: int, of_7: int, of_8: int, of_9: int) -> None:
    chance = random.Random(10)
    sizes = [chance.randint(1, 6) for _ in range(small)] + [7] * of_7 + [8] * of_8 + [9] * of_9
    for number, free in enumerate(sizes):
        position = random_position(chance, free, most=(2, 9, 99)[number % 3])
        found = SEARCH.prove(position, Question())
        assert found.low == found.high == brute_force(position)
        assert brute_force(position.play(best_of(found))) == -found.low
        assert len(found.line) == free
        end = position
        for square in found.line:
            end = end.play(square)
        assert squirrels.evaluate(end, position.turn) == found.low
        brute_force.cache_clear()


def random_large_position(
    chance: random.Random, free: int, largest: int = LARGEST_SUM, most: int = 40
) -> Position:
    """Return a position with the largest sum of values, most of it on a few squares, mostly of one owner."""
    position = random_position(chance, free)
    owner, heavy = chance.choice("XO"), chance.sample(range(25), chance.randint(1, 3))
    board = [square if square == "*" or chance.random() < 0.15 else owner for square in position.board]
    values = [chance.randint(1, most) for _ in board]
    for square in heavy:
        values[square] += (
            (largest - sum(values)) // len(heavy) if square != heavy[-1] else largest - sum(values)
        )
    assert sum(values) == largest
    return Position(tuple(values), "".join(board), chance.choice("XO"))


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_largest_values_match_brute_force(times: int) -> None:
    chance, to_come = random.Random(19), []
    for free in [1, 2, 3, 4] * 2 + [5] * 10 * times + [6] * 20 * times + [7] * 5 * times + [8] * (times - 1):
        position = random_large_position(chance, free)
        lead, value = squirrels.evaluate(position, position.turn), brute_force(position)
        found = SEARCH.prove(position, Question())
        assert found.low == found.high == value
        assert brute_force(position.play(best_of(found))) == -value
        to_come.append(value - lead)
        brute_force.cache_clear()
    assert max(to_come) > 60_000
    assert min(to_come) < -30_000


@pytest.mark.parametrize(
    ("board", "heavy", "turn", "wins"),
    [
        ("X*XX*XOXOOX***XO*OOX*XOXO", 10, "O", True),
        ("OOO**O**OOO*X*OX*OOOOXO*O", 12, "X", False),
        ("O*XXXOO*O*O**OXO**OOOOXOX", 2, "X", False),
    ],
)
def test_one_heavy_square_may_change_hands(board: str, heavy: int, turn: str, wins: bool) -> None:
    """The rest of the game is worth nearly twice the sum of all values, for or against the side to move."""
    values = tuple(LARGEST_SUM - 24 if square == heavy else 1 for square in range(25))
    position = Position(values, board, turn)
    state, to_come = squirrels.state_of(position), brute_force(position) - squirrels.evaluate(position, turn)
    assert (to_come if wins else -to_come) > 2 * LARGEST_SUM - 100
    for solver in (module(position), ExactSolver(PLAIN, values, GB)):
        for window in ((-INFINITE, INFINITE), (to_come - 1, to_come)):
            assert solver.bounds(state, window).low == to_come
        assert solver.bounds(state, (to_come, to_come + 1)).high == to_come


FIRST_BOARD, *OTHER_BOARDS = BOARDS
SOME_BOARDS = pytest.mark.parametrize(
    "board", [FIRST_BOARD, *(pytest.param(board, marks=pytest.mark.long) for board in OTHER_BOARDS)]
)


@SOME_BOARDS
def test_value_scales_with_the_squares(board: str) -> None:
    position = Position(tuple(80 * worth for worth in EXAMPLE), board, "X")
    assert 30_000 < sum(position.values) <= LARGEST_SUM
    bounds = module(position).bounds(squirrels.state_of(position))
    lead = squirrels.evaluate(position, "X")
    assert bounds.low + lead == 80 * BOARDS[board][0] == bounds.high + lead


@pytest.mark.parametrize("compiled", [True, False])
def test_table_entry_holds_the_widest_bounds_in_62_bits(compiled: bool) -> None:
    linked = EXACT_KERNELS.instance() if compiled else PLAIN
    solver = ExactSolver(linked, (1,) * 25, 0.001)
    memory, word = solver.memory, (1 << 50) - 1
    for low, high in (
        (-INFINITE, INFINITE),
        (-INFINITE, 1 - INFINITE),
        (INFINITE - 1, INFINITE),
        (-2 * LARGEST_SUM, 7),
    ):
        linked.store(memory, word, low, high, NO_SQUARE, 1 << 40)
        data = linked.find(memory, word)
        assert 0 < data < 1 << 62
        assert (linked.lower_of(data), linked.upper_of(data), linked.move_of(data)) == (low, high, NO_SQUARE)
        assert data >> WORK_SHIFT == MOST_WORK
        word -= 1


def test_table_keeps_the_tighter_bounds_and_the_entries_of_most_work() -> None:
    solver = ExactSolver(PLAIN, (1,) * 25, 512 / 2**30)  # eight buckets
    memory = solver.memory
    words = [word for word in range(1, 200) if PLAIN.bucket_of(memory, word) == 0][: WAYS + 1]
    for work, word in enumerate(words, 1):
        PLAIN.store(memory, word, -5, 9, 3, work)
    assert [bool(PLAIN.find(memory, word)) for word in words] == [False] + [True] * WAYS
    PLAIN.store(memory, words[-1], -7, 4, 2, 1)
    data = PLAIN.find(memory, words[-1])
    assert (PLAIN.lower_of(data), PLAIN.upper_of(data), PLAIN.move_of(data)) == (-5, 4, 2)
    assert data >> WORK_SHIFT == WAYS + 1


def test_value_after_every_move_is_exact() -> None:
    chance = random.Random(3)
    for _ in range(20):
        position = random_position(chance, 7, most=3)
        SEARCH.prove(position, Question())
        for move in position.moves():
            value = SEARCH.value_after(position, move, Question())
            assert value == -brute_force(position.play(move))


def map_square(square: int, way: int) -> int:
    """Map a square under one of the eight symmetries."""
    row, column = divmod(square, 5)
    row, column = (4 - row if way & 1 else row), (4 - column if way & 2 else column)
    return 5 * column + row if way & 4 else 5 * row + column


def test_symmetric_boards_have_equal_values() -> None:
    position = random_position(random.Random(8), 13)
    values = []
    for way in range(8):
        order = [map_square(square, way) for square in range(25)]
        assert sorted(order) == list(range(25))
        other = Position(
            tuple(position.values[at] for at in order),
            "".join(position.board[at] for at in order),
            position.turn,
        )
        values.append(SEARCH.prove(other, Question()).low)
    assert len(set(values)) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_boards_with_18_free_squares_have_stored_values_and_nodes(board: str) -> None:
    position = Position(EXAMPLE, board, "X")
    solver = module(position)
    bounds = solver.bounds(squirrels.state_of(position))
    assert bounds.exact
    assert (bounds.low + squirrels.evaluate(position, "X"), solver.nodes) == BOARDS[board]


def test_module_and_plain_python_search_the_same_nodes() -> None:
    chance = random.Random(2)
    for position in [random_position(chance, free, most=20) for free in (5, 6, 7, 8, 9, 10)] + [
        random_large_position(chance, free, most=5) for free in (6, 8, 10)
    ]:
        state, found = squirrels.state_of(position), []
        for solver in (module(position), ExactSolver(PLAIN, position.values, GB)):
            bounds = solver.bounds(state)
            found.append((bounds, solver.nodes, list(solver.line(state, bounds.low))))
        assert found[0] == found[1]


def test_full_tables_give_the_same_values() -> None:
    """Tables of 8 and 64 buckets replace nearly all of their entries."""
    chance = random.Random(12)
    for free in (8, 10, 12, 13, 14):
        position = random_position(chance, free, most=20)
        state = squirrels.state_of(position)
        found = [module(position, memory).bounds(state) for memory in (GB, 512 / 2**30, 4096 / 2**30)]
        assert found[0].exact and found[0][:2] == found[1][:2] == found[2][:2]


def test_largest_table_is_used() -> None:
    position = random_position(random.Random(4), 7)
    state = squirrels.state_of(position)
    assert module(position, MOST_GB).bounds(state)[:2] == module(position).bounds(state)[:2]


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2])
def test_a_search_ends_at_its_deadline(seconds: float) -> None:
    solver = module(Position(EXAMPLE, "*" * 25, "X"))
    began, used = time.monotonic(), time.process_time()
    solver.set_deadline(Deadline(end=began + seconds))
    assert solver.bounds((0, 0)) == NO_BOUNDS
    assert time.process_time() - used < seconds + 0.02
    assert (solver.nodes > 0) == (seconds > 0)


def test_a_search_ends_after_its_nodes() -> None:
    solver = module(Position(EXAMPLE, "*" * 25, "X"))
    assert solver.prove((0, 0), 66, Deadline(nodes=10_000)) == NO_BOUNDS._replace(nodes=10_001)


def test_polls_come_every_ten_milliseconds() -> None:
    solver, times = module(Position(EXAMPLE, "*" * 25, "X")), list[float]()

    class Noted(Deadline):
        @property
        def expired(self) -> bool:
            times.append(time.process_time())
            return len(times) > 100

    solver.set_deadline(Noted())
    solver.bounds((0, 0))
    gaps = sorted(after - before for before, after in pairwise(times[1:]))
    assert gaps[len(gaps) * 9 // 10] < 0.01


def test_window_beside_the_value_gives_a_bound() -> None:
    position = random_position(random.Random(5), 9)
    state, lead = squirrels.state_of(position), squirrels.evaluate(position, position.turn)
    value = brute_force(position) - lead
    below, above = (module(position).bounds(state, (value + by - 1, value + by)) for by in (1, 0))
    assert (below.low, value <= below.high <= value) == (NO_BOUNDS.low, True)
    assert (above.high, above.low) == (NO_BOUNDS.high, value)


def test_full_board_has_value_zero() -> None:
    full = random_position(random.Random(5), 0)
    assert ExactSolver(PLAIN, full.values, 0.001).bounds(squirrels.state_of(full))[:2] == (0, 0)


def test_unavailable_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> ExactSolver:
        raise MemoryError

    monkeypatch.setattr(engine, "ExactSolver", refuse)
    with pytest.raises(BadInput, match=r"--memory 0.25: this machine does not have that much memory"):
        WarSearch().prove(random_position(random.Random(1), 3), Question())


def test_progress_estimates_the_remaining_time() -> None:
    assert progress_text(0, 2e9, 0.0) == "0 million positions, usually about 2000"
    assert (
        progress_text(500_000_000, 2e9, 600.0)
        == "500 million positions, usually about 2000: about 30 min left"
    )
    assert progress_text(3_000_000_000, 2e9, 600.0) == "3000 million positions, usually about 2000"
