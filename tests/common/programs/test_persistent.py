"""Persistent programs: frozen between requests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.persistent import PersistentPlayer
from common.programs.sandbox import UNSANDBOXED, Sandbox
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
@pytest.mark.parametrize("ponders", [False, True])
def test_persistent_program_thinks_between_requests_only_if_pondering(
    level: Sandbox, ponders: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program reports the CPU time it used between two requests, a second apart."""
    import time

    use_sandbox(level, monkeypatch)
    (tmp_path / "bot.py").write_text(PONDERER)
    confinement = Confinement(ponder=True) if ponders else DEFAULT_CONFINEMENT
    player = PersistentPlayer(
        f"'{sys.executable}' '{tmp_path / 'bot.py'}'", 20, lambda position: ["go"], confinement
    )
    try:
        player(AnyMove())
        time.sleep(1)
        thought = float(player(AnyMove()).split()[1])
    finally:
        player.close()
    assert (thought > 0.15) == ponders, thought
