"""Move ordering: table move, killers, history and the evaluation after a move."""

from __future__ import annotations

from typing import Any

from common.search.move_order import history_index
from tests.support.tiny_game import GAME

LINKED = GAME.search.compiled()
KERNELS = LINKED.plain
STATE = 9, 8


def memory_with_moves() -> Any:
    memory = KERNELS.memory(LINKED.fields)
    memory.killers[:2] = -1, -1
    assert KERNELS.generate(memory, STATE, 0) == 6
    return memory


def order(memory: Any, table_move: int = -1) -> list[int]:
    """Return all moves in the order in which a search tries them at ply 0."""
    KERNELS.write_move_scores(memory, STATE, 0, 6, table_move, 0)
    for at in range(6):
        KERNELS.pick_best(memory, at, 6)
    return list(memory.moves[:6])


def test_moves_come_in_the_order_of_the_evaluation_after_them() -> None:
    after = [KERNELS.evaluate(KERNELS.play(STATE, move)) for move in range(6)]
    assert [after[move] for move in order(memory_with_moves())] == sorted(after)


def test_table_move_comes_before_killers_and_killers_before_others() -> None:
    memory = memory_with_moves()
    *_, second, first = plain = order(memory_with_moves())
    KERNELS.record_cutoff(memory, second, 1, 0)
    KERNELS.record_cutoff(memory, first, 1, 0)
    assert order(memory, table_move=plain[2])[:3] == [plain[2], first, second]


def test_history_counts_the_squares_of_depths_for_the_side_of_a_ply() -> None:
    memory = memory_with_moves()
    KERNELS.add_history(memory, 4, 3, 0)
    KERNELS.add_history(memory, 4, 2, 2)
    KERNELS.add_history(memory, 4, 5, 1)
    assert [memory.history[history_index(4, ply)] for ply in (0, 1, 2)] == [13, 25, 13]
    assert order(memory)[0] == order(memory_with_moves())[0]
    KERNELS.add_history(memory, order(memory)[-1], 1000, 0)
    assert order(memory)[0] == order(memory_with_moves())[-1]


def test_history_is_halved_if_a_value_grows_too_large() -> None:
    memory = memory_with_moves()
    KERNELS.add_history(memory, 1, 10, 0)
    KERNELS.add_history(memory, 2, 1025, 0)
    assert [memory.history[history_index(move, 0)] for move in (1, 2)] == [50, 1025**2 // 2]


def test_aged_history_is_divided() -> None:
    memory = memory_with_moves()
    KERNELS.add_history(memory, 1, 8, 0)
    KERNELS.age_history(memory, 3)
    assert memory.history[history_index(1, 0)] == 8
