"""Positions as words, for the command line, records and programs. A part of a game.

By default the words are the side to move and every other field of a position that is a NamedTuple. A text
field is its own word, any other field a Python literal. An `Annotated` field may carry a regular expression
that its word must match.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, final, get_args, get_origin, get_type_hints

from common.play.setup import join_words
from common.rules.errors import BadInput, quoted
from common.rules.position import P

TURN = "turn"  # the field of the side to move; its word comes first


class Notation(Generic[P]):
    """Reads and writes the positions of a game. A game sets `name`, the name of its script.

    `form` names the words for the help. `examples` has a position for each permitted number of words; the
    first is shown to people.
    """

    name: str
    form = ""
    examples: Sequence[Sequence[str]] = ()

    @property
    @final
    def word_counts(self) -> Sequence[int]:
        """The permitted numbers of words, in ascending order."""
        return sorted(map(len, self.examples))

    def read(self, *words: str) -> P:
        """Parse a position. The number of words is already checked. Raise BadInput."""
        raise NotImplementedError

    def write(self, position: P) -> list[str]:
        """Return the words of a position, SIDE first."""
        raise NotImplementedError

    @final
    def read_saved(self, words: Sequence[str]) -> P:
        """Parse the position of a record, which has all words and names no file. Raise BadInput."""
        if len(words) < max(self.word_counts):
            raise BadInput(
                f"{quoted(' '.join(words))} is not a position of a record: "
                f"expected {max(self.word_counts)} words, SIDE first"
            )
        return self.read_words(words)

    @final
    def read_words(self, words: Sequence[str]) -> P:
        """Parse a position. Raise BadInput if the number of words, or a word, is wrong."""
        if len(words) not in self.word_counts:
            given, example = quoted(" ".join(words)), f"python {self.name}.py {self.full_example_line}"
            raise BadInput(
                f"{self.name}.py takes {self.form}, not {len(words)} arguments ({given}), e.g. {example}"
            )
        return self.read(*words)

    @property
    @final
    def example(self) -> Sequence[str]:
        """The words of the example position."""
        return self.examples[0]

    @property
    @final
    def example_line(self) -> str:
        """The example position as the user would type it."""
        return join_words(self.example)

    @property
    @final
    def full_example_line(self) -> str:
        """The example with the most words, as the user would type it."""
        return join_words(max(self.examples, key=len))


class FieldNotation(Notation[P]):
    """Reads and writes positions by the fields of their type. `start` gives an example of each field."""

    def __init__(self, start: P, sides: Sequence[str]) -> None:
        self._type: Any = type(start)
        self._start, self._sides = start, sides
        fields: Sequence[str] = getattr(self._type, "_fields", ())
        self.fields = [field for field in fields if field != TURN]
        self._has_turn = TURN in fields
        self._patterns = patterns(self._type)

        self.form = " ".join(["SIDE", *(field.upper() for field in self.fields)])

    @cached_property
    def examples(self) -> Sequence[Sequence[str]]:  # type: ignore[override]
        """The words of the position after one move."""
        return (self.write(self._start.play(self._start.moves()[0])),)

    def write(self, position: P) -> list[str]:
        """Return the words of a position: the side to move, then the fields."""
        return [position.turn, *(word_of(getattr(position, field)) for field in self.fields)]

    def read(self, *given: str) -> P:
        """Parse a position. Raise BadInput."""
        side, *words = given
        turn = next((name for name in self._sides if name.lower() == side.lower()), None)
        if turn is None:
            wanted = " or ".join(self._sides)
            raise BadInput(f"{quoted(side)} is not a side: expected {wanted}, e.g. {self._sides[0]}")
        values = {field: self._value(field, word) for field, word in zip(self.fields, words, strict=True)}
        position: P = self._type(**values, **({TURN: turn} if self._has_turn else {}))
        if position.turn != turn:
            raise BadInput(f"{quoted(side)} is not to move there: expected {position.turn}")
        return position

    def _value(self, field: str, word: str) -> Any:
        """Parse a word. Raise BadInput if it differs in type from the start's field or breaks its pattern."""
        example = getattr(self._start, field)
        pattern = self._patterns.get(field, ".*")
        value = word if isinstance(example, str) else literal(word)
        if not isinstance(value, type(example)) or not re.fullmatch(pattern, word, re.DOTALL):
            wanted = field if pattern == ".*" else f"{field} as {pattern}"
            raise BadInput(f"{quoted(word)}: expected {wanted}, e.g. {word_of(example)}")
        return value


def patterns(kind: Any) -> dict[str, str]:
    """Return the regular expressions in the annotations of a type's fields, by field."""
    found = {}
    for field, hint in get_type_hints(kind, include_extras=True).items():
        texts = [text for text in get_args(hint)[1:] if isinstance(text, str)]
        if texts and get_origin(hint) is not None:
            found[field] = texts[0]
    return found


def literal(word: str) -> Any:
    """Evaluate a Python literal. Return None for anything else."""
    try:
        return literal_eval(word)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def word_of(value: Any) -> str:
    """Return a value as a word: a text as it is, anything else as a Python literal."""
    return value if isinstance(value, str) else repr(value)
