"""Ctrl-C as a request: kernels end as if their time were over.

An exception inside a kernel would crash the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Request:
    """Whether Ctrl-C was pressed while kernels ran, or in a `listening` block, which `listeners` counts."""

    made = False
    listeners = 0


class Running(threading.local):
    """Whether this thread runs a kernel."""

    kernel = False


RUNNING = Running()


def handle(number: int, frame: FrameType | None) -> None:
    """Handle SIGINT: make a request if one is awaited, else raise KeyboardInterrupt.

    A second Ctrl-C ends the process.
    """
    if not (RUNNING.kernel or Request.listeners):
        signal.default_int_handler(number, frame)
    Request.made = True
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def defer() -> None:
    """Let Ctrl-C end kernels without an exception, from now on. Only the main thread handles signals."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, handle)


def raise_request() -> None:
    """Raise KeyboardInterrupt if a request was made, unless a `listening` block will do so."""
    if Request.made and not Request.listeners and threading.current_thread() is threading.main_thread():
        Request.made = False
        signal.signal(signal.SIGINT, handle)
        raise KeyboardInterrupt


@contextmanager
def listening() -> Iterator[None]:
    """Handle Ctrl-C as a request while the block runs.

    If there was one, raise KeyboardInterrupt at the end, when the results have been printed, in place of any
    other exception, which follows from the shortened search.
    """
    defer()
    Request.listeners += 1
    try:
        yield
    except Exception:
        if not Request.made:
            raise
    finally:
        Request.listeners -= 1
    raise_request()
