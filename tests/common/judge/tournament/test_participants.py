"""The players found in a folder, and the notes about files that are not players."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from common.judge.tournament.launch import LaunchSettings
from common.judge.tournament.participants import Entrant, find_entrants
from common.programs.interpreters import base_interpreter
from common.programs.program_store import program_store
from common.programs.runtime import choose_runtime
from common.rules.errors import BadInput
from tests.support.programs import ROOT

DUEL, CAT = (import_module(name).GAME for name in ("duel7", "game"))


def test_entrant_names_the_files_of_its_programs(tmp_path: Path) -> None:
    folder(tmp_path, "anna.py", "bob/main.py", "carl.py")
    found = find_entrants(DUEL, [str(tmp_path)]).entrants
    files = {
        path.relative_to(tmp_path.resolve()).as_posix()
        for entrant in found
        for path in entrant.program_files(DUEL)
    }
    assert files == {"anna.py", "bob/main.py", "carl.py"}


def folder(place: Path, *files: str) -> Path:
    """Create files in a folder and return it; names that end in ! become executable."""
    for name in files:
        path = place / name.rstrip("!")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("print()\n", encoding="utf-8")
        if name.endswith("!"):
            path.chmod(0o755)
    return place


def names(found: list[Entrant]) -> list[str]:
    return [entrant.name for entrant in found]


def words(entrant: Entrant) -> list[list[str]]:
    return [shlex.split(seat) for seat in entrant.seats]


@pytest.mark.skipif(sys.platform == "win32", reason="executables have other names")
def test_players_are_programs_executables_and_folders_with_main(tmp_path: Path) -> None:
    folder(
        tmp_path,
        "anna.py",
        "bob!",
        "carl/main.py",
        "dora/player.py",
        "notes.txt",
        ".hidden.py",
        "__pycache__/x.py",
    )
    found = find_entrants(DUEL, [str(tmp_path)])
    assert names(found.entrants) == ["anna", "bob", "carl", "random"]
    anna, bob, carl, anchor = found.entrants
    assert words(anna) == [[sys.executable, str((tmp_path / "anna.py").absolute())]] * 2
    assert words(bob) == [[str((tmp_path / "bob").absolute())]] * 2
    assert words(carl) == [[sys.executable, str((tmp_path / "carl" / "main.py").absolute())]] * 2
    assert anchor.seats == ("random", "random")
    assert [line.split(" is not a player: ")[1] for line in found.notes] == [
        "expected main.py in it",
        "expected NAME.py, an executable or a folder",
    ]


def test_player_needs_a_program_per_side_if_the_game_omits_the_side(tmp_path: Path) -> None:
    folder(tmp_path, "anna/cat.py", "anna/catcher.py", "bob.py", "carl/main.py")
    found = find_entrants(CAT, [str(tmp_path)])
    assert names(found.entrants) == ["anna", "random"]
    anna = found.entrants[0]
    assert [Path(seat[1]).name for seat in words(anna)] == ["cat.py", "catcher.py"]
    assert len(found.notes) == 2
    assert found.notes[0].endswith("expected a folder with cat.py and catcher.py")
    assert found.notes[1].endswith("expected cat.py and catcher.py in it")


def test_folder_without_players_is_refused_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder(tmp_path, "class/anna.py", "class/bob.py"))
    with pytest.raises(
        BadInput,
        match=r"at least two players, .*; 'class/anna\.py' is not a player: expected a folder with cat\.py",
    ):
        find_entrants(CAT, ["class"])


def test_entrants_may_be_names_programs_or_folders(tmp_path: Path) -> None:
    folder(tmp_path, "anna.py", "bob/main.py")
    found = find_entrants(
        DUEL,
        ["engine", "greedy", str(tmp_path / "anna.py"), str(tmp_path / "bob"), f"'{sys.executable}' x.py"],
    )
    assert names(found.entrants) == ["engine", "greedy", "anna", "bob", f"'{sys.executable}' x.py", "random"]
    assert find_entrants(DUEL, ["random", "engine"]).entrants[0].seats == ("random", "random")


def test_player_of_two_names_plays_one_on_each_side() -> None:
    game = import_module("catsdogs").GAME
    assert find_entrants(game, ["careful + squeeze"]).entrants[0].seats == ("careful", "squeeze")


def test_programs_of_equal_stems_keep_their_full_names(tmp_path: Path) -> None:
    folder(tmp_path, "anna.py", "anna/main.py", "bob.py")
    assert names(find_entrants(DUEL, [str(tmp_path)]).entrants) == ["anna", "anna.py", "bob", "random"]


def test_two_players_of_one_name_are_refused(tmp_path: Path) -> None:
    folder(tmp_path, "anna.py", "b/anna.py")
    with pytest.raises(BadInput, match="two players are called 'anna'"):
        find_entrants(DUEL, [str(tmp_path / "anna.py"), str(tmp_path / "b" / "anna.py")])


def test_program_named_like_a_built_in_player_is_refused(tmp_path: Path) -> None:
    folder(tmp_path, "anna.py", "random.py", "b.py")
    found = find_entrants(DUEL, [str(tmp_path)])
    assert found.entrants[-1].seats == ("random", "random")
    assert names(found.entrants) == ["anna", "b", "random"]
    assert [": ".join(line.split(": ")[-2:]) for line in found.refused] == [
        "'random' is a built-in player: choose another name",
    ]


def test_player_names_are_printable(tmp_path: Path) -> None:
    folder(tmp_path, "a\x1b[31m.py", "b:c.py")
    (tmp_path / os.fsdecode(b"\xff.py")).write_text("")
    assert names(find_entrants(DUEL, [str(tmp_path)]).entrants) == ["a\\x1b[31m", "b:c", "\\xdcff", "random"]


@pytest.fixture
def start() -> Iterator[LaunchSettings]:
    """Yield the way in which tournaments start programs."""
    with program_store() as store:
        yield LaunchSettings(choose_runtime(None, None), store)


def test_programs_run_from_copies(tmp_path: Path, start: LaunchSettings) -> None:
    folder(tmp_path, "a:b.py", "bob!", "carl/main.py", "carl/helper.py")
    anna, bob, carl = (
        entrant.seats[0] for entrant in find_entrants(DUEL, [str(tmp_path)], start).entrants[:3]
    )
    assert str(tmp_path) not in anna + bob + carl
    assert (
        shlex.split(anna)[1:5] == ["-s", "-E", "-u", "-S"]
        and Path(shlex.split(anna)[-1]).name == "program.py"
    )
    assert os.access(shlex.split(bob)[0], os.X_OK)
    assert Path(shlex.split(carl)[-1]).with_name("helper.py").read_text() == "print()\n"


def test_program_with_links_out_of_its_folder_is_refused(tmp_path: Path, start: LaunchSettings) -> None:
    folder(tmp_path, "class/anna.py", "class/bob/main.py", "class/carl/main.py")
    (tmp_path / "class" / "bob" / "data").symlink_to("../carl/main.py")
    (tmp_path / "class" / "dora.py").symlink_to("anna.py")
    found = find_entrants(DUEL, [str(tmp_path / "class")], start)
    assert names(found.entrants) == ["anna", "carl", "random"]
    assert [line.split(" does not play: ")[1] for line in found.refused] == [
        "'data' is a link that points outside",
        "'dora.py' is a link",
    ]


def test_python_in_a_command_becomes_the_class_interpreter(start: LaunchSettings) -> None:
    command = f"python '{ROOT / 'docs' / 'examples' / 'duel7' / 'one_move.py'}'"
    first, second, _ = find_entrants(DUEL, [command, f"persistent: {command}"], start).entrants
    assert Path(shlex.split(first.seats[0])[0]) == base_interpreter()
    assert shlex.split(second.seats[0])[:2] == ["persistent:", str(base_interpreter())]
