"""Advisory locks on files, held by one process at a time and released when the file is closed."""

from __future__ import annotations

import os
import sys
from errno import EDEADLK

# Offset of the byte that Windows locks: beyond the data, so that readers are not blocked.
LOCKED_BYTE = 1 << 40


def lock(file: int, wait: bool = False) -> bool:
    """Lock an open file descriptor. Return False if another process holds the lock or locking fails.

    With `wait`, block until the lock is free; on Windows only for about 10 s.
    """
    try:
        _acquire(file, wait)
    except OSError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    def _acquire(file: int, wait: bool) -> None:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        while not _is_acquired(file, wait):
            pass

    def _is_acquired(file: int, wait: bool) -> bool:
        """Return False if the wait timed out: Windows gives up after ten seconds."""
        try:
            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as problem:
            if not wait or problem.errno != EDEADLK:
                raise
            return False
        return True

else:
    import fcntl

    def _acquire(file: int, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
