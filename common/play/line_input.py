"""Line input at the terminal: editing and history if Python has readline, and single keys as answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from common.show.window import on_terminal

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}  # by the last character of the escape sequence
END = "\x04"  # Ctrl-D
ENTER = "\r\n"
PREVIOUS_LINE = "\x10"  # Ctrl-P
ESCAPE = "\x1b"
PAUSE = 0.05  # seconds; an escape character that stands alone for longer is no arrow key


def read_line(prompt: str, keys: Mapping[str, str] = {}) -> str:
    """Print a prompt and read a line, perhaps with its newline. Raise EOFError at the end of input.

    `keys` maps arrow keys (up, down, left, right) and characters to answers. They count at once while the
    line is empty, but only where `reads_keys` is True.
    """
    *above, prompt = prompt.split("\n")
    print("".join(f"{line}\n" for line in above), end="", flush=True)
    editor = line_editor() if on_terminal() else None
    if editor is None:
        return _plain(prompt)
    return _with_keys(editor, prompt, keys) if keys and reads_keys() else input(prompt)


def reads_keys() -> bool:
    """Return True if single keys can be read: on a terminal with readline, and not on Windows."""
    return on_terminal() and os.name != "nt" and line_editor() is not None


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


def _with_keys(editor: Any, prompt: str, keys: Mapping[str, str]) -> str:
    """Read a line whose first key decides: one of `keys` is an answer, any other key begins the line."""
    shown = prompt
    while True:
        key = _read_key(sys.stdin.fileno(), shown)
        shown = ""
        if key in ("", END):
            raise EOFError
        if key in ENTER:
            print(flush=True)
            return ""
        if answer := keys.get(ARROWS.get(key[-1], "") if key[0] == ESCAPE else key):
            print(answer, flush=True)
            return answer
        beginning = (
            editor.get_history_item(editor.get_current_history_length()) if key == PREVIOUS_LINE else key
        )
        if beginning and beginning.isprintable():
            return _read_rest(editor, prompt, beginning)


def _read_rest(editor: Any, prompt: str, beginning: str) -> str:
    """Read the rest of a line of which `beginning` is already typed."""
    editor.set_startup_hook(lambda: editor.insert_text(beginning))
    print("\r", end="", flush=True)
    try:
        return input(prompt)
    finally:
        editor.set_startup_hook(None)


def _read_key(terminal: int, prompt: str) -> str:
    """Print a prompt and read one key, all of its bytes; empty at the end of the input."""
    import select
    import termios
    import tty

    settings = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        # Only now: an answer that follows the prompt at once is not echoed before its first key is read.
        print(prompt, end="", flush=True)
        key = os.read(terminal, 1)
        while _is_incomplete(key) and select.select([terminal], [], [], PAUSE)[0]:
            key += os.read(terminal, 1)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
    return key.decode(errors="replace")


def _is_incomplete(key: bytes) -> bool:
    """Return True if more bytes of a key may follow: an escape sequence up to its letter, or UTF-8."""
    if key[:1] == ESCAPE.encode():
        return len(key) < 3 or (not key[-1:].isalpha() and key[-1:] != b"~")
    return key[:1] >= b"\xc0" and len(key) < 2 + (key[:1] >= b"\xe0") + (key[:1] >= b"\xf0")
