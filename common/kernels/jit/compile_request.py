"""The compiler process: read a request from stdin, compile it and store the object in the cache.

python -m common.kernels.jit.compile_request < request
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from common.kernels import file_lock
from common.kernels.jit.cache import fingerprint, pack_object, read_object
from common.kernels.jit.compiler import compile_object
from common.kernels.jit.trial import check_loads
from common.kernels.linked_kernels import LinkedKernels

MAX_OBJECTS = 2  # number of objects of one name to keep, the newest
NICENESS = 10  # added to the compiler's niceness if no process waits for it


def main() -> int:
    """Compile the requested object unless it exists or another process compiles it. Return 1 on failure."""
    os.umask(0o077)  # other users must not read or write an object, not even while it is being written
    gc.disable()  # nearly all objects live to the end, so collecting garbage only costs time
    asked = json.load(sys.stdin)
    path = Path(asked["path"])
    if not asked["wait"] and hasattr(os, "nice"):
        os.nice(NICENESS)
    with exclusive_lock(path.parent / f"{asked['name']}.lock", asked["wait"]) as first:
        if not first or read_object(path):
            return 0
        try:
            program = kernels_from_request(asked)
            if fingerprint(program) not in path.name:
                raise ValueError("its sources have changed since")
            results, image = compile_object(program)
            check_loads(image)
            write_whole(path, pack_object(path, results, image))
        except Exception as problem:
            record_failure(path, problem)
            return 1
        path.with_suffix(".failed").unlink(missing_ok=True)
        keep_newest(path.parent, program.name)
    return 0


@contextmanager
def exclusive_lock(lock: Path, wait: bool) -> Iterator[bool]:
    """Hold the lock file for the block and yield True. Yield False if another process holds it.

    With `wait`, block until the lock is free.
    """
    with lock.open("ab") as file:
        yield file_lock.lock(file.fileno(), wait=wait)


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to `path` in one atomic step. Raise OSError."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(data)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def record_failure(path: Path, problem: Exception) -> None:
    """Write the reason of a failure beside the object (suffix .failed), to delay the next attempt."""
    reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
    with suppress(OSError):
        write_whole(path.with_suffix(".failed"), reason.encode())


def keep_newest(folder: Path, name: str) -> None:
    """Delete all but the MAX_OBJECTS newest objects of one name."""
    found = sorted(folder.glob(f"{name}-*.o"), key=lambda path: path.stat().st_mtime_ns)
    for path in found[:-MAX_OBJECTS]:
        path.unlink(missing_ok=True)


def kernels_from_request(request: dict[str, Any]) -> LinkedKernels:
    """Rebuild the linked kernels that a request (build.py) describes."""
    kernels = {
        name: getattr(import_module(module), known) for name, (module, known) in request["kernels"].items()
    }
    constants = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in request["constants"].items()
    }
    return LinkedKernels(
        request["name"], kernels, constants, records=request["records"], state_size=request["state"]
    )


if __name__ == "__main__":
    sys.exit(main())
