"""The folder of pages: names of files, what is refused, what is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.judge.tournament.page_folder import check_page_folder, page_file_name, save_tournament_pages
from common.judge.tournament.tournament import Tournament
from common.rules.errors import BadInput
from common.show.page import page
from tests.support.told_tournament import Told, two_games

pytestmark = pytest.mark.usefixtures("few_samples")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_folder_has_an_index_and_a_page_for_each_player(tmp_path: Path) -> None:
    save_tournament_pages(two_games().tournament, tmp_path / "pages")
    assert files(tmp_path / "pages") == [
        "index.html",
        "player-anna.html",
        "player-bob.html",
        "player-random.html",
    ]


def test_pages_of_players_who_left_are_removed(tmp_path: Path) -> None:
    save_tournament_pages(two_games().tournament, tmp_path)
    (tmp_path / "notes.html").touch()
    save_tournament_pages(Told("anna", "random").game("anna", "random", None).tournament, tmp_path)
    assert files(tmp_path) == ["index.html", "notes.html", "player-anna.html", "player-random.html"]
    assert "bob" not in (tmp_path / "index.html").read_text("utf-8")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["page.html", "PAGE.HTM", "file"])
def test_file_is_refused_as_a_folder(here: Path, name: str) -> None:
    (here / "file").touch()
    with pytest.raises(BadInput) as found:
        check_page_folder(Path(name))
    assert str(found.value) == f"--html '{name}': expected a folder, e.g. --html pages"


@pytest.mark.parametrize("name", ["new", "empty", "ours"])
def test_new_folder_and_our_own_are_accepted(here: Path, name: str) -> None:
    for folder in ("empty", "ours"):
        (here / folder).mkdir()
    (here / "ours" / "index.html").write_text(page("a title", ()), encoding="utf-8")
    assert check_page_folder(Path(name)) == Path(name) and check_page_folder(None) is None


@pytest.mark.parametrize("file", ["notes.txt", "index.html"])
def test_folder_with_files_of_others_is_refused(here: Path, file: str) -> None:
    (here / "other").mkdir()
    (here / "other" / file).write_text("<html>", encoding="utf-8")
    with pytest.raises(BadInput) as found:
        check_page_folder(Path("other"))
    assert str(found.value) == "--html 'other': expected a new or an empty folder, or one of our pages"


def test_folder_needs_a_parent(here: Path) -> None:
    with pytest.raises(BadInput, match=r"^'none/pages': 'none' is not an existing folder$"):
        check_page_folder(Path("none/pages"))


def test_file_names_are_plain_and_differ_on_every_system() -> None:
    names = ["anna", "Anna", "ANNA", "../x", "a/b", "con", "=1+1", "\u00e9", "\u00e8", "x" * 200, "x" * 201]
    found = [page_file_name(name) for name in (*names, "", ".")]
    assert (found[0], found[5]) == ("player-anna.html", "player-con.html")
    assert len({file.lower() for file in found}) == len(names) + 2
    for file in found:
        assert file.isascii() and len(file) < 70 and not set(file) & set("/\\:*?<>|\"' ")
    assert found[: len(names)] == [page_file_name(name) for name in names], "the same in every call"


def test_pages_in_a_missing_folder_are_an_error(tmp_path: Path) -> None:
    tournament: Tournament = two_games().tournament
    with pytest.raises(FileNotFoundError):
        save_tournament_pages(tournament, tmp_path / "none" / "pages")
