"""Threads that run one kernel and no Python: they never take the interpreter's lock.

A thread that takes it may lose the processor before it gives it back, and then every other thread of Python waits, that with
the answer, too. These are created by the system's own function and begin in machine code (thread_entry.py).
"""

from __future__ import annotations

import _thread
import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

RESULTS = 8  # words that a kernel returns at most
MOST_ARGUMENTS = 40  # words that a kernel takes at most
ENTRY = "thread_entry"
# The words that a thread is given: where it says that it has ended, and how; what it calls; an exception that nobody reads.
ENDED, STATUS, FUNCTION, EXCEPTION, RESULTS_AT = range(5)
ARGUMENTS = RESULTS_AT + RESULTS
STACK = 1 << 24  # bytes; some systems give threads too little for a deep search
ATTRIBUTES = 32  # words, more than any system's description of a thread takes

_held: list[NativeThread] = []  # threads that may still run


class NativeFunction(NamedTuple):
    """A kernel in memory: addresses of a thread's entry and of the kernel, how it takes arguments and gives its result.

    The `engine` keeps the code alive.
    """

    entry: int
    address: int
    words: Callable[..., list[Any]]
    unpacked: Callable[[Any], Any]
    engine: Any


class NativeThread:
    """A kernel that runs in a thread of its own. All that it works in lives until it has ended."""

    def __init__(self, function: NativeFunction, arguments: tuple[Any, ...], kept: object = None) -> None:
        """`kept` is what else must live as long: whatever the arguments have handles of."""
        words = function.words(*arguments)
        if len(words) > MOST_ARGUMENTS:
            raise TypeError(f"{len(words)} words of arguments: expected {MOST_ARGUMENTS} at most")
        self._function, self._kept = function, (arguments, kept)
        self._words = (ctypes.c_int64 * (ARGUMENTS + MOST_ARGUMENTS))()
        self._words[FUNCTION] = function.address
        self._words[ARGUMENTS : ARGUMENTS + len(words)] = words

    def start(self) -> None:
        """Begin to work. Raise RuntimeError if the system has no thread left."""
        _release_ended()
        create = _create if _pthreads() else _create_in_python
        create(self._function.entry, ctypes.addressof(self._words))
        _held.append(self)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))  # also beyond the end of the interpreter

    @property
    def is_ended(self) -> bool:
        """True once the thread no longer uses its memory."""
        return bool(self._words[ENDED])

    def result(self) -> Any:
        """Return what the kernel has returned. Raise IndexError if it reports an error."""
        if self._words[STATUS]:
            raise IndexError("a kernel has looked beyond the end of an array")
        return self._function.unpacked(self._words[RESULTS_AT:ARGUMENTS])


def _release_ended() -> None:
    """Let go of the threads that have ended."""
    for thread in [thread for thread in _held if thread.is_ended]:
        _held.remove(thread)
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(thread))


@cache
def _pthreads() -> Any:
    """Return the system's library of threads, None if it has none of this kind (Windows)."""
    try:
        library = ctypes.CDLL(None)
        library.pthread_create.argtypes = [ctypes.c_void_p] * 4
    except (OSError, TypeError, AttributeError):
        return None
    library.pthread_detach.argtypes = [ctypes.c_void_p]
    library.pthread_attr_setstacksize.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return library


def _create(entry: int, words: int) -> None:
    """Create a thread that nobody joins."""
    library = _pthreads()
    attributes, name = (ctypes.c_int64 * ATTRIBUTES)(), ctypes.c_void_p()
    library.pthread_attr_init(attributes)
    library.pthread_attr_setstacksize(ctypes.addressof(attributes), STACK)
    failed = library.pthread_create(ctypes.addressof(name), ctypes.addressof(attributes), entry, words)
    library.pthread_attr_destroy(attributes)
    if failed:
        raise RuntimeError("can't start new thread")
    library.pthread_detach(name)


def _create_in_python(entry: int, words: int) -> None:
    """Create a thread of Python, which takes the interpreter's lock at its start and its end."""
    _thread.start_new_thread(ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(entry), (words,))
