"""Compiled kernels of one game, plus conversions between positions and kernel states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic

from common.kernels import cells
from common.kernels.linked_kernels import LinkedKernels
from common.kernels.memory import Fields
from common.rules.position import P
from common.search import alpha_beta, deepening, move_order, transposition
from common.search.limit import Level
from common.search.think import Thinker, shared_thinker, table_bits

if TYPE_CHECKING:
    from common.search.game_search import Search


class CompiledGame(LinkedKernels, Generic[P]):
    """The kernels of a game linked for the engine, and conversions between positions and states."""

    def __init__(self, game: Search[P], size: int = 0) -> None:
        """Link a game for a board size (0 in games without sizes).

        Raise ValueError if its state needs a kernel `key` of its own, or if two different things have one
        name.
        """
        self.state, self.moves, self.score = game.state, game.single_moves, game.score_from_kernels
        self.companion = partial(game.companion, size)
        searches = map(vars, (cells, transposition, move_order, alpha_beta, deepening))
        sources = game.sources(size)
        width = max_moves(sources)
        self.fields = alpha_beta.fields(width) | deepening.FIELDS
        records: dict[str, Fields] = {}
        for source in sources:
            self.fields |= source.get("FIELDS", {})
            records |= source.get("RECORDS", {})
        super().__init__(
            f"{game.name}{size or ''}",
            *searches,
            *sources,
            {"WIDTH": width},
            records={"memory": self.fields, **records},
            state_size=game.state_size,
            compiles=all(source.get("COMPILES", True) for source in sources),
        )
        self.has_practical_chances = "find_practical_chances" in self.names
        if game.state_size != 2 and self.names["key"] is alpha_beta.key:
            raise ValueError(
                f"{game.name}: a state of {game.state_size} words needs a kernel `key` of its own"
            )
        self.table_fields = transposition.WIDE_FIELDS if self.is_wide else transposition.FIELDS
        self.records = {**self.records, "table": self.table_fields}

    def sized_table(self, bits: int) -> Fields:
        """Return the fields of a table with 2 ** bits entries."""
        words = self.table_fields["entries"] // transposition.ENTRIES
        return {**self.table_fields, "entries": words << bits}

    def searcher(self, level: Level, shared: bool = False, thorough: bool = False) -> Thinker:
        """Return the searcher for a level, with a table of its own unless that is `shared`.

        A `thorough` one, for `solve`, looks at all moves equally deep.
        """
        if shared:
            return shared_thinker(self, level)
        return Thinker(self, self.instance(), table_bits(level.limit), level, thorough)

    def static_score(self, position: P) -> int:
        """Return the static evaluation for the side to move, or the final score of a finished game."""
        state, kernels = self.state(position), self.plain
        score = int(kernels.end_score(kernels.memory(self.fields), state, 1))
        return int(kernels.evaluate(state)) if score == alpha_beta.NOT_OVER else score


def max_moves(sources: Sequence[Mapping[str, Any]]) -> int:
    """Return the WIDTH of a game, the maximum number of moves in a position (default 128).

    Sources may also contain the default, imported from alpha_beta.py, so any other value wins.
    """
    widths = [source.get("WIDTH", alpha_beta.WIDTH) for source in sources]
    return int(next((width for width in widths if width != alpha_beta.WIDTH), alpha_beta.WIDTH))
