"""The entry that is replaced in a full bucket."""

from __future__ import annotations

from common.search.bucket_table import least_work_entry


def test_least_work_entry_is_the_first_of_equals() -> None:
    words = [0] * 12
    for at, work in enumerate((0, 9, 5, 3, 3, 7)):
        words[2 * at + 1] = work << 8 | 6 - at
    assert least_work_entry(words, 0, 2, 8) == 0
    assert least_work_entry(words, 2, 2, 8) == 6
    assert least_work_entry(words, 2, 2, 0) == 8
    assert least_work_entry(words, 4, 2, 8) == 6
