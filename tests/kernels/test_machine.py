"""Stored modules in this process: calls, memory, threads, forks, limits."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.kernels import machine
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.kernels.machine import MachineCode
from common.search.compiled_game import CompiledGame
from common.search.limit import Limit
from common.search.results import Report
from common.search.think import Thinker
from tests.support.games import game_of
from tests.support.scheduling_delay import measure_delay

NODES = 3000
DUEL: CompiledGame[Any] = game_of("duel7").search.compiled(0)
STATE = DUEL.state(game_of("duel7").opening(3))
WIDE: CompiledGame[Any] = game_of("walls").search.compiled(9)


def last_report(linked: CompiledGame[Any] = DUEL, state: Any = STATE, deadline: Any = None) -> Report:
    search = Thinker(linked, linked.instance(), bits=14)
    return list(search.think(state, deadline or Deadline(nodes=NODES)))[-1]


def test_raw_call_gives_what_the_public_call_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    state = WIDE.state(game_of("walls").opening(1, 9))
    raw = WIDE.instance()
    assert machine.CALLS_RAW
    monkeypatch.setattr(machine, "CALLS_RAW", False)
    public = WIDE.instance()
    for move in range(3):
        assert raw.play(state, move) == public.play(state, move) == WIDE.plain.play(state, move)
    assert last_report()._replace(seconds=0) == last_report()._replace(seconds=0)


def test_wrong_index_raises_and_leaves_the_kernels_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    for raw in (True, False):
        monkeypatch.setattr(machine, "CALLS_RAW", raw)
        kernels = DUEL.instance()
        table = kernels.memory(DUEL.sized_table(14))
        table.mask = (1 << 60) - 1
        with pytest.raises(IndexError, match="probe has failed"):
            for high in range(64):
                kernels.probe(table, high << 40, 7)
        table.mask = (1 << 14) - 1
        assert kernels.probe(table, 5, 7) == 0


def test_record_block_and_kernel_keep_their_instance_alive() -> None:
    kernels = DUEL.instance()
    table, block, play = kernels.memory(DUEL.sized_table(20)), kernels.block(1000), kernels.play
    entries = table.entries
    expected = kernels.play(STATE, last_report().move)
    del kernels
    gc.collect()
    entries[-1] = table.mask = 7
    assert (entries[-1], table.mask, list(block.words[998:])) == (7, 7, [0, 0])
    assert play(STATE, last_report().move) == expected


def test_hundred_engines_one_after_another_free_their_memory() -> None:
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("no /proc")

    def megabytes() -> list[int]:
        return [int(pages) * os.sysconf("SC_PAGE_SIZE") >> 20 for pages in status.read_text().split()[:2]]

    last_report()
    before = megabytes()
    found = {last_report()._replace(seconds=0) for _ in range(100)}
    assert len(found) == 1
    assert megabytes()[0] - before[0] < 20_000 and megabytes()[1] - before[1] < 100


def test_two_engines_think_at_once_in_two_threads() -> None:
    expected, found = last_report()._replace(seconds=0), list[Report]()
    threads = [threading.Thread(target=lambda: found.append(last_report())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [each._replace(seconds=0) for each in found] == [expected] * 2


def test_engines_in_plain_python_have_deadlines_of_their_own() -> None:
    one, other = Kernels(DUEL.names), Kernels(DUEL.names)
    searches = [Thinker(DUEL, kernels, bits=14) for kernels in (one, other)]
    first = searches[0].think(STATE, Deadline(nodes=NODES))
    next(first)
    assert not list(searches[1].think(STATE, Deadline(end=time.monotonic())))
    assert list(first)[-1]._replace(seconds=0) == last_report()._replace(seconds=0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_forked_child_searches_on_and_compiles_other_modules() -> None:
    expected = last_report()._replace(seconds=0)
    if (child := os.fork()) == 0:
        try:
            other = CERTIFICATES.instance().compiled and WIDE.instance().compiled
            os._exit(0 if other and last_report()._replace(seconds=0) == expected else 1)
        finally:
            os._exit(2)
    until = time.monotonic() + 60
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < until:
        time.sleep(0.01)
    assert ended == (child, 0)


def test_search_ends_at_its_deadline() -> None:
    search = Thinker(DUEL, DUEL.instance())
    with measure_delay() as beside:
        began = time.monotonic()
        assert list(search.think(STATE, Deadline.from_limit(Limit(seconds=0.5))))
        spent = time.monotonic() - began
    assert 0.19 < spent < 0.5 + beside.margin


def test_poll_calls_on_poll_and_survives_its_errors() -> None:
    kernels, called = DUEL.instance(), list[int]()
    kernels.watch.on_poll = lambda: called.append(1)
    assert list(Thinker(DUEL, kernels, bits=14).think(STATE, Deadline(nodes=NODES)))
    assert called

    def fail() -> None:
        raise OSError

    other = DUEL.instance()
    other.watch.on_poll = fail
    with pytest.raises(OSError, match=r"^$"):
        list(Thinker(DUEL, other, bits=14).think(STATE, Deadline(nodes=NODES)))


@pytest.mark.skipif(sys.platform != "linux", reason="huge pages are asked for on Linux only")
def test_large_tables_ask_for_huge_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    advised = list[int]()

    class Library:
        def madvise(self, address: Any, size: Any, advice: int) -> None:
            advised.append(advice)

    monkeypatch.setattr("ctypes.CDLL", lambda name: Library())
    kernels = DUEL.instance()
    kernels.memory(DUEL.sized_table(14))
    kernels.memory(DUEL.sized_table(22))
    assert advised == [14]


def test_memory_ends_with_a_memory_error() -> None:
    kernels = DUEL.instance()
    assert isinstance(kernels, MachineCode)
    with pytest.raises(MemoryError):
        kernels.block(1 << 30)
    assert list(kernels.block(8).words) == [0] * 8


def test_cleared_record_is_empty() -> None:
    for kernels in (DUEL.instance(), DUEL.plain):
        for count in (8, 1 << 17):
            record = kernels.memory({"words": count, "mask": 0})
            record.words[7] = record.mask = 3
            kernels.clear(record)
            assert (record.words[7], record.words[0], record.mask) == (0, 0, 0)
