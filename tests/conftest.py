"""Fixtures that run the scripts, and the option --shuffled."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.programs.confined_command import UNSANDBOXED
from common.programs.sandbox import NO_SANDBOX, SANDBOX_VARIABLE, available_sandbox
from tests.support.fork_server import ForkServer, RunLimits, fork_server
from tests.support.in_process import call_in_process
from tests.support.programs import ROOT, Run
from tests.support.required import missing_tools

gc.disable()  # until all tests are collected: that takes a quarter less time

# A shell that starts the tests in the background makes them and their child processes ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Fix the sandbox for all child processes, so that commands print the same lines on every machine.
os.environ.setdefault(
    SANDBOX_VARIABLE, NO_SANDBOX if available_sandbox() == UNSANDBOXED else available_sandbox().name
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option --shuffled."""
    parser.addoption(
        "--shuffled", metavar="SEED", help="files, and the tests of each, in an order drawn from a seed"
    )


def pytest_configure() -> None:
    """Exit if a program is missing that REQUIRE names, instead of skipping the tests that need it."""
    if missing := missing_tools(os.environ.get("REQUIRE", "").split()):
        pytest.exit(f"missing, but named by REQUIRE: {', '.join(missing)}", returncode=1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the test files, and the tests inside each; a file stays together to share slow fixtures."""
    if seed := config.getoption("--shuffled"):
        chance = random.Random(seed)
        files = sorted({item.path for item in items})
        place = dict(zip(files, chance.sample(range(len(files)), len(files)), strict=True))
        items.sort(key=lambda item: (place[item.path], chance.random()))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what collecting has made.

    It would look through that for 0.2 s of CPU time, perhaps while a test measures a move.
    """
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def warm() -> Iterator[ForkServer | None]:
    """Provide a fork server that runs scripts without starting a Python each time; None without fork."""
    yield fork_server()
    if found := fork_server():
        found.close()


@pytest.fixture
def started(tmp_path: Path) -> Run:
    """Run a script as a new Python process in an empty folder: started("game.py", *arguments, input=...)."""

    def call(script: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / script), *arguments]
        settings: dict[str, object] = {
            "cwd": tmp_path,
            "text": True,
            "capture_output": True,
            "timeout": 120,
        } | options
        if "input" not in settings:
            settings["stdin"] = subprocess.DEVNULL
        return subprocess.run(command, **settings)  # type: ignore[call-overload, no-any-return]

    return call


@pytest.fixture
def run(started: Run, warm: ForkServer | None, tmp_path: Path) -> Run:
    """Run a script like `started`, but in a forked process: faster, for tests that ignore start-up."""

    def call(script: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        if warm is None or not warm.is_usable() or options.keys() - {"input", "timeout"}:
            return started(script, *arguments, **options)
        given, timeout = options.get("input"), options.get("timeout", 120.0)
        assert given is None or isinstance(given, str)
        assert isinstance(timeout, (int, float))
        return warm.run([str(ROOT / script), *arguments], tmp_path, given, RunLimits(timeout))

    return call


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a new empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def called(tmp_path: Path) -> Run:
    """Run a script's command line like `run`, but in the test's own process: fastest, with no time limit."""

    def call(script: str, *arguments: str, input: str = "") -> subprocess.CompletedProcess[str]:
        return call_in_process(script, arguments, tmp_path, input)

    return call


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run programs with limits but without a sandbox, so that they can report by writing a file."""
    monkeypatch.setenv(SANDBOX_VARIABLE, NO_SANDBOX)
    available_sandbox.cache_clear()
    yield
    available_sandbox.cache_clear()
