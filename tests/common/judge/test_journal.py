"""Journals: header and lines of results, their errors, and numbers read from them."""

from __future__ import annotations

import json
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from common.judge.journal import Journal, is_number, require
from common.rules.errors import BadInput

HEADER = {"match": "tiny", "players": ("anna", "bob"), "seed": 7}
RESULTS = [{"won": 1}, {"won": 0}]


def kept(path: Path, *entries: dict[str, Any]) -> Path:
    """Write a journal and release it."""
    journal = Journal(path, HEADER)
    for entry in entries:
        journal.add(entry)
    return path


def message(path: Path, header: dict[str, Any] = HEADER) -> str:
    """Return the message of a refused journal, without its path."""
    with pytest.raises(BadInput) as found:
        Journal(path, header)
    return str(found.value).replace(str(path), "FILE")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def test_journal_without_path_stores_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal = Journal(None, HEADER)
    journal.add(RESULTS[0])
    assert (journal.path, journal.read(dict, "a game"), list(tmp_path.iterdir())) == (None, [], [])


def test_new_journal_has_its_header_then_its_results(path: Path) -> None:
    kept(path, *RESULTS)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == [json.loads(json.dumps(HEADER)), *RESULTS]


def test_results_are_read_back_in_order(path: Path) -> None:
    """A tuple of the header has become a list in the file, which is no difference."""
    journal = Journal(kept(path, *RESULTS), HEADER)
    assert journal.entries == RESULTS
    assert journal.read(lambda entry: entry["won"], "a game") == [1, 0]


def test_reopened_journal_is_continued(path: Path) -> None:
    Journal(kept(path, RESULTS[0]), HEADER).add(RESULTS[1])
    assert Journal(path, HEADER).entries == RESULTS


def test_incomplete_last_line_is_removed(path: Path) -> None:
    """It is removed even if it is whole JSON: the next line would be appended to it."""
    kept(path, RESULTS[0])
    whole = path.read_bytes()
    for cut in (b'{"won": ', b'{"won": 3}'):
        path.write_bytes(whole + cut)
        assert Journal(path, HEADER).entries == RESULTS[:1]
        assert path.read_bytes() == whole


def test_open_journal_is_locked_until_it_is_dropped(path: Path) -> None:
    journal = Journal(path, HEADER)
    assert message(path) == ("FILE is in use by another process: wait for it to end, or choose another file")
    del journal
    assert Journal(path, HEADER).entries == []


@pytest.mark.parametrize("text", ["[]\n", "no json\n", "{}\n", '{"tournament": "tiny"}\n', '{"match": 5}\n'])
def test_other_file_is_refused_and_unchanged(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    assert message(path) == "FILE: expected the journal of a match of tiny, as --journal writes it"
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("change", [{"seed": 8}, {"players": ["bob", "anna"]}, {"pairs": 2}])
def test_journal_of_other_settings_is_refused(path: Path, change: dict[str, Any]) -> None:
    before = kept(path, *RESULTS).read_bytes()
    said = message(path, HEADER | change)
    assert said.startswith('FILE is the journal of another match: \'{"match": "tiny",')
    assert path.read_bytes() == before


def test_unknown_key_of_the_header_is_accepted(path: Path) -> None:
    kept(path)
    assert Journal(path, {"match": "tiny"}).entries == []


def test_damaged_line_is_refused_with_its_number(path: Path) -> None:
    whole = kept(path, *RESULTS).read_text(encoding="utf-8")
    path.write_text(whole.replace('{"won": 1}', '{"won"'), encoding="utf-8")
    assert message(path) == "FILE: line 2 is damaged: expected a line of JSON, as --journal writes it"


@pytest.mark.parametrize("entry", [{}, {"won": "x"}, {"won": None}])
def test_unexpected_line_is_named_when_it_is_read(path: Path, entry: dict[str, Any]) -> None:
    journal = Journal(kept(path, RESULTS[0], entry), HEADER)
    with pytest.raises(BadInput) as found:
        journal.read(lambda entry: int(entry["won"]), "a game")
    assert str(found.value) == (
        f"{path}: line 3: expected a game on each line after the first, as --journal writes them"
    )


def test_folder_is_refused_as_journal(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="this is a folder"):
        Journal(tmp_path, HEADER)


def test_journal_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "none" / "games.jsonl", HEADER)


@pytest.mark.parametrize("value", [0, -5, 2.5, 999_999_999_999])
def test_finite_numbers_are_numbers(value: float) -> None:
    assert is_number(value)


@pytest.mark.parametrize("value", [True, None, "1", [1], inf, -inf, nan, 1e12, -1e12, 10**400])
def test_other_values_are_no_numbers(value: object) -> None:
    assert not is_number(value)


def test_require_raises_if_the_condition_is_false() -> None:
    require(True)
    with pytest.raises(ValueError, match="not as it was written"):
        require(False)
