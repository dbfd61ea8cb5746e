"""The pause between two pictures, by a clock that only sleeping moves on."""

from __future__ import annotations

from math import inf, nan

import pytest

from common.play import pace
from common.play.pace import Pace, check_pace
from common.rules.errors import BadInput


class Clock:
    """A clock that stands still between sleeps."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(pace, "time", found)
    return found


@pytest.mark.parametrize(("thought", "slept"), [(0, 2), (1.5, 0.5), (2, 0), (9, 0)])
def test_thinking_time_counts_towards_the_pause(thought: float, slept: float, clock: Clock) -> None:
    pauses = Pace(2)
    for _picture in range(2):
        pauses.start()
        clock.now += thought
        before = clock.now
        pauses.wait()
        assert clock.now - before == slept


def test_there_is_no_pause_before_the_first_picture_or_without_seconds(clock: Clock) -> None:
    Pace(2).wait()
    none = Pace(0)
    none.start()
    none.wait()
    assert clock.now == 100


@pytest.mark.parametrize("seconds", [-0.1, 61, inf, nan])
def test_pace_out_of_range_is_refused(seconds: float) -> None:
    with pytest.raises(BadInput, match=r"^--pace .*: expected seconds from 0 to 60, e.g. --pace 0.4$"):
        check_pace(seconds)


@pytest.mark.parametrize("seconds", [0, 0.4, 60])
def test_pace_in_range_is_kept(seconds: float) -> None:
    assert check_pace(seconds) == seconds
