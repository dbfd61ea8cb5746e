"""The end of what a program writes to stderr during a game, over all its processes."""

from __future__ import annotations

from common.rules.errors import visible

MAX_KEPT = 1 << 16  # bytes of a game


class StderrLog:
    """The last `MAX_KEPT` bytes that a program wrote to stderr, one process after the other."""

    def __init__(self) -> None:
        self._kept = b""

    def add(self, data: bytes) -> None:
        """Append the output of a process."""
        self._kept = (self._kept + data)[-MAX_KEPT:]

    @property
    def text(self) -> str:
        """The output as printable lines: it cannot control a terminal."""
        lines = self._kept.decode("utf-8", "replace").splitlines()
        return "\n".join(visible(line.expandtabs()) for line in lines)
