"""The file of a kit: its files, their modes and line ends, and the same bytes each time."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from common.judge.kit.archive import UNIX, KitContents, write_kit
from common.judge.kit.scripts import RUN_AUTOGRADER, SETUP
from common.judge.kit.settings import KitSettings, Rung, read_settings
from common.rules.errors import BadInput
from tests.support.programs import ROOT
from tests.support.small_board import GAME

SETTINGS = KitSettings("small_board", (Rung("greedy", 10),))
CONTENTS = KitContents(GAME, SETTINGS, extras=())


def written(folder: Path, contents: KitContents = CONTENTS) -> ZipFile:
    write_kit(folder / "kit.zip", contents)
    return ZipFile(io.BytesIO((folder / "kit.zip").read_bytes()))


def test_kit_has_scripts_settings_packages_and_modules(tmp_path: Path) -> None:
    kit = written(tmp_path)
    names = kit.namelist()
    assert {"setup.sh", "run_autograder", "settings.ini", "requirements.txt"} <= set(names)
    assert {
        "project/small_board.py",
        "project/common/judge/kit/run.py",
        "project/common/show/page.js",
    } <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".po"))]
    modules = {f"project/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "common").rglob("*.py")}
    assert modules <= set(names)
    (tmp_path / "settings.ini").write_bytes(kit.read("settings.ini"))
    assert read_settings(tmp_path / "settings.ini", lambda name: GAME) == SETTINGS


def test_scripts_are_executable_and_end_lines_with_lf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "win32")  # zipfile would take it for the system that made the file
    kit = written(tmp_path)
    for name, text in (("setup.sh", SETUP), ("run_autograder", RUN_AUTOGRADER)):
        info = kit.getinfo(name)
        assert (info.create_system, info.external_attr >> 16) == (UNIX, 0o100755)
        assert kit.read(name) == text.encode() and b"\r" not in kit.read(name)
        assert text.startswith("#!/usr/bin/env bash\n")
    assert kit.getinfo("settings.ini").external_attr >> 16 == 0o100644


def test_same_contents_make_the_same_bytes(tmp_path: Path) -> None:
    write_kit(tmp_path / "one.zip", CONTENTS)
    write_kit(tmp_path / "two.zip", CONTENTS)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_packages_are_pinned(tmp_path: Path) -> None:
    lines = written(tmp_path).read("requirements.txt").decode().splitlines()
    assert len(lines) > 5 and all(line.count("==") == 1 for line in lines)


def test_missing_wheel_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no wheel of"):
        write_kit(tmp_path / "kit.zip", CONTENTS._replace(wheels=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_wheels_are_included(tmp_path: Path) -> None:
    pins = written(tmp_path).read("requirements.txt").decode().splitlines()
    (tmp_path / "wheels").mkdir()
    for pin in pins:
        name, _, version = pin.partition("==")
        (tmp_path / "wheels" / f"{name.replace('-', '_')}-{version}-py3-none-any.whl").write_text(
            "wheel", encoding="utf-8"
        )
    kit = written(tmp_path, CONTENTS._replace(wheels=tmp_path / "wheels"))
    assert len([name for name in kit.namelist() if name.startswith("wheels/")]) == len(pins)
