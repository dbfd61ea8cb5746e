"""The terminal window: its size, its abilities, and text wrapped to it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TextIO

CLEAR = "\x1b[H\x1b[J"  # cursor to the upper left corner, then clear below


def on_terminal() -> bool:
    """Return True if stdin and stdout are terminals, so that a person sits at both ends."""
    return bool(sys.stdin) and sys.stdin.isatty() and sys.stdout.isatty()


def rows() -> int:
    """Return the height of the window in lines."""
    return shutil.get_terminal_size().lines


def columns() -> int:
    """Return the width of the window in characters."""
    return shutil.get_terminal_size().columns


def has_escape_codes() -> bool:
    """Return True if the terminal understands escape codes that move the cursor and clear lines."""
    return os.environ.get("TERM") not in (None, "", "dumb", "unknown") or "WT_SESSION" in os.environ


def can_redraw() -> bool:
    """Return True if stdout is a terminal on which the cursor can go back to the top."""
    return has_escape_codes() and bool(sys.stdout) and sys.stdout.isatty()


def wrap(text: str, stream: TextIO | None = None) -> str:
    """Wrap the lines of a text to the window, between words.

    Indented lines are commands and stay whole. The text stays unchanged if `stream` (default stdout) is no
    terminal.
    """
    stream = stream or sys.stdout
    return fill(text) if stream and stream.isatty() else text


def fill(text: str) -> str:
    """Wrap the lines of a text to the window, or to 80 columns if there is none."""
    return "\n".join(_fill(line, columns()) for line in text.split("\n"))


def _fill(line: str, width: int) -> str:
    """Wrap a line between words. Keep spaces at its end, because a prompt ends with one."""
    body = line.rstrip()
    if len(line) <= width or line.startswith("  "):
        return line
    return textwrap.fill(body, width, break_long_words=False, break_on_hyphens=False) + line[len(body) :]


def say(text: str) -> None:
    """Print a line on stdout, wrapped to the window, and flush it, because a grader may read the pipe."""
    print(wrap(text), flush=True)
