"""The command `five-board-games page FOLDER`: pages of all games and an index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common.command.all_pages import USAGE, main
from common.command.game_entries import GAMES
from common.rules.errors import BadInput


def test_folder_gets_a_page_of_each_game_and_an_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pages"
    assert main([str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / 'index.html'} and 5 pages, which play in a browser\n"
    assert sorted(path.stem for path in folder.iterdir()) == sorted([*GAMES, "index"])
    index = (folder / "index.html").read_text("utf-8")
    assert re.findall(r'<a href="(.*?)\.html">', index) == list(GAMES)
    with pytest.raises(BadInput, match=r"circle-the-cat\.html already exists"):
        main([str(folder)])
    assert main([str(folder), "--force"]) == 0


@pytest.mark.parametrize("words", [[], ["a", "b"], ["--all"]])
def test_anything_but_one_folder_is_refused(words: list[str]) -> None:
    with pytest.raises(BadInput, match=r"expected a folder, e\.g\. five-board-games page pages"):
        main(words)


def test_help_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == USAGE + "\n"
