"""The kernels and the memory that a board takes, by its size."""

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

PROVABLE = 5  # the largest board whose positions, without idle moves, fit an entry of the table of proofs
SMALLEST = 5  # the smallest board for which machine code is worth its compilation
ONE_WORD = 7  # the largest board whose sets of squares take one machine word
TWO_WORDS = 11  # the largest board whose sets take two; larger ones are searched in plain Python
ALWAYS = {
    "WIDTH": len(MOVES),
    "FIELDS": target_search.FIELDS,
}  # proofs of players alone need no table of proofs


def is_wide(size: int) -> bool:
    """Return True if a set of squares takes two machine words."""
    return ONE_WORD < size <= TWO_WORDS


def sources(size: int) -> Sequence[Mapping[str, Any]]:
    """Return the kernels for a size; later modules replace kernels and fill in constants of earlier ones."""
    modules = [longest_path, moves, territory, endgame_length, evaluation]
    proofs = [target_search, proof_table] if size <= PROVABLE else []
    wide = [wide_cells, wide_boards] if is_wide(size) else []
    constants = longest_path.board_constants(size), {"COMPILES": SMALLEST <= size <= TWO_WORDS}
    return ALWAYS, *map(vars, modules + proofs), *constants, *map(vars, wide)
