"""The events of a grading: rules, cases, games in pairs, and what a hanging program costs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from common.judge.kit import grading
from common.judge.kit.grading import (
    MAX_LATE_GAMES,
    GradingTask,
    check_rules,
    confinement_of,
    grade_cases,
    grade_submission,
    play_ladder,
)
from common.judge.kit.settings import KitSettings, Rung
from common.judge.kit.submission import FoundProgram
from common.play.game import Game, Players
from common.play.players import PlayerSettings
from common.programs.confinement import DEFAULT_CONFINEMENT
from common.programs.program_store import program_store
from common.programs.runtime import Runtime
from common.rules.player import ForfeitError
from tests.support.plain_parts import plain_parts
from tests.support.small_game import Position

START = Position(20)
SETTINGS = KitSettings("small_game", (Rung("greedy", 10), Rung("random", 20)), pairs=2, positions=3)


class Programs(Players[Position, Any]):
    """Programs that are functions of this process, by their command."""

    def one_shot_program(self, command: str, settings: PlayerSettings) -> Callable[[Position], int]:
        def player(position: Position) -> int:
            if command == "late":
                raise ForfeitError("does not answer within 1 s", "thinking", "time")
            if command == "crash":
                raise ForfeitError("crashes: exit status 1", "no idea")
            return position.moves()[0]

        return player


GAME = Game(START, **plain_parts(START), players=Programs())


def task(command: str, settings: KitSettings = SETTINGS) -> GradingTask:
    program = FoundProgram(command, f"python {command}.py", [command])
    return GradingTask(GAME, program, settings, DEFAULT_CONFINEMENT)


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the process that is asked about a malformed position."""
    monkeypatch.setattr(
        "common.judge.protocol_check.one_shot_player",
        lambda command, *_: GAME.players.one_shot_program(command, PlayerSettings()),
    )


def test_every_rule_is_an_event() -> None:
    events = list(check_rules(task("honest")))
    assert len(events) == 6 and all(event["is_kept"] and event["exchange"] == [] for event in events)
    assert json.loads(json.dumps(events)) == events


def test_broken_rule_has_an_exchange_as_people_type_it() -> None:
    (event,) = check_rules(task("crash"))
    assert not event["is_kept"] and event["exchange"][0].startswith("type: python crash.py ")


def test_hanging_program_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "explain", lambda *_: pytest.fail("asked again"))
    (event,) = check_rules(task("late"))
    assert event["exchange"][0].startswith("type: python late.py ")


def test_every_opponent_is_met_on_both_sides_pair_by_pair() -> None:
    events = list(play_ladder(task("honest")))
    assert [(event["rung"], event["side"]) for event in events] == [
        *[(0, "Ann"), (0, "Bob"), (1, "Ann"), (1, "Bob")] * 2
    ]
    assert all(event["points"] in (0, 0.5, 1) and event["fastest"] >= 0 for event in events)
    assert json.loads(json.dumps(events)) == events


def played(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    times = ("fastest", "slowest")
    return [{name: value for name, value in event.items() if name not in times} for event in events]


def test_same_program_gets_the_same_result() -> None:
    first = played(list(play_ladder(task("honest"))))
    assert all(played(list(play_ladder(task("honest")))) == first for _ in range(3))


def test_rest_of_the_games_is_lost_after_three_late_ones() -> None:
    events = list(play_ladder(task("late")))
    assert len(events) == 8 and sum(event["points"] for event in events) == 0
    assert [event.get("kind") for event in events[:3]] == ["time"] * MAX_LATE_GAMES
    assert all(event["text"].startswith("not played, since 3 games") for event in events[3:])
    assert "(last line on stderr: thinking)" in events[0]["text"]


def test_crashes_are_all_played() -> None:
    events = list(play_ladder(task("crash")))
    assert [event["kind"] for event in events] == ["crash"] * 8


def test_cases_are_graded_by_the_module_of_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module: Any = ModuleType("a_game.kit_cases")

    def grade(game: Any, folder: Path, program: Any) -> Iterator[dict[str, Any]]:
        assert (game, folder, program.words, program.seconds) == (asked.game, tmp_path, ["honest"], 10)
        yield {"case": "1", "right": True, "lines": [], "of": 1}

    module.grade_kit_cases = grade
    monkeypatch.setitem(sys.modules, "a_game.kit_cases", module)
    asked = task("honest")._replace(game=Game(START, **plain_parts(START), package="a_game"))
    assert list(grade_cases(asked, tmp_path)) == [
        {"event": "case", "case": "1", "right": True, "lines": [], "of": 1}
    ]


def test_submission_without_a_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "load_game", lambda name: GAME)
    (tmp_path / "submission").mkdir()
    with program_store() as store:
        sandbox, refused = grade_submission(tmp_path, SETTINGS, store)
    assert sandbox["event"] == "sandbox" and sandbox["text"].startswith("Programs ran in ")
    assert refused == {"event": "refused", "text": "no program found: expected main.py, found no files"}


def test_program_may_read_nothing_of_the_kit(tmp_path: Path) -> None:
    with program_store() as store:
        found = confinement_of(tmp_path, SETTINGS._replace(grace=0.5), Runtime(Path("python3")), store)
        assert found.temporary_folder == store.root
    assert found.isolated and found.sandboxed and found.grace == 0.5
    assert {path.name for path in found.secret} == {"source", "results", "submission", "environment"}
