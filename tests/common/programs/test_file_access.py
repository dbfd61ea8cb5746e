"""What a program may read: its own files, its interpreter, the system; nothing that is secret."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from common.programs.confinement import OPEN, Confinement
from common.programs.file_access import (
    access,
    allowed,
    first_line,
    installation,
    is_open,
    machine_code,
    mounts,
    own_paths,
)
from common.programs.one_shot import split_command
from tests.support.programs import ROOT, on_unix

pytestmark = on_unix


def files(folder: Path, *names: str) -> list[Path]:
    """Make files with folders."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    return [folder / name for name in names]


def test_own_paths_are_what_a_command_names_besides_its_interpreter(tmp_path: Path) -> None:
    (bot,) = files(tmp_path, "bot.py")
    assert own_paths([sys.executable, str(bot), "12", "/usr/bin"]) == {bot}
    assert own_paths([str(bot)]) == {bot}
    assert own_paths([sys.executable, str(bot), "/" + "(0, 0), " * 100]) == {bot}


def test_path_with_a_colon_is_one_path(tmp_path: Path) -> None:
    (bot,) = files(tmp_path, "colon:sep.py")
    other = files(tmp_path, "a/x", "b/x")
    assert own_paths([sys.executable, str(bot)]) == {bot}
    assert own_paths(["java", "-cp", f"{other[0].parent}:{other[1].parent}"]) == {
        other[0].parent,
        other[1].parent,
    }


def test_program_sees_its_folder_but_not_a_whole_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    in_home, deeper = files(tmp_path / "home", "bot.py", "duel/bot.py")
    assert in_home in access([sys.executable, str(in_home)], tmp_path, OPEN).readable
    assert deeper.parent in access([sys.executable, str(deeper)], tmp_path, OPEN).readable
    assert tmp_path / "home" not in access([sys.executable, str(in_home)], tmp_path, OPEN).readable


@pytest.mark.parametrize("beside", ["other.py", "bob/main.py", "game.jsonl"])
def test_secret_things_beside_a_program_are_hidden(beside: str, tmp_path: Path) -> None:
    bot, helper, secret = files(tmp_path, "bot.py", "helper.py", beside)
    given = access([sys.executable, str(bot)], tmp_path, OPEN.hiding(secret))
    rules = list(allowed(tmp_path, given.hidden))
    assert f"read={bot}" in rules and f"read={helper}" in rules and f"read={tmp_path}" not in rules
    assert not any(
        secret.is_relative_to(rule.partition("=")[2]) for rule in rules if rule.startswith("read=")
    )


def test_own_program_is_not_hidden_from_itself(tmp_path: Path) -> None:
    bot, other = files(tmp_path, "bot.py", "other.py")
    given = access([sys.executable, str(bot)], tmp_path, OPEN.hiding(bot, other))
    assert given.hidden == (other,)


def test_program_in_a_secret_folder_sees_its_file_only(tmp_path: Path) -> None:
    bot, _ = files(tmp_path, "cases/bot.py", "cases/next_state_1.txt")
    given = access([sys.executable, str(bot)], tmp_path, OPEN.hiding(tmp_path / "cases"))
    assert bot in given.readable and tmp_path / "cases" not in given.readable


def test_interpreter_comes_with_its_whole_installation(tmp_path: Path) -> None:
    python, settings, _ = files(tmp_path, "venv/bin/python", "venv/pyvenv.cfg", "base/lib/python/os.py")
    base = tmp_path / "base" / "bin" / "python3"
    base.parent.mkdir()
    base.touch()
    settings.write_text(f"home = {base.parent}\n")
    python.unlink()
    python.symlink_to(base)
    assert installation(python) == {tmp_path / "venv", tmp_path / "base"}


def test_folder_of_programs_in_a_home_is_no_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tool, _ = files(tmp_path, "bin/tool", "lib/secret")
    assert installation(tool) == {tool}


def test_interpreter_of_a_script_is_found_in_its_first_line(tmp_path: Path) -> None:
    (script,) = files(tmp_path, "run")
    script.write_text("#!/usr/bin/env python3 -u\n")
    assert first_line(script) == ["/usr/bin/env", "python3", "-u"]
    assert first_line(tmp_path) == []


def test_only_our_own_programs_are_told_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVE_BOARD_GAMES_CACHE", str(tmp_path / "cache"))
    (bot,) = files(tmp_path, "bot.py")
    ours = [sys.executable, str(ROOT / "duel7.py"), "move"]
    assert machine_code(ours) == {"FIVE_BOARD_GAMES_CACHE": str(tmp_path / "cache")}
    assert machine_code([sys.executable, str(bot)]) == {}
    assert tmp_path / "cache" in access(ours, tmp_path, OPEN).readable


def test_more_paths_may_be_readable(tmp_path: Path) -> None:
    bot, data = files(tmp_path, "a/bot.py", "b/data")
    given = access([sys.executable, str(bot)], tmp_path, Confinement(readable=(data,)))
    assert data in given.readable


def test_mounts_show_own_files_and_empty_what_is_hidden(tmp_path: Path) -> None:
    bot, secret = files(tmp_path, "bot.py", "game.jsonl")
    words = list(mounts(access([sys.executable, str(bot)], tmp_path / "own", OPEN.hiding(secret)), True))
    assert ["--ro-bind", str(tmp_path), str(tmp_path)] in [words[at : at + 3] for at in range(len(words))]
    assert ["--ro-bind", "/dev/null", str(secret)] in [words[at : at + 3] for at in range(len(words))]


def test_open_file_is_one_that_everybody_reaches(tmp_path: Path) -> None:
    assert is_open(Path("/usr"))
    (closed,) = files(tmp_path, "closed/file")
    closed.parent.chmod(0o700)
    assert not is_open(closed)


def test_closed_cache_in_an_environment_is_readable_for_our_own_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Path(sys.prefix) / "machine-code-of-a-test"
    cache.mkdir(0o700)
    try:
        assert is_open(cache.parent, reached=True)
        monkeypatch.setenv("FIVE_BOARD_GAMES_CACHE", str(cache))
        assert cache in access([sys.executable, str(ROOT / "duel7.py")], tmp_path, OPEN).readable
    finally:
        cache.rmdir()


def test_command_is_split_with_whole_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files(tmp_path, "my bot.py", "python", "Duel/x")
    assert split_command("python 'my bot.py'") == ["python", str(tmp_path / "my bot.py")]
    assert split_command(f"{os.sep}bin{os.sep}sh -cp . Duel 12")[2:] == [
        str(tmp_path),
        str(tmp_path / "Duel"),
        "12",
    ]
