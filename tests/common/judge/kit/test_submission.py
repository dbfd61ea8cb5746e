"""The program in a submission: found by its name, copied, and run by the base Python."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from common.judge.kit.settings import KitSettings, Rung
from common.judge.kit.submission import FoundProgram, find_program
from common.play.game import Game
from common.play.game_players import Players
from common.programs.program_store import program_store
from common.programs.runtime import Runtime
from common.rules.errors import BadInput
from tests.support.plain_parts import plain_parts
from tests.support.small_board import GAME, START

SETTINGS = KitSettings("small_board", (Rung("greedy", 1),))


class NoSide(Players[Any, Any]):
    """Players of a game that does not tell a program its side."""

    def protocol_words(self, position: Any) -> list[str]:
        return [position.board]


WITHOUT_SIDE = Game(START, **plain_parts(START), players=NoSide())


def find(folder: Path, settings: KitSettings = SETTINGS, game: Any = GAME) -> FoundProgram:
    with program_store() as store:
        found = find_program(game, folder, settings, Runtime(Path(sys.executable)), store)
        paths = [Path(word) for word in found.words if word.startswith(str(store.root))]
        assert paths and all(path.exists() for path in paths)
    return found


def write(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("pass", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("names", "main"),
    [
        (("main.py", "small_board.py", "other.py"), "main.py"),
        (("small_board.py", "other.py"), "small_board.py"),
        (("bot.py", "notes.txt", ".hidden.py"), "bot.py"),
        (("inside/main.py", "inside/other.py", "__MACOSX/x"), "main.py"),
    ],
)
def test_main_file_is_found(tmp_path: Path, names: tuple[str, ...], main: str) -> None:
    found = find(write(tmp_path, *names))
    assert found.typed == f"python {main}" and found.words[-1].endswith(f"/{main}")
    assert found.words[0] == sys.executable and "-S" in found.words


@pytest.mark.parametrize("names", [(), ("a.py", "b.py"), ("notes.txt",), ("x\x1b[31m",)])
def test_missing_program_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"no program found: expected main\.py, found ") as refused:
        find(write(tmp_path, *names))
    assert "\x1b" not in str(refused.value)


def test_game_without_side_has_a_program_for_each(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"expected x\.py and o\.py, found main\.py"):
        find(write(tmp_path / "one", "main.py"), game=WITHOUT_SIDE)
    found = find(write(tmp_path / "two", "x.py", "o.py"), game=WITHOUT_SIDE)
    assert found.typed == "python x.py + python o.py"
    assert [part.split("/")[-1] for part in found.command.split(" + ")] == ["x.py", "o.py"]


def test_persistent_program_serves_both_sides(tmp_path: Path) -> None:
    settings = SETTINGS._replace(protocol="persistent")
    found = find(write(tmp_path, "main.py"), settings, WITHOUT_SIDE)
    assert found.command.startswith("persistent: ") and " + " not in found.command


def test_command_of_the_settings_runs_in_the_copy(tmp_path: Path) -> None:
    settings = SETTINGS._replace(command="sh run.sh --fast")
    found = find(write(tmp_path, "run.sh"), settings)
    assert found.typed == "sh run.sh --fast"
    assert found.words[0] == "sh" and found.words[1].endswith("/run.sh") and found.words[2] == "--fast"


def test_link_out_of_the_submission_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "submission", "main.py")
    (tmp_path / "submission" / "link").symlink_to("/etc/passwd")
    with pytest.raises(BadInput, match="is a link that points outside"):
        find(tmp_path / "submission")
