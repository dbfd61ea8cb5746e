"""The end of what a program writes to stderr."""

from __future__ import annotations

from common.programs.stderr_log import MAX_KEPT, StderrLog


def test_log_joins_processes_and_is_printable() -> None:
    log = StderrLog()
    log.add(b"one\n\ttwo\r\n")
    log.add(b"\x1b[31m\xff\n")
    assert log.text == "one\n        two\n\\x1b[31m\ufffd"


def test_log_keeps_the_last_64_kilobytes() -> None:
    log = StderrLog()
    for number in range(1000):
        log.add(b"%099d\n" % number)
    assert MAX_KEPT == 65536 and len(log.text) == MAX_KEPT - 1
    assert log.text.endswith("999") and log.text.count("\n") == MAX_KEPT // 100
