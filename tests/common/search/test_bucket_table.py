"""The entry that is replaced in a full bucket."""

from __future__ import annotations

from common.kernels.memory import PlainBlock
from common.search.bucket_table import cheapest


def test_least_work_entry_is_the_first_of_equals() -> None:
    words = PlainBlock(12)
    for at, work in enumerate((0, 9, 5, 3, 3, 7)):
        words.handle[2 * at + 1] = work << 8 | 6 - at
    assert cheapest(words.handle, 0, 2, 8) == 0
    assert cheapest(words.handle, 2, 2, 8) == 6
    assert cheapest(words.handle, 2, 2, 0) == 8
    assert cheapest(words.handle, 4, 2, 8) == 6
