"""Advisory locks: held once, released when the file is closed, awaited on demand."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from common.kernels.file_lock import lock

LONG = 20.0  # seconds after which a broken test gives up
Open = Callable[[], int]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Open the same file once more at each call, as another process would."""
    files = list[int]()

    def new() -> int:
        files.append(os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT))
        return files[-1]

    yield new
    for file in files:
        with suppress(OSError):
            os.close(file)


def test_lock_is_held_once(opened: Open) -> None:
    first, second = opened(), opened()
    assert lock(first)
    assert not lock(second)
    assert lock(first)  # its owner may ask again


def test_closed_file_is_unlocked(opened: Open) -> None:
    first, second = opened(), opened()
    assert lock(first) and not lock(second)
    os.close(first)
    assert lock(second)


def test_waiting_ends_when_the_lock_is_free(opened: Open) -> None:
    first, second, events = opened(), opened(), list[str]()
    assert lock(first)

    def wait() -> None:
        if lock(second, wait=True):
            events.append("locked")

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    waiting.join(0.05)  # a lock that does not wait ends here
    events.append("freed" if waiting.is_alive() else "did not wait")
    os.close(first)
    waiting.join(LONG)
    assert events == ["freed", "locked"]


def test_locked_file_can_be_read_and_written(opened: Open) -> None:
    first, second = opened(), opened()
    assert lock(first)
    assert os.write(second, b"text") == 4
    assert os.pread(first, 10, 0) == b"text"


def test_closed_descriptor_cannot_be_locked(opened: Open) -> None:
    file = opened()
    os.close(file)
    assert not lock(file)
