"""Machine code: one object a program, compiled once in a process of its own, loaded and called without Numba or numpy.

A file of the cache is the digest of all that follows it, its own name, a line for each kernel with what it returns,
and after an empty line the object. It is written whole under a name that no other sources, constants, layouts,
compiler or processor can have, so it is never stale; and nothing is loaded that others could have written.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from common.kernels.linking import STATES, Kernels, Program, can_compile, parameters
from common.kernels.memory import Block, Fields, layout, record

if TYPE_CHECKING:
    from subprocess import Popen

Found = TypeVar("Found")
OURS = "five-board-games"
VARIABLE = "FIVE_BOARD_GAMES_CACHE"
LOADS_OBJECTS = sys.platform == "linux"  # known to work; elsewhere it is tried
AGAIN = 600.0  # seconds after which a compilation that failed is tried again
LOOK = 0.05  # seconds between two looks at whether the compiler is done
RESULTS = 8  # words that a kernel returns at most
NOTHING, TRUTH = "nothing", "truth"  # what a kernel returns, else how many ints
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")  # of the environment, that make other machine code
_HERE = Path(__file__).parent


class NotLoaded(BaseException):
    """An object that is right, but not in a form that llvmlite loads on this system."""


class Refused(Exception):
    """Machine code is given up: the reason, in a line."""


Look = Callable[[], Kernels | None]


def at_once(program: Program) -> Look:
    """A look into the cache, which costs little. If nothing is there, it is being compiled now, and nobody waits for it."""
    if not can_compile():
        return lambda: None

    def first_look() -> Look:
        path = _path(program)
        try:
            found = _read(program, path)
        except NotLoaded:
            return InMemory(program)
        if found is None:
            _compile(program, path, patient=False)
            return partial(_tried, program, lambda: _read(program, path) if path.exists() else None)
        return lambda: found

    return _tried(program, first_look) or (lambda: None)


def compiled(program: Program) -> Kernels | None:
    """What is in the cache, or is compiled now, with progress on a terminal. None, and a line on stderr, if that fails."""

    def found() -> Kernels:
        if not can_compile():
            raise Refused("Numba is not installed")
        path = _path(program)
        if loaded := _read(program, path):
            return loaded
        _compile(program, path, patient=True)
        if loaded := _read(program, path):
            return loaded
        raise Refused(_failure(path) or "the compiler left nothing")

    try:
        return _tried(program, found)
    except NotLoaded:
        return InMemory(program).wait()


def _tried(program: Program, attempt: Callable[[], Found]) -> Found | None:
    """What an attempt finds; None, and a line, whatever goes wrong with it."""
    try:
        return attempt()
    except Exception as problem:
        reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        print(f"{program.name}: plain Python, slower, because machine code is not to be had: {reason}", file=sys.stderr)
        return None


def _path(program: Program) -> Path:
    """Where the object of a program is kept. Raises Refused or OSError."""
    return folder() / f"{program.name}-{fingerprint(program)}.o"


# THE CACHE


def folder() -> Path:
    """Where objects are kept, made if need be. Raises Refused if others could write there, OSError if it cannot be made."""
    found = Path(os.environ.get(VARIABLE) or _users_cache() / OURS)
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check(found, found.stat())
    return found


def _users_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _check(path: Path, status: os.stat_result) -> None:
    """Raises Refused if somebody else could have written there."""
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
        raise Refused(f"{path} belongs to, or can be written by, others")


def fingerprint(program: Program) -> str:
    """A name for all that machine code depends on: code, constants, layouts, the compiler and ours, Python, the processor."""
    import llvmlite.binding as llvm

    digest = sha256()
    for name, value in sorted(program.names.items()):
        digest.update(repr((name, _bytecode(value) if callable(value) else value)).encode())
    records = {name: tuple(fields.items()) for name, fields in program.records.items()}
    processor = llvm.get_host_cpu_name(), sorted(llvm.get_host_cpu_features().items())
    settings = [os.environ.get(name) for name in SETTINGS]
    digest.update(repr((records, program.state, sys.version, processor, settings)).encode())
    for path in (_HERE / "linking.py", _HERE / "intrinsics.py", _HERE / "compiling.py"):
        digest.update(path.read_bytes())
    for version in _versions():
        digest.update(version)
    return digest.hexdigest()[:24]


def _bytecode(function: Any) -> tuple[Any, ...]:
    """What is really compiled: Python may run old bytecode for a source edited twice within a second."""
    code = function.__code__
    return code.co_code, code.co_consts, code.co_names, code.co_varnames, function.__defaults__


def _versions() -> Iterator[bytes]:
    """What tells the compiler's packages from every other version; importing numba would take ten times as long."""
    for package in ("numba", "llvmlite"):
        found = find_spec(package)
        if found is not None and found.origin:
            yield repr((found.origin, Path(found.origin).stat().st_mtime_ns)).encode()
            with suppress(FileNotFoundError):
                yield (Path(found.origin).parent / "_version.py").read_bytes()


