"""Branch coverage of the rules: the modules of common/rules and the class Position of each script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.lines import Line, line
from tests.support.games import SCRIPTS
from tests.support.programs import ROOT

TESTS = ("tests/common/rules", *(f"tests/games/{name}/test_rules.py" for name in SCRIPTS))
RULES = "Position"  # the class of a script that holds its rules
SETTINGS = "[run]\nbranch = true\ninclude = common/rules/*\n {scripts}\ndata_file = {data}\n"


def run() -> Iterator[Line]:
    """Run the tests of the rules; yield the percentage of each module or class, and what it misses."""
    with tempfile.TemporaryDirectory() as folder:
        report = measure(Path(folder))
    for path, found in sorted(report["files"].items()):
        shown = found["classes"][RULES] if "/" not in path else found
        name = f"{path}:{RULES}" if "/" not in path else path
        yield coverage_line(name, shown)


def measure(folder: Path) -> dict[str, Any]:
    """Return the JSON report of `coverage` on the tests of the rules."""
    settings, report = folder / "settings", folder / "report.json"
    scripts = "\n ".join(str(ROOT / f"{name}.py") for name in SCRIPTS)
    settings.write_text(SETTINGS.format(scripts=scripts, data=folder / "data"))
    coverage = [sys.executable, "-m", "coverage"]
    tests = ["-m", "pytest", "-n", "0", *TESTS]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    for command in (
        ["run", f"--rcfile={settings}", *tests],
        ["json", f"--rcfile={settings}", "-o", str(report)],
    ):
        done = subprocess.run(
            [*coverage, *command],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            print(done.stdout, done.stderr, file=sys.stderr)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def coverage_line(name: str, found: dict[str, Any]) -> Line:
    """Return a row: statements and branches that were run, of all, and the numbers of the missing lines."""
    counted = found["summary"]
    run_parts = counted["covered_lines"] + counted["covered_branches"]
    parts = counted["num_statements"] + counted["num_branches"]
    missing = [*found["missing_lines"], *(f"{start}->{end}" for start, end in found["missing_branches"])]
    percent = 100 * run_parts / parts if parts else 100.0
    text = f"{name:28}{run_parts:>5} of {parts:>4} statements and branches: {percent:5.1f}%"
    return line(" ".join([text, *map(str, missing)]), name=name, run=run_parts, parts=parts, missing=missing)
