"""What the page needs for proofs of the winner (pn_solver.py): exported kernels and constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.games.cats_and_dogs import endings, pn_solver, shared_table
from common.kernels.jit.wasm import BrowserKernels
from common.play.game import Game
from common.search.browser_kernels import search_kernels

PROOF_KERNELS = ("prove_win",)
PROOF_CONSTANTS: dict[str, float] = {
    "ANY_TIME": shared_table.ANY_TIME,
    "BUCKETS": shared_table.BUCKETS,
    "INFINITE_NUMBER": shared_table.INFINITE_NUMBER,
    "MAX_UNPROVEN_NODES": pn_solver.MAX_UNPROVEN_NODES,
    "NEAR_END_DOGS": endings.NEAR_END_DOGS,
    "NUMBER": shared_table.NUMBER,
    "TABLE_WORDS": shared_table.table_words(shared_table.BUCKETS),
    "WIN_CHECK": 0.1,
    "WIN_PROOF": pn_solver.WIN_PROOF,
}


def browser_kernels(game: Game[Any, Any]) -> Sequence[BrowserKernels]:
    """Return the kernels of rules, search and proofs."""
    return (search_kernels(game.search.compiled(), PROOF_KERNELS, PROOF_CONSTANTS),)
