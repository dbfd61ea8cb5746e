"""Line input: lines from a pipe, and from a terminal with a line editor or without one."""

from __future__ import annotations

import io
import sys

import pytest
from common.play.line_input import line_editor, read_line

from common.play import line_input
from tests.support.keyboard import type_on_pipe, type_on_terminal


def test_pipe_gives_a_line_with_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "a1 b1", "b2")
    assert read_line("Above\nMove: ") == "a1 b1\n"
    assert capsys.readouterr().out == "Above\nMove: "


@pytest.mark.parametrize("stream", [io.StringIO(""), None])
def test_end_of_a_pipe_raises_eof(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None) -> None:
    monkeypatch.setattr(sys, "stdin", stream)
    with pytest.raises(EOFError):
        read_line("Move: ")


def test_terminal_without_editor_reads_like_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "a1 b1")
    monkeypatch.setattr(line_input, "line_editor", lambda: None)
    assert read_line("Move: ") == "a1 b1\n"
    assert screen.getvalue() == "Move: "


def test_terminal_uses_the_line_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "a1 b1")
    monkeypatch.setattr(line_input, "line_editor", lambda: object())
    assert read_line("Above\nMove: ") == "a1 b1"
    assert screen.getvalue() == "Above\nMove: "


def test_line_editor_is_none_if_python_has_no_readline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    assert line_editor.__wrapped__() is None
