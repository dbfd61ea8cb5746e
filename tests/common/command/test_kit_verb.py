"""The verb `kit`: its options become settings, and wrong ones are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.command.kit_verb import LADDER, add_kit
from common.judge.kit import archive
from common.judge.kit.archive import KitContents
from common.judge.kit.settings import Rung
from tests.support.small_game import GAME, run_verb


@pytest.fixture
def kits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[KitContents]:
    """Collect the contents of kits instead of writing them."""
    found = list[KitContents]()

    def write(path: Path, contents: KitContents) -> list[str]:
        found.append(contents)
        return ["typer==1", "rich==2"]

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(archive, "write_kit", write)
    return found


def test_defaults_are_a_ladder_of_levels(kits: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_kit, "kit", "kit.zip") == 0
    (contents,) = kits
    settings = contents.settings
    assert settings.ladder == (Rung("level-1", 20), Rung("level-2", 20), Rung("level-3", 30))
    assert ",".join(f"{rung.player}:{rung.points:g}" for rung in settings.ladder) == LADDER
    assert (settings.game, settings.protocol, settings.case_points, settings.budget) == (
        *("small_game", "one-shot", 0),
        300,
    )
    assert contents.game is GAME
    out = capsys.readouterr().out
    assert out == "kit.zip: upload it as the autograder. It installs 2 packages.\n"


def test_options_become_settings(kits: list[Any], tmp_path: Path) -> None:
    words = ("--ladder", "greedy:5", "--persistent", "--seconds", "0.5", "--grace", "0.1", "--pairs", "3")
    more = ("--check-points", "10", "--wheels", str(tmp_path), "--seed", "9")
    assert run_verb(add_kit, "kit", "kit.zip", *words, *more) == 0
    (contents,) = kits
    settings = contents.settings
    assert (settings.ladder, settings.protocol, settings.seconds) == ((Rung("greedy", 5),), "persistent", 0.5)
    assert (settings.grace, settings.pairs, settings.check_points, settings.seed) == (0.1, 3, 10, 9)
    assert contents.wheels == tmp_path


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("kit.tar",), "kit.tar: expected the name of a zip file"),
        (("missing/kit.zip",), "'missing' is not an existing folder"),
        (("kit.zip", "--ladder", "level-1"), "'level-1': expected PLAYER:POINTS"),
        (("kit.zip", "--seconds", "0"), "--seconds 0: expected a number of seconds above 0"),
        (("kit.zip", "--grace", "-1"), "--grace -1: expected seconds from 0 to 3600"),
        (("kit.zip", "--cases", "folder"), "--cases"),
    ],
)
def test_wrong_options_are_refused(
    kits: list[Any], capsys: pytest.CaptureFixture[str], words: tuple[str, ...], wanted: str
) -> None:
    assert run_verb(add_kit, "kit", *words) == 2
    assert kits == [] and wanted in capsys.readouterr().err
