"""A process and its descendants: listed, frozen, killed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from common.programs.process_tree import (
    descendants,
    descendants_by_psutil,
    freeze,
    is_alive,
    kill_descendants,
    thaw,
)
from tests.support.programs import on_unix

pytestmark = on_unix
TREE = (
    "import os, time\nfor _ in range(3):\n    if not os.fork():\n        break\n"
    "print('begun', flush=True)\nwhile True: pass"
)


@pytest.fixture
def tree() -> Iterator[subprocess.Popen[str]]:
    """Start a process with three busy children."""
    process = subprocess.Popen([sys.executable, "-c", TREE], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for _ in range(4):
        process.stdout.readline()
    yield process
    kill_descendants(process.pid)
    process.kill()
    process.wait()


def test_descendants_agree_with_psutil(tree: subprocess.Popen[str]) -> None:
    assert len(descendants(tree.pid)) == 3
    assert sorted(descendants(tree.pid)) == sorted(descendants_by_psutil(tree.pid))


def test_kill_below_spares_the_root(tree: subprocess.Popen[str]) -> None:
    below = descendants(tree.pid)
    kill_descendants(tree.pid)
    assert is_alive(tree.pid) and not any(map(is_alive, below))


def test_frozen_tree_uses_no_cpu_until_thawed(tree: subprocess.Popen[str]) -> None:
    import psutil

    below = [psutil.Process(process) for process in descendants(tree.pid)]

    def used() -> float:
        return float(sum(process.cpu_times().user for process in below))

    freeze(tree.pid)
    before = used()
    time.sleep(0.2)
    assert used() == before
    thaw(tree.pid)
    deadline = time.monotonic() + 20
    while used() == before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert used() > before
