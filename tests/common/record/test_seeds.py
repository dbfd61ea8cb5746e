"""Random seeds, and the option that repeats them."""

from __future__ import annotations

import pytest

from common.record.seeds import print_seed, random_seed


def test_random_seeds_differ_and_have_at_most_six_digits() -> None:
    seeds = {random_seed() for _ in range(20)}
    assert len(seeds) > 10 and min(seeds) >= 0 and max(seeds) < 1_000_000


def test_seed_is_printed_as_an_option_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    print_seed(7)
    assert capsys.readouterr() == ("", "--seed 7\n")
