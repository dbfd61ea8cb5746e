"""The file players.json: what it may hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.judge.tournament.players_file import LIST_FILE, read_list
from common.rules.errors import BadInput


def test_missing_file_has_no_entries(tmp_path: Path) -> None:
    assert read_list(tmp_path) == {}


def test_entries_are_read(tmp_path: Path) -> None:
    entries = {"anna": {"command": "x"}, "bob": {"persistent": True}}
    (tmp_path / LIST_FILE).write_text(json.dumps(entries), encoding="utf-8")
    assert read_list(tmp_path) == entries


WRONG: list[Any] = [[], {"a": {}}, {"a": {"run": 1}}, {"a": {"command": 1}}, {"a": {"persistent": 1}}]


@pytest.mark.parametrize("entries", WRONG)
def test_other_entries_are_refused(tmp_path: Path, entries: Any) -> None:
    (tmp_path / LIST_FILE).write_text(json.dumps(entries), encoding="utf-8")
    with pytest.raises(BadInput, match=r'expected \{"NAME": \{"command": "COMMAND", "persistent": true\}'):
        read_list(tmp_path)
