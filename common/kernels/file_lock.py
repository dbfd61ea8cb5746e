"""Locks on files: held by one process at a time, given back when it closes the file or ends."""

from __future__ import annotations

import os
import sys

FAR = 1 << 40  # the byte that Windows locks, behind all that anybody reads


def lock(file: int, wait: bool = False) -> bool:
    """Lock an open file by its descriptor; return False if another process holds it, unless `wait` waits for that."""
    try:
        _take(file, wait)
    except OSError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    def _take(file: int, wait: bool) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: int, wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
