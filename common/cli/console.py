"""Entry point of every program: exit statuses, one line for each error, the call of typer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager, suppress
from errno import EAGAIN, EBADF, EFBIG, EIO, ENOMEM, ENOSPC
from io import TextIOWrapper
from pathlib import Path

from common.rules.errors import BadInput, Leave, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import typer


NO_THREAD_WORDS = ["new", "thread"]  # last words of Python's message if no thread can be started
ERROR_SOURCES = {
    EAGAIN: "process",
    ENOMEM: "memory",
    EBADF: "stdout",
    ENOSPC: "stdout",
    EIO: "stdout",
    EFBIG: "stdout",
}
DASH_I = ("-i", "\u2013i")  # the PDF of the course prints an en dash


def case_file(argv: list[str]) -> Path | None:
    """Return FILE if the call is `-i FILE`, with or without --crlf. Return None for any other call."""
    words = [word for word in argv if word != "--crlf"]
    return Path(words[1]) if len(words) == 2 and words[0] in DASH_I else None


@contextmanager
def progress() -> Iterator[Callable[[str], object] | None]:
    """Yield a function that reports finished parts of a long answer, or None without a terminal.

    The line on stderr disappears when the block ends.
    """
    if not sys.stderr.isatty():
        yield None
    else:
        from common.show.progress_line import show_progress

        with show_progress(None) as say:
            yield lambda part: say(f"done: {part}")


def run_guarded(run: Callable[[], int]) -> int:
    """Run a program and return its exit status. Print one line on stderr for an error.

    0: done. 1: end of input, a missing package or a closed pipe. 2: a bad call, file or system limit. 130:
    Ctrl-C. A Leave has its own status. Only a bug propagates.
    """
    try:
        return run()
    except BadInput as problem:
        return _fail(str(problem), 2)
    except Leave as leaving:
        return _fail(leaving.sentence, leaving.status)
    except KeyboardInterrupt:
        return _fail("Stopped.", 130)
    except BrokenPipeError:
        sys.stdout = None  # the reader is gone, so flushing would fail again
        return 1
    except OSError as problem:
        drop_broken_stdout()
        name = ERROR_SOURCES.get(problem.errno or 0, "file")
        file = visible(str(problem.filename)) if problem.filename else name
        return _fail(f"{file}: {problem.strerror or problem}", 2)
    except ModuleNotFoundError as problem:
        return _fail(f"{problem.name} is not installed; to install it: python -m pip install .", 1)
    except (ImportError, MemoryError, RuntimeError, UnicodeError) as problem:
        if line := system_error_line(problem):
            return _fail(line, 2)
        raise


def system_error_line(problem: Exception) -> str:
    """Return a line if the system or a stream caused an error, and an empty string for a bug."""
    if isinstance(problem, MemoryError):
        return "out of memory: raise the limit (ulimit -v), or choose a smaller task"
    if isinstance(problem, UnicodeError):
        return (
            f"the text does not fit the encoding of its stream: {problem.reason}"
            if hasattr(problem, "reason")
            else ""
        )
    if isinstance(problem, ImportError):
        return f"cannot load {problem.name or 'a library'}: {visible(str(problem))}"
    if isinstance(problem, RecursionError):
        return "the input is nested too deeply: simplify it"
    return (
        "cannot start another thread: raise the limit (ulimit -u)"
        if str(problem).split()[-2:] == NO_THREAD_WORDS
        else ""
    )


def drop_broken_stdout() -> None:
    """Drop stdout if it cannot be flushed, because Python would print an error about it at exit."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        sys.stdout = None


def console(main: Callable[[list[str]], int]) -> None:
    """Run `main` on the arguments of the process, and exit with its status.

    A call of `move` exits without cleanup.
    """
    prepare_streams()
    try:
        status = run_guarded(lambda: flush_stdout(main(sys.argv[1:])))
    except KeyboardInterrupt:  # a second Ctrl-C, while the first is reported
        status = 130
    if sys.argv[1:2] == ["move"]:
        _end_at_once(status)
    sys.exit(status)


def flush_stdout(status: int) -> int:
    """Flush stdout, then return the exit status. Raise OSError."""
    if sys.stdout:
        sys.stdout.flush()
    return status


def prepare_streams() -> None:
    """Replace closed standard streams, let stdin accept any bytes, and stdout any text.

    A file opened later would otherwise get the descriptor of a closed stream. A closed stdout fails at the
    first print, as in other Unix programs. A closed stdin is at its end.
    """
    import os

    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    elif isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors == "strict":
        sys.stdin.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    elif isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr: a name must not cost the results
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _end_at_once(status: int) -> None:
    """Exit without cleanup: on a busy machine that may take longer than a referee waits."""
    import os

    with suppress(OSError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    os._exit(status)


def _fail(line: str, status: int) -> int:
    if line:
        from common.show.window import wrap

        with suppress(OSError):
            print(wrap(line, sys.stderr), file=sys.stderr)
    return status


def print_version(name: str) -> int:
    """Print a program's name and the installed version. Return exit status 0."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(name, version("five-board-games"))
    except PackageNotFoundError:
        print(name, "not installed: see CHANGELOG.md")
    return 0


def help_text(docstring: str) -> str:
    """Return a docstring for `--help`: paragraphs as one line each, indented examples as they are."""
    paragraphs = docstring.split("\n\n")
    return "\n\n".join(
        f"\b\n{text}" if text.startswith("    ") else " ".join(text.split("\n")) for text in paragraphs
    )


def exit_status(app: typer.Typer, words: Sequence[str], name: str) -> int:
    """Run a call with typer, which prints its own errors, and return the exit status."""
    try:
        app(list(words), prog_name=name)
    except SystemExit as end:
        return int(end.code or 0)
    return 0
