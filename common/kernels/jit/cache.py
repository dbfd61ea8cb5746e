"""Files of machine code, and the folder that holds them.

A file holds a digest of all that follows, its own name, a line for each kernel with what it returns, an empty line and
the object. It is written in one step under a name made from sources, constants, layouts, compiler and processor, so it
is never stale; and nothing is loaded that another user could have written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.kernels.kernel import parameters

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

OURS = "five-board-games"
VARIABLE = "FIVE_BOARD_GAMES_CACHE"
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")  # environment variables that change the machine code
HERE = Path(__file__).parent


class Refused(Exception):
    """Machine code cannot be had; the message is the reason, in one line."""


def path_of(program: LinkedKernels) -> Path:
    """Where the object of a program is kept. Raises Refused or OSError."""
    return folder() / f"{program.name}-{fingerprint(program)}.o"


def folder() -> Path:
    """The folder of all objects, made if need be. Raises Refused if others could write there, OSError if it cannot be made."""
    found = Path(os.environ.get(VARIABLE) or _users_cache() / OURS)
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_owner(found, found.stat())
    return found


def _users_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def check_owner(path: Path, status: os.stat_result) -> None:
    """Raises Refused if another user owns `path` or may write to it."""
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
        raise Refused(f"{path} belongs to, or can be written by, others")


def fingerprint(program: LinkedKernels) -> str:
    """24 hex digits of all that machine code depends on: bytecode, constants, layouts, Numba, our compiler, Python, processor."""
    import llvmlite.binding as llvm

    digest = sha256()
    for name, value in sorted(program.names.items()):
        digest.update(repr((name, (_bytecode(value), _shape(program, value)) if callable(value) else value)).encode())
    records = {name: tuple(fields.items()) for name, fields in program.records.items()}
    processor = llvm.get_host_cpu_name(), sorted(llvm.get_host_cpu_features().items())
    settings = [os.environ.get(name) for name in SETTINGS]
    digest.update(repr((records, program.ints, sys.version, processor, settings)).encode())
    for module in ("../kernel", "../linked_kernels", "intrinsics", "bitset128", "compiler"):
        digest.update((HERE / f"{module}.py").read_bytes())
    for version in _versions():
        digest.update(version)
    return digest.hexdigest()[:24]


def _bytecode(function: Any) -> tuple[Any, ...]:
    """What Numba compiles; not the source, as Python may run old bytecode for a source edited twice within a second."""
    code = function.__code__
    return code.co_code, code.co_consts, code.co_names, code.co_varnames, function.__defaults__


def _shape(program: LinkedKernels, function: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(program.entry_words(function, name) for name in parameters(function) if name not in program.records)


def _versions() -> Iterator[bytes]:
    """Paths, times and versions of the compiler's packages; importing Numba to ask for them would take ten times as long."""
    for package in ("numba", "llvmlite"):
        found = find_spec(package)
        if found is not None and found.origin:
            yield repr((found.origin, Path(found.origin).stat().st_mtime_ns)).encode()
            with suppress(FileNotFoundError):
                yield (Path(found.origin).parent / "_version.py").read_bytes()


def packed(path: Path, results: dict[str, str], image: bytes) -> bytes:
    """The bytes of a file of the cache: what each kernel returns, by name, and the object `image`."""
    body = "\n".join([path.name, *(f"{name} {result}" for name, result in results.items()), "\n"]).encode() + image
    return sha256(body).hexdigest().encode() + b"\n" + body


def unpacked(path: Path) -> tuple[dict[str, str], bytes] | None:
    """The inverse of `packed`; None if the file is missing or damaged. Raises Refused if another user could have written it."""
    try:
        with path.open("rb") as file:
            check_owner(path, os.fstat(file.fileno()))
            digest, _, body = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    if digest != sha256(body).hexdigest().encode():
        return None
    lines, _, image = body.partition(b"\n\n")
    name, *results = lines.decode().splitlines()
    return (dict(line.split(" ") for line in results), image) if name == path.name else None
