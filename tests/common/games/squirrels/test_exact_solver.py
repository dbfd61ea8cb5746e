"""Exact play of the squirrel war: equal to brute force, reproducible."""

from __future__ import annotations

import random
from functools import partial

import pytest
from common.games.squirrels.exact_table import LARGEST_COMPACT_SUM, NO_SQUARE

import squirrels
from common.games.squirrels import exact_solver, perfect_play
from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import LARGEST_SUM, NO_BOUNDS, ExactSolver
from common.games.squirrels.perfect_play import PerfectPlay
from common.rules.errors import BadInput
from common.search.prover import ProvenBounds
from common.search.results import Question
from squirrels import Position
from tests.support.squirrels_cases import brute_force, random_position

EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
BOARDS = {  # with 18 free squares; lead of X, positions searched
    "**XXX***O*****XO**O******": (52, 1_250_641),
    "*XO**X**XO*O***********X*": (76, 800_116),
    "****O**X***X***X*XOO*****": (104, 1_136_007),
}
PLAIN = EXACT_KERNELS.plain
WIDE, COMPACT = 0.05, 0.0625  # GB: the second is the least table that can have compact entries
BOTH_KINDS = pytest.mark.parametrize("memory", [WIDE, COMPACT], ids=["wide", "compact"])


@pytest.fixture(autouse=True)
def small_compact_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the least possible tables have compact entries, so that tests need little memory."""
    monkeypatch.setattr(exact_solver, "COMPACT_GB", COMPACT)


def machine_code(position: Position, threads: int = 1, memory: float = WIDE) -> ExactSolver:
    pytest.importorskip("numba")
    return ExactSolver(EXACT_KERNELS.instance(), position.values, memory, threads)


def is_compact(values: tuple[int, ...], memory: float) -> bool:
    return bool(ExactSolver(PLAIN, values, memory)._memories[0].compact)


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
        found = squirrels.PERFECT.solve(position, Question())
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


def test_small_tables_and_large_values_have_wide_entries() -> None:
    most = (1,) * 24 + (LARGEST_COMPACT_SUM - 24,)
    assert is_compact(EXAMPLE, COMPACT) and is_compact(EXAMPLE, 4) and is_compact(most, COMPACT)
    assert not is_compact(EXAMPLE, COMPACT - 0.001)
    assert not is_compact((2, *most[1:]), COMPACT)


def test_largest_values_of_compact_entries_match_brute_force() -> None:
    chance = random.Random(19)
    for free in [5] * 20 + [6] * 20 + [7] * 5:
        position = random_large_position(chance, free, LARGEST_COMPACT_SUM, most=5)
        state, value = squirrels.state_of(position), brute_force(position)
        gain = value - squirrels.evaluate(position, position.turn)
        solver = machine_code(position, memory=COMPACT)
        for window in ((-INFINITE, INFINITE), (-INFINITE, 1 - INFINITE), (INFINITE - 1, INFINITE)):
            found = solver.bounds(state, window)
            assert found.low <= gain <= found.high
        assert solver.bounds(state)[:2] == (gain, gain)
        brute_force.cache_clear()


def test_both_kinds_of_entries_give_equal_values() -> None:
    chance = random.Random(12)
    for free in (8, 10, 12, 13, 14, 15):
        position = random_position(chance, free, most=20)
        state = squirrels.state_of(position)
        found = [machine_code(position, memory=memory).bounds(state) for memory in (WIDE, COMPACT)]
        assert found[0].exact and found[0][:2] == found[1][:2]


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_largest_values_match_brute_force(times: int) -> None:
    chance, to_come = random.Random(19), []
    for free in [1, 2, 3, 4] * 2 + [5] * 10 * times + [6] * 20 * times + [7] * 5 * times + [8] * (times - 1):
        position = random_large_position(chance, free)
        lead, value = squirrels.evaluate(position, position.turn), brute_force(position)
        found = squirrels.PERFECT.solve(position, Question())
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
@BOTH_KINDS
def test_one_heavy_square_may_change_hands(
    board: str, heavy: int, turn: str, wins: bool, memory: float
) -> None:
    """The rest of the game is worth nearly twice the sum of all values, for or against the side to move."""
    largest = LARGEST_SUM if memory == WIDE else LARGEST_COMPACT_SUM
    values = tuple(largest - 24 if square == heavy else 1 for square in range(25))
    position = Position(values, board, turn)
    state, to_come = squirrels.state_of(position), brute_force(position) - squirrels.evaluate(position, turn)
    assert (to_come if wins else -to_come) > 2 * largest - 100
    for solver in (machine_code(position, memory=memory), ExactSolver(PLAIN, values, memory)):
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
    bounds = machine_code(position).bounds(squirrels.state_of(position))
    lead = squirrels.evaluate(position, "X")
    assert bounds.low + lead == 80 * BOARDS[board][0] == bounds.high + lead


def test_table_entry_holds_the_widest_bounds_in_62_bits() -> None:
    pytest.importorskip("numba")
    for linked in (EXACT_KERNELS.instance(), PLAIN):
        solver = ExactSolver(linked, (1,) * 25, 0.001)
        memory, word = solver._memories[0], (1 << 50) - 1
        for low, high in (
            (-INFINITE, INFINITE),
            (-INFINITE, 1 - INFINITE),
            (INFINITE - 1, INFINITE),
            (-2 * LARGEST_SUM, 7),
        ):
            place = linked.bucket_of(memory, word)
            linked.store_entry(memory, place, word, low, high, NO_SQUARE, 1 << 40)
            data = linked.find_entry(memory, place, word)
            assert 0 < data < 1 << 62
            assert (linked.lower_of(data), linked.upper_of(data), linked.move_of(data)) == (
                low,
                high,
                NO_SQUARE,
            )
            assert linked.work_of(data) == (1 << 22) - 1
            word -= 1


def test_value_after_every_move_is_exact() -> None:
    chance = random.Random(3)
    for _ in range(20):
        position = random_position(chance, 7, most=3)
        squirrels.PERFECT.solve(position, Question())
        for move in position.moves():
            value = squirrels.PERFECT.value_after(position, move, Question())
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
        values.append(squirrels.PERFECT.solve(other, Question()).low)
    assert len(set(values)) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_boards_with_18_free_squares_have_stored_values_and_nodes(board: str) -> None:
    position = Position(EXAMPLE, board, "X")
    solver = machine_code(position)
    bounds = solver.bounds(squirrels.state_of(position))
    assert bounds.exact
    assert (bounds.low + squirrels.evaluate(position, "X"), solver.nodes) == BOARDS[board]


@SOME_BOARDS
@BOTH_KINDS
def test_two_threads_on_one_table_find_the_same_value(board: str, memory: float) -> None:
    position = Position(EXAMPLE, board, "X")
    bounds = machine_code(position, threads=2, memory=memory).bounds(squirrels.state_of(position))
    lead = squirrels.evaluate(position, "X")
    assert bounds.low + lead == BOARDS[board][0] == bounds.high + lead


@BOTH_KINDS
def test_machine_code_and_plain_python_search_the_same_nodes(memory: float) -> None:
    chance, largest = random.Random(2), LARGEST_SUM if memory == WIDE else LARGEST_COMPACT_SUM
    for position in [random_position(chance, free, most=20) for free in (5, 6, 7, 8, 9, 10)] + [
        random_large_position(chance, free, largest, most=5) for free in (6, 8, 10)
    ]:
        assert is_compact(position.values, memory) == (memory == COMPACT)
        state, found = squirrels.state_of(position), []
        for solver in (
            machine_code(position, memory=memory),
            ExactSolver(PLAIN, position.values, memory),
        ):
            bounds = solver.bounds(state)
            found.append((bounds, solver.nodes, list(solver.line(state, bounds.low))))
        assert found[0] == found[1]


def test_window_beside_the_value_gives_a_bound() -> None:
    position = random_position(random.Random(5), 9)
    state, lead = squirrels.state_of(position), squirrels.evaluate(position, position.turn)
    value = brute_force(position) - lead
    below, above = (machine_code(position).bounds(state, (value + by - 1, value + by)) for by in (1, 0))
    assert (below.low, value <= below.high <= value) == (NO_BOUNDS.low, True)
    assert (above.high, above.low) == (NO_BOUNDS.high, value)


def test_full_board_has_value_zero() -> None:
    full = random_position(random.Random(5), 0)
    assert ExactSolver(PLAIN, full.values, 0.001).bounds(squirrels.state_of(full))[:2] == (0, 0)


def test_unavailable_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> ExactSolver:
        raise MemoryError

    monkeypatch.setattr(perfect_play, "ExactSolver", refuse)
    perfect = PerfectPlay(
        squirrels.state_of, squirrels.evaluate, partial(squirrels.principal_variation, depth=1)
    )
    with pytest.raises(BadInput, match=r"--memory 0.25: this machine does not have that much memory"):
        perfect.solve(random_position(random.Random(1), 3), Question())
