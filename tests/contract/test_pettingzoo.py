"""docs/examples/pettingzoo_env.py: every game passes PettingZoo's own test of environments."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.games import every_script, game_of
from tests.support.programs import ROOT

FILE = ROOT / "docs" / "examples" / "pettingzoo_env.py"
pytestmark = pytest.mark.long


def environment(script: str) -> Any:
    """Return a new environment of a game."""
    pytest.importorskip("pettingzoo")
    return runpy.run_path(str(FILE))["BoardGame"](script)


@every_script
@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # recommendations, such as agents called player_0
def test_environment_passes_the_test_of_pettingzoo(script: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(environment(script), num_cycles=500)
    seed_test(lambda: environment(script), num_cycles=20)


@every_script
def test_masked_actions_are_the_legal_moves(script: str) -> None:
    """In whole random games each legal move has one action, and the rewards are those of the outcome."""
    env = environment(script)
    env.reset(seed=7)
    while not any(env.terminations.values()):
        seen, _reward, _over, _truncated, _info = env.last()
        legal = [text for text, open in zip(env.actions, seen["action_mask"], strict=True) if open]
        assert sorted(legal) == sorted(env.position.text(move) for move in env.position.moves())
        words = bytes(seen["observation"]).rstrip(b"\0").decode().split("\n")
        assert game_of(script).read(*words) == env.position
        env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
    winner = env.position.outcome().winner
    assert env.rewards == {
        side: 0 if winner is None else 1 if side == winner else -1 for side in env.game.sides
    }


def test_example_has_at_most_100_lines_and_plays_a_game(tmp_path: Path) -> None:
    assert len(FILE.read_text("utf-8").splitlines()) <= 100
    played = subprocess.run(
        [sys.executable, FILE, "walls"], cwd=tmp_path, text=True, capture_output=True, check=True
    )
    assert played.stdout.splitlines()[-1].startswith(("A ends with reward", "B ends with reward"))
