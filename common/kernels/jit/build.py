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

from common.kernels.jit.cache import HERE, Refused, path_of, unpacked
from common.kernels.jit.loader import MachineCode, NotLoaded, code_holder, loaded
from common.kernels.kernel import Kernels, can_compile
from common.messages import Message, _, translated

if TYPE_CHECKING:
    from subprocess import Popen

    from common.kernels.linked_kernels import LinkedKernels

Found = TypeVar("Found")
AGAIN = 600.0  # seconds before a failed compilation is tried again
LOOK = 0.05  # seconds between two polls of the compiler process
Look = Callable[[], Kernels | None]


def at_once(program: LinkedKernels) -> Look:
    """Return a function that polls for the compiled kernels and returns None until they are ready.

    A cache miss starts the compiler in the background.
    """
    if not can_compile():
        return lambda: None

    def first_look() -> Look:
        path = path_of(program)
        try:
            found = _read(program, path)
        except NotLoaded:
            return InMemory(program)
        if found is None:
            _compile(program, path, patient=False)
            return partial(_tried, program, lambda: _read(program, path) if path.exists() else None)
        return lambda: found

    return _tried(program, first_look) or (lambda: None)


def compiled(program: LinkedKernels) -> Kernels | None:
    """Load the kernels from the cache, on a cache miss after compiling them.

    Return None, with a line on stderr, on failure.
    """

    def found() -> Kernels:
        if not can_compile():
            raise Refused(_("Numba is not installed"))
        path = path_of(program)
        if kernels := _read(program, path):
            return kernels
        _compile(program, path, patient=True)
        if kernels := _read(program, path):
            return kernels
        raise Refused(_failure(path) or _("the compiler produced nothing"))

    try:
        return _tried(program, found)
    except NotLoaded:
        return InMemory(program).wait()


def _tried(program: LinkedKernels, attempt: Callable[[], Found]) -> Found | None:
    """Return the result of `attempt`. If it raises an Exception, print one line on stderr and return None."""
    try:
        return attempt()
    except Exception as problem:
        said = str(problem)
        reason = said if isinstance(said, Message) else _first_line(said) or type(problem).__name__
        note = _(
            "{name}: falling back to plain Python (slower): {reason}",
            name=program.name,
            reason=reason,
        )
        print(translated(note), file=sys.stderr)
        return None


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _read(program: LinkedKernels, path: Path) -> Kernels | None:
    """Load the kernels of a cache file. Return None if the file is missing or damaged."""
    found = unpacked(path)
    return None if found is None else MachineCode(program, loaded(found[1]), found[0])


class InMemory:
    """Machine code for this process only, compiled in a thread: for systems that cannot load objects."""

    def __init__(self, program: LinkedKernels) -> None:
        self._program, self._found = program, list[Kernels]()
        self._thread = threading.Thread(target=_tried, args=(program, self._compile), daemon=True)
        self._thread.start()

    def _compile(self) -> None:
        from common.kernels.jit.compiler import lowered
        from common.kernels.jit.object_code import HOST, machine_of

        results, module = lowered(self._program, machine_of(HOST))
        engine = code_holder()
        engine.add_module(module)
        engine.finalize_object()
        self._found.append(MachineCode(self._program, engine, results))

    def __call__(self) -> Kernels | None:
        """Return the kernels, or None until they are compiled."""
        return self._found[0] if self._found else None

    def wait(self) -> Kernels | None:
        """Wait for the compiler and return the kernels, or None if compiling failed."""
        self._thread.join()
        return self()


# Compiling in a process of its own


def _compile(program: LinkedKernels, path: Path, patient: bool) -> None:
    """Start the compiler, and with `wait` wait for its end.

    Raise MachineCodeUnavailable if compiling failed less than RETRY_SECONDS ago.
    """
    import json
    import tempfile

    if failure := _failure(path):
        raise Refused(failure)
    with tempfile.TemporaryFile() as asked:
        asked.write(json.dumps(request(program) | {"path": str(path), "patient": patient}).encode())
        asked.seek(0)
        process = _compiler(asked)
    if patient:
        _wait(process, program.name)


def _compiler(asked: Any) -> Popen[bytes]:
    """Start the compiler with a request file as stdin. It survives this process, Ctrl-C and the terminal."""
    import subprocess

    own: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    nowhere = subprocess.DEVNULL
    paths = {"PYTHONPATH": os.pathsep.join(dict.fromkeys([str(HERE.parents[2]), *filter(None, sys.path)]))}
    command = [sys.executable, "-m", "common.kernels.jit.compile_request"]
    return subprocess.Popen(
        command, stdin=asked, stdout=nowhere, stderr=nowhere, env=os.environ | paths, **own
    )


def _wait(process: Popen[bytes], name: str) -> None:
    """Wait for the compiler. On a terminal, count the seconds in a line that is erased at the end."""
    began, shown, erase = time.monotonic(), sys.stderr.isatty(), "\r\x1b[K"
    while process.poll() is None:
        time.sleep(LOOK)
        if shown:
            seconds = time.monotonic() - began
            line = translated(
                _("{seconds:.1f} s  compiling {name} (first run only)", seconds=seconds, name=name)
            )
            print(f"{erase}{line}", end="", file=sys.stderr, flush=True)
    if shown:
        print(erase, end="", file=sys.stderr, flush=True)


def _failure(path: Path) -> str:
    """Return why compiling failed less than RETRY_SECONDS ago, or an empty string."""
    with suppress(OSError):
        noted = path.with_suffix(".failed")
        if time.time() - noted.stat().st_mtime < AGAIN:
            return noted.read_text(encoding="utf-8")
    return ""


def request(program: LinkedKernels) -> dict[str, Any]:
    """Describe linked kernels in JSON types, so that compile_request.py can rebuild them."""
    kernels = {
        name: (_module(value), value.__name__) for name, value in program.names.items() if callable(value)
    }
    constants = {name: value for name, value in program.names.items() if not callable(value)}
    known = {"name": program.name, "kernels": kernels, "constants": constants, "state": program.ints}
    return known | {"records": {name: dict(fields) for name, fields in program.records.items()}}


def _module(function: Any) -> str:
    """Return the module to import a function from: for the running script, the name of its file."""
    name: str = function.__module__
    started = getattr(sys.modules["__main__"], "__file__", None)
    return Path(started).stem if name == "__main__" and started else name
