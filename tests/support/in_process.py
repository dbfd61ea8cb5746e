"""Run a script's command line in the test's own process, for tests that look at what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path

from tests.support.games import exit_status


class Streams:
    """Text streams in memory: stdin with given bytes, and stdout and stderr to read back."""

    def __init__(self, given: bytes) -> None:
        self.stdin = TextIOWrapper(BytesIO(given), encoding="utf-8", errors="backslashreplace")
        self.stdout = TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)
        self.stderr = TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)

    @staticmethod
    def text_of(stream: TextIOWrapper) -> str:
        """Return all text written to a stream."""
        buffer = stream.buffer
        assert isinstance(buffer, BytesIO)
        return buffer.getvalue().decode("utf-8")


def call_in_process(
    script: str, arguments: tuple[str, ...], folder: Path, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command line in `folder`, like the fork server, but within this process.

    There is no time limit, and the process keeps what it has loaded, compiled and searched. Start a process
    to compare games of an engine, which reuses what it has searched.
    """
    streams = Streams(given.encode("utf-8", "surrogateescape"))
    with _standing_in(streams, script, arguments, folder):
        status = exit_status(Path(script).stem, *arguments)
    printed = (streams.text_of(stream) for stream in (streams.stdout, streams.stderr))
    return subprocess.CompletedProcess([script, *arguments], status, *printed)


@contextmanager
def _standing_in(streams: Streams, script: str, arguments: tuple[str, ...], folder: Path) -> Iterator[None]:
    """Replace the standard streams, the arguments of the process and its folder for a while."""
    before, argv, cwd = (sys.stdin, sys.stdout, sys.stderr), sys.argv, Path.cwd()
    sys.stdin, sys.stdout, sys.stderr = streams.stdin, streams.stdout, streams.stderr
    sys.argv = [script, *arguments]
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(cwd)
        sys.argv = argv
        sys.stdin, sys.stdout, sys.stderr = before
