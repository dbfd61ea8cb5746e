"""The terminal window: its abilities, and text wrapped to it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from common.show import window
from tests.support.keyboard import TerminalStream, type_on_pipe, type_on_terminal


@pytest.mark.parametrize(
    ("stdin", "stdout", "person"),
    [
        (TerminalStream(), TerminalStream(), True),
        (TerminalStream(), io.StringIO(), False),
        (io.StringIO(), TerminalStream(), False),
        (None, TerminalStream(), False),
    ],
)
def test_person_sits_at_both_ends_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, stdin: io.StringIO | None, stdout: io.StringIO, person: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stdout", stdout)
    assert window.on_terminal() is person


@pytest.mark.parametrize(
    ("term", "able"),
    [("xterm-256color", True), ("dumb", False), ("unknown", False), ("", False), (None, False)],
)
def test_escape_codes_depend_on_the_kind_of_terminal(
    monkeypatch: pytest.MonkeyPatch, term: str | None, able: bool
) -> None:
    type_on_terminal(monkeypatch)
    monkeypatch.delenv("WT_SESSION", raising=False)
    monkeypatch.delenv("TERM")
    if term is not None:
        monkeypatch.setenv("TERM", term)
    assert (window.has_escape_codes(), window.can_redraw()) == (able, able)


LONG = "The cat wins, whatever the catcher does"


@pytest.mark.parametrize(
    ("text", "wrapped"),
    [
        ("short", "short"),
        (LONG, "The cat wins,\nwhatever the\ncatcher does"),
        ("Type a move, now: ", "Type a move,\nnow: "),
        (f"{LONG}\nshort", "The cat wins,\nwhatever the\ncatcher does\nshort"),
        (f"  {LONG}", f"  {LONG}"),
        ("see saved-games/walls-1.jsonl now", "see\nsaved-games/walls-1.jsonl\nnow"),
        ("", ""),
    ],
)
def test_text_is_wrapped_between_words(monkeypatch: pytest.MonkeyPatch, text: str, wrapped: str) -> None:
    type_on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "14")
    assert window.wrap(text) == wrapped


def test_text_for_a_pipe_stays_unchanged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "14")
    type_on_pipe(monkeypatch)
    assert window.wrap(LONG) == LONG
    assert window.wrap(LONG, TerminalStream()) != LONG
    monkeypatch.setattr(sys, "stdout", None)
    assert window.wrap(LONG) == LONG


@pytest.mark.parametrize(("columns", "filled"), [("80", "one two three"), ("8", "one two\nthree")])
def test_text_is_filled_also_on_a_pipe(monkeypatch: pytest.MonkeyPatch, columns: str, filled: str) -> None:
    type_on_pipe(monkeypatch)
    monkeypatch.setenv("COLUMNS", columns)
    assert window.fill("one two three") == filled
