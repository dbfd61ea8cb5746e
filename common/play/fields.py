"""Positions as words by default: the side to move, then every other field as a text or a literal."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

from common.rules.errors import BadInput, quoted


def read_fields(start: Any, words: Sequence[str], sides: tuple[str, str]) -> Any:
    """Return a position like `start`, a NamedTuple, with the fields that the words give.

    A field may be annotated with a pattern of its word: Annotated[str, "[VH.]+"]. Raise BadInput.
    """
    if words[0] not in sides:
        raise BadInput(f"{quoted(words[0])} is not a side: expected {' or '.join(sides)}, e.g. {sides[0]}")
    names = [field for field in start._fields if field != "turn"]
    given = dict(zip(names, words[1:], strict=True))
    hints = get_type_hints(type(start), include_extras=True)
    values = {
        name: _read_field(name, word, getattr(start, name), hints[name]) for name, word in given.items()
    }
    position = start._replace(**values, **({"turn": words[0]} if "turn" in start._fields else {}))
    if position.turn != words[0]:
        raise BadInput(f"{quoted(words[0])} is not to move there: expected {position.turn}")
    return position


def _read_field(name: str, word: str, usual: Any, kind: Any) -> Any:
    if not all(re.fullmatch(pattern, word) for pattern in get_args(kind)[1:]):
        raise BadInput(f"{quoted(word)} is not a {name}, e.g. {usual}")
    if isinstance(usual, str):
        return word
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError):
        raise BadInput(f"{quoted(word)} is not a {name}, e.g. {usual}") from None


def write_fields(position: Any) -> list[str]:
    """Return the words of a position, the inverse of `read_fields`."""
    values = position._asdict()
    return [position.turn, *(str(value) for field, value in values.items() if field != "turn")]
