"""Entry point of every program: exit statuses, one line for each error, closed streams."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from common.command import cli
from common.command.cli import (
    case_file,
    console,
    drop_broken_stdout,
    flush_stdout,
    help_text,
    prepare_streams,
    progress,
    run_guarded,
    run_typer,
    system_error_line,
)
from common.command.options import Verb, add_verb, new_app
from common.rules.errors import BadInput, Leave
from common.show import progress_line
from tests.support.small_game import GAME


def raiser(problem: BaseException) -> Any:
    def run() -> int:
        raise problem

    return run


def test_status_of_a_call_is_returned(capsys: pytest.CaptureFixture[str]) -> None:
    assert [run_guarded(lambda status=status: status) for status in (0, 1)] == [0, 1]  # type: ignore[misc]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("problem", "status", "line"),
    [
        (BadInput("wrong"), 2, "wrong\n"),
        (Leave("bye", 1), 1, "bye\n"),
        (Leave("", 0), 0, ""),
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (
            FileNotFoundError(2, "No such file or directory", "a\x1b"),
            2,
            "a\\x1b: No such file or directory\n",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "stdout: No space left on device\n"),
        (OSError(errno.EAGAIN, "Resource temporarily unavailable"), 2, "process: Resource temporarily"),
        (OSError("odd"), 2, "file: odd\n"),
        (ModuleNotFoundError("no", name="dask"), 1, "dask is not installed; to install it: python -m pip"),
        (ImportError("bad\nfile", name="numpy"), 2, "cannot load numpy: bad\\x0afile\n"),
        (MemoryError(), 2, "out of memory: raise the limit (ulimit -v), or choose a smaller task\n"),
        (RecursionError("deep"), 2, "the input is nested too deeply: simplify it\n"),
        (RuntimeError("can't start new thread"), 2, "cannot start another thread: raise the limit"),
        (UnicodeEncodeError("ascii", "é", 0, 1, "no way"), 2, "the text does not fit the encoding of its"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_error_is_one_line_with_its_status(
    problem: BaseException, status: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_guarded(raiser(problem)) == status
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.startswith(line) and printed.err.count("\n") == bool(line)


def test_closed_pipe_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", sys.stdout)
    assert run_guarded(raiser(BrokenPipeError())) == 1
    assert sys.stdout is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("problem", [RuntimeError("a bug"), UnicodeError("a bug"), KeyError("a bug")])
def test_bug_is_raised_with_its_traceback(problem: Exception) -> None:
    assert isinstance(problem, KeyError) or system_error_line(problem) == ""
    with pytest.raises(type(problem)):
        run_guarded(raiser(problem))


class BrokenStream(StringIO):
    """A stream on a full disk."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_broken_stdout_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", whole := StringIO())
    drop_broken_stdout()
    assert sys.stdout is whole and flush_stdout(3) == 3
    monkeypatch.setattr("sys.stdout", BrokenStream())
    with pytest.raises(OSError, match="No space"):
        flush_stdout(0)
    drop_broken_stdout()
    assert sys.stdout is None
    drop_broken_stdout()
    assert flush_stdout(0) == 0


def test_closed_streams_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    prepare_streams()
    streams = sys.stdin, sys.stdout, sys.stderr
    try:
        assert sys.stdin.read() == ""
        assert sys.stderr.write("lost") == 4
        sys.stdout.write("lost")
        with pytest.raises(OSError):
            sys.stdout.flush()
    finally:
        for stream in streams:
            with suppress(OSError):  # that of stdout, whose text is still unwritten
                stream.close()


def test_stdin_accepts_any_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"a\xff\n"), encoding="utf-8"))
    prepare_streams()
    assert sys.stdin.read() == "a\\xff\n"


def test_script_exits_with_the_status_of_its_main(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, ended = list[list[str]](), list[int]()

    def main(words: list[str]) -> int:
        seen.append(words)
        return 7

    monkeypatch.setattr(cli, "prepare_streams", lambda: None)
    monkeypatch.setattr("sys.argv", ["game.py", "play", "--level", "2"])
    with pytest.raises(SystemExit) as leaving:
        console(main)
    assert (seen, leaving.value.code) == ([["play", "--level", "2"]], 7)
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr("sys.argv", ["game.py", "move"])
    with pytest.raises(SystemExit):
        console(main)
    assert ended == [7]


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (["-i", "a.txt"], "a.txt"),
        (["\u2013i", "a.txt"], "a.txt"),
        (["--crlf", "-i", "a.txt"], "a.txt"),
        (["-i", "a.txt", "--crlf"], "a.txt"),
        (["-i"], None),
        (["-i", "a.txt", "b.txt"], None),
        (["a.txt", "-i"], None),
        ([], None),
    ],
)
def test_case_file_is_named_by_exactly_one_option(words: list[str], file: str | None) -> None:
    assert case_file(words) == (Path(file) if file else None)


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[str]()

    @contextmanager
    def show(deadline: None) -> Iterator[Callable[[str], object]]:
        yield shown.append
        shown.append("end")

    monkeypatch.setattr(progress_line, "show_progress", show)
    with progress() as say:
        assert say is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress() as say:
        assert say
        say("half")
    assert shown == ["done: half", "end"]


def test_examples_in_help_keep_their_lines() -> None:
    text = help_text("Text.\n\n    python a.py\n\nMore.")
    assert text == "Text.\n\n\b\n    python a.py\n\nMore."
    assert help_text(None) == ""


def test_typer_call_raises_bad_input_and_interrupts() -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    app = new_app("")
    add_verb(app, GAME, Verb("count", lambda: 4, "9", text="Count."))
    add_verb(app, GAME, Verb("wait", interrupted, "9", text="Wait."))
    add_verb(app, GAME, Verb("fail", raiser(KeyError("a bug")), "9", text="Fail."))
    assert run_typer(app, ["count"], "a.py") == 4
    with pytest.raises(BadInput, match="count does not take '9'"):
        run_typer(app, ["count", "9"], "a.py")
    with pytest.raises(KeyboardInterrupt):
        run_typer(app, ["wait"], "a.py")
    with pytest.raises(KeyError):
        run_typer(app, ["fail"], "a.py")
