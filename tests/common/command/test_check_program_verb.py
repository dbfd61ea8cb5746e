"""The verb `check-program`: one line a rule, JSON, Gradescope's file, the exit status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from common.command import check_program_verb
from common.command.check_program_verb import add_check_program
from common.judge.protocol_check import Rule
from tests.support.small_game import run_verb

CALL = ("check-program", "python3 bot.py", "--no-sandbox")
KEPT, BROKEN = Rule("answers", True, "the last one was 2"), Rule("ends", False, "it runs on")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace the protocol check by two rules, one of them broken. Return its arguments."""
    calls = list[tuple[Any, ...]]()

    def check(*arguments: Any) -> Iterator[Rule]:
        calls.append(arguments)
        yield KEPT
        yield BROKEN

    monkeypatch.setattr(check_program_verb, "check_protocol", check)
    return calls


def test_rules_are_printed_and_a_broken_one_exits_with_1(
    asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_check_program, *CALL) == 1
    first, second, sandbox = capsys.readouterr().out.splitlines()
    assert (first, second) == (KEPT.line(), BROKEN.line())
    assert sandbox.startswith("Programs ran in no sandbox: limits only")


def test_kept_rules_exit_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_program_verb, "check_protocol", lambda *_: iter([KEPT, KEPT]))
    assert run_verb(add_check_program, *CALL) == 0


def test_options_become_settings_of_the_program(asked: list[Any]) -> None:
    run_verb(add_check_program, *CALL, "--seconds", "3", "--positions", "5", "--seed", "9", "--memory", "1")
    ((_, command, settings, positions),) = asked
    assert (command, positions, settings.seed) == ("python3 bot.py", 5, 9)
    assert settings.limit == (3.0, None, None)
    assert (settings.confinement.memory, settings.confinement.sandboxed) == (1.0, False)


def test_json_is_one_object_with_rules_and_sandbox(
    asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_check_program, *CALL, "--json") == 1
    (line,) = capsys.readouterr().out.splitlines()
    facts = json.loads(line)
    assert [rule["is_kept"] for rule in facts["rules"]] == [True, False]
    assert facts["rules"][1] == BROKEN.facts() and facts["sandbox"].startswith("Programs ran in")


def test_gradescope_file_has_a_point_a_rule(asked: list[Any], tmp_path: Path) -> None:
    assert run_verb(add_check_program, *CALL, "--gradescope", str(tmp_path / "results.json")) == 1
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert results["score"] == 1
    assert [test["status"] for test in results["tests"]] == ["passed", "failed"]


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("greedy", "'greedy' is a built-in player: expected a command, e.g. 'python my_small_game.py'\n"),
        ("python3 bot.py + level-3", "'level-3' is a built-in player"),
        ("no-such-program", "'no-such-program'"),
    ],
)
def test_command_that_is_no_program_is_refused(
    command: str, wanted: str, asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_check_program, "check-program", command, "--no-sandbox") == 2
    assert wanted in capsys.readouterr().err
    assert asked == []
