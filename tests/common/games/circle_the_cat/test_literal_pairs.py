"""The parser of cells and lists of cells: every form it accepts, every reason it gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.games.circle_the_cat.literal_pairs import MAX_CHARACTERS, Pair, read_pair, read_pairs
from common.rules.errors import BadInput, quoted

SIGNS = "()[], -.x0159\u0665\n\x00"
PAIRS = st.lists(st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999)))


@pytest.mark.parametrize(
    "text", ["[5,7]", "(5,7)", " [ 5 , 7 ] ", "[5, 7,]", "(5,7,)", "[05, 0007]", "\t(5\n,7)\n", "[5,\u20037]"]
)
def test_pair_accepts_brackets_blanks_and_a_trailing_comma(text: str) -> None:
    assert read_pair(text, "CAT") == (5, 7)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("[(1,1),(2,3)]", [(1, 1), (2, 3)]),
        ("([1, 1], (2, 3),)", [(1, 1), (2, 3)]),
        ("  ( (1,1) , [2,3] ) ", [(1, 1), (2, 3)]),
        ("[(1,1),(1,1)]", [(1, 1), (1, 1)]),
        ("[]", []),
        (" ( ) ", []),
        ("[(-1, 9999)]", [(-1, 9999)]),
    ],
)
def test_list_accepts_brackets_duplicates_and_nothing(text: str, cells: list[Pair]) -> None:
    assert read_pairs(text, "BLOCKS") == cells


ENDED = "the text ends too early"
OPENING = "stands where an opening bracket should"
NUMBER = "stands where a number should"
LEFT = "is left at the end"
PAIR_REASONS = {
    ENDED: ["", " ", "[", "[5", "[5,", "[5, 5"],
    f"'5' {OPENING}": ["5, 5", "5, 5]"],
    f"']' {OPENING}": ["]5, 5]"],
    f"',' {OPENING}": [","],
    "a cell has two numbers, not 0": ["[]", "()"],
    "a cell has two numbers, not 1": ["[5]", "[5,]"],
    "a cell has two numbers, not 3": ["[5, 5, 5]"],
    "a comma or ')' is missing": ["(5, 5]", "(5 5)"],
    "a comma or ']' is missing": ["[5, 5)", "[5 5]"],
    f"',' {NUMBER}": ["[5,, 5]", "[,5, 5]"],
    f"'[' {NUMBER}": ["[[5, 5]]"],
    f"'(' {NUMBER}": ["[(5, 5)", "(" * 3000],
    f"']' {LEFT}": ["[5, 5]]"],
    f"'[' {LEFT}": ["[5, 5] [5, 5]"],
    f"'7' {LEFT}": ["(5, 5) 7 8"],
    f"the text has more than {MAX_CHARACTERS} characters": ["[" * (MAX_CHARACTERS + 1)],
}
LIST_REASONS = {
    ENDED: ["", "[", "[(1, 1)", "(("],
    f"'1' {OPENING}": ["1", "[1, 1]", "(1, 1)"],
    f"',' {OPENING}": ["[(1, 1),, (2, 2)]"],
    "a comma or ']' is missing": ["[(1, 1) (2, 2)]", "[(1, 1), (2, 2))"],
    "a cell has two numbers, not 0": ["[()]"],
    "a cell has two numbers, not 1": ["[(1)]", "[(1, 1), (2)]"],
    "a cell has two numbers, not 3": ["[(1, 1, 1)]"],
    f"'[' {NUMBER}": ["[[[1, 1]]]"],
    f"'(' {LEFT}": ["[(1, 1)] (2, 2)"],
}
NO_TOKENS = ["cat", "True]", "None", "'5']", "0x5]", "5_0]", "1e1]", "5j]", "5.0]", "5., 5]", "+5]", "- 5]"]
NO_TOKENS += [
    "{5, 5}",
    "; 5]",
    "# cat",
    "99999]",
    "11111111]",
    "\u0665]",
    "\x00",
    "int('5')]",
    "__import__('os')",
]


def each_text(reasons: dict[str, list[str]]) -> pytest.MarkDecorator:
    cases = [(text, reason) for reason, texts in reasons.items() for text in texts]
    return pytest.mark.parametrize(("text", "reason"), cases, ids=[text[:20] for text, _ in cases])


def reason_for(read: Callable[[str, str], object], name: str, wanted: str, text: str) -> str:
    """Check the message about a malformed text; return the reason in it."""
    with pytest.raises(BadInput) as refused:
        read(text, name)
    said = str(refused.value)
    assert said.startswith(f"{name} '") and said.isprintable() and len(said) < 250
    return said.split(f": expected {wanted}, but ", 1)[1]


def pair_reason(text: str) -> str:
    return reason_for(read_pair, "CAT", "one cell such as [5, 5]", text)


def list_reason(text: str) -> str:
    return reason_for(read_pairs, "EXITS", "a list of cells such as [(1, 1), (1, 5)]", text)


@each_text(PAIR_REASONS)
def test_malformed_pair_is_refused_with_a_reason(text: str, reason: str) -> None:
    assert pair_reason(text) == reason


@each_text(LIST_REASONS)
def test_malformed_list_is_refused_with_a_reason(text: str, reason: str) -> None:
    assert list_reason(text) == reason


@pytest.mark.parametrize("wrong", NO_TOKENS)
def test_text_that_is_no_token_is_quoted(wrong: str) -> None:
    reason = f"{quoted(wrong, 10)} is neither a whole number nor a bracket or comma"
    assert pair_reason(wrong) == pair_reason(f"[5, {wrong}") == list_reason(f"[({wrong}") == reason


def test_longest_text_is_read_and_a_longer_one_refused() -> None:
    whole = "[5, 5]".ljust(MAX_CHARACTERS)
    assert read_pair(whole, "CAT") == (5, 5)
    with pytest.raises(BadInput, match=f"more than {MAX_CHARACTERS} characters"):
        read_pair(f"{whole} ", "CAT")


@given(st.sampled_from([read_pair, read_pairs]), st.text(SIGNS))
def test_any_text_is_read_or_refused_in_one_line(read: Callable[[str, str], object], text: str) -> None:
    try:
        read(text, "CAT")
    except BadInput as problem:
        assert "\n" not in str(problem)


@given(PAIRS, st.sampled_from([str, lambda cells: str(tuple(map(list, cells)))]))
def test_lists_printed_by_python_are_read(cells: list[Pair], spell: Callable[[object], str]) -> None:
    assert read_pairs(spell(cells), "BLOCKS") == cells
