"""Scores of games decided by a lead: lead times scale, plus DECISIVE_SCORE once the game is over."""

from __future__ import annotations

from common.kernels.kernel import kernel
from common.search.alpha_beta import DECISIVE_SCORE


@kernel
def decisive_score(lead: int) -> int:
    """Return the score of a game that ends with a lead: 0 for a draw, else DECISIVE_SCORE further from 0.

    The lead is already multiplied by the scale, and negative if the side is behind.
    """
    if lead == 0:
        return 0
    return lead + DECISIVE_SCORE if lead > 0 else lead - DECISIVE_SCORE


def lead_size(score: int) -> int:
    """Return the size of the lead in a score, still multiplied by the scale, whichever side leads."""
    return abs(score) - DECISIVE_SCORE if abs(score) >= DECISIVE_SCORE else abs(score)


def describe_lead(score: int, leader: str, scale: int) -> str:
    """Describe a score in words: who leads or wins, and by how much.

    `leader` is the side that leads, whatever the sign of the score. `scale` is the score of a lead of 1.
    """
    if score == 0:
        return "even"
    if abs(score) >= DECISIVE_SCORE:
        return f"{leader} wins by {lead_size(score) // scale}"
    return f"{leader} leads by {round(lead_size(score) / scale, 1):g}"
