"""What the page of a game needs of its alpha-beta search: exported kernels and constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.kernels.jit.wasm import BrowserKernels
from common.search import alpha_beta, deepening, limit, move_order, think, transposition
from common.search.compiled_game import CompiledGame

RULES = ("next_move", "play", "end_score", "evaluate", "keeps_turn")
SEARCH = ("begin_search", "search_depth")
CHANCES = "find_practical_chances"


def search_kernels(
    compiled: CompiledGame[Any], more: tuple[str, ...] = (), constants: Mapping[str, float] = {}
) -> BrowserKernels:
    """Return the kernels of rules and search, and `more` that a game's page calls, with `constants`."""
    chances = (CHANCES,) if compiled.has_practical_chances else ()
    known = search_constants() | {"WIDTH": compiled.names["WIDTH"]} | dict(constants)
    return BrowserKernels(compiled, (*RULES, *SEARCH, *chances, *more), known)


def search_constants() -> dict[str, int]:
    """Return the constants of iterative deepening by name."""
    names = {
        alpha_beta: ("DECISIVE_SCORE", "MAX_DEPTH", "NO_MOVE", "NOT_OVER"),
        deepening: ("REPORT_BLOCK_WORDS", "REPORT_HEAD_WORDS"),
        think: (
            "ASPIRATION_WINDOW",
            "CHANCE_TURNS",
            "MAX_TABLE_BITS",
            "MIN_TABLE_BITS",
            "STABLE_DEPTHS",
        ),
        limit: ("LARGEST_SEED",),
        move_order: ("PLIES",),
        transposition: ("FAR_WON", "WON"),
    }
    return {name: getattr(module, name) for module, listed in names.items() for name in listed}
