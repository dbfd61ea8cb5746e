"""Ctrl-C in any long call of all five programs stops within a second and prints the results so far."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from common.play.players import PlayerSettings
from common.play.table import Table
from common.search.limit import Level, Limit
from tests.support.game_cases import BORDER
from tests.support.games import SCRIPTS, game_of
from tests.support.programs import (
    Run,
    child_processes,
    on_unix,
    read_json_lines,
    start_on_terminal,
    still_running,
)

UNSOLVED = {  # starts that take longer to solve than this test waits
    "game": ("[5, 5]", "[]", BORDER, "--cells", "--seconds", "inf"),
    "squirrels": ("X", " ".join(map(str, range(1, 26))), "/".join(["*****"] * 5), "--seconds", "inf"),
    "duel7": ("--pieces", "8", "8", "--turns", "40", "--seed", "1", "--seconds", "inf"),
    "walls": ("5",),
    "catsdogs": ("--seconds", "inf"),
}


class SlowCall(NamedTuple):
    """A slow call, its progress line once there is a result, and the partial result printed at Ctrl-C."""

    script: str
    words: tuple[str, ...]
    progress: str
    result: str


def slow_calls() -> list[SlowCall]:
    found = []
    for script in SCRIPTS:
        match = ("match", "random", "random", "--pairs", "100000")
        found.append(
            SlowCall(script, match, "[1-9][0-9]* of 100000 pairs", r"games: [0-9]+ won|games, \+[0-9]+")
        )
        analyse = ("analyse", "long.jsonl") + (
            ("--seconds", "2") if script != "squirrels" else ("--depth", "5")
        )
        found.append(
            SlowCall(script, analyse, "position ({some}) of", r"Moves 1 to [0-9]+ were not analysed\.")
        )
        found.append(
            SlowCall(
                script,
                ("solve", *UNSOLVED[script]),
                "[1-9][0-9,]* positions|million|depth|proving|ends proven",
                "[Nn]ot |[Ww]ins",
            )
        )
    return [*found, SlowCall("squirrels", ("grade", "cases"), "[1-9] of 200 cases", "Score: .* not graded")]


CALLS = slow_calls()


def save_random_game(script: str) -> str:
    """Save a game of random players as long.jsonl; return a pattern of the plies analysed before the last."""
    game, names = game_of(script), dict.fromkeys(game_of(script).sides, "random")
    start = game.opening(3)
    settings = PlayerSettings(Level(Limit()), 3)
    Table(game, names, settings, Path("long.jsonl"), as_json=True).play(start)
    return "|".join(map(str, range(1, len(read_json_lines(Path("long.jsonl"))) - 2)))


@on_unix
@pytest.mark.parametrize("call", CALLS, ids=[f"{call.script}-{call.words[0]}" for call in CALLS])
def test_ctrl_c_prints_results_so_far(
    call: SlowCall,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    called: Run,
) -> None:
    monkeypatch.chdir(tmp_path)
    some = save_random_game(call.script) if call.words[0] == "analyse" else ""
    if call.words[0] == "grade":
        assert called("squirrels.py", "cases", "200", "cases", "--seed", "1").returncode == 0
    child: Any = start_on_terminal(f"{call.script}.py", tmp_path, *call.words, columns=200)
    child.expect(call.progress.replace("{some}", some), timeout=240)  # machine code may have to be compiled
    child.sendintr()
    child.expect(pexpect.EOF, timeout=5)  # a second, and a margin for a busy machine
    child.close()
    lines = re.sub("\r[^\n]*\x1b\\[K", "", child.before).replace("\r", "").strip().splitlines()
    assert child.exitstatus == 130 and lines[-1] == "Stopped."
    assert re.search(call.result, "\n".join(lines[:-1])), child.before
    assert "Traceback" not in child.before


@on_unix
def test_ctrl_c_ends_processes_without_joblib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['joblib'] = None\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    child: Any = start_on_terminal(
        "duel7.py", tmp_path, "match", "engine", "engine", "--seconds", "20", "--pairs", "2"
    )
    child.expect("s  ", timeout=60)
    started = child_processes(child.pid)
    child.sendintr()
    child.expect(pexpect.EOF, timeout=5)
    child.close()
    assert child.exitstatus == 130 and "Traceback" not in child.before
    assert not still_running(started)
