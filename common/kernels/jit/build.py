"""Build and load machine code.

A process of its own compiles the kernels into one object. This process loads and calls it without Numba or
numpy. `cache.py` is the cache, `compiler.py` the compiler, `loader.py` makes an object callable.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from common.kernels.jit.cache import HERE, MachineCodeUnavailable, object_path, read_object
from common.kernels.jit.loader import LoadingUnsupported, MachineCode, create_engine, load_object
from common.kernels.kernel import Kernels, can_compile

if TYPE_CHECKING:
    from subprocess import Popen

    from common.kernels.linked_kernels import LinkedKernels

Found = TypeVar("Found")
RETRY_SECONDS = 600.0  # seconds before a failed compilation is tried again
POLL_SECONDS = 0.05  # seconds between two polls of the compiler process
Poll = Callable[[], Kernels | None]


def start_build(linked_kernels: LinkedKernels) -> Poll:
    """Return a function that polls for the compiled kernels and returns None until they are ready.

    A cache miss starts the compiler in the background. If that fails or Numba is missing, the function always
    returns None.
    """
    if not can_compile():
        return lambda: None

    def first_look() -> Poll:
        path = object_path(linked_kernels)
        try:
            found = _load(linked_kernels, path)
        except LoadingUnsupported:
            return InMemoryBuild(linked_kernels)
        if found is None:
            _compile(linked_kernels, path, wait=False)
            return partial(
                _run_or_report, linked_kernels, lambda: _load(linked_kernels, path) if path.exists() else None
            )
        return lambda: found

    return _run_or_report(linked_kernels, first_look) or (lambda: None)


def load_or_build(linked_kernels: LinkedKernels) -> Kernels | None:
    """Load the kernels from the cache, on a cache miss after compiling them.

    Return None, with a line on stderr, on failure.
    """

    def found() -> Kernels:
        if not can_compile():
            raise MachineCodeUnavailable("Numba is not installed")
        path = object_path(linked_kernels)
        if kernels := _load(linked_kernels, path):
            return kernels
        _compile(linked_kernels, path, wait=True)
        if kernels := _load(linked_kernels, path):
            return kernels
        raise MachineCodeUnavailable(_recent_failure(path) or "the compiler produced nothing")

    try:
        return _run_or_report(linked_kernels, found)
    except LoadingUnsupported:
        return InMemoryBuild(linked_kernels).wait()


def _run_or_report(linked_kernels: LinkedKernels, attempt: Callable[[], Found]) -> Found | None:
    """Return the result of `attempt`. If it raises an Exception, print one line on stderr and return None."""
    try:
        return attempt()
    except Exception as problem:
        reason = _first_line(str(problem)) or type(problem).__name__
        note = f"{linked_kernels.name}: falling back to plain Python (slower): {reason}"
        print(note, file=sys.stderr)
        return None


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _load(linked_kernels: LinkedKernels, path: Path) -> Kernels | None:
    """Load the kernels of a cache file. Return None if the file is missing or damaged."""
    found = read_object(path)
    return None if found is None else MachineCode(linked_kernels, load_object(found[1]), found[0])


class InMemoryBuild:
    """Machine code for this process only, for systems that cannot load objects.

    A thread starts to compile at once. A failure prints one line on stderr.
    """

    def __init__(self, linked_kernels: LinkedKernels) -> None:
        self._linked_kernels, self._found = linked_kernels, list[Kernels]()
        self._thread = threading.Thread(
            target=_run_or_report, args=(linked_kernels, self._compile), daemon=True
        )
        self._thread.start()

    def _compile(self) -> None:
        from common.kernels.jit.compiler import lower_kernels
        from common.kernels.jit.object_code import HOST, target_machine

        results, module = lower_kernels(self._linked_kernels, target_machine(HOST))
        engine = create_engine()
        engine.add_module(module)
        engine.finalize_object()
        self._found.append(MachineCode(self._linked_kernels, engine, results))

    def __call__(self) -> Kernels | None:
        """Return the kernels, or None until they are compiled, and if compiling failed. Never waits."""
        return self._found[0] if self._found else None

    def wait(self) -> Kernels | None:
        """Wait for the compiler and return the kernels, or None if compiling failed."""
        self._thread.join()
        return self()


# Compiling in a process of its own


def _compile(linked_kernels: LinkedKernels, path: Path, wait: bool) -> None:
    """Start the compiler, and with `wait` wait for its end.

    Raise MachineCodeUnavailable if compiling failed less than RETRY_SECONDS ago.
    """
    import json
    import tempfile

    if failure := _recent_failure(path):
        raise MachineCodeUnavailable(failure)
    with tempfile.TemporaryFile() as asked:
        asked.write(json.dumps(request(linked_kernels) | {"path": str(path), "wait": wait}).encode())
        asked.seek(0)
        process = _compiler(asked)
    if wait:
        _wait(process, linked_kernels.name)


def _compiler(request_file: Any) -> Popen[bytes]:
    """Start the compiler with a request file as stdin. It survives this process, Ctrl-C and the terminal."""
    import subprocess

    own: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    nowhere = subprocess.DEVNULL
    paths = {"PYTHONPATH": os.pathsep.join(dict.fromkeys([str(HERE.parents[2]), *filter(None, sys.path)]))}
    command = [sys.executable, "-m", "common.kernels.jit.compile_request"]
    return subprocess.Popen(
        command, stdin=request_file, stdout=nowhere, stderr=nowhere, env=os.environ | paths, **own
    )


def _wait(process: Popen[bytes], name: str) -> None:
    """Wait for the compiler. On a terminal, count the seconds in a line that is erased at the end."""
    began, shown, erase = time.monotonic(), sys.stderr.isatty(), "\r\x1b[K"
    while process.poll() is None:
        time.sleep(POLL_SECONDS)
        if shown:
            seconds = time.monotonic() - began
            line = f"{seconds:.1f} s  compiling {name} (first run only)"
            print(f"{erase}{line}", end="", file=sys.stderr, flush=True)
    if shown:
        print(erase, end="", file=sys.stderr, flush=True)


def _recent_failure(path: Path) -> str:
    """Return why compiling failed less than RETRY_SECONDS ago, or an empty string."""
    with suppress(OSError):
        noted = path.with_suffix(".failed")
        if time.time() - noted.stat().st_mtime < RETRY_SECONDS:
            return noted.read_text(encoding="utf-8")
    return ""


def request(linked_kernels: LinkedKernels) -> dict[str, Any]:
    """Describe linked kernels in JSON types, so that compile_request.py can rebuild them."""
    kernels = {
        name: (_module_name(value), value.__name__)
        for name, value in linked_kernels.names.items()
        if callable(value)
    }
    constants = {name: value for name, value in linked_kernels.names.items() if not callable(value)}
    known = {
        "name": linked_kernels.name,
        "kernels": kernels,
        "constants": constants,
        "state": linked_kernels.state_size,
    }
    return known | {"records": {name: dict(fields) for name, fields in linked_kernels.records.items()}}


def _module_name(function: Any) -> str:
    """Return the module to import a function from: for the running script, the name of its file."""
    name: str = function.__module__
    started = getattr(sys.modules["__main__"], "__file__", None)
    return Path(started).stem if name == "__main__" and started else name
