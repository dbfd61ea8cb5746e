"""The HTML page of a saved game of all five games: in a real browser and as text, with hostile names."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from common.games.squirrels.answer_files import CaseResult
from common.games.squirrels.class_grading import ProgramResult
from common.games.squirrels.class_report import reasons_page
from common.rules.errors import visible
from common.show.page import page as html_page
from tests.support.browser import Tab, in_a_browser, open_browser
from tests.support.programs import Run, interrupt, on_unix, read_json_lines, start_on_pipe, wait_for_cpu_time

SIDES = {
    "game": ("cat", "catcher"),
    "squirrels": ("x", "o"),
    "duel7": ("x", "o"),
    "walls": ("a", "b"),
    "catsdogs": ("cat", "dog"),
}
PLAYERS = {"game": ("shortest", "exit"), "squirrels": ("greedy", "random"), "duel7": ("greedy", "random")}
PLAYERS |= {"walls": ("forward-first", "random"), "catsdogs": ("careful", "squeeze")}
BOARDS = {"walls": ["3"], "game": ["[5, 5]", "[(1,1)]", "[(0,0), (10,10)]"]}
every_script = pytest.mark.parametrize("script", SIDES)
EVIL = "</script><img src=x onerror=alert(1)> & \u2028 'quoted' \"twice\""
EVIL_COMMAND = f"false {shlex.quote(EVIL)}"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with open_browser() as opened:
        yield opened


@pytest.fixture
def browser(chromium: Any) -> Iterator[Tab]:
    opened = Tab(chromium)
    yield opened
    opened.close()


def record_game(script: str, called: Run, folder: Path) -> Path:
    """Play and record a short game; return the record."""
    names = [
        word
        for side, player in zip(SIDES[script], PLAYERS[script], strict=True)
        for word in (f"--{side}", player)
    ]
    done = called(
        f"{script}.py", "play", *BOARDS.get(script, []), *names, "--seed", "1", "--record", "game.jsonl"
    )
    assert done.returncode == 0, done.stderr
    return folder / "game.jsonl"


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def move_list(page: str) -> list[str]:
    """Return the list of moves as a reader without scripts sees it."""
    return [unescape(re.sub("<.*?>", "", line)) for line in re.findall(r"<li>.*?</li>", page)]


@every_script
def test_page_lists_moves_and_outcome_without_scripts(script: str, called: Run, tmp_path: Path) -> None:
    record = record_game(script, called, tmp_path)
    told = called(f"{script}.py", "replay", "game.jsonl", "--html", "game.html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    *moves, end = read_json_lines(record)[1:]
    assert len(move_list(page)) == len(moves)
    # Pages of the duel name sides, its dialogue names player and computer.
    lines = [line.partition(" ")[2] if script == "duel7" else line for line in move_list(page)]
    assert all(line in told.stdout for line in lines[:3])
    assert end["outcome"]["reason"].split("\n")[0][:20] in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


@every_script
def test_page_boards_equal_those_of_the_film(script: str, called: Run, tmp_path: Path) -> None:
    record_game(script, called, tmp_path)
    assert called(f"{script}.py", "replay", "game.jsonl", "--html", "game.html").returncode == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    from common.play.record import load

    game = import_module(script).GAME
    saved = load(game, tmp_path / "game.jsonl")
    film = game.look.film(saved.history, saved.outcome)
    found = data_of(page)[0]
    cells = list(found["start"])
    for frame, changes in zip(film.frames, [[], *found["changes"]], strict=True):
        for cell, kind in zip(changes[::2], changes[1::2], strict=True):
            cells[cell] = kind
        looks = dict(zip(frame.cells, cells, strict=True))
        assert [
            looks[kind] for kind in frame.cells
        ] == cells  # a kind of cell looks the same everywhere on the board
    assert page.count('<g id="k') == len(set(re.findall(r'<g id="k\d+">(.*)</g>', page)))


def rename_player(record: Path, name: str) -> None:
    """Change the first player's name in a record."""
    first, *rest = read_json_lines(record)
    first["players"][next(iter(first["players"]))] = name
    record.write_text("\n".join(map(json.dumps, [first, *rest])) + "\n", encoding="utf-8")


