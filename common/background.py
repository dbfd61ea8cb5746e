"""An engine in a process of its own: the game starts at once, and no compiling eats into a move's limit.

Until the other process has its machine code ready, this one thinks in plain Python. It also keeps
the clock: a move is answered in time whatever the other process does.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from common.clock import PIECE
from common.engine import LARGEST, Brain, Report, State, Thinker, Thoughtful, table_bits
from common.limit import Limit

LIGHT = 20_000  # nodes that plain Python has searched before machine code is loaded
FindBrain = Callable[[], Brain[Any]]


@cache
def thinker_for(find_brain: FindBrain, limit: Limit, threads: int) -> Thoughtful:
    """What thinks under a limit: in the background where a clock runs, in this process where none decides.

    `find_brain` is a function of a module, so that another process finds it too.
    """
    from importlib.util import find_spec

    brain = find_brain()
    if not brain.compiles or find_spec("numba") is None or (limit.seconds is None and (limit.nodes or LIGHT + 1) <= LIGHT):
        return Thinker(brain, brain.plain, bits=table_bits(limit))
    if limit.seconds is None:
        return Thinker(brain, brain.fast, threads, table_bits(limit))
    return Background(find_brain, threads, table_bits(limit))


class Background:
    """A Thinker elsewhere, and one in plain Python here until it answers."""

    def __init__(self, find_brain: FindBrain, threads: int = 1, bits: int = LARGEST) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._plain = Thinker(find_brain(), find_brain().plain, bits=bits)
        self._ready = False
        self._unread = 0  # requests whose answers have not been read to the end
        with _ctrl_c_ignored():
            context.Process(target=serve, args=(far_end, find_brain, threads, bits), daemon=True).start()
        far_end.close()

    def think(self, state: State, limit: Limit) -> Iterator[Report]:
        """See `Thoughtful`."""
        began = time.monotonic()
        last = None
        if not self._is_ready():
            for last in self._plain.think(state, limit, self._is_ready):
                yield last
        spent = time.monotonic() - began
        if not self._ready or (last and last.proven) or limit.seconds is None or limit.aim is None or spent >= limit.aim:
            return
        rest = limit._replace(seconds=limit.seconds - spent)
        hard = began + limit.aim + (limit.seconds - limit.aim) / 4
        for report in self._ask(state, rest, hard):
            if last is None or report.depth >= last.depth or report.proven:
                last = report._replace(seconds=report.seconds + spent)
                yield last

    def _is_ready(self) -> bool:
        if not self._ready:
            with suppress(EOFError, OSError):  # a process that has failed is never ready
                self._ready = self._pipe.poll() and self._pipe.recv() is None
        return self._ready

    def _ask(self, state: State, limit: Limit, hard: float) -> Iterator[Report]:
        """The other process's reports until it is done, or until the time `hard`."""
        try:
            self._pipe.send((state, limit))
            self._unread += 1
            while (left := hard - time.monotonic()) > 0:
                if self._pipe.poll(min(left, PIECE)):
                    report = self._pipe.recv()
                    if report is None:
                        self._unread -= 1
                        if self._unread == 0:
                            return
                    elif self._unread == 1:  # else it belongs to a move made long ago
                        yield report
        except (EOFError, OSError):
            self._ready = False


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """What is started meanwhile leaves Ctrl-C to this process from its first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve(pipe: Connection, find_brain: FindBrain, threads: int, bits: int) -> None:
    """The other process: say None when ready, then answer each request with Reports and None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    brain = find_brain()
    if not brain.fast.compiled:
        return
    thinker = Thinker(brain, brain.fast, threads, bits)
    with suppress(EOFError, OSError):  # the game is over
        pipe.send(None)
        while True:
            for report in thinker.think(*pipe.recv()):
                pipe.send(report)
            pipe.send(None)
