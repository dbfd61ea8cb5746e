"""The output of a program: a thread reads a pipe, so that the program never waits for its referee."""

from __future__ import annotations

import os
from typing import IO

MAX_OUTPUT = 1 << 20  # bytes of output; a program that writes more is killed
TAIL_SIZE = 1 << 16  # bytes at the end of the output that are read for the answer


class PipeReader:
    """A thread that reads a pipe to its end or a flood and keeps the last `TAIL_SIZE` bytes.

    It starts when the object is made.
    """

    def __init__(self, pipe: IO[bytes] | None) -> None:
        import threading

        self._pipe, self._kept, self._total = pipe, b"", 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        if self._pipe:
            with self._pipe as pipe:
                while not self.flooded and (part := os.read(pipe.fileno(), TAIL_SIZE)):
                    self._total += len(part)
                    self._kept = (self._kept + part)[-TAIL_SIZE:]

    @property
    def flooded(self) -> bool:
        """True once more than `MAX_OUTPUT` bytes have arrived since the count was reset."""
        return self._total > MAX_OUTPUT

    def reset_count(self) -> None:
        """Reset the count of bytes, at the start of a new answer."""
        self._total = 0

    def last_line(self) -> str:
        """Return the last non-empty line, stripped, or an empty string if there is none.

        Wait up to 1 s for the end of the pipe.
        """
        self._thread.join(1)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")
