"""Check a `results.json` against the fields that Gradescope documents."""

from __future__ import annotations

from typing import Any

Number = (int, float)
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
TOP = {
    "score": Number,
    "execution_time": Number,
    "output": str,
    "output_format": str,
    "test_output_format": str,
    "test_name_format": str,
    "visibility": str,
    "stdout_visibility": str,
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
TEST = {
    "score": Number,
    "max_score": Number,
    "status": str,
    "name": str,
    "name_format": str,
    "number": str,
    "output": str,
    "output_format": str,
    "tags": list,
    "visibility": str,
    "extra_data": dict,
}
ENTRY = {"name": str, "value": (int, float, str), "order": str}


def check_results(found: dict[str, Any]) -> None:
    """Raise AssertionError if a field is unknown, has another type, or lacks what we promise."""
    check_fields(found, TOP)
    for test in found["tests"]:
        check_fields(test, TEST)
        assert 0 <= test["score"] <= test["max_score"]
        assert test["status"] in ("passed", "failed")
        assert {"name", "score", "max_score", "output", "visibility"} <= test.keys()
    for entry in found["leaderboard"]:
        check_fields(entry, ENTRY)
        assert entry["order"] in ("asc", "desc")
    assert found["execution_time"] >= 0


def check_fields(found: dict[str, Any], known: dict[str, Any]) -> None:
    for name, value in found.items():
        assert isinstance(value, known[name]) and not isinstance(value, bool), (name, value)
    assert found.get("visibility", "visible") in VISIBILITIES
    assert found.get("output_format", "text") in FORMATS
