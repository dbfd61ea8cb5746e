"""Positions as words, for the command line, records and programs. A part of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, final

from common.play.setup import join_words
from common.rules.errors import BadInput, quoted
from common.rules.position import P


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
