"""A parser for pairs of whole numbers. It has a grammar of its own, so no input is evaluated as code.

pair:  [5, 5] or (5, 5)      list:  [(1, 1), [1, 5],], possibly empty; blanks are allowed anywhere
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from common.rules.errors import BadInput, quoted

MAX_CHARACTERS = 20_000
_TOKEN = re.compile(r"\s*(-?[0-9]{1,4}(?![0-9.\w])|[\[\](),])")
_CLOSING = {"[": "]", "(": ")"}
_COMMA = ","

Pair = tuple[int, int]
Tokens = list[str]  # tokens still to be read, the next one last
Value = TypeVar("Value")


def read_pair(text: str, name: str) -> Pair:
    """Return the pair in a text such as [5, 5]; its numbers have up to four digits and may be negative.

    Raise BadInput, naming the argument `name` and the reason, if the text is anything else.
    """
    return _parse_all(text, name, _parse_pair, "one cell such as [5, 5]")


def read_pairs(text: str, name: str) -> list[Pair]:
    """Return a list of pairs in its order, repeated ones included. Raise BadInput as `read_pair` does."""
    return _parse_all(text, name, _parse_pairs, "a list of cells such as [(1, 1), (1, 5)]")


def _parse_all(text: str, name: str, read: Callable[[Tokens], Value], wanted: str) -> Value:
    """Read a whole text with `read`, which fails by a ValueError, or an IndexError if tokens run out.

    Raise BadInput in both cases, and if tokens are left over.
    """
    try:
        tokens = _tokenize(text)
        value = read(tokens)
        if tokens:
            raise ValueError(f"{quoted(tokens[-1])} is left at the end")
        return value
    except IndexError:
        reason = "the text ends too early"
    except ValueError as problem:
        reason = str(problem)
    raise BadInput(f"{name} {quoted(text)}: expected {wanted}, but {reason}")


def _tokenize(text: str) -> Tokens:
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the text has more than {MAX_CHARACTERS} characters")
    text = text.rstrip()
    tokens: Tokens = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            rest = quoted(text[at:].strip(), 10)
            raise ValueError(f"{rest} is neither a whole number nor a bracket or comma")
        tokens.append(match[1])
        at = match.end()
    return tokens[::-1]


def _parse_items(tokens: Tokens, read: Callable[[Tokens], Value]) -> list[Value]:
    """Read a bracketed list of items, separated by commas; one more comma may follow the last."""
    opening = tokens.pop()
    if opening not in _CLOSING:
        raise ValueError(f"{quoted(opening)} stands where an opening bracket should")
    closing, items = _CLOSING[opening], []
    while tokens[-1] != closing:
        items.append(read(tokens))
        if tokens[-1] != closing and tokens.pop() != _COMMA:
            raise ValueError(f"a comma or {quoted(closing)} is missing")
    tokens.pop()
    return items


def _parse_pairs(tokens: Tokens) -> list[Pair]:
    return _parse_items(tokens, _parse_pair)


def _parse_pair(tokens: Tokens) -> Pair:
    numbers = _parse_items(tokens, _parse_number)
    if len(numbers) != 2:
        raise ValueError(f"a cell has two numbers, not {len(numbers)}")
    return numbers[0], numbers[1]


def _parse_number(tokens: Tokens) -> int:
    token = tokens.pop()
    if token in "[](),":
        raise ValueError(f"{quoted(token)} stands where a number should")
    return int(token)
