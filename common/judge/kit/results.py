"""The results of a submission: `results.json` with Gradescope's fields, from the events of a grading."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import Any

from common.judge.kit.grading import Event
from common.judge.kit.settings import KitSettings, Rung
from common.programs.move_clock import Overrun

RULES = 6  # rules that the protocol check tests; a second program adds one
VIRTUAL_DRAWS = 1  # keep the strength finite if all games were won or lost
UNFINISHED = "not graded: the time for this submission was used up"


def results(
    settings: KitSettings, events: Sequence[Event], seconds: float, problem: str = ""
) -> dict[str, Any]:
    """Return the content of `results.json`.

    `seconds` is the time that the grading took. `problem` is a message about a grading that did not reach its
    end, which costs the points of what is missing.
    """
    notes = [event["text"] for event in events if event["event"] in ("refused", "sandbox")]
    tests = [*_rule_tests(settings, events), *_case_tests(settings, events), *_ladder_tests(settings, events)]
    return {
        "output": "\n".join([*notes, *([problem] if problem else [])]),
        "output_format": "text",
        "visibility": "visible",
        "execution_time": round(seconds, 2),
        "tests": tests,
        "leaderboard": leaderboard(settings, events),
    }


def _missing(events: Sequence[Event]) -> str:
    """Return the reason why something was not graded."""
    refusals = _of_kind(events, "refused")
    return str(refusals[0]["text"]) if refusals else UNFINISHED


def _of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event["event"] == kind]


def _test(
    settings: KitSettings, name: str, score: float, most: float, lines: Sequence[str]
) -> dict[str, Any]:
    """Return a test of `results.json`."""
    return {
        "name": name,
        "score": round(score, 3),
        "max_score": round(most, 3),
        "status": "passed" if score >= most else "failed",
        "output": "\n".join(lines),
        "output_format": "text",
        "visibility": settings.visibility,
    }


def _rule_tests(settings: KitSettings, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return a test for each rule. Rules that were not tried are one test together."""
    rules = _of_kind(events, "rule")
    if not settings.check_points:
        return []
    count = max(RULES, len(rules))
    each = settings.check_points / count
    tests = [
        _test(
            settings,
            f"protocol: {rule['name']}",
            each * rule["is_kept"],
            each,
            [rule["told"], *(f"  {line}" for line in rule["exchange"])],
        )
        for rule in rules
    ]
    if missing := count - len(rules):
        why = "not tried: the program must answer the first position before"
        why = _missing(events) if not rules or rules[0]["is_kept"] else why
        tests.append(_test(settings, "protocol: other rules", 0, each * missing, [why]))
    return tests


def _case_tests(settings: KitSettings, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return one test for all cases, with points for the part that is right."""
    if not settings.case_points:
        return []
    cases = _of_kind(events, "case")
    total = max((case["of"] for case in cases), default=1)
    right = sum(case["right"] for case in cases)
    lines = [line for case in cases for line in case["lines"]]
    lines += [_missing(events)] if len(cases) < total else []
    return [
        _test(
            settings,
            f"cases: {right} of {total}",
            settings.case_points * right / total,
            settings.case_points,
            lines,
        )
    ]


def _ladder_tests(settings: KitSettings, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return a test for each opponent, with points for the part of the games' points that was won."""
    return [_ladder_test(settings, events, number, rung) for number, rung in enumerate(settings.ladder)]


def _ladder_test(settings: KitSettings, events: Sequence[Event], number: int, rung: Rung) -> dict[str, Any]:
    games = [event for event in _of_kind(events, "game") if event["rung"] == number]
    total, won = 2 * settings.pairs, sum(game["points"] for game in games)
    lines = [f"as {game['side']}: {_result(game['points'])}: {game['text']}" for game in games]
    lines += _excused_moves(games)
    lines += [_missing(events)] if len(games) < total else []
    name = f"games against {rung.player}: {won:g} of {total} points"
    return _test(settings, name, rung.points * won / total, rung.points, lines)


def _excused_moves(games: Sequence[Event]) -> list[str]:
    """Return a line about the moves over the limit that delays of the machine explain, if there are any."""
    overruns = [Overrun(*seconds) for game in games for seconds in game.get("overruns", ())]
    excused = [one.over for one in overruns if not one.is_late]
    if not excused:
        return []
    return [
        f"moves over the limit, excused by delays of the machine: {len(excused)}, "
        f"by {sum(excused):.3f} s in all, the longest by {max(excused):.3f} s"
    ]


def _result(points: float) -> str:
    return {1.0: "won", 0.5: "drawn"}.get(points, "lost")


def leaderboard(settings: KitSettings, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the leaderboard: points of the ladder, strength, and the seconds of the fastest move.

    The strength is the Elo difference to the ladder as a whole, with one drawn game more.
    """
    games = _of_kind(events, "game")
    total = 2 * settings.pairs * len(settings.ladder)
    won = sum(game["points"] for game in games)
    score = sum(test["score"] for test in _ladder_tests(settings, events))
    share = (won + VIRTUAL_DRAWS / 2) / (total + VIRTUAL_DRAWS)
    fastest = [game["fastest"] for game in games if game.get("fastest") is not None]
    found: list[dict[str, Any]] = [
        {"name": "ladder", "value": round(score, 2), "order": "desc"},
        {"name": "strength", "value": round(-400 * log10(1 / share - 1)), "order": "desc"},
    ]
    if fastest:
        found.append({"name": "fastest move", "value": min(fastest), "order": "asc"})
    return found
