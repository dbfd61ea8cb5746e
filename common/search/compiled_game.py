"""What a game gives to the search: a `LinkedGame`; and what the search gives back: a `Report` for each depth."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from common.kernels import cells
from common.kernels.kernel import Program
from common.rules.position import P
from common.search import alpha_beta, move_order, reference_search, shared_table, transposition
from common.search.searchable import Searchable


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


class LinkedGame(Program, Generic[P]):
    """A game for the engine: the program of its kernels, and what leads from positions to them and back."""

    def __init__(self, game: Searchable[P]) -> None:
        self.fields = alpha_beta.fields(game.width) | dict(game.fields)
        self.state, self.moves, self.words, self.points = game.state, game.single_moves, game.words, game.points
        self.expected, self.companion, self.traps = game.expected, game.companion, game.traps
        searches = map(vars, (cells, transposition, move_order, alpha_beta, reference_search))
        self._sources = *searches, *game.sources(), {"WIDTH": game.width}
        records = {"memory": self.fields, "proofs": shared_table.FIELDS}
        super().__init__(game.kernel_name, *self._sources, records=records, state=game.ints, compiles=game.compiles)
        self.table_fields = transposition.WIDE_FIELDS if self.is_wide else transposition.FIELDS
        self.records = {**self.records, "table": self.table_fields}

    def variant(self, **replaced: Any) -> Program:
        """With some constants or kernels replaced, to measure what they are worth; under its own name in the cache."""
        return Program(f"{self.name}_variant", *self._sources, records=self.records, state=self.ints, variant=replaced)
