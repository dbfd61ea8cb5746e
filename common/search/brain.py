"""What a game gives to the search: a `Brain`; and what the search gives back: a `Report` for each depth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from common.kernels.linking import Kernels, Program, State
from common.kernels.memory import Fields
from common.rules.position import P
from common.search import alpha_beta, proof_number, transposition
from common.search.limit import Limit
from common.search.win_solver import Endings

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


class Known(NamedTuple):
    """The side to move ends at least `value` ahead by this move, and no more is possible if `exact`; `nodes` were looked at."""

    value: int
    move: int
    exact: bool
    nodes: int


class ValueProver(Protocol):
    """Proves how far ahead a side ends, by a search of its own instead of alpha-beta (walkers/solver.py)."""

    def look(self, state: State, limit: Limit, enough: Callable[[], bool]) -> Known | None:
        """What is proven of a position within a share of the limit, or until `enough()` is true; None if nothing is."""


class Searchable(Protocol[P_contra]):
    """What a game says of itself to the search.

    `name` is that of its machine code, `width` the most moves a position can have, `fields` what its kernels remember besides,
    `ints` how many a state is; where its words are too long for machine code, nothing `compiles`. `prover` and `certain` are for
    games that fill in the kernel `prove`, `endings` for those that fill in `prove_win`.
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
    @property
    def prover(self) -> Callable[[Kernels, Fields], ValueProver] | None: ...
    @property
    def endings(self) -> Endings | None: ...

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

    def certain(self, lead: int) -> int:
        """The score of a proven lead."""


class Brain(Generic[P]):
    """A game for the engine: its kernels, linked, and what leads from positions to them and back."""

    def __init__(self, game: Searchable[P]) -> None:
        self.fields = alpha_beta.fields(game.width) | dict(game.fields)
        self.state, self.moves, self.words, self.points = game.state, game.single_moves, game.words, game.points
        self._sources = vars(transposition), vars(alpha_beta), *game.sources(), {"WIDTH": game.width}
        self._name, self._ints = game.kernel_name, game.ints
        self.compiles, self.prover, self.certain, self.endings = game.compiles, game.prover, game.certain, game.endings

    @cached_property
    def program(self) -> Program:
        """The kernels of the game."""
        return self.variant()

    def variant(self, **constants: int) -> Program:
        """The program with some constants replaced, to measure what they are worth."""
        records = {"memory": self.fields, "table": transposition.FIELDS, "proofs": proof_number.FIELDS}
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
