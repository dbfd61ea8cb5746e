"""Quotations of wrong input."""

from __future__ import annotations

import pytest

from common.rules.errors import quoted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("left", "'left'"),
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 60}...'"),
        ("\x1b[2J\n", "'\\x1b[2J\\x0a'"),
    ],
)
def test_quotation_is_one_short_printable_line(text: str, said: str) -> None:
    assert quoted(text) == said
