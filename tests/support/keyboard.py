"""Answers typed by a human, on a pipe or on a terminal, for tests in one process."""

from __future__ import annotations

import io
import sys

import pytest


class TerminalStream(io.StringIO):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def type_on_pipe(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """Put lines on stdin, which is a pipe."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))


def type_on_terminal(monkeypatch: pytest.MonkeyPatch, *answers: str) -> TerminalStream:
    """Put lines on stdin, which is a terminal 80 columns wide. Return the screen, which is stdout."""
    screen = TerminalStream()
    monkeypatch.setattr(sys, "stdin", TerminalStream("".join(f"{answer}\n" for answer in answers)))
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return screen
