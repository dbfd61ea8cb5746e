"""What a benchmark hands back, one after the other: a line for people, and the same as facts for programs."""

from __future__ import annotations

from typing import Any, NamedTuple


class Line(NamedTuple):
    """A line of text, and the facts in it, of which `--json` prints those alone; a line without facts is for people only."""

    text: str
    facts: dict[str, Any]


def line(text: str, **facts: Any) -> Line:
    """A line."""
    return Line(text, facts)
