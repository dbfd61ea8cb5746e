"""Judging somebody's answer files: compared line by line with the right ones, however long they are."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from common.programs.confinement import OPEN, Confinement
from common.programs.one_shot import after_running
from common.rules.errors import quoted
from common.rules.player import PlayerFault


class Difference(NamedTuple):
    """The first line that differs, counted from 1; None where a file has ended."""

    line: int
    right: str | None
    given: str | None
    counts_differ: bool


class Judged(NamedTuple):
    """One case: right or not, and what there is to say; the `kind` of its task; why it is wrong, in words of no one case.

    `is_late` if the program did not answer in time.
    """

    case: str
    right: bool
    lines: list[str]
    kind: str = ""
    reason: str = ""
    is_late: bool = False


class Task(NamedTuple):
    """What the answers of a case are: by file name what it holds, `move`, `log` or `trace`; how to write the right ones.

    `kind` is what points are counted by.
    """

    files: dict[str, str]
    answer: Callable[[Path], None]
    kind: str = ""


SENTENCES = {  # the course's own
    "move": "Incorrect move for input file {case}.",
    "log": "Log incorrect at line-{line} for input file {case}.",
    "trace": "Trace state is incorrect at line-{line} for input file {case}.",
}
RULE = "  rule: "
COUNT_SENTENCE = "Number of lines in the {name} file does not match the desired output for input file {case}."


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file, whatever its line ends; none if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
            for line in file:
                yield line.rstrip("\r\n")
    except OSError:
        return


def first_difference(right: Path, given: Path) -> Difference | None:
    """None if the files are equal but for line ends (and a missing one at the end)."""
    difference: Difference | None = None
    for number, (right_line, given_line) in enumerate(zip_longest(lines_of(right), lines_of(given)), 1):
        if right_line != given_line and difference is None:
            difference = Difference(number, right_line, given_line, False)
        if right_line is None or given_line is None:
            return difference._replace(counts_differ=True) if difference else None
    return difference


def compare(task: Task, case: str, given: dict[str, Path]) -> Judged:
    """Compare the files of a case with the right ones: the course's sentences, the first wrong lines and why."""
    with tempfile.TemporaryDirectory() as folder:
        task.answer(Path(folder))
        said = [_compare(name, kind, Path(folder) / name, given[name], case) for name, kind in task.files.items()]
    wrong = [_reason(kind, lines) for kind, lines in zip(task.files.values(), said, strict=True) if len(lines) > 1]
    return Judged(case, not wrong, [line for lines in said for line in lines], task.kind, "; ".join(wrong))


def _reason(kind: str, lines: list[str]) -> str:
    """Why a file is wrong, in words of no one case."""
    rules = [line.strip() for line in lines if line.startswith(RULE)]
    return f"wrong {kind}{f' ({rules[0]})' if rules else ''}"


def _compare(name: str, kind: str, right: Path, given: Path, case: str) -> list[str]:
    found = first_difference(right, given)
    if not found:
        return [f"Correct {kind} for input file {case}."]
    sentence = COUNT_SENTENCE if kind == "trace" and found.counts_differ else SENTENCES[kind]
    lines = [sentence.format(case=case, line=found.line, name=name)]
    lines += [f"  line {found.line} is: {_shown(found.given)}", f"  should be: {_shown(found.right)}"]
    return lines + (why(right, found.line) if kind == "log" else [])


def _shown(line: str | None) -> str:
    return "missing, the file has ended" if line is None else quoted(line)


def why(log: Path, number: int) -> list[str]:
    """The path of nodes to a line of a right traversal log, and the rule that makes it what it is."""
    path: list[str] = []
    level = -1
    for at, line in enumerate(lines_of(log), 1):
        before = level
        if at > 1:
            level = int(line.split(",")[1])
            path[level:] = [line.split(",")[0]]
        if at == number:
            return [f"  path of nodes: {' '.join(path) or '-'}", f"  rule: {_rule(line, level, is_visit=level > before)}"]
    return ["  rule: the search is over before this line"]


def _rule(line: str, level: int, is_visit: bool) -> str:
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


def number_of(path: Path) -> str:
    """The N of `input_N.txt`; 1 where the name has none."""
    return "".join(sign for sign in path.stem if sign.isdigit()) or "1"


def answers_in(folder: Path, case: str, names: dict[str, str]) -> dict[str, Path]:
    """Where the answers of a case lie: `N/next_state.txt` in the folder, or `next_state_N.txt`."""
    below = folder / case
    return {name: below / name if below.is_dir() else folder / name.replace(".txt", f"_{case}.txt") for name in names}


def judge(
    case: str,
    folder: Path,
    read: Callable[[Path], Task],
    program: list[str] | None,
    seconds: float,
    confinement: Confinement = OPEN,
) -> Judged:
    """Case N of a folder: the answers that lie there, or those of a program run with `-i input.txt` in an empty folder."""
    source = folder / f"input_{case}.txt"
    task = read(source)
    if program is None:
        return compare(task, case, answers_in(folder, case, task.files))
    try:
        with after_running(program, seconds, source.read_bytes(), confinement.hiding(folder)) as (answers, _):
            return compare(task, case, {name: answers / name for name in task.files})
    except PlayerFault as fault:
        last_words = [f"  its last words: {quoted(fault.detail)}"] if fault.detail else []
        lines = [f"Program {fault} for input file {case}.", *last_words]
        return Judged(case, False, lines, task.kind, str(fault), fault.kind == "time")
