"""Answers of untrusted programs: links, devices, pipes and endless files are wrong, and harmless."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from common.games.squirrels.answer_files import (
    AnswerFile,
    CaseResult,
    Task,
    case_number,
    compare,
    find_answers,
)

if sys.platform == "win32":
    pytest.skip("makes links, pipes and sparse files", allow_module_level=True)

RIGHT = "right\n"
MOST = 1 << 28  # bytes of memory that a comparison may use


def right_answer(folder: Path) -> None:
    (folder / "next_state.txt").write_text(RIGHT)


TASK = Task({"next_state.txt": "move"}, right_answer)


def judged(folder: Path, make: Callable[[Path], object]) -> CaseResult:
    """Judge an answer that `make` creates."""
    make(folder / "next_state.txt")
    return compare(TASK, "1", {"next_state.txt": AnswerFile(folder, ("next_state.txt",))})


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2 << 30)


REFUSED: dict[str, Callable[[Path], object]] = {
    "own descriptor": lambda path: path.symlink_to("/proc/self/fd/3"),
    "secret": lambda path: path.symlink_to("/etc/passwd"),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
}


@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_answer_must_be_a_regular_file(make: Callable[[Path], object], tmp_path: Path) -> None:
    found = judged(tmp_path, make)
    assert not found.right
    assert found.lines[0] == "Incorrect move for input file 1."
    assert found.lines[1].startswith("  fault: 'next_state.txt' is not a regular file")
    assert "root" not in "".join(found.lines)
    assert found.lines[1].endswith(": a link") == (tmp_path / "next_state.txt").is_symlink()
    assert found.reason.startswith("wrong move (fault: 'next_state.txt' is not a regular file")


def test_huge_answer_is_refused_without_reading(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = judged(tmp_path, sparse)
    assert (found.right, found.lines[1]) == (False, "  fault: 'next_state.txt' is longer than 65548 bytes")
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < MOST


def test_linked_answer_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    right_answer(tmp_path / "elsewhere")
    (tmp_path / "1").symlink_to("elsewhere")
    assert not compare(TASK, "1", find_answers(tmp_path, "1", TASK.files)).right


def test_missing_answer_is_wrong(tmp_path: Path) -> None:
    assert judged(tmp_path, lambda path: None).lines[1] == "  line 1 is: missing, the file has ended"


def test_right_answer_is_right(tmp_path: Path) -> None:
    assert judged(tmp_path, lambda path: path.write_bytes(b"right\r\n")).right


def test_endless_trace_has_the_wrong_number_of_lines(tmp_path: Path) -> None:
    task = Task({"next_state.txt": "trace"}, right_answer)
    sparse(tmp_path / "next_state.txt")
    said = compare(task, "1", {"next_state.txt": AnswerFile(tmp_path, ("next_state.txt",))}).lines
    assert said[0].startswith("Number of lines in the next_state.txt file does not match")


@pytest.mark.parametrize(
    ("name", "number"), [("input_12.txt", "12"), ("input_abc.txt", "1"), ("input_².txt", "1")]
)
def test_input_number_is_ascii(name: str, number: str) -> None:
    assert case_number(Path(name)) == number
