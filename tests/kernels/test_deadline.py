"""Deadlines: time, nodes, and parts of a deadline."""

from __future__ import annotations

import time
from math import inf

from common.kernels.deadline import NO_DEADLINE, UNLIMITED_NODES, Deadline
from common.search.limit import Limit


def test_deadline_is_slightly_before_the_limit() -> None:
    assert 0.07 < Deadline.from_limit(Limit(seconds=0.1)).remaining <= 0.08
    assert 1.8 < Deadline.from_limit(Limit(seconds=2)).remaining <= 1.9


def test_deadline_subtracts_time_already_used() -> None:
    assert Deadline.from_limit(Limit(seconds=1), time_used=0.5).remaining <= 0.4
    assert 0 < Deadline.from_limit(Limit(seconds=1), time_used=5).end - time.monotonic() < 0.001


def test_deadline_never_expires_without_a_limit() -> None:
    assert not NO_DEADLINE.expired
    assert not NO_DEADLINE.is_timed
    assert NO_DEADLINE.remaining == inf
    assert NO_DEADLINE.budget == UNLIMITED_NODES


def test_deadline_in_the_past_is_expired() -> None:
    over = Deadline(end=time.monotonic())
    assert over.expired
    assert over.remaining == 0


def test_part_takes_a_fraction_of_time_and_nodes() -> None:
    whole = Deadline.from_limit(Limit(seconds=100, nodes=1000))
    part = whole.part(0.25)
    assert 24.9 < part.remaining < 25
    assert part.budget == 250


def test_part_never_ends_after_the_whole() -> None:
    now = time.monotonic()
    nearly_over = Deadline(start=now - 9, end=now + 1)
    assert nearly_over.part(0.5).end == nearly_over.end


def test_part_has_at_least_one_node() -> None:
    assert Deadline(nodes=1).part(0.1).nodes == 1


def test_part_is_unlimited_without_a_limit() -> None:
    assert Deadline().part(0.1)[1:4] == (inf, None, None)


def test_within_never_ends_after_the_whole() -> None:
    assert Deadline().within(1).remaining <= 1
    assert Deadline(end=0.0).within(1).expired
