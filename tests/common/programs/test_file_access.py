"""Files that a program may read: its own, its interpreter's, the system's; no hidden ones."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.file_access import (
    access_for,
    mount_options,
    path_rules,
    program_paths,
)
from common.programs.one_shot import split_command
from common.programs.system_paths import is_open_to_all
from tests.support.programs import empty_files, on_unix

pytestmark = on_unix


def test_own_paths_exclude_the_interpreter(tmp_path: Path) -> None:
    (bot,) = empty_files(tmp_path, "bot.py")
    assert program_paths([sys.executable, str(bot), "12", "/usr/bin"]) == {bot}
    assert program_paths([str(bot)]) == {bot}
    assert program_paths([sys.executable, str(bot), "/" + "(0, 0), " * 100]) == {bot}


def test_own_path_may_contain_a_colon(tmp_path: Path) -> None:
    (bot,) = empty_files(tmp_path, "colon:sep.py")
    other = empty_files(tmp_path, "a/x", "b/x")
    assert program_paths([sys.executable, str(bot)]) == {bot}
    assert program_paths(["java", "-cp", f"{other[0].parent}:{other[1].parent}"]) == {
        other[0].parent,
        other[1].parent,
    }


def test_program_reads_its_folder_unless_it_is_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    in_home, deeper = empty_files(tmp_path / "home", "bot.py", "duel/bot.py")
    assert in_home in access_for([sys.executable, str(in_home)], tmp_path, DEFAULT_CONFINEMENT).readable
    assert deeper.parent in access_for([sys.executable, str(deeper)], tmp_path, DEFAULT_CONFINEMENT).readable
    assert (
        tmp_path / "home"
        not in access_for([sys.executable, str(in_home)], tmp_path, DEFAULT_CONFINEMENT).readable
    )


@pytest.mark.parametrize("beside", ["other.py", "bob/main.py", "game.jsonl"])
def test_hidden_files_beside_a_program_are_not_readable(beside: str, tmp_path: Path) -> None:
    bot, helper, secret = empty_files(tmp_path, "bot.py", "helper.py", beside)
    given = access_for([sys.executable, str(bot)], tmp_path, DEFAULT_CONFINEMENT.with_secret(secret))
    rules = list(path_rules(tmp_path, given.hidden))
    assert f"read={bot}" in rules and f"read={helper}" in rules and f"read={tmp_path}" not in rules
    assert not any(
        secret.is_relative_to(rule.partition("=")[2]) for rule in rules if rule.startswith("read=")
    )


def test_own_program_is_not_hidden_from_itself(tmp_path: Path) -> None:
    bot, other = empty_files(tmp_path, "bot.py", "other.py")
    given = access_for([sys.executable, str(bot)], tmp_path, DEFAULT_CONFINEMENT.with_secret(bot, other))
    assert given.hidden == (other,)


def test_program_reads_only_its_file_in_a_hidden_folder(tmp_path: Path) -> None:
    bot, _ = empty_files(tmp_path, "cases/bot.py", "cases/next_state_1.txt")
    given = access_for(
        [sys.executable, str(bot)], tmp_path, DEFAULT_CONFINEMENT.with_secret(tmp_path / "cases")
    )
    assert bot in given.readable and tmp_path / "cases" not in given.readable


def test_confinement_adds_readable_paths(tmp_path: Path) -> None:
    bot, data = empty_files(tmp_path, "a/bot.py", "b/data")
    given = access_for([sys.executable, str(bot)], tmp_path, Confinement(readable=(data,)))
    assert data in given.readable


def test_mounts_show_own_files_and_mask_hidden_ones(tmp_path: Path) -> None:
    bot, secret = empty_files(tmp_path, "bot.py", "game.jsonl")
    words = list(
        mount_options(
            access_for([sys.executable, str(bot)], tmp_path / "own", DEFAULT_CONFINEMENT.with_secret(secret)),
            True,
        )
    )
    assert ["--ro-bind", str(tmp_path), str(tmp_path)] in [words[at : at + 3] for at in range(len(words))]
    assert ["--ro-bind", "/dev/null", str(secret)] in [words[at : at + 3] for at in range(len(words))]


def test_file_is_open_if_everybody_can_reach_it(tmp_path: Path) -> None:
    assert is_open_to_all(Path("/usr"))
    (closed,) = empty_files(tmp_path, "closed/file")
    closed.parent.chmod(0o700)
    assert not is_open_to_all(closed)


def test_split_command_makes_paths_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    empty_files(tmp_path, "my bot.py", "python", "Duel/x")
    assert split_command("python 'my bot.py'") == ["python", str(tmp_path / "my bot.py")]
    assert split_command(f"{os.sep}bin{os.sep}sh -cp . Duel 12")[2:] == [
        str(tmp_path),
        str(tmp_path / "Duel"),
        "12",
    ]
