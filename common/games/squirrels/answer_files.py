"""Grading of one case: answer files of any length are compared line by line with the right ones."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import IO, NamedTuple

from common.programs.child_process import MISSING_PACKAGE
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.one_shot import finished_program
from common.programs.own_folder import open_regular
from common.programs.runtime import PACKAGES_HINT
from common.rules.errors import BadInput, quoted
from common.rules.player import ForfeitError


class Difference(NamedTuple):
    """The first line that differs, counted from 1; a text is None if its file has ended before."""

    line: int
    expected: str | None
    actual: str | None


class CaseResult(NamedTuple):
    """The result of one case: right or wrong, with the lines to print about it.

    `case` is the N of `input_N.txt`. `kind` names the task. `reason` says what is wrong in words that fit
    other cases too. `is_late` is True if the program exceeded the time limit.
    """

    case: str
    right: bool
    lines: list[str]
    kind: str = ""
    reason: str = ""
    is_late: bool = False


class Task(NamedTuple):
    """The task of a case: its output files by name, each of kind `move`, `log` or `trace`.

    `answer` writes the right files to a folder. Reports count points by `kind`.
    """

    files: dict[str, str]
    answer: Callable[[Path], None]
    kind: str = ""


SENTENCES = {  # the wording of the course
    "move": "Incorrect move for input file {case}.",
    "log": "Log incorrect at line-{line} for input file {case}.",
    "trace": "Trace state is incorrect at line-{line} for input file {case}.",
}
RULE = "  rule: "
FAULT = "  fault: "
NUMBERED = re.compile("input_([0-9]+)[.]txt")
EXTRA_BYTES = 1 << 16  # extra bytes allowed in an answer that is too long
MAX_LINE_BYTES = 1 << 16  # bytes: longer lines are read in pieces, to bound memory
COUNT_SENTENCE = "Number of lines in the {name} file does not match the desired output for input file {case}."


class AnswerFile(NamedTuple):
    """The location of an answer file: a folder and the path below it, as names.

    Symbolic links below the folder are not followed.
    """

    folder: Path
    names: tuple[str, ...]

    def open(self) -> IO[bytes]:
        """Open the file for reading, or an empty one if it is missing.

        Raise BadInput if it is not a regular file, or OSError.
        """
        try:
            return open_regular(self.folder, *self.names)
        except FileNotFoundError:
            return Path(os.devnull).open("rb")


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of an open file without line ends; lines over MAX_LINE_BYTES come in pieces."""
    while line := file.readline(MAX_LINE_BYTES):
        yield line.rstrip(b"\r\n")


def first_difference(right: IO[bytes], given: IO[bytes]) -> Difference | None:
    """Return the first difference between two files, or None. Line ends are ignored."""
    for number, (right_line, given_line) in enumerate(zip_longest(lines_of(right), lines_of(given)), 1):
        if right_line != given_line:
            return Difference(number, decode_line(right_line), decode_line(given_line))
    return None


def line_counts_differ(right: IO[bytes], given: IO[bytes]) -> bool:
    """Rewind two files and return True if their numbers of lines differ.

    An endless `given` is not read to its end.
    """
    right.seek(0)
    given.seek(0)
    count = sum(1 for _ in lines_of(right))
    return count != sum(1 for _ in islice(lines_of(given), count + 1))


def max_answer_bytes(right: IO[bytes]) -> int:
    """Return the largest size of an answer in bytes: twice the right one (CRLF line ends) and some more."""
    return 2 * os.fstat(right.fileno()).st_size + EXTRA_BYTES


def decode_line(line: bytes | None) -> str | None:
    """Decode a line as UTF-8 with replacement characters; None stays None."""
    return None if line is None else line.decode("utf-8", "replace")


def compare(task: Task, case: str, given: dict[str, AnswerFile]) -> CaseResult:
    """Compare the files of a case with the right ones and explain the first wrong line of each.

    `given` has an AnswerFile for every name in task.files.
    """
    with tempfile.TemporaryDirectory() as folder:
        task.answer(Path(folder))
        lines_by_file: dict[str, list[str]] = {}
        for name, kind in task.files.items():
            lines_by_file[name] = _compare_file(name, kind, Path(folder) / name, given[name], case)
    wrong = [
        _reason_for_error(task.files[name], lines) for name, lines in lines_by_file.items() if len(lines) > 1
    ]
    lines = [line for lines in lines_by_file.values() for line in lines]
    return CaseResult(case, not wrong, lines, task.kind, "; ".join(wrong))


def _reason_for_error(kind: str, lines: list[str]) -> str:
    """Return the reason that a file is wrong, without details of this case."""
    details = [line.strip() for line in lines if line.startswith((FAULT, RULE))]
    return f"wrong {kind}{f' ({details[0]})' if details else ''}"


