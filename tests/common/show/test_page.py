"""Games as one HTML page: data for the script, the list of moves, the still, and what keeps it safe."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from common.rules.errors import BadInput
from common.show.film import Film, square_film
from common.show.page import (
    AXIS_END,
    GENERATOR,
    PageGame,
    Point,
    ScoreGraph,
    check_page_path,
    escaped_json,
    page,
    save_page,
    text_page,
)
from common.show.shapes import Pen, square

RED, BLUE = (255, 0, 0), (0, 0, 255)
SENTENCES = ["X takes a1.", "O takes a2."]


def draw_red(pen: Pen, x: float, y: float, size: float) -> None:
    square(pen, x, y, size, RED)


def draw_blue(pen: Pen, x: float, y: float, size: float) -> None:
    square(pen, x, y, size, BLUE)


def draw_nothing(pen: Pen, x: float, y: float, size: float) -> None:
    pass


def film_of(*frames: str, columns: str = "12") -> Film:
    """Return a film with a row of cells, R (or r, which looks the same), B or `.`; a caption each."""
    kinds = {"R": draw_red, "r": draw_red, "B": draw_blue, ".": draw_nothing}
    film = square_film("a", columns, kinds, (255, 255, 255), ["7", "8"])
    for number, frame in enumerate(frames):
        film.add(list(frame), [f"move {number}", "", f"{number} taken"])
    return film


def game(*frames: str, **more: Any) -> PageGame:
    fields: dict[str, Any] = {"title": "tiny", "sentences": SENTENCES, "end": "X wins"}
    return PageGame(film=film_of(*(frames or ("..", "R.", "RB"))), **fields | more)


GRAPH = ScoreGraph(
    [Point(None, False), Point(20, False), Point(-100, True)],
    "Expected score of X",
    ["good", ""],
    {2: "O wins back."},
    (RED, BLUE),
)


def data_of(html: str) -> Any:
    """Return the data of the page's script."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def one_game(*frames: str, **more: Any) -> Any:
    """Return the data of the only game of a page."""
    (found,) = data_of(page("title", [game(*frames, **more)]))["games"]
    return found


# PATHS AND FILES


@pytest.mark.parametrize("name", ["game.html", "a/game.HTM"])
def test_page_path_is_accepted(name: str) -> None:
    assert check_page_path(Path(name)) == Path(name)
    assert check_page_path(None) is None


@pytest.mark.parametrize("name", ["game", "game.pdf", "game.html.gz"])
def test_other_suffix_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as found:
        check_page_path(Path(name))
    assert str(found.value) == f"--html '{name}': expected a file that ends in .html, e.g. game.html"


def test_saved_page_has_the_games_below_the_given_html(tmp_path: Path) -> None:
    save_page(tmp_path / "all.html", "title", [game()], "<p>above</p>")
    html = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert html == page("title", [game()], "<p>above</p>")
    assert html.index("<p>above</p>") < html.index("<main>")


def test_saved_page_without_games_is_a_text(tmp_path: Path) -> None:
    save_page(tmp_path / "all.html", "title", [], "<p>none</p>")
    assert (tmp_path / "all.html").read_text(encoding="utf-8") == text_page("title", "<p>none</p>")


def test_page_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save_page(tmp_path / "none" / "game.html", "title", [game()])


# SAFETY


def test_policy_allows_only_the_script_of_the_page() -> None:
    html = page("title", [game()])
    (script,) = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in html


def test_text_page_allows_no_script() -> None:
    html = text_page("a < b", "<p>text</p>")
    assert "script" not in html and "default-src 'none'" in html
    assert "<title>a &lt; b</title>" in html and "<h1>a &lt; b</h1>\n<p>text</p>" in html


@pytest.mark.parametrize("text", ["</script>", "<!--", "&amp;", "\u2028\u2029", "é", '"'])
def test_json_in_a_page_keeps_its_text_and_ends_no_script(text: str) -> None:
    found = escaped_json({"text": text})
    assert json.loads(found) == {"text": text}
    assert not set(found) & set("<>&\u2028\u2029")


def test_texts_of_a_game_are_escaped() -> None:
    evil = "<img src=x>"
    graph = GRAPH._replace(title=evil, comments=[evil, evil], turning_points={1: evil})
    harmless = game(title=evil, sentences=[evil, evil], end=evil, graph=graph)
    harmless.film.frames[-1] = harmless.film.frames[-1]._replace(captions=(evil,))
    html = page(evil, [harmless, harmless])
    assert "<img" not in html and html.count("&lt;img src=x&gt;") > 10


# DATA OF THE SCRIPT


