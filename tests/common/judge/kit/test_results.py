"""`results.json`: the documented fields, and the points for what happened and what did not."""

from __future__ import annotations

import json
from typing import Any

from common.judge.kit.results import UNFINISHED, results
from common.judge.kit.settings import KitSettings, Rung
from tests.support.gradescope import check_results

SETTINGS = KitSettings(
    "small_board", (Rung("level-1", 20), Rung("greedy", 30)), pairs=1, check_points=30, case_points=10
)
SANDBOX = {"event": "sandbox", "text": "Programs ran in a box"}


def rule(is_kept: bool = True) -> dict[str, Any]:
    exchange = [] if is_kept else ["type: this", "result: that"]
    return {"event": "rule", "name": "answers", "is_kept": is_kept, "told": "so it is", "exchange": exchange}


def game(rung: int, points: float, fastest: float | None = 0.2) -> dict[str, Any]:
    return {"event": "game", "rung": rung, "side": "X", "points": points, "text": "well", "fastest": fastest}


def case(right: bool) -> dict[str, Any]:
    return {"event": "case", "case": "1", "right": right, "lines": ["Correct move"], "of": 2}


WHOLE = [
    SANDBOX,
    *[rule()] * 5,
    rule(False),
    case(True),
    case(False),
    *(game(0, 1.0), game(1, 0.5, 0.1), game(0, 1.0), game(1, 0.0, None)),
]


def scores(events: list[dict[str, Any]]) -> dict[str, tuple[float, float]]:
    found = results(SETTINGS, events, 3.14159)
    check_results(found)
    assert json.loads(json.dumps(found)) == found
    return {test["name"]: (test["score"], test["max_score"]) for test in found["tests"]}


def test_points_follow_rules_cases_and_games() -> None:
    found = scores(WHOLE)
    assert found["protocol: answers"] == (0, 5), "the last of six rules of this name"
    assert found["cases: 1 of 2"] == (5, 10)
    assert found["games against level-1: 2 of 2 points"] == (20, 20)
    assert found["games against greedy: 0.5 of 2 points"] == (7.5, 30)
    tests = results(SETTINGS, WHOLE, 1)["tests"]
    assert sum(test["score"] for test in tests) == 25 + 5 + 20 + 7.5
    assert sum(test["max_score"] for test in tests) == 90


def test_rules_share_their_points() -> None:
    tests = results(SETTINGS, WHOLE, 1)["tests"][:6]
    assert [test["score"] for test in tests] == [5, 5, 5, 5, 5, 0]
    assert tests[5]["output"] == "so it is\n  type: this\n  result: that"
    assert [test["status"] for test in tests[-2:]] == ["passed", "failed"]


def test_program_that_cannot_answer_fails_the_other_rules() -> None:
    tests = results(SETTINGS, [SANDBOX, rule(False)], 1)["tests"]
    assert (tests[1]["name"], tests[1]["max_score"]) == ("protocol: other rules", 25)
    assert tests[1]["output"].startswith("not tried: the program must answer")


def test_what_was_not_graded_costs_its_points_and_says_so() -> None:
    found = results(SETTINGS, [SANDBOX, rule(), case(True), game(0, 1.0)], 1, "The time was used up.")
    check_results(found)
    outputs = {test["name"]: test["output"] for test in found["tests"]}
    assert outputs["protocol: other rules"] == UNFINISHED
    assert outputs["cases: 1 of 2"].endswith(UNFINISHED)
    assert outputs["games against level-1: 1 of 2 points"].endswith(UNFINISHED)
    assert outputs["games against greedy: 0 of 2 points"] == UNFINISHED
    assert found["output"].endswith("The time was used up.")
    assert sum(test["max_score"] for test in found["tests"]) == 90


def test_refused_submission_gets_no_points_but_the_reason() -> None:
    found = results(SETTINGS, [SANDBOX, {"event": "refused", "text": "no program found"}], 1)
    check_results(found)
    assert all(test["score"] == 0 and test["output"] == "no program found" for test in found["tests"])


def test_nothing_happened() -> None:
    found = results(SETTINGS, [], 1, "tell your teacher")
    check_results(found)
    assert [entry["name"] for entry in found["leaderboard"]] == ["ladder", "strength"]


def test_moves_that_the_machine_delayed_are_summed_up_for_each_opponent() -> None:
    excused = [[0.25, 0.3, 0.1], [0.1, 0.0, 0.1]]
    late, unplayed = [0.5, 0.1, 0.2], game(1, 0.0)
    events = [
        {**game(0, 1.0), "overruns": excused},
        {**game(0, 1.0), "overruns": [late, [0.0301, 0.03, 0.0]]},
        {**game(1, 0.0), "overruns": [late]},
        unplayed,
    ]
    outputs = {test["name"]: test["output"] for test in results(SETTINGS, events, 1)["tests"]}
    told = (
        "moves over the limit, excused by delays of the machine: 3, by 0.380 s in all, the longest by 0.250 s"
    )
    assert outputs["games against level-1: 2 of 2 points"].splitlines()[2:] == [told]
    assert "excused" not in outputs["games against greedy: 0 of 2 points"]


def test_leaderboard_has_score_strength_and_fastest_move() -> None:
    found = results(SETTINGS, WHOLE, 1)["leaderboard"]
    assert [(entry["name"], entry["order"]) for entry in found] == [
        ("ladder", "desc"),
        ("strength", "desc"),
        ("fastest move", "asc"),
    ]
    assert found[0]["value"] == 27.5 and found[2]["value"] == 0.1
    assert found[1]["value"] == 70, "3 of 5 points, with the virtual draw"


def test_strength_is_finite_and_grows_with_points() -> None:
    def strength(points: float) -> int:
        events = [game(number // 2, points) for number in range(4)]
        return int(results(SETTINGS, events, 1)["leaderboard"][1]["value"])

    assert strength(0) < strength(0.5) == 0 < strength(1)


def test_visibility_is_that_of_the_settings() -> None:
    tests = results(SETTINGS._replace(visibility="after_published"), WHOLE, 1)["tests"]
    assert {test["visibility"] for test in tests} == {"after_published"}
