"""Memory of kernels, as plain objects."""

from __future__ import annotations

from common.kernels.memory import (
    MAX_DENSE_LENGTH,
    Sparse,
    plain_record,
    record_type,
)

FIELDS = {"count": 0, "cells": 3}


def test_plain_record_has_zeroed_fields() -> None:
    record = plain_record(FIELDS | {"long": MAX_DENSE_LENGTH + 1})
    assert (record.count, record.cells) == (0, [0, 0, 0])
    assert isinstance(record.long, Sparse)


def test_plain_records_share_nothing() -> None:
    one, other = plain_record(FIELDS), plain_record(FIELDS)
    one.cells[0] = 5
    assert other.cells == [0, 0, 0]


def test_equal_fields_give_one_record_type() -> None:
    assert record_type(tuple(FIELDS.items())) is record_type(tuple(dict(FIELDS).items()))
    assert record_type((("count", 0),)) is not record_type((("count", 1),))


def test_sparse_list_reads_zero_and_stores_nothing() -> None:
    words = Sparse()
    assert (words[7], len(words)) == (0, 0)
    words[7] += 2
    assert (words[7], len(words)) == (2, 1)
