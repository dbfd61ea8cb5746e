"""What a game gives to the search: a `Brain`; and what the search gives back: a `Report` for each depth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol

from common.kernels.linking import Kernels, Program, State
from common.kernels.memory import Fields
from common.rules.position import P
from common.search import alpha_beta, proof_number, transposition
from common.search.limit import Limit
from common.search.win_solver import Endings


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
    """The side to move ends at least `value` ahead by this move; `exact` if no more than that is possible."""

    value: int
    move: int
    exact: bool
    nodes: int


class ValueProver(Protocol):
    """Proves what a game's own search can prove without looking at every ply (walkers/solver.py)."""

    def look(self, state: State, limit: Limit, enough: Callable[[], bool]) -> Known | None:
        """What is certain of a position within a share of the limit, or when `enough` says so; None if nothing is."""


class Brain(Generic[P]):
    """A game for the engine: its kernels' sources, and what leads from positions to the kernels and back.

    `width` is the most moves a position can have, `fields` what its kernels remember besides; `moves` are the single moves of
    a decision of the kernels; where words are too long for machine code, nothing `compiles`;
    `prover`, and `certain`, the score of a proven lead, are for games that fill in the kernel `prove`;
    `endings` are for those that fill in `prove_win`;
    `start` tells how many ints a state is;
    `words` and `points` say a score of a side for people and for records.
    """

    def __init__(
        self,
        name: str,
        width: int,
        sources: tuple[Mapping[str, Any], ...],
        state: Callable[[P], State],
        moves: Callable[[P, int], list[Any]],
        words: Callable[[int, str], str],
        points: Callable[[int], float],
        start: P,
        fields: Mapping[str, int] | None = None,
        compiles: bool = True,
        prover: Callable[[Kernels, Fields], ValueProver] | None = None,
        certain: Callable[[int], int] = lambda lead: lead,
        endings: Endings | None = None,
    ) -> None:
        self.fields = alpha_beta.fields(width) | dict(fields or {})
        self.state, self.moves, self.words, self.points = state, moves, words, points
        self._sources = vars(transposition), vars(alpha_beta), *sources, {"WIDTH": width}
        self._name, self._ints = name, len(state(start))
        self.compiles, self.prover, self.certain, self.endings = compiles, prover, certain, endings

    @cached_property
    def program(self) -> Program:
        """The kernels of the game."""
        return self.variant()

    def variant(self, **constants: int) -> Program:
        """The same with other constants, to measure what they are worth."""
        records = {"memory": self.fields, "table": transposition.FIELDS, "proofs": proof_number.FIELDS}
        name = f"{self._name}_variant" if constants else self._name  # which does not drive the game's own out of the cache
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
        """Machine code if it has been loaded, else plain Python, which is there at once."""
        return self.program.ready

    @property
    def soon(self) -> Kernels | None:
        """Machine code if it is there; if it is not, it will be some seconds later."""
        return self.program.soon if self.compiles else None
