"""A round robin of sixteen players, ten of them bad, and `random`: the table, once nobody got through and nothing is left."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.bench.lines import Line, line
from tests.support.sixteen import Sixteen


def run(seconds: float = 3) -> Iterator[Line]:
    """With so many seconds a move, on two workers."""
    with tempfile.TemporaryDirectory() as folder, closing(Sixteen(Path(folder), "--seconds", str(seconds))) as sixteen:
        began = time.monotonic()
        told = sixteen.played()
        spent = time.monotonic() - began
        yield line(sixteen.say().rstrip(), table=told["table"])
        kept = "each fault under its name, nothing left running or written"
        yield line(f"{told['games']} games in {spent:.0f} s: {kept}", games=told["games"], seconds=spent, sandbox=told["sandbox"])
