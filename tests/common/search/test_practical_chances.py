"""Practical chances: the move that is hardest to answer."""

from __future__ import annotations

from common.search.practical_chances import count_wrong, hardest_to_answer

WRONG = {"near": 1, "far": 2, "fair": 2}


def test_replies_are_counted_up_to_the_first_that_is_right() -> None:
    asked = list[int]()

    def is_wrong(reply: int) -> bool:
        asked.append(reply)
        return reply < 3

    assert count_wrong([1, 2, 3, 0, 0], is_wrong) == 2 and asked == [1, 2, 3]
    assert count_wrong([1, 2], is_wrong) == 2
    assert count_wrong([], is_wrong) == 0


def test_hardest_move_has_most_wrong_replies_first_of_equals() -> None:
    assert hardest_to_answer(list(WRONG), WRONG.__getitem__) == "far"