def test_player_name_may_contain_the_end_of_a_script(called: Run, tmp_path: Path) -> None:
    rename_player(record_game("duel7", called, tmp_path), EVIL)
    assert called("duel7.py", "replay", "game.jsonl", "--html", "game.html").returncode == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.count("</script>") == 2 and "<img" not in page
    assert (
        unescape(re.findall("<title>(.*?)</title>", page, re.S)[0])
        == "The sliding duel: script><img against random"
    )


OUTPUTS = [("replay", "--html", ".html"), ("replay", "--gif", ".gif"), ("replay", "--png", ".png")]
OUTPUTS += [("analyse", "--html", ".html")]
every_output = pytest.mark.parametrize(("verb", "option", "suffix"), OUTPUTS)


@every_output
def test_existing_file_is_replaced_by_a_picture_or_page(
    verb: str, option: str, suffix: str, called: Run, tmp_path: Path
) -> None:
    record_game("duel7", called, tmp_path)
    (tmp_path / f"game{suffix}").write_text("mine", encoding="utf-8")
    limit = ("--nodes", "5") if verb == "analyse" else ()
    assert called("duel7.py", verb, "game.jsonl", *limit, option, f"game{suffix}").returncode == 0
    assert (tmp_path / f"game{suffix}").stat().st_size > 999


@every_output
def test_record_is_overwritten_by_a_picture_or_page_only_with_force(
    verb: str, option: str, suffix: str, called: Run, tmp_path: Path
) -> None:
    file = f"game{suffix}"
    record = record_game("duel7", called, tmp_path).rename(tmp_path / file)
    before = record.read_bytes()
    call = ("duel7.py", verb, file, *(("--nodes", "5") if verb == "analyse" else ()), option, file)
    done = called(*call)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{option} {file} already exists: choose a new")
    assert record.read_bytes() == before
    assert called(*call, "--force").returncode == 0
    assert record.read_bytes() != before


@on_unix
@every_output
def test_impossible_output_is_refused_before_the_work(
    verb: str, option: str, suffix: str, called: Run, tmp_path: Path
) -> None:
    """The saved game is missing too, but it would be read only after the outputs are checked."""
    (tmp_path / f"folder{suffix}").mkdir()
    (tmp_path / f"device{suffix}").symlink_to("/dev/null")
    for file, told in (
        (f"no/such/x{suffix}", f"'no/such/x{suffix}': 'no/such' is not an existing folder"),
        (f"folder{suffix}", f"'folder{suffix}' is a folder: expected the name of a file"),
        (f"device{suffix}", f"device{suffix}: expected the name of a file, but this is a device"),
    ):
        limit = ("--seconds", "3600") if verb == "analyse" else ()
        done = called("duel7.py", verb, "missing.jsonl", *limit, option, file, "--force")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{told}\n")
    assert (tmp_path / f"device{suffix}").is_symlink() and not list((tmp_path / f"folder{suffix}").iterdir())


