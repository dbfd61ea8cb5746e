"""Iterative deepening as a kernel: its reports, one after the other in a block of words."""

from __future__ import annotations

from typing import Any

from common.search.alpha_beta import DECISIVE_SCORE
from common.search.deepening import REPORT_BLOCK_WORDS, REPORT_HEAD_WORDS
from common.search.move_order import PLIES
from common.search.transposition import WON
from tests.support.tiny_game import GAME

LINKED = GAME.search.compiled()
KERNELS = LINKED.plain


def memory_and_table(window: int = 0) -> tuple[Any, Any]:
    memory, table = KERNELS.memory(LINKED.fields), KERNELS.memory(LINKED.table_fields)
    memory.block = KERNELS.block(REPORT_BLOCK_WORDS)
    memory.reports, memory.budget, memory.window, table.mask = memory.block.handle, 1 << 40, window, 1023
    KERNELS.begin_search(memory)
    return memory, table


def reports(memory: Any) -> list[tuple[int, ...]]:
    """Return the reports in the block: depth, move, score, nodes, proven, and the moves of the line."""
    found, at = [], 1
    while at < KERNELS.end_of_reports(memory):
        *head, length = memory.block.read(at, at + REPORT_HEAD_WORDS)
        found.append((*head, *memory.block.read(at + REPORT_HEAD_WORDS, at + REPORT_HEAD_WORDS + length)))
        at += REPORT_HEAD_WORDS + length
    return found


def test_deepen_reports_every_depth_until_a_proof() -> None:
    memory, table = memory_and_table()
    KERNELS.deepen(memory, table, (2, 4), 1, 100)
    found = reports(memory)
    assert [report[0] for report in found] == list(range(1, len(found) + 1))
    assert [report[4] for report in found] == [0] * (len(found) - 1) + [1]
    assert found[-1][2] == WON - len(found)
    assert found[-1][5] == found[-1][1]  # the line starts with the best move


def test_deepen_ends_at_its_last_depth() -> None:
    memory, table = memory_and_table()
    KERNELS.deepen(memory, table, (30, 40), 2, 4)
    assert [report[0] for report in reports(memory)] == [2, 3, 4]


def test_block_has_room_for_the_longest_report_of_every_depth() -> None:
    memory, _ = memory_and_table()
    for depth in range(1, PLIES):  # a line has at most `depth` moves
        KERNELS.report(memory, depth, 0, depth)
    assert len(reports(memory)) == PLIES - 1
    assert memory.reports_end == REPORT_BLOCK_WORDS


def test_score_outside_the_aspiration_window_is_searched_again() -> None:
    found = []
    for window in (0, 1):
        memory, table = memory_and_table(window)
        KERNELS.deepen(memory, table, (9, 8), 1, 100)
        found.append(reports(memory)[-1])
    (depth, _, score, _, proven, *_), (_, _, same, _, too, *_) = found
    assert depth > 3 and score > DECISIVE_SCORE and proven
    assert (same, too) == (score, proven)


def test_new_search_forgets_the_reports_of_the_last() -> None:
    memory, table = memory_and_table()
    KERNELS.deepen(memory, table, (2, 4), 1, 3)
    assert reports(memory)
    KERNELS.begin_search(memory)
    assert (reports(memory), memory.nodes) == ([], 0)
