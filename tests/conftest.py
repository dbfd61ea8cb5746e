"""Helpers for tests that run the real commands."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from common.play.sandbox import CHOSEN
from tests.support.programs import ROOT, Run

# A shell that starts the tests in the background ignores Ctrl-C for them, and so for all programs that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run one of the scripts in an empty folder of its own: run("game.py", *arguments, input=...)."""

    def call(script: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / script), *arguments]
        settings: dict[str, object] = {"cwd": tmp_path, "text": True, "capture_output": True, "timeout": 120} | options
        if "input" not in settings:
            settings["stdin"] = subprocess.DEVNULL
        return subprocess.run(command, **settings)  # type: ignore[call-overload, no-any-return]

    return call


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have limits, but no sandbox: for those that tell of themselves by a file beside them."""
    monkeypatch.setenv(CHOSEN, "none")
