"""Programs in a sandbox."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from common.programs.child_process import Finished, run_process
from common.programs.confinement import OPEN, Confinement
from common.programs.sandbox import BARE, KINDS, Sandbox, probed, sandbox
from tests.support.programs import alive

in_a_whole_sandbox = pytest.mark.skipif(
    not sandbox().is_whole, reason=f"no whole sandbox works here: {sandbox().told()}"
)
PATIENCE = 30.0


def sandboxes(*more: Sandbox) -> list[object]:
    """Return every sandbox as a parameter of a test, one that does not work here skipped with what it lacks."""
    found: list[object] = [pytest.param(level, id=level.name) for level in more]
    for name in KINDS:
        level = probed(name)
        works = pytest.mark.skipif(not level.no_files, reason=f"does not work here: {level.told()}")
        found.append(pytest.param(level, id=name, marks=works))
    return found


in_every_sandbox = pytest.mark.parametrize("level", sandboxes())
with_and_without = pytest.mark.parametrize("level", sandboxes(BARE))


def use(level: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run programs of this process in a sandbox."""
    monkeypatch.setattr("common.programs.child_process.sandbox_for", lambda confinement: level)


def ran(
    path: Path, code: str, *words: str, seconds: float = PATIENCE, confinement: Confinement = OPEN
) -> Finished:
    """Return how a Python program ends."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return run_process([sys.executable, str(path), *words], seconds, confinement=confinement)


def tried(path: Path, attempt: str, confinement: Confinement = OPEN) -> str:
    """Return what comes of an expression that a program evaluates: its value, or the name of the error."""
    code = f"import os, socket, subprocess, sys\ntry:\n    print('done', {attempt})\nexcept Exception as error:\n    print(type(error).__name__)\n"
    return ran(path, code, confinement=confinement).answer


def left(program: Path) -> list[str]:
    """Return the processes that still run a program."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if str(program).encode() in words:
            found.append(folder.name)
    return alive(found)
