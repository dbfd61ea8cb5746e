"""Eight processes at once on an empty cache: all must say the same, and leave one object."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.lines import Line, line
from tests.bench.referee import random_position
from tests.support.programs import CACHE, ROOT

ROUNDS = {"duel7": 20, "catsdogs": 2, "walls": 2}
PROCESSES = 8


def run() -> Iterator[Line]:
    """So many times for each script."""
    for script, count in ROUNDS.items():
        words, _position = random_position(script, 8)
        command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--nodes", "60000"]
        said, longest = set[tuple[str, str]](), 0.0
        for _round in range(count):
            with tempfile.TemporaryDirectory() as empty:
                began = time.monotonic()
                own, pipe = os.environ | {CACHE: empty}, subprocess.PIPE
                running = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=own) for _ in range(PROCESSES)]
                said |= {process.communicate() for process in running}
                longest = max(longest, time.monotonic() - began)
                assert all(process.returncode == 0 for process in running)
                assert len(list(Path(empty).glob("*.o"))) == 1
        text = f"{script}: {count} times {PROCESSES} processes, longest {longest:.1f} s, all said {said}"
        yield line(text, script=script, times=count, longest=longest, said=sorted(out for out, _ in said))