def test_page_shows_scores_of_a_record_and_of_an_analysis(called: Run, tmp_path: Path) -> None:
    record = record_game("duel7", called, tmp_path)
    first, *moves, end = read_json_lines(record)
    for move in moves:
        move |= {"score": 2, "proven": move["ply"] > 4}
    record.write_text("\n".join(map(json.dumps, [first, *moves, end])), encoding="utf-8")
    assert called("duel7.py", "replay", "game.jsonl", "--html", "own.html").returncode == 0
    known = data_of((tmp_path / "own.html").read_text(encoding="utf-8"))[0]["scores"]
    # scores are from the first side's view
    assert known[:3] == [[None, False], [67, False], [-67, False]] and known[5] == [100, True]
    assert (
        called("duel7.py", "replay", "game.jsonl", "--html", "seen.html", "--analyse", "50").returncode == 0
    )
    told = called("duel7.py", "analyse", "game.jsonl", "--nodes", "50", "--html", "told.html")
    seen, page = ((tmp_path / name).read_text(encoding="utf-8") for name in ("seen.html", "told.html"))
    assert seen == page
    lines = told.stdout.splitlines()
    assert [item.split(": ", 1)[1] for item in move_list(page)] == [
        line.split(": ", 1)[1] for line in lines[: len(moves)]
    ]
    assert all(unescape(turn) in told.stdout for turn in re.findall(r'<p class="turning">(.*)</p>', page))


@on_unix
def test_page_is_not_written_if_the_analysis_is_stopped(called: Run, tmp_path: Path) -> None:
    record_game("duel7", called, tmp_path)
    going = start_on_pipe(
        "duel7.py", tmp_path, "replay", "game.jsonl", "--html", "game.html", "--analyse", "1000000000"
    )
    wait_for_cpu_time(going.pid, 1.5)
    status, errors = interrupt(going)
    assert (status, errors.splitlines()[-1]) == (130, "Stopped.") and "Traceback" not in errors
    assert not (tmp_path / "game.html").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("replay", "game.jsonl", "--html", "game.txt"),
            "--html 'game.txt': expected a file that ends in .html, e.g. game.html",
        ),
        (
            ("replay", "game.jsonl", "--analyse", "9"),
            "--analyse 9 needs --html FILE, e.g. --html game.html --analyse 9",
        ),
        (
            ("analyse", "X", "X a1 a7 O b2 c3", "12", "--html", "a.html"),
            "--html a.html: expected a saved game",
        ),
    ],
)
def test_impossible_page_is_refused(words: tuple[str, ...], told: str, called: Run, tmp_path: Path) -> None:
    record_game("duel7", called, tmp_path)
    refused = called("duel7.py", *words)
    assert (
        refused.returncode == 2 and refused.stderr.startswith(told) and len(refused.stderr.splitlines()) == 1
    )


# IN A BROWSER


def shown_cells(browser: Tab) -> list[str]:
    """Return the kind of every cell on the board."""
    found: list[str] = browser.run(
        '[...document.querySelectorAll("#board use")].map((use) => use.getAttribute("href"))'
    )
    return found


def caption(browser: Tab) -> str:
    return str(browser.run('document.getElementById("caption").firstChild.textContent'))


@in_a_browser
@every_script
def test_keys_and_buttons_move_through_the_game(script: str, run: Run, tmp_path: Path, browser: Tab) -> None:
    record_game(script, run, tmp_path)
    assert run(f"{script}.py", "replay", "game.jsonl", "--html", "game.html").returncode == 0
    page = tmp_path / "game.html"
    listed = move_list(page.read_text(encoding="utf-8"))
    last = len(listed)
    browser.open(page)
    start = shown_cells(browser)
    assert len(start) == len(data_of(page.read_text(encoding="utf-8"))[0]["start"])
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
    ):
        browser.press(key)
        assert browser.run("location.hash") == f"#game=1&ply={ply}"
        assert caption(browser) == (f"Move {ply} of {last}: {listed[ply - 1]}" if ply else "Start")
    assert shown_cells(browser) == start
    browser.press("Control+ArrowRight")  # with Ctrl the key belongs to the browser
    assert browser.run("location.hash") == "#game=1&ply=0"
    for button, ply in (("right", 1), ("end", last), ("left", last - 1), ("home", 0)):
        browser.run(f'document.getElementById("{button}").click()')
        assert browser.run("location.hash") == f"#game=1&ply={ply}"
    assert (browser.requests, browser.console_messages) == ([page.as_uri()], [])


