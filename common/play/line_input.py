"""Line input: from a pipe, and at the terminal with editing and history if Python has readline."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from common.show.window import on_terminal


def read_line(prompt: str) -> str:
    """Print a prompt and read a line, perhaps with its newline. Raise EOFError at the end of input."""
    *above, prompt = prompt.split("\n")
    print("".join(f"{line}\n" for line in above), end="", flush=True)
    return input(prompt) if on_terminal() and line_editor() else _plain(prompt)


def _plain(prompt: str) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError
    return line


@cache
def line_editor() -> Any:
    """Return Python's readline module, which `input` uses from then on, or None if there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")
    return readline
