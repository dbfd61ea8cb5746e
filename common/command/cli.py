"""The edge of every program: exit statuses, one line for a wrong call, typer behind the graders' form."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager, nullcontext, suppress
from errno import EAGAIN, EBADF, EFBIG, EIO, ENOMEM, ENOSPC
from io import TextIOWrapper
from pathlib import Path

from common.messages import _
from common.rules.errors import BadInput, Leave, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import typer


NO_THREAD = ["new", "thread"]  # the end of what Python says where none can be started
UNNAMED = {
    EAGAIN: _("process"),
    ENOMEM: _("memory"),
    EBADF: "stdout",
    ENOSPC: "stdout",
    EIO: "stdout",
    EFBIG: "stdout",
}
DASH_I = ("-i", "\u2013i")  # what is typed out of a PDF may have an en dash


def case_file(argv: list[str]) -> Path | None:
    """The file of what graders of input files type, `-i FILE`, perhaps with --crlf; None of any other call."""
    words = [word for word in argv if word != "--crlf"]
    return Path(words[1]) if len(words) == 2 and words[0] in DASH_I else None


@contextmanager
def progress() -> Iterator[Callable[[str], object] | None]:
    """What tells on a terminal which part of a long answer is done, until that ends; None elsewhere."""
    if not sys.stderr.isatty():
        yield None
    else:
        from common.show.progress_line import watched

        with watched(None) as say:
            yield lambda part: say(_("done: {part}", part=part))


def guarded(run: Callable[[], int]) -> int:
    """Run a program to its exit status: 0 done, 1 input ended, 2 bad call or file, 130 Ctrl-C; never a traceback."""
    try:
        return run()
    except BadInput as problem:
        return _fail(str(problem), 2)
    except Leave as leaving:
        return _fail(leaving.sentence, leaving.status)
    except KeyboardInterrupt:
        return _fail(_("Stopped."), 130)
    except BrokenPipeError:
        sys.stdout = None  # the reader has gone: nothing is left to flush to
        return 1
    except OSError as problem:
        drop_broken_stdout()
        name = UNNAMED.get(problem.errno or 0, _("file"))
        file = visible(str(problem.filename)) if problem.filename else name
        return _fail(_("{file}: {reason}", file=file, reason=_(str(problem.strerror or problem))), 2)
    except ModuleNotFoundError as problem:
        return _fail(
            _("{name} is missing; install what this needs: python -m pip install .", name=problem.name), 1
        )
    except (ImportError, MemoryError, RuntimeError, UnicodeError) as problem:
        if line := limit_reached(problem):
            return _fail(line, 2)
        raise


def limit_reached(problem: Exception) -> str:
    """Return the line about a limit of the system, or about a stream, that is not the fault of a program; empty of others."""
    if isinstance(problem, MemoryError):
        return _("out of memory: wanted a higher limit (ulimit -v), or a smaller task")
    if isinstance(problem, UnicodeError):
        return (
            _("text that is not in the encoding of its stream: {reason}", reason=problem.reason)
            if hasattr(problem, "reason")
            else ""
        )
    if isinstance(problem, ImportError):
        return _(
            "{name} cannot be loaded: {reason}",
            name=problem.name or _("a library"),
            reason=visible(str(problem)),
        )
    if isinstance(problem, RecursionError):
        return _("nested too deeply: wanted a simpler input")
    return (
        _("no more threads: wanted a higher limit (ulimit -u)")
        if str(problem).split()[-2:] == NO_THREAD
        else ""
    )


def drop_broken_stdout() -> None:
    """Forget stdout if it cannot take what was printed, so that Python does not complain about it at its end."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        sys.stdout = None


def console(main: Callable[[list[str]], int]) -> None:
    """End with the exit status of what is typed behind the command."""
    prepare_streams()
    status = guarded(lambda: flushed(main(sys.argv[1:])))
    if sys.argv[1:2] == ["move"]:
        _end_at_once(status)
    sys.exit(status)


def flushed(status: int) -> int:
    """Return an exit status once all that was printed is written. Raise OSError."""
    if sys.stdout:
        sys.stdout.flush()
    return status


def prepare_streams() -> None:
    """Occupy closed streams, so that no file of ours takes their place; read stdin whatever its bytes are.

    A closed stdout fails as soon as something is printed, as in other Unix programs; a closed stdin is at its end.
    """
    import os

    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    elif isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors == "strict":
        sys.stdin.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _end_at_once(status: int) -> None:
    """Without tidying up, which on a busy machine may take longer than a referee waits; nothing is left to be written."""
    import os

    with suppress(OSError):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    os._exit(status)


def _fail(line: str, status: int) -> int:
    if line:
        from common.show.language import translated  # a grader's case does without
        from common.show.window import wrapped

        with suppress(OSError):
            print(wrapped(translated(line), sys.stderr), file=sys.stderr)
    return status


def help_text(docstring: str | None) -> str:
    """A docstring for `--help`: paragraphs are filled, but examples, which are indented, keep their lines."""
    return (docstring or "").replace("\n\n    ", "\n\n\b\n    ")


def run_typer(app: typer.Typer, arguments: list[str], name: str) -> int:
    """Hand a command line to typer; what it refuses becomes a BadInput of one line."""
    import typer.main

    from common.command.translated_help import typer_translated

    command: Any = typer.main.get_command(app)
    try:
        with typer_translated() if "--help" in arguments else nullcontext():
            status: int = command.main(arguments, prog_name=name, standalone_mode=False) or 0
    except Exception as problem:
        if hasattr(problem, "format_message"):  # typer's usage errors, whichever click is beneath
            from common.command.refusals import refusal

            raise BadInput(refusal(command, arguments, name, problem)) from None
        raise
    if status == 130:
        raise KeyboardInterrupt  # which typer had caught
    return status