@in_a_browser
def test_address_selects_the_position(called: Run, tmp_path: Path, browser: Tab) -> None:
    record_game("duel7", called, tmp_path)
    assert called("duel7.py", "replay", "game.jsonl", "--html", "game.html").returncode == 0
    browser.open(tmp_path / "game.html", "#game=1&ply=4")
    assert caption(browser).startswith("Move 4 of ")
    here = shown_cells(browser)
    browser.run('document.querySelectorAll("li a")[5].click()')
    browser.wait(100)
    assert caption(browser).startswith("Move 6 of ") and shown_cells(browser) != here
    browser.open(tmp_path / "game.html", "#game=77&ply=-3")
    assert caption(browser) == "Start"


@in_a_browser
def test_curve_and_board_agree(run: Run, tmp_path: Path, browser: Tab) -> None:
    record_game("duel7", run, tmp_path)
    assert run("duel7.py", "replay", "game.jsonl", "--html", "game.html", "--analyse", "50").returncode == 0
    browser.open(tmp_path / "game.html")
    plies = len(move_list((tmp_path / "game.html").read_text(encoding="utf-8")))
    assert browser.run('document.querySelectorAll("#curve circle:not(.turn)").length') == plies + 1
    strokes = set(
        browser.run(
            '[...document.querySelectorAll("#curve .expected, #curve .proven")]'
            ".map((line) => line.style.stroke)"
        )
    )
    assert {"rgb(221, 46, 46)", "rgb(60, 114, 208)"} & strokes  # of X and of O
    assert strokes <= {"rgb(221, 46, 46)", "rgb(60, 114, 208)", "var(--faint)"}
    for ply in (0, 3, plies):
        browser.run(f'location.hash = "#game=1&ply={ply}"')
        browser.wait(100)
        now = browser.run('document.querySelector("#curve .now").getAttribute("x1")')
        assert now == browser.run(
            f'document.querySelectorAll("#curve circle:not(.turn)")[{ply}].getAttribute("cx")'
        )
    browser.set_window(1200, 740)
    browser.open(tmp_path / "game.html")
    # both are visible at once
    assert browser.run('document.getElementById("about").getBoundingClientRect().bottom') <= 740
    assert (len(browser.requests), browser.console_messages) == (1, [])


@in_a_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_curve_has_numbers_and_follows_dark_mode(
    scheme: str, called: Run, tmp_path: Path, browser: Tab
) -> None:
    record_game("duel7", called, tmp_path)
    page = ("replay", "game.jsonl", "--html", "game.html", "--analyse", "20")
    assert called("duel7.py", *page).returncode == 0
    browser.set_window(900, 900, scheme)
    browser.open(tmp_path / "game.html")
    texts = '[...document.querySelectorAll("#curve text.%s")].map((text) => text.textContent)'
    assert browser.run(texts % "score") == ["-100", "-50", "0", "+50", "+100"]
    plies = [int(text) for text in browser.run(texts % "ply")]
    last = len(move_list((tmp_path / "game.html").read_text(encoding="utf-8")))
    step = plies[1]
    assert plies == list(range(0, last + 1, step)) and 3 <= len(plies) <= 13
    shown = browser.run('getComputedStyle(document.getElementById("curve")).backgroundColor')
    assert shown == {"light": "rgb(255, 255, 255)", "dark": "rgb(33, 34, 37)"}[scheme]
    inside = """(() => { const curve = document.getElementById("curve").getBoundingClientRect();
        return [...document.querySelectorAll("#curve text")].every((text) => {
            const box = text.getBoundingClientRect();
            return box.left >= curve.left && box.right <= curve.right && box.bottom <= curve.bottom;
        }); })()"""
    assert browser.run(inside) is True
    assert browser.console_messages == []


def tournament(called: Run, folder: Path) -> Path:
    """Write the pages of a tournament that has a player with a hostile name; return that of `random`."""
    done = called(
        "duel7.py",
        "tournament",
        "greedy",
        EVIL_COMMAND,
        "--pairs",
        "1",
        "--jobs",
        "1",
        "--html",
        "pages",
        "--seed",
        "1",
    )
    assert done.returncode == 0, done.stderr
    return folder / "pages" / "player-random.html"


