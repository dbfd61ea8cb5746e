"""The settings of a kit: written and read alike, and refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.judge.kit.settings import (
    FIELDS,
    KitSettings,
    Rung,
    parse_ladder,
    read_settings,
    settings_text,
)
from common.rules.errors import BadInput
from tests.support.small_board import GAME

LADDER = (Rung("level-1", 20), Rung("greedy", 12.5))
SETTINGS = KitSettings(
    "small_board", LADDER, "persistent", "java -cp . Bot", 0.5, 0.2, 3, 7, 1.5, 120, 25, 4, 10, 5, "hidden"
)


def load(name: str) -> Any:
    assert name == "small_board"
    return GAME


def read(text: str, folder: Path) -> KitSettings:
    (folder / "settings.ini").write_text(text, encoding="utf-8")
    return read_settings(folder / "settings.ini", load)


def test_settings_are_read_as_written(tmp_path: Path) -> None:
    assert read(settings_text(SETTINGS), tmp_path) == SETTINGS
    plain = KitSettings("small_board", LADDER)
    assert read(settings_text(plain), tmp_path) == plain


def test_file_explains_every_setting() -> None:
    lines = settings_text(SETTINGS).splitlines()
    assert set(FIELDS) == set(KitSettings._fields) - {"ladder"}
    for name, field in FIELDS.items():
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{name} ="))
        assert lines[at - 1] == f"# {field.text}"


def test_file_may_come_from_another_editor(tmp_path: Path) -> None:
    text = settings_text(SETTINGS).replace("\n", "\r\n")
    (tmp_path / "settings.ini").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_settings(tmp_path / "settings.ini", load) == SETTINGS


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("seconds = 0.5", "seconds = soon", "seconds = soon: expected a number from 0.01"),
        ("seconds = 0.5", "seconds = 0", "seconds = 0: expected a number from 0.01"),
        ("seconds = 0.5", "seconds = nan", "seconds = nan: expected a number"),
        ("pairs = 3", "pairs = 2.5", "pairs = 2.5: expected a whole number from 1 to 1000"),
        ("protocol = persistent", "protocol = fast", "protocol = fast: expected one-shot or persistent"),
        ("visibility = hidden", "visibility = me", "visibility = me: expected visible or hidden or"),
        ("grace =", "gracious =", "'gracious' is no setting: expected game, protocol"),
        ("game = small_board", "", "expected the setting game"),
        ("[ladder]", "", "expected the sections [grading] and [ladder]"),
        ("level-1 = 20", "level-1 = many", "level-1 = many: expected a number"),
        ("level-1 = 20", "engien = 20", "'engien' is no opponent of the ladder"),
        ("level-1 = 20", "human = 20", "'human' is no opponent"),
    ],
)
def test_wrong_setting_is_refused(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    text = settings_text(SETTINGS)
    assert old in text
    with pytest.raises(BadInput) as refused:
        read(text.replace(old, new, 1), tmp_path)
    assert wanted in str(refused.value) and "\n" not in str(refused.value)


def test_ladder_is_parsed() -> None:
    assert parse_ladder("level-1:20, greedy:12.5", GAME) == LADDER


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("level-1", "'level-1': expected PLAYER:POINTS"),
        ("level-1:x", "'level-1:x': expected PLAYER:POINTS"),
        ("level-1:-2", "expected PLAYER:POINTS"),
        ("", "'': expected PLAYER:POINTS"),
        ("nobody:2", "'nobody' is no opponent"),
        ("greedy:2,greedy:3", "'greedy' is no opponent of the ladder: expected different players"),
        ("level-9:2", "expected level-1 to level-5"),
    ],
)
def test_wrong_ladder_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(BadInput, match=wanted):
        parse_ladder(text, GAME)
