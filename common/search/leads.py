"""Scores of games decided by a lead: lead times scale, plus DECISIVE_SCORE once the game is over."""

from __future__ import annotations

from common.kernels.kernel import kernel
from common.search.alpha_beta import DECIDED


@kernel
def decided(lead: int) -> int:
    """Return the score of a game that ends with a lead: DECISIVE_SCORE is added to its size. 0 is a draw."""
    if lead == 0:
        return 0
    return lead + DECIDED if lead > 0 else lead - DECIDED


def size_of(score: int) -> int:
    """Return the size of the lead in a score, whichever side leads."""
    return abs(score) - DECIDED if abs(score) >= DECIDED else abs(score)


def lead_in_words(score: int, leader: str, scale: int) -> str:
    """Describe a score in words: who leads or wins, and by how much."""
    if score == 0:
        return "even"
    if abs(score) >= DECIDED:
        return f"{leader} wins by {size_of(score) // scale}"
    return f"{leader} leads by {size_of(score) / scale:.1f}"
