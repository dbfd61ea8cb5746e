"""Records from strangers: a damaged file is refused in one line that names it, never with a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.play.record import load, print_lines
from common.rules.errors import BadInput
from tests.support.games import exit_status, main_of, module_of
from tests.support.programs import Run

SIDES = {
    "game": ("cat", "catcher"),
    "squirrels": ("X", "O"),
    "duel7": ("X", "O"),
    "walls": ("A", "B"),
    "catsdogs": ("cat", "dog"),
}
NESTED = "[" * 3000 + "]" * 3000
STARTS: dict[str, Any] = {
    "a float": 1.5,
    "a list": [1.5],
    "an infinity": {"position": float("inf")},
    "an object of floats": {"position": {"rows": 1.5}},
    "old entries": {
        "side": 1.5,
        "rows": 2.5,
        "idle": [1.5, 2],
        "turns": 1.5,
        "step": 1.5,
        "cat": 1.5,
        "values": 1.5,
    },
    "old rows": {
        "side": "A",
        "rows": 1.5,
        "idle": [0, 0],
        "turns": 5,
        "place": 1.5,
        "board": [1],
        "turn": ["X"],
    },
    "an open quote": {"position": "'a"},
    "a null character": {"position": "\0"},
    "a lone surrogate": {"position": "\ud800"},
}
every_game = pytest.mark.parametrize("name", SIDES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Lines of the record of a random game, for each script."""
    folder, found = tmp_path_factory.mktemp("whole"), {}
    for name, sides in SIDES.items():
        path = folder / f"{name}.jsonl"
        start = ["3"] if name == "walls" else []
        who = [word for side in sides for word in (f"--{side.lower()}", "random")]
        assert main_of(name)(["play", *start, *who, "--seed", "3", "--record", str(path)]) == 0
        found[name] = path.read_text(encoding="utf-8").splitlines()
    return found


Whole = dict[str, list[str]]


def refused(capsys: pytest.CaptureFixture[str], name: str, *words: str) -> str:
    """Return the line on stderr with which a call is refused."""
    capsys.readouterr()
    assert exit_status(name, *words) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 500 and printed.err.strip().isprintable()
    return printed.err


def write(path: Path, *lines: str) -> str:
    path.write_bytes(b"".join(line.encode("utf-8", "surrogateescape") + b"\n" for line in lines))
    return str(path)


READERS = (("replay",), ("analyse",), ("play", "--resume"))


@pytest.mark.parametrize(
    "damage",
    [
        (NESTED, "line 2: nested too deeply"),
        ('{"move": ' + NESTED + "}", "line 2: nested too deeply"),
        ('{"move": 5}', "line 2: move '5': expected a text"),
        ('{"move": "\udcff"}', "line 2: not in UTF-8, perhaps in Latin-1"),
        ("oops", "line 2: damaged: expected a line of JSON"),
        ('{"move": "\\u001b[31m"}', "line 2: "),
        ('{"outcome": {"winner": null, "reason": 7, "margin": 0}}', "outcome "),
        ('{"outcome": {"winner": null, "reason": "", "margin": 1.5}}', "'margin': 1.5"),
    ],
)
@every_game
def test_damaged_line_is_named(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    whole: Whole,
    name: str,
    damage: tuple[str, str],
) -> None:
    line, wanted = damage
    file = write(tmp_path / "game.jsonl", whole[name][0], line, *whole[name][1:])
    for verb in READERS:
        told = refused(capsys, name, *verb, file)
        assert file in told and wanted in told


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@every_game
def test_start_of_wrong_type_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: Whole, name: str, start: Any
) -> None:
    header = json.dumps(json.loads(whole[name][0]) | {"start": start})
    told = refused(capsys, name, "replay", write(tmp_path / "game.jsonl", header))
    assert str(tmp_path / "game.jsonl") in told


@every_game
def test_winner_of_no_side_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: Whole, name: str
) -> None:
    """It is refused even if the record's own list of players has that name."""
    header = json.dumps(json.loads(whole[name][0]) | {"players": {"\x1b[31m": "random"}})
    outcome = json.dumps({"outcome": {"winner": "\x1b[31m", "reason": "", "margin": 0}})
    told = refused(capsys, name, "replay", write(tmp_path / "game.jsonl", header, outcome))
    assert "outcome '{'winner': '\\x1b[31m'" in told


@every_game
def test_reason_cannot_control_the_terminal(called: Run, tmp_path: Path, whole: Whole, name: str) -> None:
    reason = "\x1b]0;owned\x07\x9b31m\r\ud800"
    outcome = json.dumps({"outcome": {"winner": SIDES[name][0], "reason": reason, "margin": 0}})
    file = write(tmp_path / "game.jsonl", *whole[name][:-1], outcome)
    for words in (("replay",), ("replay", "--json")):
        done = called(f"{name}.py", words[0], file, *words[1:])
        assert (done.returncode, done.stderr) == (0, "")
        assert not {"\x1b", "\x07", "\x9b", "\r"} & set(done.stdout)
    assert "\\x1b]0;owned\\x07\\x9b31m\\x0d\\xd800" in called(f"{name}.py", "replay", file).stdout


def test_endless_device_is_refused_as_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.play.record.MAX_BYTES", 3 << 20)
    with pytest.raises(BadInput, match="/dev/zero holds more than 3 MB"):
        load(module_of("duel7").GAME, Path("/dev/zero"))


def test_printed_line_escapes_unencodable_characters(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print_lines([{"players": "\x9b\ud800"}, {"players": "não"}])
    assert (
        capfdbinary.readouterr().out == b'{"players": "\\u009b\\ud800"}\n' + '{"players": "não"}\n'.encode()
    )


def test_page_ignores_scores_out_of_range(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: Whole
) -> None:
    lines = [json.loads(line) for line in whole["duel7"]]
    for line, score in zip(lines[1:], (10**400, 1e400, -(10**30)), strict=False):
        line["score"] = score
    file = write(tmp_path / "game.jsonl", *map(json.dumps, lines))
    assert exit_status("duel7", "replay", file, "--html", str(tmp_path / "game.html")) == 0
    assert capsys.readouterr().err == "" and module_of("duel7")


def test_record_cannot_name_a_file_to_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: Whole
) -> None:
    """A position on the command line may be the name of an input file; one in a record may not."""
    (tmp_path / "secret").write_text("password")
    header = json.dumps(json.loads(whole["squirrels"][0]) | {"start": {"position": str(tmp_path / "secret")}})
    told = refused(capsys, "squirrels", "replay", write(tmp_path / "game.jsonl", header))
    assert "is not a position" in told and "password" not in told
