"""Kernels of a stored WebAssembly module, run by wasmtime."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import wasmtime
from wasmtime import _ffi as native
from wasmtime._func import maybe_raise_last_exn

from common.kernels.interrupt import RUNNING, raise_request
from common.kernels.kernel import Kernels, Watch, high_half, join_halves, low_half
from common.kernels.memory import LIMITED_BYTES, WORD_BYTES, Fields, record_type

RESULT_BYTES = 256
PAGE_BYTES = 1 << 16  # of WebAssembly
MAX_PAGES = 1 << 16
HUGE_PAGES = 14  # advice that pays for a table, which is read at random
HUGE_PAGE_TABLE_BYTES = 1 << 25  # clearing one huge page takes up to 5 ms
CALLS_RAW = hasattr(native, "wasmtime_func_call_unchecked")


@cache
def compiler(limited: bool) -> wasmtime.Engine:
    """Return the compiler of modules. Memories of a `limited` one take little address space.

    It caches compiled code where that is possible: in a home that can be written, where threads can start.
    """
    config = wasmtime.Config()
    config.parallel_compilation = False  # its threads would hang a forked child
    config.memory_may_move = False  # records have addresses
    if limited:
        config.memory_reservation, config.memory_guard_size = LIMITED_BYTES, 0
    with suppress(wasmtime.WasmtimeError, RuntimeError):
        (trial := threading.Thread(target=bool)).start()  # wasmtime would abort the process if this fails
        trial.join()
        config.cache = True
    return wasmtime.Engine(config)


@cache
def compiled(image: bytes, limited: bool) -> wasmtime.Module:
    """Compile a module, once a process."""
    return wasmtime.Module(compiler(limited), image)


class MachineCode(Kernels):
    """The kernels of a module with a memory and a poll of their own.

    The memory lives as long as this object, a record or a kernel of it. It never shrinks.
    """

    compiled = True

    def __init__(self, image: bytes, description: dict[str, Any]) -> None:
        self.watch, self._description = Watch(), description
        try:
            self._start(image, limited=False)
        except wasmtime.WasmtimeError:  # no address space for 4 GB
            self._start(image, limited=True)

    def _start(self, image: bytes, limited: bool) -> None:
        module = compiled(image, limited)
        self._store = store = wasmtime.Store(compiler(limited))
        self._memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(64, MAX_PAGES)))
        kind = wasmtime.FuncType([], [wasmtime.ValType.i64()])
        given = {"memory": self._memory, "poll": wasmtime.Func(store, kind, self.watch.poll)}
        imports: Any = [given[str(wanted.name)] for wanted in module.imports]
        exports: Any = wasmtime.Instance(store, module, imports).exports(store)
        self._base = ctypes.cast(self._memory.data_ptr(store), ctypes.c_void_p).value or 0
        self._exports, self._end = exports, exports["__heap_base"].value(store)
        self._results = self._allocate(RESULT_BYTES)

    def _allocate(self, size: int) -> int:
        """Return the offset of zeroed bytes. Raise MemoryError if there are not so many."""
        start: int = -(-self._end // 64) * 64
        missing = start + size - self._memory.data_len(self._store)
        if missing > 0:
            try:
                self._memory.grow(self._store, -(-missing // PAGE_BYTES))
            except wasmtime.WasmtimeError:
                raise MemoryError(f"no memory for {size:,} bytes") from None
        self._end = start + size
        if size >= HUGE_PAGE_TABLE_BYTES and sys.platform == "linux":
            advised = (self._base + start) & -4096
            ctypes.CDLL(None).madvise(ctypes.c_void_p(advised), ctypes.c_size_t(size), HUGE_PAGES)
        return start

    def memory(self, fields: Fields) -> Any:
        """Return a new zeroed record with these fields (name: length, 0 for an int)."""
        kind = record_type(tuple(fields.items()))
        record = kind.from_address(self._base + self._allocate(ctypes.sizeof(kind)))
        record.store = self._store  # its memory lives as long as the record
        return record

    def block(self, count: int) -> Any:
        """Return a new record of `count` zeroed `words`. Kernels take its `handle`."""
        record = self.memory({"words": count})
        record.handle = ctypes.addressof(record) - self._base
        return record

    def clear(self, record: Any) -> None:
        """Set all fields of a record to 0."""
        ctypes.memset(ctypes.addressof(record), 0, ctypes.sizeof(record))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in vars(self).get("_description", {"results": ()})["results"]:
            return super().__getattr__(name)
        kinds, code = self._description["parameters"][name], self._description["results"][name]
        results = (ctypes.c_int64 * (RESULT_BYTES // WORD_BYTES)).from_address(self._base + self._results)
        run = (raw_call if CALLS_RAW else public_call)(self._store, self._exports[f"kernel_{name}"])
        base, given_first = self._base, (self._results, self._results + RESULT_BYTES - WORD_BYTES)

        def call(*given: Any) -> Any:
            words = list(given_first)
            for kind, value in zip(kinds, given, strict=True):
                if isinstance(kind, str):
                    words.append(ctypes.addressof(value) - base)
                elif kind == [1]:
                    words.append(value)
                else:
                    words += split(kind, value if isinstance(value, tuple) else (value,))
            outer, RUNNING.kernel = RUNNING.kernel, True
            try:
                failed = run(words)
            finally:
                RUNNING.kernel = outer
            if not outer:  # else `poll` has called this one
                raise_request()
            if failed:
                raise IndexError(f"{name} has failed: {failed}")
            return unpack(results, code)

        setattr(self, name, call)
        return call


def raw_call(store: wasmtime.Store, function: Any) -> Callable[[list[int]], Any]:
    """Return a function that calls a kernel with words and returns what failed. It takes 7 us.

    It keeps the store alive.
    """
    address = ctypes.byref(function._func)

    def run(words: list[int]) -> Any:
        arguments = (ctypes.c_int64 * (2 * len(words)))()
        for at, word in enumerate(words):
            arguments[2 * at] = word
        pointer = ctypes.cast(arguments, ctypes.POINTER(native.wasmtime_val_raw_t))
        trap = ctypes.POINTER(native.wasm_trap_t)()
        error = native.wasmtime_func_call_unchecked(
            store._context(), address, pointer, len(words), ctypes.byref(trap)
        )
        if error or trap:
            problem = wasmtime.WasmtimeError._from_ptr(error) if error else wasmtime.Trap._from_ptr(trap)
            maybe_raise_last_exn()  # of `poll`
            return problem
        return arguments[0] & 0xFFFFFFFF

    return run


def public_call(store: wasmtime.Store, function: Any) -> Callable[[list[int]], Any]:
    """Return the same by wasmtime's public interface. It takes 46 us."""

    def run(words: list[int]) -> Any:
        try:
            return function(store, *words)
        except (wasmtime.WasmtimeError, wasmtime.Trap) as problem:
            return problem

    return run


def split(kind: list[int], entries: tuple[int, ...]) -> Iterator[int]:
    """Yield the words of a position's or a set's entries."""
    for size, entry in zip(kind, entries, strict=True):
        if size == 1:
            yield entry
        else:
            yield low_half(entry)
            yield high_half(entry)


def unpack(results: Any, code: str) -> Any:
    """Convert the result of a kernel."""
    if code in ("nothing", "truth"):
        return None if code == "nothing" else bool(results[0] & 1)
    if "s" not in code:
        return tuple(results[: len(code)]) if len(code) > 1 else results[0]
    words = iter(results)
    entries = tuple(next(words) if kind == "i" else join_halves(next(words), next(words)) for kind in code)
    return entries if len(entries) > 1 else entries[0]
