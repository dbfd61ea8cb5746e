"""Baseline programs in C and C++: compiling and running them, and the starts of the sliding duel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.programs import ROOT

STARTS = {  # start positions of the sliding duel
    "3v3": "X a1 d4 g6 O a7 c3 f2",
    "5v5": "X b2 b6 c4 e3 f5 O a5 b3 d6 e2 g3",
    "6v4": "X a2 b5 c3 e6 f1 g4 O b1 c6 d4 f5",
    "8v8": "X a1 a3 b4 c2 d6 e5 f3 g7 O a6 b2 b7 c4 d1 e3 f6 g5",
    "10v10": "X a1 a2 b5 b6 c3 d2 d7 e4 f6 g1 O a4 a7 b3 c1 c5 d4 e2 e6 f3 g7",
    "1v12": "X d4 O a1 a4 a7 b2 b6 c5 e3 e6 f2 f7 g4 g7",
}


def source_of(name: str, variable: str) -> Path:
    """Return the path of a baseline; an environment variable can override it."""
    return Path(os.environ.get(variable, ROOT.parent / "shared/baselines" / name))


@contextmanager
def baseline(compiler: str, name: str, variable: str) -> Iterator[str]:
    """Compile a baseline program and yield its path; exit with a message if that is impossible."""
    source = source_of(name, variable)
    if not shutil.which(compiler) or not source.exists():
        sys.exit(f"no comparison: needs {compiler} and {source} (set {variable} to use another file)")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/baseline"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(source)], check=True)
        yield program


def output_of(*command: object) -> str:
    """Run a program and return its stdout."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout
