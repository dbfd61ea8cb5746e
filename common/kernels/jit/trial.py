"""A trial of a new object, in a process of its own: LLVM ends the whole process at one that it cannot load.

python -m common.kernels.jit.trial < object
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from common.kernels.jit.loader import NotLoaded, loaded

TIME = 60.0  # seconds; loading takes milliseconds


def main() -> int:
    """Load the object on stdin. Return 0 also where no object can be loaded, which callers find out themselves."""
    leave_no_core()
    with suppress(NotLoaded):
        loaded(sys.stdin.buffer.read())
    return 0


def leave_no_core() -> None:
    """Let an abort write no core file."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def check_loads(image: bytes) -> None:
    """Raise ValueError if LLVM cannot load an object, OSError if that cannot be tried."""
    command = [sys.executable, "-m", "common.kernels.jit.trial"]
    done = subprocess.run(command, input=image, capture_output=True, timeout=TIME, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [
            f"it ended with exit status {done.returncode}"
        ]
        raise ValueError(f"LLVM cannot load what it has compiled: {said[-1]}")


if __name__ == "__main__":
    sys.exit(main())
