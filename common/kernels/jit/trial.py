"""Test-load a new object in a process of its own: LLVM aborts at an object that it cannot load.

python -m common.kernels.jit.trial < object
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from common.kernels.jit.loader import LoadingUnsupported, load_object

TIMEOUT = 60.0  # seconds; loading takes milliseconds


def main() -> int:
    """Load the object on stdin and return 0.

    That is also the result where no object can be loaded at all. Callers find that out themselves.
    """
    disable_core_dumps()
    with suppress(LoadingUnsupported):
        load_object(sys.stdin.buffer.read())
    return 0


def disable_core_dumps() -> None:
    """Disable core dumps of this process."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def check_loads(image: bytes) -> None:
    """Raise ValueError if LLVM cannot load an object, OSError if the test process cannot run.

    Raise subprocess.TimeoutExpired after TIMEOUT seconds.
    """
    command = [sys.executable, "-m", "common.kernels.jit.trial"]
    done = subprocess.run(command, input=image, capture_output=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or [
            f"it ended with exit status {done.returncode}"
        ]
        raise ValueError(f"LLVM cannot load what it has compiled: {lines[-1]}")


if __name__ == "__main__":
    sys.exit(main())