@pytest.mark.parametrize("run", ["tree", pytest.param("wheel", marks=pytest.mark.long)], indirect=True)
@in_a_browser
def test_player_page_plays_every_game(run: Run, tmp_path: Path, browser: Tab) -> None:
    page = tournament(run, tmp_path)
    text = page.read_text(encoding="utf-8")
    games = data_of(text)
    titles = [unescape(title) for title in re.findall("<summary>(.*?)</summary>", text)]
    numbers = [game["number"] for game in games]
    assert len({*numbers}) == len(numbers) == 4
    assert [visible(EVIL_COMMAND) in title for title in titles].count(True) == 2
    long = next(at for at, game in enumerate(games[1:], 1) if len(game["changes"]) > 4)
    browser.open(page)
    assert browser.run("scrollY") == 0 and browser.run("location.hash") == f"#game={numbers[0]}&ply=0"
    browser.open(page, f"#game={numbers[long]}&ply=3")
    browser.wait(100)
    assert browser.run("location.hash") == f"#game={numbers[long]}&ply=3"
    assert caption(browser).startswith("Move 3 of ")
    assert browser.run('document.getElementById("which").textContent') == titles[long]
    assert browser.run("scrollY") > 0
    browser.press("ArrowRight")
    assert browser.run("location.hash") == f"#game={numbers[long]}&ply=4"
    browser.run('document.querySelector(".wide").focus()')
    browser.press("ArrowLeft")  # scrolls the table
    assert browser.run("location.hash") == f"#game={numbers[long]}&ply=4"
    browser.run('document.querySelector("details").open = true')
    browser.wait(100)
    assert browser.run("location.hash") == f"#game={numbers[0]}&ply=0"
    assert browser.run('document.getElementById("which").textContent') == titles[0]
    assert (browser.requests, browser.console_messages) == ([page.as_uri()], [])


@in_a_browser
def test_index_leads_to_games_with_keys_alone(run: Run, tmp_path: Path, browser: Tab) -> None:
    page = tournament(run, tmp_path)
    index = page.with_name("index.html")
    games = {game["number"]: game for game in data_of(page.read_text(encoding="utf-8"))}
    browser.open(index)
    texts = browser.run('[...document.querySelectorAll(".cross a[href*=\\"#\\"]")].map((link) => link.href)')
    assert len(texts) == 6 and all(
        Path(text.partition("#")[0].removeprefix("file://")).exists() for text in texts
    )
    link = "document.querySelector(\".cross a[href^='player-random.html#']\")"
    number = int(browser.run(f"{link}.href").partition("=")[2])
    browser.run(f"{link}.closest('.wide').focus()")
    for _ in range(40):
        browser.press("Tab")
        if browser.run(f"document.activeElement === {link}"):
            break
    browser.press("Enter")
    browser.wait(500)
    assert browser.run("location.pathname").endswith("/player-random.html")
    assert browser.run("location.hash") == f"#game={number}&ply=0" and browser.run("scrollY") > 0
    browser.press("End")
    assert browser.run("location.hash") == f"#game={number}&ply={len(games[number]['changes'])}"
    browser.run("scrollTo(0, 0)")
    same = f"document.querySelector(\".results a[href='#game={number}']\")"
    browser.run(f"{same}.focus(); {same}.click()")
    browser.wait(100)
    # links also lead to the game that is already shown
    assert browser.run("location.hash") == f"#game={number}&ply=0" and browser.run("scrollY") > 0
    browser.press("End")
    assert browser.run("location.hash") == f"#game={number}&ply={len(games[number]['changes'])}"
    assert (browser.requests, browser.console_messages) == ([index.as_uri(), page.as_uri()], [])


