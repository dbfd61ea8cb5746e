"""Where a game starts, and how its positions are written: the first part of the description of a `Game`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Generic, cast, final

from common.messages import _
from common.play.notation import FieldNotation
from common.play.setup import S, Setup, line_of_words
from common.rules.errors import BadInput, quoted
from common.rules.position import P
from common.search.limit import Limit

if TYPE_CHECKING:
    from common.record.saved_game import Files


class Starts(Generic[P, S]):
    """Where games start, and their notation: `usual` limits a move, `limits` are known to its thinking."""

    position: type[P]  # whose value without arguments is the usual start
    setup: type[S] = cast("type[S]", Setup)
    form_help = _("a position; without it the usual start")
    usual = Limit(seconds=2)
    limits: Sequence[str] = ("seconds", "nodes", "depth", "threads")

    @cached_property
    def name(self) -> str:
        """The name of the script."""
        return PurePath(str(sys.modules[type(self).__module__].__file__)).stem

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The sides, the first one first: who is to move at the start, and who is next."""
        position = first = self.usual_start()
        while position.turn == first.turn:
            position = position.play(position.moves()[0])
        return first.turn, position.turn

    @cached_property
    @final
    def notation(self) -> FieldNotation[P]:
        """Positions in words, by their fields."""
        return FieldNotation(self.usual_start(), self.sides)

    @cached_property
    def form(self) -> str:
        """The words of a position, for `--help`."""
        return self.notation.form

    @cached_property
    def example(self) -> Sequence[str]:
        """The words of a position: the start after a move."""
        start = self.usual_start()
        return self.write(start.play(start.moves()[0]))

    @property
    def command(self) -> str:
        """What the program is called where it is installed."""
        return self.name

    @property
    @final
    def called(self) -> str:
        """What it is called by who runs it now."""
        program = PurePath(sys.argv[0])
        return self.command if program.stem == self.command and program.suffix != ".py" else f"{self.name}.py"

    @property
    @final
    def call(self) -> str:
        """How the next command begins."""
        typed = sys.argv[0] if PurePath(sys.argv[0]).name == f"{self.name}.py" else f"{self.name}.py"
        return self.called if self.called == self.command else f"python {line_of_words([typed])}"

    @property
    @final
    def about(self) -> str | None:
        """What the script says of itself."""
        return sys.modules[type(self).__module__].__doc__

    @final
    def read(self, words: Sequence[str]) -> P:
        """The position of some words. Raises BadInput."""
        if len(words) not in self.word_counts:
            given, example = quoted(" ".join(words)), f"python {self.name}.py {self.example_line}"
            raise BadInput(
                _(
                    "{script} takes {form}, not {count} arguments ({given}), e.g. {example}",
                    script=f"{self.name}.py",
                    form=self.form,
                    count=len(words),
                    given=given,
                    example=example,
                )
            )
        return self.read_position(*words)

    @property
    def read_position(self) -> Callable[..., P]:
        """What reads as many words as a position may have, and raises BadInput."""
        return self.notation.read

    def write(self, position: P) -> list[str]:
        """A position in words, SIDE first."""
        return self.notation.write(position)

    def read_saved(self, words: Sequence[str]) -> P:
        """Read the position of a record, which names no file. Raise BadInput."""
        return self.read(words)

    def start(self, setup: S, seed: int) -> P:
        """Where a game starts. Raises BadInput."""
        return self.read(setup.words) if setup.words else self.usual_start()

    @final
    def usual_start(self) -> P:
        """Where a game starts of which nothing is said."""
        return self.position()

    def starts(self, setup: S, seed: int) -> list[P]:
        """Where the games of a call start, one after the other. Raises BadInput."""
        return [self.start(setup, seed)]

    def is_random(self, setup: S) -> bool:
        """True if chance decides where the game starts."""
        return False

    def files_of(self, setup: S, files: Files) -> Files:
        """What is written beside the terminal, where a set-up says more."""
        return files

    def opening(self, number: int) -> P:
        """The start of a pair of games in a match: the usual one after two moves, each number another one."""
        position = self.usual_start()
        for _move in range(2):
            number, choice = divmod(number, len(position.moves()))
            position = position.play(position.moves()[choice])
        return position

    def can_move(self, position: P) -> bool:
        """True if the side to move has a move; asked of positions that nobody may have played to."""
        return bool(position.moves())

    def play_forced_moves(self, start: P) -> P:
        """Apply forced moves at the start, such as a pass."""
        return start

    @property
    def word_counts(self) -> Sequence[int]:
        """How many words a position may have."""
        return (len(self.example),)

    @property
    def play_example(self) -> str:
        """Options of `play` that show what it can do."""
        return f"--{self.sides[0].lower()} human --level 2 --seed 7"

    @property
    @final
    def example_line(self) -> str:
        """The example as one types it."""
        return line_of_words(self.example)

    @final
    def other(self, side: str) -> str:
        """The other side."""
        return self.sides[self.sides[0] == side]
