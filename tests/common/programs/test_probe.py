"""The probe: a program that tries all that a sandbox should prevent, and counts its successes."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.programs import probe
from tests.support.programs import on_unix

pytestmark = on_unix
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs abstract sockets and /proc")


def refused() -> None:
    raise PermissionError


def test_attempt_refused_by_the_system_does_not_count() -> None:
    assert (probe.succeeds(lambda: None), probe.succeeds(refused)) == (1, 0)


def test_other_errors_of_an_attempt_propagate() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        probe.succeeds(lambda: int("x"))


def test_connect_needs_a_listening_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a Unix socket is short
    with pytest.raises(FileNotFoundError):
        probe.connect("s")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        server.listen()
        probe.connect("s")


@pytest.fixture
def referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Set up all that the probe may try to reach; return its words."""
    with ExitStack() as stack:
        (tmp_path / "own").mkdir()
        monkeypatch.chdir(tmp_path / "own")
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for name in ("s", "\0s"):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(name)
            listener.listen()
        for name in ("secret", "old"):
            (tmp_path / name).write_text("there")
        (tmp_path / "old").chmod(0o644)
        files = [str(tmp_path / name) for name in ("secret", "old", "new")]
        yield [str(server.getsockname()[1]), "s", *files, str(os.getpid())]


def counts(capsys: pytest.CaptureFixture[str]) -> list[int]:
    return [int(word) for word in capsys.readouterr().out.split()]


@on_linux
def test_probe_without_a_sandbox_reaches_everything(
    referee: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(probe, "can_outlive", lambda: 1)
    probe.main(referee)
    network, files, system, outlives = counts(capsys)
    assert (network, files, outlives) == (3, 4, 1) and system >= 1
    assert (tmp_path / "new").exists() and (tmp_path / "old").read_text() == ""
    assert (tmp_path / "old").stat().st_mode & 0o777 == 0o777
    assert (tmp_path / "own" / "own").exists()


@on_linux
def test_probe_counts_nothing_if_everything_is_refused(
    referee: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(probe, "succeeds", lambda attempt: 0)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    probe.main(referee)
    assert counts(capsys) == [0, 0, 0, 0]


def test_program_of_a_process_namespace_cannot_outlive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getppid", lambda: 1)
    assert probe.can_outlive() == 0


def test_program_that_can_signal_its_supervisor_can_outlive(monkeypatch: pytest.MonkeyPatch) -> None:
    signalled = list[tuple[int, int]]()

    def kill(process: int, number: int) -> None:
        signalled.append((process, number))

    monkeypatch.setattr(os.path, "exists", lambda path: True)
    monkeypatch.setattr(os, "kill", kill)
    assert (probe.can_outlive(), signalled) == (1, [(os.getppid(), 0)])


def test_supervisor_out_of_reach_ends_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(process: int, number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", kill)
    for listed in (True, False):
        monkeypatch.setattr(os.path, "exists", lambda path, listed=listed: listed)
        assert probe.can_outlive() == int(not listed), "a supervisor needs the list of its children"
