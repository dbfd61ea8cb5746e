"""What a game gives to the search: a `LinkedGame`; and what the search gives back: a `Report` for each depth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from common.kernels import cells
from common.kernels.linking import Kernels, Program, State
from common.kernels.memory import Fields
from common.rules.position import P
from common.search import alpha_beta, plain_search, proof_number, transposition
from common.search.solver import Companion

P_contra = TypeVar("P_contra", contravariant=True)


class Report(NamedTuple):
    """What is known after a depth; `score` is for the side to move, moves are the kernels' ints, `seconds` since the start.

    `proven` is True only if no deeper search can change who wins, or the score.
    """

    move: int
    score: int
    line: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    proven: bool


class Searchable(Protocol[P_contra]):
    """What a game says of itself to the search.

    `name` is that of its machine code, `width` the most moves a position can have, `fields` what its kernels remember besides,
    `ints` how many a state is; where its words are too long for machine code, nothing `compiles`.
    """

    @property
    def kernel_name(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def ints(self) -> int: ...
    @property
    def fields(self) -> Mapping[str, int]: ...
    @property
    def compiles(self) -> bool: ...

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """The namespaces of its kernels and their constants."""

    def state(self, position: P_contra) -> State:
        """A position as kernels take it, seen from the side to move."""

    def single_moves(self, position: P_contra, move: int) -> list[Any]:
        """The single moves of a move of the kernels."""

    def words(self, score: int, side: str) -> str:
        """A score of a side for people."""

    def points(self, score: int) -> float:
        """A score for records."""

    def companion(self, kernels: Kernels, fields: Fields, hasty: bool) -> Companion:
        """What proves positions beside the engine's search, which ends as soon as the winner is known if it is hasty."""


class LinkedGame(Generic[P]):
    """A game for the engine: its kernels, linked, and what leads from positions to them and back."""

    def __init__(self, game: Searchable[P]) -> None:
        self.fields = alpha_beta.fields(game.width) | dict(game.fields)
        self.state, self.moves, self.words, self.points = game.state, game.single_moves, game.words, game.points
        searches = map(vars, (cells, transposition, alpha_beta, plain_search))
        self._sources = *searches, *game.sources(), {"WIDTH": game.width}
        is_wide = any(source.get("SET_WORDS", 1) > 1 for source in self._sources)
        self.table_fields = transposition.WIDE_FIELDS if is_wide else transposition.FIELDS
        self._name, self._ints = game.kernel_name, game.ints
        self.compiles, self.companion = game.compiles, game.companion

    @cached_property
    def program(self) -> Program:
        """The kernels of the game."""
        return self.variant()

    def variant(self, **constants: int) -> Program:
        """The program with some constants replaced, to measure what they are worth."""
        records = {"memory": self.fields, "table": self.table_fields, "proofs": proof_number.FIELDS}
        name = f"{self._name}_variant" if constants else self._name  # so as not to drive the game's own out of the cache
        return Program(name, *self._sources, records=records, state=self._ints, variant=constants)

    @property
    def plain(self) -> Kernels:
        """The kernels as plain Python."""
        return self.program.plain

    @property
    def fast(self) -> Kernels:
        """The kernels as machine code, compiled first if need be; as plain Python where they cannot be."""
        return self.program.fast if self.compiles else self.plain

    @property
    def ready(self) -> Kernels:
        """The kernels as machine code if that has been loaded, else as plain Python; never waits."""
        return self.program.ready

    @property
    def soon(self) -> Kernels | None:
        """The kernels as machine code if they are compiled; else None at once, while another process compiles them."""
        return self.program.soon if self.compiles else None
