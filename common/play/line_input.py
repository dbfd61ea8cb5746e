"""A line that is typed: with editing and history where the standard library has them; keys that are answers by themselves."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from common.show.window import on_terminal

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}  # by the last sign of what a terminal sends
END = "\x04"  # Ctrl-D
ENTER = "\r\n"
EARLIER = "\x10"  # Ctrl-P
ESCAPE = "\x1b"
PAUSE = 0.05  # seconds after which an escape sign is no arrow key


def read_line(prompt: str, keys: Mapping[str, str] = {}) -> str:
    """What is typed after a prompt, without the line's end; `keys` are arrows that answer at once while the line is empty.

    Raises EOFError at the end of the input.
    """
    *above, prompt = prompt.split("\n")
    print("".join(f"{line}\n" for line in above), end="", flush=True)
    editor = line_editor() if on_terminal() else None
    if editor is None:
        return _plain(prompt)
    if not keys or os.name == "nt":
        return input(prompt)
    return _with_keys(editor, prompt, keys)


def _plain(prompt: str) -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError
    return line


@cache
def line_editor() -> Any:
    """The standard library's line editor, which `input` uses from then on; None where there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")
    return readline


def _with_keys(editor: Any, prompt: str, keys: Mapping[str, str]) -> str:
    """The first key decides: an arrow is the answer, any other sign begins a line."""
    print(prompt, end="", flush=True)
    while True:
        key = _read_key(sys.stdin.fileno())
        if key in ("", END):
            raise EOFError
        if key in ENTER:
            print(flush=True)
            return ""
        if answer := keys.get(ARROWS.get(key[-1], "") if key[0] == ESCAPE else ""):
            print(answer, flush=True)
            return answer
        begun = editor.get_history_item(editor.get_current_history_length()) if key == EARLIER else key
        if begun and begun.isprintable():
            return _go_on(editor, prompt, begun)


def _go_on(editor: Any, prompt: str, begun: str) -> str:
    """A line whose beginning has been typed."""
    editor.set_startup_hook(lambda: editor.insert_text(begun))
    print("\r", end="", flush=True)
    try:
        return input(prompt)
    finally:
        editor.set_startup_hook(None)


def _read_key(terminal: int) -> str:
    """One key, all of its bytes; empty at the end of the input."""
    import select
    import termios
    import tty

    usual = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)
    try:
        key = os.read(terminal, 1)
        while _goes_on(key) and select.select([terminal], [], [], PAUSE)[0]:
            key += os.read(terminal, 1)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, usual)
    return key.decode(errors="replace")


def _goes_on(key: bytes) -> bool:
    """True of a key some of whose bytes may be still to come: an escape up to its letter, a letter of several bytes."""
    if key[:1] == ESCAPE.encode():
        return len(key) < 3 or (not key[-1:].isalpha() and key[-1:] != b"~")
    return key[:1] >= b"\xc0" and len(key) < 2 + (key[:1] >= b"\xe0") + (key[:1] >= b"\xf0")
