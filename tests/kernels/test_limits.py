"""Stored modules where processes are limited: address space, threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")
ROOT = Path(__file__).parents[2]
MOVE = "duel7.py move X 'X a1 a7 O b2 c3' 12 --nodes 500"
MATCH = "duel7.py match engine level-2 --pairs 1 --jobs 1 --nodes 300"
# Without the right to start threads, which root keeps: modules are imported before.
NO_THREADS = """
import os, resource, sys
from tests.kernels.test_machine import last_report, DUEL
import common.kernels.machine
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
os.setgid(65534), os.setuid(65534)
print(DUEL.instance().compiled, last_report().depth)
"""


def shell(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-c", command]
    given = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(words, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("kilobytes", [3_000_000, 1_000_000])
@pytest.mark.parametrize("call", [MOVE, MATCH])
def test_engines_play_in_a_limited_address_space(tmp_path: Path, kilobytes: int, call: str) -> None:
    free = shell(f"{sys.executable} {call}", tmp_path)
    done = shell(f"ulimit -v {kilobytes}; exec {sys.executable} {call}", tmp_path)
    assert (done.returncode, done.stdout) == (free.returncode, free.stdout) and done.returncode == 0
    assert len(done.stderr.splitlines()) <= len(free.stderr.splitlines()) + 1


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of processes counts threads on Linux")
def test_engine_plays_where_no_thread_can_start(tmp_path: Path) -> None:
    if __import__("os").getuid():
        pytest.skip("needs to become a user without processes")
    tmp_path.chmod(0o777)
    given = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    words = [sys.executable, "-c", NO_THREADS]
    done = subprocess.run(words, cwd=ROOT, env=given, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.split()[0]) == (0, "True"), done.stderr
