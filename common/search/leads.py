"""Scores of games that a lead decides: the lead times a scale, beyond DECIDED where the game has ended with it."""

from __future__ import annotations

from common.kernels.kernel import kernel
from common.search.alpha_beta import DECIDED


@kernel
def decided(lead: int) -> int:
    """The score of an end: the sign of the lead decides, then its size."""
    if lead == 0:
        return 0
    return lead + DECIDED if lead > 0 else lead - DECIDED


def size_of(score: int) -> int:
    """How large a score's lead is, whoever has it."""
    return abs(score) - DECIDED if abs(score) >= DECIDED else abs(score)


def lead_in_words(score: int, leader: str, scale: int) -> str:
    """Who leads, or wins, by how much."""
    if score == 0:
        return "even"
    if abs(score) >= DECIDED:
        return f"{leader} wins by {size_of(score) // scale}"
    return f"{leader} leads by {size_of(score) / scale:.1f}"