def packed(path: Path, results: dict[str, str], image: bytes) -> bytes:
    """What a file of the cache holds."""
    body = "\n".join([path.name, *(f"{name} {result}" for name, result in results.items()), "\n"]).encode() + image
    return sha256(body).hexdigest().encode() + b"\n" + body


def unpacked(path: Path) -> tuple[dict[str, str], bytes] | None:
    """The inverse, of a file that is there and undamaged. Raises Refused if it could be somebody else's."""
    try:
        with path.open("rb") as file:
            _check(path, os.fstat(file.fileno()))
            digest, _, body = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    if digest != sha256(body).hexdigest().encode():
        return None
    lines, _, image = body.partition(b"\n\n")
    name, *results = lines.decode().splitlines()
    return (dict(line.split(" ") for line in results), image) if name == path.name else None


# COMPILING, in a process of its own


def _compile(program: Program, path: Path, patient: bool) -> None:
    """Have the object written; who is not patient does not wait for it. Raises Refused if that has failed a short while ago."""
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
    """The compiler at work; it outlives this process, Ctrl-C and the terminal."""
    import subprocess

    own: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        own = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    nowhere = subprocess.DEVNULL
    paths = {"PYTHONPATH": os.pathsep.join(dict.fromkeys([str(_HERE.parent.parent), *filter(None, sys.path)]))}
    command = [sys.executable, "-m", "common.kernels.compiling"]
    return subprocess.Popen(command, stdin=asked, stdout=nowhere, stderr=nowhere, env=os.environ | paths, **own)


def _wait(process: Popen[bytes], name: str) -> None:
    """With a line on a terminal that counts the seconds and disappears."""
    began, shown, erase = time.monotonic(), sys.stderr.isatty(), "\r\x1b[K"
    while process.poll() is None:
        time.sleep(LOOK)
        if shown:
            print(f"{erase}{time.monotonic() - began:.1f} s  compiling {name}, once", end="", file=sys.stderr, flush=True)
    if shown:
        print(erase, end="", file=sys.stderr, flush=True)


def _failure(path: Path) -> str:
    """Why compiling has failed a short while ago; empty if it has not."""
    with suppress(OSError):
        noted = path.with_suffix(".failed")
        if time.time() - noted.stat().st_mtime < AGAIN:
            return noted.read_text(encoding="utf-8")
    return ""


def request(program: Program) -> dict[str, Any]:
    """A program as another process can make it again, by `requested`."""
    kernels = {name: (_module(value), value.__name__) for name, value in program.names.items() if callable(value)}
    constants = {name: value for name, value in program.names.items() if not callable(value)}
    known = {"name": program.name, "kernels": kernels, "constants": constants, "state": program.state}
    return known | {"records": {name: dict(fields) for name, fields in program.records.items()}}


def _module(function: Any) -> str:
    """Where another process finds a function."""
    name: str = function.__module__
    started = getattr(sys.modules["__main__"], "__file__", None)
    return Path(started).stem if name == "__main__" and started else name


def requested(asked: dict[str, Any]) -> Program:
    """The inverse of `request`."""
    from importlib import import_module

    kernels = {name: getattr(import_module(module), known) for name, (module, known) in asked["kernels"].items()}
    constants = {name: tuple(value) if isinstance(value, list) else value for name, value in asked["constants"].items()}
    return Program(asked["name"], kernels, constants, records=asked["records"], state=asked["state"])


