"""Persistent programs: frozen between requests."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from common.programs.confined_command import UNSANDBOXED, Sandbox
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.persistent import PersistentPlayer
from tests.support.programs import on_unix
from tests.support.sandboxes import sandbox_parameters, use_sandbox

pytestmark = on_unix
PONDERER = """
import sys, threading, time
def think():
    while True:
        pass
threading.Thread(target=think, daemon=True).start()
answered = time.process_time()
for line in sys.stdin:
    if line.strip() == "quit":
        break
    print("x", time.process_time() - answered, flush=True)
    answered = time.process_time()
"""


class AnyMove:
    """A position in which every answer is a legal move."""

    turn = "X"

    def play(self, move: Any) -> Any:
        return self

    def outcome(self) -> None:
        return None

    def text(self, move: Any) -> str:
        return str(move)

    def read_move(self, text: str) -> str:
        return text

    def moves(self) -> Any:
        class Everything:
            def __contains__(self, move: object) -> bool:
                return True

        return Everything()


@pytest.mark.parametrize("level", sandbox_parameters(UNSANDBOXED))
def test_persistent_program_is_frozen_between_requests(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert most_thought(tmp_path, DEFAULT_CONFINEMENT, requests=1) <= ENOUGH


def test_pondering_program_thinks_between_requests(tmp_path: Path, bare: None) -> None:
    assert most_thought(tmp_path, Confinement(ponder=True), requests=20) > ENOUGH


@pytest.mark.long
@pytest.mark.parametrize("level", sandbox_parameters())
def test_pondering_program_thinks_in_every_sandbox(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    assert most_thought(tmp_path, Confinement(ponder=True), requests=20) > ENOUGH


ENOUGH = 0.15  # CPU seconds; a frozen program uses some of them while it is woken and put to sleep


def most_thought(tmp_path: Path, confinement: Confinement, requests: int) -> float:
    """Return the most CPU time that a program reports between two requests, a second apart.

    Stop as soon as it is enough: on a busy machine the program may get little of the first second.
    """
    (tmp_path / "bot.py").write_text(PONDERER)
    command, most = f"'{sys.executable}' '{tmp_path / 'bot.py'}'", 0.0
    player = PersistentPlayer(command, 20, lambda position: ["go"], confinement)
    try:
        player(AnyMove())
        for _ in range(requests):
            time.sleep(1)
            most = max(most, float(player(AnyMove()).split()[1]))
            if most > ENOUGH:
                break
    finally:
        player.close()
    return most