def _compare_file(name: str, kind: str, right: Path, given: AnswerFile, case: str) -> list[str]:
    """Compare one file and return the course's sentence about it, then details if it is wrong."""
    with right.open("rb") as wanted:
        try:
            with given.open() as file:
                lines = describe_difference(name, kind, wanted, file, case)
        except (BadInput, OSError) as problem:
            return [SENTENCES[kind].format(case=case, line=1), f"{FAULT}{problem}"]
    if not lines:
        return [f"Correct {kind} for input file {case}."]
    return lines


def describe_difference(name: str, kind: str, right: IO[bytes], given: IO[bytes], case: str) -> list[str]:
    """Return the course's sentence and details about the first difference, no lines if the files agree.

    Raise OSError.
    """
    found = first_difference(right, given)
    if not found:
        return []
    sentence = COUNT_SENTENCE if kind == "trace" and line_counts_differ(right, given) else SENTENCES[kind]
    is_long = os.fstat(given.fileno()).st_size > max_answer_bytes(right)
    return [
        sentence.format(case=case, line=found.line, name=name),
        *([f"{FAULT}{quoted(name)} is longer than {max_answer_bytes(right)} bytes"] if is_long else []),
        f"  line {found.line} is: {_quoted_line(found.actual)}",
        f"  should be: {_quoted_line(found.expected)}",
        *(explain_log_line(right, found.line) if kind == "log" else []),
    ]


def _quoted_line(line: str | None) -> str:
    return "missing, the file has ended" if line is None else quoted(line)


def explain_log_line(log: IO[bytes], number: int) -> list[str]:
    """Return lines that explain line `number`, from 1, of a right traversal log: its path and its rule."""
    log.seek(0)
    path: list[str] = []
    level = -1
    for at, line in enumerate(map(bytes.decode, lines_of(log)), 1):
        before = level
        if at > 1:
            level = int(line.split(",")[1])
            path[level:] = [line.split(",")[0]]
        if at == number:
            return [
                f"  path of nodes: {' '.join(path) or '-'}",
                f"  rule: {_log_rule(line, level, is_visit=level > before)}",
            ]
    return ["  rule: the search is over before this line"]


def _log_rule(line: str, level: int, is_visit: bool) -> str:
    if level < 0:
        return "the log begins with this header"
    numbers = line.split(",")[2:]
    if is_visit and "Infinity" in numbers[0]:
        return "a max node starts at -Infinity, a min node at Infinity"
    if is_visit:
        return "a leaf (cut-off depth, or no free square) shows its evaluation, seen from your player"
    if len(numbers) == 1:
        return "after every child the parent stands again with its value so far"
    value, alpha, beta = map(float, numbers)
    if value >= beta if level % 2 == 0 else value <= alpha:
        return "at a cut-off alpha and beta stand as they were before"
    return "after a child the value, then the bound, is updated"


def case_number(path: Path) -> str:
    """Return the N of `input_N.txt`, or 1 for any other name."""
    found = NUMBERED.fullmatch(path.name)
    return found[1] if found else "1"


def find_answers(folder: Path, case: str, names: Iterable[str]) -> dict[str, AnswerFile]:
    """Locate the answer files of a case: N/next_state.txt if folder N exists, else next_state_N.txt.

    The files may be missing. The result has them by name, without the N.
    """
    if (folder / case).is_dir():
        return {name: AnswerFile(folder, (case, name)) for name in names}
    return {name: AnswerFile(folder, (name.replace(".txt", f"_{case}.txt"),)) for name in names}


class GradedProgram(NamedTuple):
    """A program to grade: its command, its time limit in seconds per case, and its sandbox."""

    command: list[str]
    seconds: float
    confinement: Confinement = DEFAULT_CONFINEMENT


def grade_case(
    case: str,
    folder: Path,
    read: Callable[[Path], Task],
    program: GradedProgram | None = None,
) -> CaseResult:
    """Grade one case of a folder: its answer files there, or a program's.

    The program runs as `PROGRAM -i input.txt` in an empty folder. If it fails or is late, the case is wrong.
    Raise BadInput or OSError if the input cannot be read.
    """
    source = folder / f"input_{case}.txt"
    task = read(source)
    if program is None:
        return compare(task, case, find_answers(folder, case, task.files))
    try:
        confinement = program.confinement.with_secret(folder)
        with finished_program(program.command, program.seconds, source.read_bytes(), confinement) as (
            answers,
            _,
        ):
            return compare(task, case, {name: AnswerFile(answers, (name,)) for name in task.files})
    except ForfeitError as fault:
        last_words = [f"  last line on stderr: {quoted(fault.detail)}"] if fault.detail else []
        if program.confinement.isolated and fault.detail.startswith(MISSING_PACKAGE):
            last_words.append(f"  {PACKAGES_HINT}")
        lines = [f"Program {fault} for input file {case}.", *last_words]
        return CaseResult(case, False, lines, task.kind, str(fault), fault.kind == "time")
