"""The thread that reads a program's output."""

import os

from common.programs.pipe_reader import MAX_OUTPUT, TAIL_SIZE, PipeReader


def read(data: bytes) -> PipeReader:
    """Return a reader that has read some bytes up to the end of its pipe."""
    reading, writing = os.pipe()
    reader = PipeReader(os.fdopen(reading, "rb"))
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(data)
    reader.last_line()
    return reader


def test_last_line_is_the_last_one_with_text() -> None:
    assert read(b"first\n second \n\n  \n").last_line() == "second"
    assert read(b"").last_line() == ""


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert read(b"a\xff\n").last_line() == "a\N{REPLACEMENT CHARACTER}"


def test_only_the_end_of_long_output_is_kept() -> None:
    assert read(b"x" * (TAIL_SIZE + 5)).last_line() == "x" * TAIL_SIZE


def test_more_than_the_maximum_is_a_flood_until_the_count_is_reset() -> None:
    assert not read(b"x" * MAX_OUTPUT).flooded
    reader = read(b"x" * (MAX_OUTPUT + 1))
    assert reader.flooded
    reader.reset_count()
    assert not reader.flooded
