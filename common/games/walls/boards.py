"""The selection of kernels and constants for each board size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.games.walls import (
    endgame_length,
    evaluation,
    longest_path,
    moves,
    proof_table,
    target_search,
    territory,
    wide_boards,
    wide_cells,
)
from common.games.walls.board import MOVES

LARGEST_PROVABLE = 5  # largest size whose positions, without idle moves, fit an entry of the proof table
SMALLEST_COMPILED = 5  # smallest size that is worth compiling
LARGEST_ONE_WORD = 7  # largest size with sets of squares in one machine word
LARGEST_TWO_WORDS = 11  # largest size with sets in two words; larger boards are searched in plain Python
# All sizes solve separated players, which needs no proof table.
COMMON_CONSTANTS = {
    "WIDTH": len(MOVES),
    "FIELDS": target_search.FIELDS,
}


def is_wide(size: int) -> bool:
    """Return True for 9x9 and 11x11, whose sets of squares take two machine words."""
    return LARGEST_ONE_WORD < size <= LARGEST_TWO_WORDS


def sources(size: int) -> Sequence[Mapping[str, Any]]:
    """Return the kernels and constants of a size; later namespaces override names of earlier ones."""
    modules = [longest_path, moves, territory, endgame_length, evaluation]
    proofs = [target_search, proof_table] if size <= LARGEST_PROVABLE else []
    wide = [wide_cells, wide_boards] if is_wide(size) else []
    constants = (
        longest_path.board_constants(size),
        {"COMPILES": SMALLEST_COMPILED <= size <= LARGEST_TWO_WORDS},
    )
    return COMMON_CONSTANTS, *map(vars, modules + proofs), *constants, *map(vars, wide)
