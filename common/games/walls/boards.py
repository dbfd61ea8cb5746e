"""Which kernels and how much memory boards of two players take, by their size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.games.walls import endgame_length, longest_path, moves, proof_table, target_search, territory, wide_boards, wide_cells
from common.kernels.memory import Fields

PROVABLE = 5  # the largest board whose positions, idle moves apart, fit an entry of the table of proofs
ONE_WORD, TWO_WORDS = 7, 11  # the largest boards whose sets of squares take one machine word, and two


def is_wide(size: int) -> bool:
    """True if a set of squares takes two machine words; on larger boards kernels run as plain Python."""
    return ONE_WORD < size <= TWO_WORDS


def sources(size: int, game: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Moves, paths, territory, last moves, proofs on small boards, the game's own kernels, and the board's constants."""
    known = [longest_path, moves, territory, endgame_length]
    known += [target_search, proof_table] if size <= PROVABLE else []
    wide = [wide_cells, wide_boards] if is_wide(size) else []
    return *map(vars, known), game, longest_path.board_constants(size), *map(vars, wide)


def fields(size: int) -> Fields:
    """What the kernels remember."""
    return target_search.FIELDS | endgame_length.FIELDS | (wide_boards.FIELDS if is_wide(size) else {})
