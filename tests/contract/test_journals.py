"""Journals of matches and tournaments: one process at a time; a damaged line is refused and named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from common.judge.journal import Journal
from common.rules.errors import BadInput
from tests.support.games import exit_status
from tests.support.programs import ROOT

ABOUT = {"match": "duel7"}
CALLS = {
    "tournament": ("tournament", "greedy", "--pairs", "1", "--jobs", "1", "--nodes", "50"),
    "match": ("match", "greedy", "random", "--pairs", "1", "--jobs", "1"),
}
NESTED = "[" * 3000 + "]" * 3000
every_kind = pytest.mark.parametrize("kind", CALLS)


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Contents of a complete journal of each kind."""
    folder = tmp_path_factory.mktemp("journals")
    for kind, call in CALLS.items():
        assert exit_status("duel7", *call, "--journal", str(folder / kind)) == 0
    return {kind: (folder / kind).read_bytes() for kind in CALLS}


def refused(capsys: pytest.CaptureFixture[str], kind: str, path: Path, *more: str) -> str:
    capsys.readouterr()
    assert exit_status("duel7", *CALLS[kind], "--journal", str(path), *more) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.strip().isprintable()
    return printed.err


def test_second_process_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It is refused before it plays a game, and the file is unchanged."""
    path = tmp_path / "games.jsonl"
    first = Journal(path, ABOUT)
    before = path.read_bytes()
    for kind in CALLS:
        assert "games.jsonl is in use by another process: wait" in refused(capsys, kind, path)
    assert path.read_bytes() == before
    del first
    assert Journal(path, ABOUT).entries == []


def test_lock_ends_with_its_process(tmp_path: Path) -> None:
    """A killed process releases it too."""
    path = tmp_path / "games.jsonl"
    source = (
        "from pathlib import Path; from common.judge.journal import Journal; import time\n"
        f"kept = Journal(Path({str(path)!r}), {ABOUT})\nprint(flush=True)\ntime.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", source], cwd=ROOT, stdout=subprocess.PIPE)
    assert holder.stdout and holder.stdout.readline()
    with pytest.raises(BadInput, match="in use"):
        Journal(path, ABOUT)
    holder.kill()
    holder.communicate()
    Journal(path, ABOUT).add({})


def test_empty_journal_is_started(tmp_path: Path) -> None:
    """A process killed before its first line leaves an empty file."""
    (tmp_path / "games.jsonl").touch()
    Journal(tmp_path / "games.jsonl", ABOUT).add({"games": 1})
    assert [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()] == [
        ABOUT,
        {"games": 1},
    ]


def test_failed_write_leaves_no_partial_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first line fails, no file is left."""
    write, calls = os.write, list[int]()

    def full(file: int, data: bytes) -> int:
        calls.append(file)
        if len(calls) % 2 == 0:
            raise OSError(28, "No space left on device")
        return write(file, data[:5])

    journal = Journal(tmp_path / "games.jsonl", ABOUT)
    before = (tmp_path / "games.jsonl").read_bytes()
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as found:
        journal.add({"games": 1})
    assert found.value.filename == str(tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == before
    with pytest.raises(OSError, match="No space"):
        Journal(tmp_path / "new.jsonl", ABOUT)
    assert not (tmp_path / "new.jsonl").exists()


def test_device_is_refused_as_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "this is a named pipe" in refused(capsys, "match", tmp_path / "pipe")
    assert "this is a device" in refused(capsys, "tournament", Path("/dev/full"))


LINES: tuple[Any, ...] = ([], {}, {"games": 7}, {"games": [1, 2]}, {"games": {"a": 1}}, {"games": [[], []]})


@pytest.mark.parametrize(
    "line",
    [*map(json.dumps, LINES), NESTED, "\udcff", '{"games": [' + NESTED + "]}"],
    ids=lambda line: line[:20],
)
@every_kind
def test_tampered_line_is_refused_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, journals: dict[str, bytes], kind: str, line: str
) -> None:
    path = tmp_path / "games.jsonl"
    first, *rest = journals[kind].splitlines(keepends=True)
    path.write_bytes(b"".join([first, line.encode("utf-8", "surrogateescape"), b"\n", *rest]))
    before = path.read_bytes()
    assert f"{path}: line 2" in refused(capsys, kind, path)
    assert path.read_bytes() == before


WRONG: tuple[Any, ...] = (None, "x", 1.5, -1, 10**400, float("inf"), [], [1], {}, ["\x1b", "\x1b"], True)
FIELDS = {
    "match": ("points", "seat_score", "plies", "digest", "fault"),
    "tournament": (
        *(
            "game",
            "start",
            "players",
            "position",
            "moves",
            "winner",
            "reason",
            "seat_score",
            "fault",
            "last_words",
        ),
        *("slowest", "seconds"),
    ),
}
GAME_LINE = {"match": 2, "tournament": 3}  # the first line with games; a tournament tells its players before
ENTRIES = [(kind, field) for kind, fields in FIELDS.items() for field in fields]


@pytest.mark.parametrize(
    ("kind", "field"), [*ENTRIES, *(("call", field) for field in ("call", "date", "players"))]
)
def test_entry_of_wrong_type_is_refused_or_harmless(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, journals: dict[str, bytes], kind: str, field: str
) -> None:
    path, refusals = tmp_path / "games.jsonl", 0
    number, kind = (2, "tournament") if kind == "call" else (GAME_LINE[kind], kind)
    lines = journals[kind].decode().splitlines()
    for wrong in WRONG:
        entry = json.loads(lines[number - 1])
        (entry["games"][0] if kind == "match" else entry)[field] = wrong
        path.write_text("\n".join([*lines[: number - 1], json.dumps(entry), *lines[number:], ""]))
        status = exit_status("duel7", *CALLS[kind], "--journal", str(path))
        printed = capsys.readouterr()
        assert status in (0, 2) and "\x1b" not in printed.out + printed.err
        refusals += status == 2
        assert status == 0 or printed.err.startswith(f"{path}: line {number}: expected ")
    assert refusals


def test_page_of_impossible_moves_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, journals: dict[str, bytes]
) -> None:
    path, page = tmp_path / "games.jsonl", tmp_path / "pages"
    first, call, line, *rest = journals["tournament"].decode().splitlines()
    path.write_text("\n".join([first, call, json.dumps(json.loads(line) | {"moves": ["\x1b"]}), *rest, ""]))
    assert exit_status("duel7", *CALLS["tournament"], "--journal", str(path), "--html", str(page)) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{path}: game 1: ") and told.count("\n") == 1 and not page.exists()