# LOADING AND CALLING


class MachineCode(Kernels):
    """The kernels of an object, made callable when they are first asked for."""

    compiled = True

    def __init__(self, program: Program, engine: Any, results: dict[str, str]) -> None:
        self._program, self._engine, self._results = program, engine, results

    def memory(self, fields: Fields) -> Any:
        """See `Kernels`."""
        return record(fields)

    def block(self, count: int) -> Any:
        """See `Kernels`."""
        return Block(count)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        program = self.__dict__["_program"]
        if name not in self.__dict__["_results"]:
            return super().__getattr__(name)
        address = self._engine.get_function_address(symbol(name))
        call = _callable(self._engine, address, _kinds(program, name), self._results[name])
        setattr(self, name, call)
        return call


def symbol(name: str) -> str:
    """What a kernel is called in the object."""
    return f"kernel_{name}"


def _read(program: Program, path: Path) -> Kernels | None:
    """The kernels of a file; None if it is not there or damaged."""
    found = unpacked(path)
    return None if found is None else MachineCode(program, _loaded(found[1]), found[0])


def _loaded(image: bytes) -> Any:
    """An object as code that can be called, as long as this value lives. Raises NotLoaded where that is not known to work."""
    import llvmlite.binding as llvm

    engine = _engine()
    try:
        engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        engine.finalize_object()
    except RuntimeError as problem:
        raise problem if LOADS_OBJECTS else NotLoaded from problem
    return engine


def _engine() -> Any:
    """What holds machine code in memory."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)


class InMemory:
    """Machine code for this process alone, compiled by a thread of it: a look at whether it is there."""

    def __init__(self, program: Program) -> None:
        self._program, self._found = program, list[Kernels]()
        self._thread = threading.Thread(target=_tried, args=(program, self._compile), daemon=True)
        self._thread.start()

    def _compile(self) -> None:
        from common.kernels.compiling import lowered

        results, module = lowered(self._program)
        engine = _engine()
        engine.add_module(module)
        engine.finalize_object()
        self._found.append(MachineCode(self._program, engine, results))

    def __call__(self) -> Kernels | None:
        """None until it is."""
        return self._found[0] if self._found else None

    def wait(self) -> Kernels | None:
        """None if it could not be compiled."""
        self._thread.join()
        return self()


def _kinds(program: Program, name: str) -> tuple[Any, ...]:
    """What a kernel takes: for each parameter the type of a record, how many ints a position has, or None for an int."""
    kinds = []
    for parameter in parameters(program.names[name]):
        if parameter in program.records:
            kinds.append(layout(tuple(program.records[parameter].items())))
        else:
            kinds.append(program.state if parameter in STATES else None)
    return tuple(kinds)


def _callable(engine: Any, address: int, kinds: tuple[Any, ...], result: str) -> Callable[..., Any]:
    """A kernel for Python: `int status(results*, exception**, arguments...)`, records by their addresses, positions int by int.

    The call lets go of the interpreter's lock; the engine stays as long as anybody could be in its code.
    """
    words = [ctypes.c_int64 for kind in kinds for _ in range(kind if isinstance(kind, int) else 1)]
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)(address)
    returned, exception = ctypes.c_int64 * RESULTS, ctypes.c_void_p

    def call(*given: Any, _engine: Any = engine) -> Any:
        flat: list[Any] = []
        for kind, value in zip(kinds, given, strict=True):
            if kind is None:
                flat.append(value)
            elif isinstance(kind, int):
                flat.extend(value)
            elif type(value) is kind:
                flat.append(ctypes.addressof(value))
            else:
                raise TypeError(f"{value!r} is not the record that this kernel works in")
        results = returned()
        if native(ctypes.addressof(results), ctypes.addressof(exception()), *flat):
            raise IndexError("a kernel has looked beyond the end of an array")
        return _unpack(results, result)

    return call


def _unpack(results: Any, result: str) -> Any:
    if result == NOTHING:
        return None
    if result == TRUTH:
        return bool(results[0] & 1)
    return int(results[0]) if result == "1" else tuple(results[: int(result)])
