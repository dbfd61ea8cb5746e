"""A parser for pairs of whole numbers. It has a grammar of its own, so no input is evaluated as code.

pair:  [5, 5] or (5, 5)      list:  [(1, 1), [1, 5],], possibly empty; blanks are allowed anywhere
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from common.messages import _
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
    return _parse_all(text, name, _parse_pair, _("one cell such as [5, 5]"))


def read_pairs(text: str, name: str) -> list[Pair]:
    """Return a list of pairs in its order, repeated ones included. Raise BadInput as `read_pair` does."""
    return _parse_all(text, name, _parse_pairs, _("a list of cells such as [(1, 1), (1, 5)]"))


def _parse_all(text: str, name: str, read: Callable[[Tokens], Value], wanted: str) -> Value:
    """Read a whole text with `read`, which fails by a ValueError, or an IndexError if tokens run out.

    Raise BadInput in both cases, and if tokens are left over.
    """
    try:
        tokens = _tokenize(text)
        value = read(tokens)
        if tokens:
            raise ValueError(_("{text} is left at the end", text=quoted(tokens[-1])))
        return value
    except IndexError:
        reason = _("the text ends too early")
    except ValueError as problem:
        reason = str(problem)
    raise BadInput(
        _(
            "{name} {text}: expected {wanted}, but {reason}",
            name=name,
            text=quoted(text),
            wanted=wanted,
            reason=reason,
        )
    )


def _tokenize(text: str) -> Tokens:
    if len(text) > MAX_CHARACTERS:
        raise ValueError(_("the text has more than {count} characters", count=MAX_CHARACTERS))
    text = text.rstrip()
    tokens: Tokens = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            rest = quoted(text[at:].strip(), 10)
            raise ValueError(_("{text} is neither a whole number nor a bracket or comma", text=rest))
        tokens.append(match[1])
        at = match.end()
    return tokens[::-1]


def _parse_items(tokens: Tokens, read: Callable[[Tokens], Value]) -> list[Value]:
    """Read a bracketed list of items, separated by commas; one more comma may follow the last."""
    opening = tokens.pop()
    if opening not in _CLOSING:
        raise ValueError(_("{text} stands where an opening bracket should", text=quoted(opening)))
    closing, items = _CLOSING[opening], []
    while tokens[-1] != closing:
        items.append(read(tokens))
        if tokens[-1] != closing and tokens.pop() != _COMMA:
            raise ValueError(_("a comma or {text} is missing", text=quoted(closing)))
    tokens.pop()
    return items


def _parse_pairs(tokens: Tokens) -> list[Pair]:
    return _parse_items(tokens, _parse_pair)


def _parse_pair(tokens: Tokens) -> Pair:
    numbers = _parse_items(tokens, _parse_number)
    if len(numbers) != 2:
        raise ValueError(_("a cell has two numbers, not {count}", count=len(numbers)))
    return numbers[0], numbers[1]


def _parse_number(tokens: Tokens) -> int:
    token = tokens.pop()
    if token in "[](),":
        raise ValueError(_("{text} stands where a number should", text=quoted(token)))
    return int(token)