def test_game_is_stored_as_changes_of_its_first_position() -> None:
    """A change is a cell and its new kind, move by move."""
    found = one_game("..", "R.", "RB", "BR")
    empty = found["start"][0]
    assert found["start"] == [empty, empty]
    (_, red), (_, blue) = found["changes"][:2]
    assert len({empty, red, blue}) == 3
    assert found["changes"] == [[0, red], [1, blue], [0, blue, 1, red]]


def test_captions_are_joined_without_empty_ones() -> None:
    assert one_game("..", "R.")["captions"] == ["move 0 \u00b7 0 taken", "move 1 \u00b7 1 taken"]


def test_kinds_that_look_alike_are_stored_once() -> None:
    html = page("title", [game("..", "R.", "Rr"), game("..", "r.", "rR")])
    assert len(re.findall('<g id="k[0-9]+">', html)) == 3, "red, blue and nothing"
    first, second = data_of(html)["games"]
    assert first["changes"] == second["changes"]


def test_equal_boards_are_stored_once() -> None:
    wide = game()._replace(film=film_of("...", columns="123"))
    found = data_of(page("title", [game(), wide, game(number=3)]))
    assert [one["board"] for one in found["games"]] == [0, 1, 0]
    assert [len(board["places"]) for board in found["boards"]] == [2, 3]
    assert [[text for _, _, text in board["labels"]] for board in found["boards"]] == [
        ["1", "2", "a"],
        ["1", "2", "3", "a"],
    ]


def test_scores_and_turning_points_are_stored_if_known() -> None:
    found = one_game(graph=GRAPH)
    assert found["scores"] == [[None, False], [20, False], [-100, True]]
    assert (found["turns"], found["most"]) == ([2], AXIS_END)
    assert found["colours"] == ["rgb(255, 0, 0)", "rgb(0, 0, 255)"]
    assert found["about"].startswith("Expected score of X. Coloured by the side that is ahead")


def test_game_without_scores_has_none() -> None:
    found = one_game()
    assert [found[name] for name in ("scores", "turns", "about", "colours")] == [[], [], "", []]
    assert found["values"] == ["7", "8"]


# TEXT


def test_moves_are_listed_with_links_and_comments() -> None:
    html = page("title", [game(graph=GRAPH, number=4)])
    assert '<details open id="game=4"><summary>tiny</summary>' in html
    items = re.findall("<li>(.*?)</li>", html)
    assert items == [
        '<a href="#game=4&amp;ply=1">X takes a1.</a><span class="known">: good</span>',
        '<a href="#game=4&amp;ply=2">O takes a2.</a>',
    ]
    assert '<p class="turning">O wins back.</p>\n<p>X wins</p>' in html


def test_comment_at_a_turning_point_stands_out() -> None:
    html = page("title", [game(graph=GRAPH._replace(turning_points={1: "X errs."}))])
    assert '<span class="turning">: good</span>' in html


def test_every_move_needs_a_comment() -> None:
    with pytest.raises(ValueError, match="shorter"):
        page("title", [game(graph=GRAPH._replace(comments=["good"]))])


def test_several_games_are_closed_below_the_title_of_the_first() -> None:
    html = page("all", [game(title="one"), game(title="two", number=2)])
    assert html.count("<details") == 2 and "<details open" not in html
    assert '<h2 id="which">one</h2>' in html
    assert 'id="which"' not in page("all", [game()])


def test_still_shows_the_last_position_with_labels_and_values() -> None:
    html = page("title", [game()])
    found = re.search('<svg id="board" role="img" aria-label="(.*?)" (.*?)</svg>', html, re.DOTALL)
    assert found and unescape(found[1]) == "move 2 2 taken"
    last = re.findall('href="#k([0-9]+)"', found[2])
    changed = [str(change[1]) for change in data_of(html)["games"][0]["changes"]]
    assert last == changed, "each move changed one cell"
    assert re.findall(">([^<>]+)</text>", found[2]) == ["1", "2", "a", "7", "8"]


def test_groups_of_games_have_headings() -> None:
    games = [
        game(number=number, group=group) for number, group in enumerate(("Lost: 2", "Lost: 2", "Won: <1>"), 1)
    ]
    text = page("tiny", games, "<p>above</p>", "<p>below</p>")
    parts = re.findall(r"<h3>.*?</h3>|<details|<p>above|<p>below|<main>|</main>", text)
    assert parts == [
        *(
            "<p>above",
            "<main>",
            "<h3>Lost: 2</h3>",
            "<details",
            "<details",
            "<h3>Won: &lt;1&gt;</h3>",
            "<details",
        ),
        *("</main>", "<p>below"),
    ]


def test_page_names_its_generator(tmp_path: Path) -> None:
    save_page(tmp_path / "a.html", "tiny", [], "above", "below")
    text = (tmp_path / "a.html").read_text("utf-8")
    assert f'<meta name="generator" content="{GENERATOR}">' in text and "abovebelow" in text
