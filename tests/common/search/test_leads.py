"""Scores of games that a lead decides."""

from __future__ import annotations

import pytest

from common.search.alpha_beta import DECISIVE_SCORE
from common.search.leads import decisive_score, describe_lead, lead_size


@pytest.mark.parametrize("lead", [-40, -1, 0, 1, 40])
def test_decisive_score_keeps_sign_and_size_of_the_lead(lead: int) -> None:
    score = decisive_score(lead)
    assert (score > 0) - (score < 0) == (lead > 0) - (lead < 0)
    assert lead_size(score) == abs(lead)
    assert lead == 0 or abs(score) > DECISIVE_SCORE


@pytest.mark.parametrize(
    ("score", "words"),
    [(0, "even"), (25, "A leads by 2.5"), (-25, "A leads by 2.5"), (DECISIVE_SCORE + 30, "A wins by 3")],
)
def test_lead_is_described_in_units_of_the_scale(score: int, words: str) -> None:
    assert describe_lead(score, "A", 10) == words
