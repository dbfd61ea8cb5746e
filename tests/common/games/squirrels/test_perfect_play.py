"""The progress of exact play."""

from __future__ import annotations

from common.games.squirrels.perfect_play import progress_text


def test_progress_estimates_the_remaining_time() -> None:
    assert progress_text(0, 2e9, 0.0) == "0 million positions, usually about 2000"
    assert (
        progress_text(500_000_000, 2e9, 600.0)
        == "500 million positions, usually about 2000: about 30 min left"
    )
    assert progress_text(3_000_000_000, 2e9, 600.0) == "3000 million positions, usually about 2000"
