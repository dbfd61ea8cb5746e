"""`check-program` in all games: honest programs pass every check, each misbehaving one fails its own."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.games import quick_only_for
from tests.support.programs import ROOT, Run, program_command

EXAMPLES = ROOT / "docs" / "examples"
HONEST = {
    script: f"'{sys.executable}' '{EXAMPLES / script / 'one_move.py'}'"
    for script in ("squirrels", "duel7", "walls", "catsdogs")
}
HONEST["game"] = " + ".join(
    f"'{sys.executable}' '{EXAMPLES / 'game' / 'one_move' / side}.py'" for side in ("cat", "catcher")
)
GENEROUS = ("--seconds", "60", "--positions", "2")


def assert_passes_every_check(called: Run, script: str, command: str) -> None:
    done = called(f"{script}.py", "check-program", command, *GENEROUS)
    *rules, sandbox = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert len(rules) == 5 and all(rule.startswith("ok  ") for rule in rules)
    assert sandbox.startswith("Programs ran in ")
    for side in import_module(script).GAME.sides:
        assert any(f"plays a game as {side} to its end" in rule for rule in rules)


@quick_only_for("squirrels")
def test_honest_program_passes_every_check(script: str, called: Run) -> None:
    assert_passes_every_check(called, script, HONEST[script])


@pytest.mark.parametrize("script", HONEST)
def test_persistent_program_passes_every_check(script: str, called: Run) -> None:
    """Whole games in all five games, with a process for each game and not for each move."""
    command = f"persistent: '{sys.executable}' '{EXAMPLES / script / 'persistent.py'}'"
    assert_passes_every_check(called, script, command)


@pytest.mark.long
def test_persistent_program_may_start_slowly(called: Run, tmp_path: Path) -> None:
    code = "import time\ntime.sleep(1.5)\n" + (EXAMPLES / "duel7" / "persistent.py").read_text("utf-8")
    command = f"persistent: {program_command(tmp_path / 'slow.py', code)}"
    done = called("duel7.py", "check-program", command, "--seconds", "1", "--positions", "1")
    assert done.returncode == 0, done.stdout
    assert " s of 11 s, including start-up" in done.stdout


LATER = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nimport duel7\n"
READ = "position = duel7.GAME.read(*sys.argv[1:])\n"
ANSWER = "print(position.text(position.moves()[0]))"
MISBEHAVING = {
    "one side": (
        LATER + READ + "if position.turn == 'O': sys.exit('I am X')\n" + ANSWER,
        {"plays a game as O to its end"},
    ),
}


@pytest.mark.parametrize("kind", MISBEHAVING)
def test_misbehaving_program_fails_its_own_check(kind: str, called: Run, tmp_path: Path) -> None:
    code, broken = MISBEHAVING[kind]
    done = called(
        "duel7.py",
        "check-program",
        program_command(tmp_path / "bad.py", code),
        *GENEROUS,
        "--seed",
        "2",
        "--gradescope",
        "results.json",
        "--json",
    )
    rules = json.loads(done.stdout)["rules"]
    assert done.returncode == 1
    found = {rule["name"] for rule in rules if not rule["is_kept"]}
    assert broken <= found and len(found) <= 2, rules
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert (
        results["score"]
        == len(rules) - len(found)
        == sum(test["status"] == "passed" for test in results["tests"])
    )
