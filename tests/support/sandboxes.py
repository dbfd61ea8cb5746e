"""Run programs in every sandbox that works on this machine."""

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
    """Return every kind of sandbox, and `more`, as parameters of a test.

    A kind that does not work here is skipped, with the reason.
    """
    found: list[object] = [pytest.param(level, id=level.name) for level in more]
    for name in KINDS:
        level = probed(name)
        works = pytest.mark.skipif(not level.no_files, reason=f"does not work here: {level.told()}")
        found.append(pytest.param(level, id=name, marks=works))
    return found


in_every_sandbox = pytest.mark.parametrize("level", sandboxes())
with_and_without = pytest.mark.parametrize("level", sandboxes(BARE))


def use(level: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the external programs of this process in a sandbox."""
    monkeypatch.setattr("common.programs.child_process.sandbox_for", lambda confinement: level)


def ran(
    path: Path, code: str, *words: str, seconds: float = PATIENCE, confinement: Confinement = OPEN
) -> Finished:
    """Write a Python program, run it and return how it ended."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return run_process([sys.executable, str(path), *words], seconds, confinement=confinement)


def tried(path: Path, attempt: str, confinement: Confinement = OPEN) -> str:
    """Evaluate an expression in a confined program.

    Return `done` and the value, or the name of the exception.
    """
    code = (
        f"import os, socket, subprocess, sys\ntry:\n    print('done', {attempt})\n"
        "except Exception as error:\n    print(type(error).__name__)\n"
    )
    return ran(path, code, confinement=confinement).answer


def left(program: Path) -> list[str]:
    """Return the ids of processes that still run a program after a while."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if str(program).encode() in words:
            found.append(folder.name)
    return alive(found)
