"""Run programs in every sandbox that works on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from common.programs.child_process import ProcessResult, run_process
from common.programs.confined_command import UNSANDBOXED, Sandbox
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.sandbox import MECHANISMS, available_sandbox, probe_sandbox
from tests.support.programs import still_running

needs_whole_sandbox = pytest.mark.skipif(
    not available_sandbox().is_complete,
    reason=f"no whole sandbox works here: {available_sandbox().summary()}",
)
TIMEOUT_SECONDS = 30.0


def sandbox_parameters(*more: Sandbox) -> list[object]:
    """Return every kind of sandbox, and `more`, as parameters of a test.

    A kind that does not work here is skipped, with the reason.
    """
    found: list[object] = [pytest.param(level, id=level.name) for level in more]
    for name in MECHANISMS:
        level = probe_sandbox(name)
        works = pytest.mark.skipif(not level.no_files, reason=f"does not work here: {level.summary()}")
        found.append(pytest.param(level, id=name, marks=works))
    return found


in_every_sandbox = pytest.mark.parametrize("level", sandbox_parameters())
with_and_without_sandbox = pytest.mark.parametrize("level", sandbox_parameters(UNSANDBOXED))


def use_sandbox(level: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the external programs of this process in a sandbox."""
    monkeypatch.setattr("common.programs.child_process.sandbox_for", lambda confinement: level)


def run_program(
    path: Path,
    code: str,
    *words: str,
    seconds: float = TIMEOUT_SECONDS,
    confinement: Confinement = DEFAULT_CONFINEMENT,
) -> ProcessResult:
    """Write a Python program, run it and return how it ended."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    return run_process([sys.executable, str(path), *words], seconds, confinement=confinement)


def try_expression(path: Path, attempt: str, confinement: Confinement = DEFAULT_CONFINEMENT) -> str:
    """Evaluate an expression in a confined program.

    Return `done` and the value, or the name of the exception.
    """
    code = (
        f"import os, socket, subprocess, sys\ntry:\n    print('done', {attempt})\n"
        "except Exception as error:\n    print(type(error).__name__)\n"
    )
    return run_program(path, code, confinement=confinement).answer


def surviving_processes(program: Path) -> list[str]:
    """Return the ids of processes that still run a program after a while."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if str(program).encode() in words:
            found.append(folder.name)
    return still_running(found)
