"""Expected captures of the cats, by the score, the dogs left and the side to move."""

from __future__ import annotations

import pytest

from common.games.cats_and_dogs.expected_captures import (
    captures_outlook,
    cats_log_odds,
    expected_captures,
)


@pytest.mark.parametrize("dogs", [1, 12, 30, 44])
def test_better_score_never_means_fewer_captures(dogs: int) -> None:
    found = [expected_captures(safe, dogs, False) for safe in range(-5, 60)]
    assert found == sorted(found)
    assert (found[0], found[5]) == (0, 0) and found[-1] <= dogs


def test_start_is_worth_some_twenty_captures() -> None:
    assert 18 < expected_captures(20.0, 44, False) < 22


def test_captures_are_fewer_after_a_capture() -> None:
    assert expected_captures(10.0, 30, True) < expected_captures(10.0, 30, False)


def test_outlook_counts_the_captures_made() -> None:
    found = captures_outlook(10.0, None, 30, False)
    assert (found.side, found.unit, found.made) == ("cat", "captures", 14)
    assert found.more == expected_captures(10.0, 30, False)
    assert found.words == f"about {round(found.more)} more captures"
    assert captures_outlook(2.0, None, 3, False).words == "about 1 more capture"


def test_cats_chances_grow_as_dogs_leave() -> None:
    odds = [cats_log_odds(dogs) for dogs in range(1, 45)]
    assert odds == sorted(odds, reverse=True) and odds[0] > 0 > odds[-1]


@pytest.mark.parametrize(
    ("plies", "dogs_move", "more"), [(0, True, 0), (1, True, 0), (2, False, 1), (5, True, 2)]
)
def test_proven_length_makes_the_captures_exact(plies: int, dogs_move: bool, more: int) -> None:
    assert captures_outlook(0.0, plies, 20, dogs_move).more == more
