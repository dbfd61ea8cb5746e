"""The cache of compiled kernels: its folder, its files and their authentication.

A file has an authentication code (HMAC), its own name, a line with the result of each kernel, an empty line
and the object. It is written atomically. Its name is a fingerprint of sources, constants, layouts, compiler
and processor, so it is never stale. Only objects of this user's own compiler are loaded: the HMAC needs a key
that other users and sandboxed programs cannot read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.kernels.kernel import entry_words, parameter_names

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

CACHE_NAME = "five-board-games"
CACHE_VARIABLE = "FIVE_BOARD_GAMES_CACHE"
SETTINGS = ("NUMBA_BOUNDSCHECK",)  # environment variables that change the machine code
ADDRESS_SPACE = 1 << 29  # bytes that machine code needs with its threads
KEY_FILE = "own.key"  # name of the key file in the cache folder
KEY_BYTES = 32
HERE = Path(__file__).parent


class MachineCodeUnavailable(Exception):
    """Machine code is unavailable. The message is the reason, in one line."""


def object_path(linked_kernels: LinkedKernels) -> Path:
    """Return the path of the object for linked kernels, which need not exist, in the created cache folder.

    Raise MachineCodeUnavailable or OSError.
    """
    check_memory()
    return ensure_cache_folder() / f"{linked_kernels.name}-{fingerprint(linked_kernels)}.o"


def check_memory() -> None:
    """Raise MachineCodeUnavailable if the address space is too small: LLVM would abort the process."""
    if sys.platform == "win32":
        return
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft != resource.RLIM_INFINITY and soft < ADDRESS_SPACE:
        raise MachineCodeUnavailable(f"less than {ADDRESS_SPACE >> 20} MB of address space (ulimit -v)")


def ensure_cache_folder() -> Path:
    """Return the cache folder, created if needed.

    Raise MachineCodeUnavailable if other users could write to it, OSError if it cannot be created.
    """
    found = Path(os.environ.get(CACHE_VARIABLE) or _user_cache_folder() / CACHE_NAME)
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_owner(found, found.stat())
    return found


def _user_cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if os.environ.get("HOME") == "" and not os.environ.get("XDG_CACHE_HOME"):
        raise MachineCodeUnavailable(f"HOME is empty: set it to a folder, or set {CACHE_VARIABLE}")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def check_owner(path: Path, status: os.stat_result) -> None:
    """Raise MachineCodeUnavailable if another user owns `path` or may write to it, by its `status`."""
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
        raise MachineCodeUnavailable(f"other users own {path} or can write to it")


def fingerprint(linked_kernels: LinkedKernels) -> str:
    """Return the cache key of linked kernels, 24 hex digits.

    It covers everything that machine code depends on: bytecode, constants, layouts, compiler, Numba, Python,
    processor.
    """
    import llvmlite.binding as llvm

    digest = sha256()
    for name, value in sorted(linked_kernels.names.items()):
        digest.update(
            repr(
                (
                    name,
                    (_bytecode(value), _parameter_words(linked_kernels, value)) if callable(value) else value,
                )
            ).encode()
        )
    records = {name: tuple(fields.items()) for name, fields in linked_kernels.records.items()}
    processor = llvm.get_host_cpu_name(), sorted(llvm.get_host_cpu_features().items())
    settings = [os.environ.get(name) for name in SETTINGS]
    digest.update(repr((records, linked_kernels.state_size, sys.version, processor, settings)).encode())
    for module in (
        "../kernel",
        "../linked_kernels",
        "intrinsics",
        "bitset128",
        "../vectors",
        "vector_intrinsics",
        "compiler",
        "native_thread",
        "thread_entry",
        "object_code",
        "loader",
    ):
        digest.update((HERE / f"{module}.py").read_bytes())
    for version in _versions():
        digest.update(version)
    return digest.hexdigest()[:24]


def _bytecode(function: Any) -> tuple[Any, ...]:
    """Return the parts of a function that Numba compiles: bytecode, constants, names.

    The source would not do: Python may run old bytecode of a source that was edited twice within a second.
    """
    code = function.__code__
    return code.co_code, code.co_consts, code.co_names, code.co_varnames, function.__defaults__


def _parameter_words(linked_kernels: LinkedKernels, function: Any) -> tuple[tuple[int, ...], ...]:
    names, ints = linked_kernels.names, linked_kernels.state_size
    entries = [name for name in parameter_names(function) if name not in linked_kernels.records]
    return tuple(entry_words(names, ints, function, name) for name in entries)


def _versions() -> Iterator[bytes]:
    """Yield paths, times and versions of Numba and llvmlite.

    Importing Numba to ask for its version would take ten times as long.
    """
    for package in ("numba", "llvmlite"):
        found = find_spec(package)
        if found is not None and found.origin:
            yield repr((found.origin, Path(found.origin).stat().st_mtime_ns)).encode()
            with suppress(FileNotFoundError):
                yield (Path(found.origin).parent / "_version.py").read_bytes()


def pack_object(path: Path, results: dict[str, str], image: bytes) -> bytes:
    """Return the content of a cache file, for the result codes of kernels by name and the object `image`.

    Create the key beside `path` if needed. Raise MachineCodeUnavailable or OSError.
    """
    body = (
        "\n".join([path.name, *(f"{name} {result}" for name, result in results.items()), "\n"]).encode()
        + image
    )
    return _authentication_code(ensure_key(path.parent), body) + b"\n" + body


def _authentication_code(key: bytes, body: bytes) -> bytes:
    return digest(key, body, "sha256").hex().encode()


def ensure_key(folder: Path) -> bytes:
    """Return the key of a cache folder, created if needed. Raise MachineCodeUnavailable or OSError."""
    if key := read_key(folder):
        return key
    new = folder / f".{KEY_FILE}.{os.getpid()}.new"
    new.unlink(missing_ok=True)
    try:
        new.touch(mode=0o600, exist_ok=False)
        new.write_bytes(os.urandom(KEY_BYTES))
        _install(new, folder / KEY_FILE)
    finally:
        new.unlink(missing_ok=True)
    if key := read_key(folder):
        return key
    raise MachineCodeUnavailable(f"{folder / KEY_FILE} cannot be made private")


def _install(new: Path, key: Path) -> None:
    """Move a new key into place unless another process was first. Replace a key that others can read.

    Raise OSError.
    """
    try:
        if not read_key(key.parent):
            key.unlink(missing_ok=True)
        os.link(new, key)
    except FileExistsError:
        pass  # the other process's key serves as well
    except OSError:
        new.replace(key)  # a file system without hard links


def read_key(folder: Path) -> bytes | None:
    """Return the key of a cache folder. Raise OSError.

    Return None if there is none, others own or can read it, or its length is wrong.
    """
    try:
        with (folder / KEY_FILE).open("rb") as file:
            status, key = os.fstat(file.fileno()), file.read(KEY_BYTES + 1)
    except FileNotFoundError:
        return None
    private = not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)
    return key if private and len(key) == KEY_BYTES else None


def read_object(path: Path) -> tuple[dict[str, str], bytes] | None:
    """Read a cache file written by `pack_object`: the result codes by kernel, and the object.

    Return None if the file is missing, damaged or not written by this user's compiler. Raise
    MachineCodeUnavailable if another user could have written it, OSError if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            check_owner(path, os.fstat(file.fileno()))
            code, _, body = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    key = read_key(path.parent)
    if key is None or not compare_digest(code, _authentication_code(key, body)):
        return None
    lines, _, image = body.partition(b"\n\n")
    name, *results = lines.decode().splitlines()
    return (dict(line.split(" ") for line in results), image) if name == path.name else None
