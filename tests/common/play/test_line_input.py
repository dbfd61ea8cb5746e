"""Line input: lines from a pipe, and on a terminal keys that are answers by themselves."""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import NamedTuple, TextIO

import pytest

from common.play import line_input
from common.play.line_input import line_editor, read_line, reads_keys
from tests.support.keyboard import TerminalStream, type_on_pipe, type_on_terminal
from tests.support.programs import on_unix

KEYS = {"up": "forward", "left": "turn left", " ": "next", "q": "quit"}


# PIPES


def test_pipe_gives_a_line_with_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "a1 b1", "b2")
    assert read_line("Above\nMove: ", KEYS) == "a1 b1\n"
    assert capsys.readouterr().out == "Above\nMove: "


@pytest.mark.parametrize("stream", [io.StringIO(""), None])
def test_end_of_a_pipe_raises_eof(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None) -> None:
    monkeypatch.setattr(sys, "stdin", stream)
    with pytest.raises(EOFError):
        read_line("Move: ")


# LINES ON A TERMINAL


def test_terminal_without_editor_reads_like_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "a1 b1")
    monkeypatch.setattr(line_input, "line_editor", lambda: None)
    assert read_line("Move: ", KEYS) == "a1 b1\n"
    assert screen.getvalue() == "Move: "


def test_terminal_without_keys_uses_the_line_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "a1 b1")
    monkeypatch.setattr(line_input, "line_editor", Editor)
    assert read_line("Above\nMove: ") == "a1 b1"
    assert screen.getvalue() == "Above\nMove: "


def test_line_editor_is_none_if_python_has_no_readline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    assert line_editor.__wrapped__() is None


@pytest.mark.parametrize(
    ("system", "editor", "reads"), [("posix", True, True), ("nt", True, False), ("posix", False, False)]
)
def test_keys_need_readline_and_no_windows(
    system: str, editor: bool, reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_on_terminal(monkeypatch)
    monkeypatch.setattr(line_input, "line_editor", lambda: Editor() if editor else None)
    monkeypatch.setattr(line_input, "os", SimpleNamespace(name=system))
    assert reads_keys() is reads


def test_pipe_reads_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    type_on_pipe(monkeypatch)
    assert not reads_keys()


# KEYS ON A TERMINAL


class Editor:
    """Python's readline as far as it is used here: a history, and text inserted when a line begins."""

    def __init__(self, *history: str) -> None:
        self._history, self.inserted = history, ""
        self._hook: Callable[[], None] | None = None

    def get_current_history_length(self) -> int:
        return len(self._history)

    def get_history_item(self, number: int) -> str | None:
        return self._history[number - 1] if 1 <= number <= len(self._history) else None

    def set_startup_hook(self, hook: Callable[[], None] | None) -> None:
        self._hook = hook

    def insert_text(self, text: str) -> None:
        self.inserted += text

    def begin_line(self) -> None:
        if self._hook:
            self._hook()

    @property
    def has_hook(self) -> bool:
        return self._hook is not None


class Keyboard(NamedTuple):
    """A pseudo-terminal: the file descriptor to type on, and the stream that reads it."""

    typed: int
    stream: TextIO


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    """Open a pseudo-terminal."""
    import pty
    import tty

    typed, terminal = pty.openpty()
    tty.setcbreak(terminal)
    with os.fdopen(terminal) as stream:
        yield Keyboard(typed, stream)
    os.close(typed)


def press(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard, keys: str, *history: str) -> tuple[str, str]:
    """Type keys at a prompt whose rest of a line is " rest"; return the answer and the screen.

    Enter follows, so that lost keys cannot make a test wait.
    """
    editor, screen = Editor(*history), TerminalStream()

    def edited(prompt: str) -> str:
        editor.begin_line()
        return f"{editor.inserted} rest"

    os.write(keyboard.typed, f"{keys}\r".encode())
    monkeypatch.setattr(sys, "stdin", keyboard.stream)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(line_input, "line_editor", lambda: editor)
    monkeypatch.setattr(builtins, "input", edited)
    try:
        return read_line("Move: ", KEYS), screen.getvalue()
    finally:
        assert not editor.has_hook


@on_unix
@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("\x1b[A", "forward"),
        ("\x1bOD", "turn left"),
        ("\x1b[1;5A", "forward"),
        ("\x1b[B\x1b[C\x1b[D", "turn left"),
        (" ", "next"),
        ("q", "quit"),
    ],
)
def test_single_key_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard, keys: str, answer: str
) -> None:
    assert press(monkeypatch, keyboard, keys) == (answer, f"Move: {answer}\n")


@on_unix
@pytest.mark.parametrize("key", ["\r", "\n"])
def test_enter_is_an_empty_answer(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard, key: str) -> None:
    assert press(monkeypatch, keyboard, key) == ("", "Move: \n")


@on_unix
@pytest.mark.parametrize("key", ["f", "é", "€", "\N{CAT FACE}"])
def test_other_key_begins_a_line(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard, key: str) -> None:
    assert press(monkeypatch, keyboard, key) == (f"{key} rest", "Move: \r")


@on_unix
def test_control_keys_are_ignored(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard) -> None:
    assert press(monkeypatch, keyboard, "\t\x7f\x1b[3~f")[0] == "f rest"


@on_unix
@pytest.mark.parametrize("keys", ["\x1b[Cf", "\x1bOCf", "\x1b[1;5Cf", "\x1b[C\x1b[Cf"])
def test_letter_right_after_an_arrow_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard, keys: str
) -> None:
    assert press(monkeypatch, keyboard, keys)[0] == "f rest"


@on_unix
def test_previous_line_comes_from_the_history(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard) -> None:
    assert press(monkeypatch, keyboard, "\x10", "turn right", "try")[0] == "try rest"


@on_unix
def test_empty_history_has_no_previous_line(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard) -> None:
    assert press(monkeypatch, keyboard, "\x10f")[0] == "f rest"


@on_unix
def test_ctrl_d_at_an_empty_line_ends_the_input(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard) -> None:
    with pytest.raises(EOFError):
        press(monkeypatch, keyboard, "\x04")


@on_unix
def test_terminal_mode_is_restored_after_a_key(monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard) -> None:
    import termios

    before = termios.tcgetattr(keyboard.stream)
    before[3] |= termios.ECHO
    termios.tcsetattr(keyboard.stream, termios.TCSANOW, before)
    press(monkeypatch, keyboard, "\x1b[A")
    assert termios.tcgetattr(keyboard.stream) == before


@on_unix
def test_answer_right_after_the_prompt_is_not_echoed_twice(
    monkeypatch: pytest.MonkeyPatch, keyboard: Keyboard
) -> None:
    import termios

    mode = termios.tcgetattr(keyboard.stream)
    mode[3] |= termios.ECHO
    termios.tcsetattr(keyboard.stream, termios.TCSANOW, mode)
    echoes: list[bool] = []

    class Screen(TerminalStream):
        def write(self, text: str) -> int:
            if text == "Move: ":
                echoes.append(bool(termios.tcgetattr(keyboard.stream)[3] & termios.ECHO))
            return super().write(text)

    monkeypatch.setattr(sys.modules[__name__], "TerminalStream", Screen)
    press(monkeypatch, keyboard, "\x1b[A")
    assert echoes == [False]
