"""The grader as processes: results in any case, within the time budget."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from common.judge.kit import run
from common.judge.kit.run import collect_events, grade, main, read_events, use_account_without_sandbox
from common.judge.kit.settings import KitSettings, Rung, settings_text
from common.programs.confined_command import ACCOUNT, UNSANDBOXED
from common.programs.sandbox import SANDBOX_VARIABLE, available_sandbox
from tests.support.gradescope import check_results
from tests.support.small_board import GAME

SETTINGS = KitSettings("small_board", (Rung("greedy", 10),), budget=20)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(run, "load_game", lambda name: GAME)
    for name in ("source", "submission", "results"):
        (tmp_path / name).mkdir()
    (tmp_path / "source" / "settings.ini").write_text(settings_text(SETTINGS), encoding="utf-8")
    return tmp_path


def told(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text("utf-8"))
    return found


def replace_process(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Replace the grading process by one that runs `code`."""
    start = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **more: start([sys.executable, "-c", code], **more)
    )


def test_results_are_written_though_the_grading_crashes(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event = {"event": "rule", "name": "answers", "is_kept": True, "told": "yes", "exchange": []}
    replace_process(monkeypatch, f"import sys; print({json.dumps(event)!r}); sys.exit('a bug')")
    assert grade(root, SETTINGS) == 0
    found = told(root)
    check_results(found)
    assert found["tests"][0]["score"] == 5 and "tell your teacher" in found["output"]
    assert "a bug" in capsys.readouterr().err and "a bug" not in json.dumps(found)


def test_grading_that_hangs_is_stopped_in_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ignores = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    replace_process(monkeypatch, f"{ignores}; print('{{', flush=True); time.sleep(60)")
    monkeypatch.setattr(run, "STOP_SECONDS", 0.3)
    began = time.monotonic()
    assert grade(root, SETTINGS._replace(budget=5)) == 0
    assert 2.5 < time.monotonic() - began < 25
    found = told(root)
    check_results(found)
    assert "its time was used up" in found["output"]


def test_events_arrive_until_one_that_was_cut_off() -> None:
    import io

    events = list[Any]()
    read_events(io.StringIO('{"event": "rule"}\n{"event": "ga'), events)
    assert events == [{"event": "rule"}]
    read_events(None, events)
    assert len(events) == 1


def test_errors_of_the_process_are_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_process(monkeypatch, "import sys; print('{\"event\": \"end\"}'); sys.exit('oh')")
    events, errors = collect_events(root, time.monotonic() + 20)
    assert events == [{"event": "end"}] and errors.strip() == "oh"


def test_wrong_settings_are_told_to_the_teacher(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = root / "source" / "settings.ini"
    path.write_text(path.read_text("utf-8").replace("pairs = 2", "pairs = 0"), encoding="utf-8")
    assert main(["prepare", str(root)]) == 2
    assert "pairs = 0: expected a whole number" in capsys.readouterr().err
    assert main(["grade", str(root)]) == 2
    assert told(root)["output"].startswith("The settings of this grader are wrong: settings.ini: pairs = 0")


def test_preparation_names_the_sandbox(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prepare", str(root)]) == 0
    assert capsys.readouterr().out.startswith("Programs ran in ")


def test_root_without_sandbox_uses_another_account(monkeypatch: pytest.MonkeyPatch) -> None:
    found = available_sandbox.__wrapped__
    monkeypatch.setattr(run, "is_root", lambda: True)
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)

    def nothing() -> Any:
        return UNSANDBOXED

    nothing.cache_clear = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(run, "available_sandbox", nothing)
    use_account_without_sandbox()
    import os

    assert os.environ[SANDBOX_VARIABLE] == ACCOUNT
    monkeypatch.delenv(SANDBOX_VARIABLE)
    monkeypatch.setattr(run, "is_root", lambda: False)
    use_account_without_sandbox()
    assert SANDBOX_VARIABLE not in os.environ and found is not None
