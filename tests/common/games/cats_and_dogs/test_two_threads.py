"""Two threads on one table: which questions the other is working on, and calls back."""

from __future__ import annotations

from common.games.cats_and_dogs import shared_table
from common.games.cats_and_dogs.two_threads import (
    enter_question,
    is_answered_above,
    is_other_at,
    report_answer,
)
from common.kernels.memory import plain_record


def test_answer_recalls_the_other_thread_from_the_same_question() -> None:
    proofs = plain_record(shared_table.TABLE_FIELDS)
    asked = {ply: 1000 + ply for ply in range(7)}
    for ply, question in asked.items():
        enter_question(proofs, 1, question, ply)
    assert (
        is_other_at(proofs, 0, asked[4], 4)
        and not is_other_at(proofs, 0, asked[4], 5)
        and not is_other_at(proofs, 1, asked[4], 4)
    )
    report_answer(proofs, 0, asked[5] + 1, 5)
    report_answer(proofs, 0, asked[0], 0)  # the root's answer needs a move, which only its finder has
    assert not is_answered_above(proofs, 1, 6)
    for ply in (5, 4, 6):  # the one nearest to the root counts
        report_answer(proofs, 0, asked[ply], ply)
    assert [bool(is_answered_above(proofs, 1, ply)) for ply in (2, 3, 4, 5, 6)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert not is_answered_above(proofs, 0, 6)
    enter_question(proofs, 1, 0, 4)
    assert not is_other_at(proofs, 0, asked[4], 4)