@in_a_browser
def test_player_page_without_scripts_has_links(called: Run, tmp_path: Path, browser: Tab) -> None:
    page = tournament(called, tmp_path)
    browser.set_window(1200, 900, java_script_enabled=False)
    browser.open(page, "#game=3")
    assert browser.run('document.querySelector(".buttons").offsetHeight') == 0
    assert browser.run('document.querySelectorAll("#board use").length') == 49
    assert browser.run("scrollY") > 0
    top = browser.run("document.getElementById('game=3').getBoundingClientRect().top")
    assert 0 <= round(top) < browser.run("innerHeight")  # pages scroll by whole pixels


@in_a_browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1200, "dark")])
def test_tournament_tables_scroll_inside_the_pages(
    width: int, scheme: str, called: Run, tmp_path: Path, browser: Tab
) -> None:
    page, rows = tournament(called, tmp_path), []
    browser.set_window(width, 740, scheme)
    for shown in (page.with_name("index.html"), page):
        browser.open(shown)
        assert browser.run("document.documentElement.scrollWidth") <= width
        names = browser.run(
            '[...document.querySelectorAll("tbody .name")].map((cell) => {'
            ' cell.closest(".wide").scrollLeft = 999; const box = cell.getBoundingClientRect();'
            " return [box.left, box.right, getComputedStyle(cell).color]; })"
        )
        ink = {"light": "rgb(25, 25, 25)", "dark": "rgb(236, 236, 236)"}[scheme]
        # the name of the row stays visible while scrolling
        assert all(left >= 0 and right <= width and colour == ink for left, right, colour in names)
        rows.append(len(names))
    assert rows[0] == 6 and rows[1] >= 2
    assert browser.console_messages == []


@in_a_browser
@pytest.mark.parametrize("width", [360, 1200])
def test_reasons_of_a_graded_program_wrap_between_words(width: int, tmp_path: Path, browser: Tab) -> None:
    log = [
        "Log incorrect at line-1 for input file 1.",
        "  line 1 is: 'Node,Depth,Value'",
        "  should be: 'Node,Depth,Value,Alpha,Beta'",
    ]
    graded = ProgramResult("anna", (CaseResult("1", False, log, "task 3", "wrong log"),))
    (tmp_path / "anna.html").write_text(html_page("anna", (), reasons_page(graded)), encoding="utf-8")
    browser.set_window(width, 740)
    browser.open(tmp_path / "anna.html")
    assert browser.run("document.documentElement.scrollWidth") <= width
    heights = browser.run('[...document.querySelectorAll("th")].map((cell) => cell.offsetHeight)')
    assert len(heights) == 6 and max(heights) < 40  # one line each
    assert browser.console_messages == []


@in_a_browser
@pytest.mark.parametrize(("size", "scheme"), [((360, 740), "light"), ((1200, 900), "dark")])
def test_page_fits_its_window(
    size: tuple[int, int], scheme: str, run: Run, tmp_path: Path, browser: Tab
) -> None:
    width, height = size
    rename_player(record_game("duel7", run, tmp_path), EVIL)
    assert run("duel7.py", "replay", "game.jsonl", "--html", "game.html").returncode == 0
    browser.set_window(width, height, scheme)
    browser.open(tmp_path / "game.html")
    assert browser.run("document.documentElement.scrollWidth") <= width
    board = browser.run('JSON.stringify(document.getElementById("board").getBoundingClientRect())')
    assert 0.5 * min(width, height) < json.loads(board)["width"] <= width
    tops = browser.run('[...document.querySelectorAll(".buttons button")].map((button) => button.offsetTop)')
    assert len(set(tops)) == 1  # all in one row
    assert (
        browser.run("getComputedStyle(document.body).backgroundColor")
        == {
            "light": "rgb(250, 248, 243)",
            "dark": "rgb(23, 24, 26)",
        }[scheme]
    )
    assert browser.console_messages == []
