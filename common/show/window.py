"""The window of a terminal: whether a person sits at it, its size, text wrapped to it, whether it can be redrawn."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TextIO

CLEAR = "\x1b[H\x1b[J"  # the cursor to the upper left corner, nothing below it


def on_terminal() -> bool:
    """True if a person sits at both ends, not a pipe or a file."""
    return bool(sys.stdin) and sys.stdin.isatty() and sys.stdout.isatty()


def rows() -> int:
    """The height of the window in lines."""
    return shutil.get_terminal_size().lines


def columns() -> int:
    """The width of the window in signs."""
    return shutil.get_terminal_size().columns


def known_terminal() -> bool:
    """True if the terminal, if there is one, knows what moves the cursor and clears lines."""
    return os.environ.get("TERM") not in (None, "", "dumb", "unknown") or "WT_SESSION" in os.environ


def can_redraw() -> bool:
    """True of a window in which the cursor can go back to the top."""
    return known_terminal() and bool(sys.stdout) and sys.stdout.isatty()


def wrapped(text: str, stream: TextIO | None = None) -> str:
    """A text whose lines end between words, so that they fit the window, but for commands, which are indented.

    Unchanged where nobody has a window.
    """
    stream = stream or sys.stdout
    if not stream or not stream.isatty():
        return text
    return "\n".join(_fill(line, columns()) for line in text.split("\n"))


def _fill(line: str, width: int) -> str:
    """A line broken between words; blanks at its end stay, for a prompt ends with one."""
    body = line.rstrip()
    if len(line) <= width or line.startswith("  "):
        return line
    return textwrap.fill(body, width, break_long_words=False, break_on_hyphens=False) + line[len(body) :]
