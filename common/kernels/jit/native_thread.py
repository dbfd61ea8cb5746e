"""Threads that run one kernel and no Python, so they never take the GIL.

A thread that holds the GIL may be descheduled, and then all Python threads wait, including the one with the
answer. Native threads are created by the operating system and start in machine code (thread_entry.py).
"""

from __future__ import annotations

import _thread
import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

MAX_RESULT_WORDS = 8  # maximum words of a kernel's result
MAX_ARGUMENT_WORDS = 40  # maximum words of a kernel's arguments
ENTRY = "thread_entry"
# Layout of the words that a thread shares with its creator: a flag at its end, the status, the address of the
# kernel, an unused exception, the results and the arguments.
ENDED, STATUS, FUNCTION, EXCEPTION, RESULTS_AT = range(5)
ARGUMENTS = RESULTS_AT + MAX_RESULT_WORDS
STACK_BYTES = 1 << 24  # bytes; the default of some systems is too small for a deep search
ATTRIBUTES = 32  # words, more than pthread_attr_t takes on any system

_running_threads: list[NativeThread] = []  # threads that may still run


class NativeFunction(NamedTuple):
    """A loaded kernel: addresses of thread entry and kernel, converters of arguments and result.

    The `engine` keeps the code alive.
    """

    entry: int
    address: int
    flatten: Callable[..., list[Any]]
    unpack: Callable[[Any], Any]
    engine: Any


class NativeThread:
    """A thread that runs one kernel. It keeps everything that the kernel uses alive until it has ended."""

    def __init__(
        self, function: NativeFunction, arguments: tuple[Any, ...], keep_alive: object = None
    ) -> None:
        """Prepare the thread. `keep_alive` is anything else that must live as long, such as a Block.

        Raise TypeError for more than MAX_ARGUMENT_WORDS words of arguments or a wrong record.
        """
        words = function.flatten(*arguments)
        if len(words) > MAX_ARGUMENT_WORDS:
            raise TypeError(f"{len(words)} words of arguments: expected {MAX_ARGUMENT_WORDS} at most")
        self._function, self._kept = function, (arguments, keep_alive)
        self._words = (ctypes.c_int64 * (ARGUMENTS + MAX_ARGUMENT_WORDS))()
        self._words[FUNCTION] = function.address
        self._words[ARGUMENTS : ARGUMENTS + len(words)] = words

    def start(self) -> None:
        """Start the thread. Raise RuntimeError if the system cannot create one."""
        _release_ended()
        create = _create if _pthreads() else _create_in_python
        create(self._function.entry, ctypes.addressof(self._words))
        _running_threads.append(self)
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))  # the thread may outlive the interpreter

    @property
    def has_ended(self) -> bool:
        """True once the thread no longer uses its memory."""
        return bool(self._words[ENDED])

    def result(self) -> Any:
        """Return the result of the kernel once it has ended. Raise IndexError if it failed."""
        if self._words[STATUS]:
            raise IndexError("a kernel has looked beyond the end of an array")
        return self._function.unpack(self._words[RESULTS_AT:ARGUMENTS])


def _release_ended() -> None:
    """Drop the references to threads that have ended."""
    for thread in [thread for thread in _running_threads if thread.has_ended]:
        _running_threads.remove(thread)
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(thread))


@cache
def _pthreads() -> Any:
    """Load the system's pthread library, or return None if there is none (Windows)."""
    try:
        library = ctypes.CDLL(None)
        library.pthread_create.argtypes = [ctypes.c_void_p] * 4
    except (OSError, TypeError, AttributeError):
        return None
    library.pthread_detach.argtypes = [ctypes.c_void_p]
    library.pthread_attr_setstacksize.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return library


def _create(entry: int, words: int) -> None:
    """Create a detached thread."""
    library = _pthreads()
    attributes, name = (ctypes.c_int64 * ATTRIBUTES)(), ctypes.c_void_p()
    library.pthread_attr_init(attributes)
    library.pthread_attr_setstacksize(ctypes.addressof(attributes), STACK_BYTES)
    failed = library.pthread_create(ctypes.addressof(name), ctypes.addressof(attributes), entry, words)
    library.pthread_attr_destroy(attributes)
    if failed:
        raise RuntimeError("can't start new thread")
    library.pthread_detach(name)


def _create_in_python(entry: int, words: int) -> None:
    """Create a Python thread, which takes the GIL when it starts and when it ends."""
    _thread.start_new_thread(ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(entry), (words,))
