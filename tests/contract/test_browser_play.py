"""Pages that play in a real browser: whole games of all five games against the engine in the page."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from common.play.browser_document import NOBODY
from common.play.record import load
from common.play.setup import join_words
from common.rules.position import Outcome
from tests.support.browser import in_a_browser, open_browser
from tests.support.games import SCRIPTS, game_of, late_position
from tests.support.played_pages import NARROW, WIDE, PlayedPage, write_page
from tests.support.programs import Run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = in_a_browser
# Options of short games.
SHORT: dict[str, dict[str, Any]] = {
    "game": {"blocks": 20},
    "squirrels": {"words": ("X", " ".join(map(str, range(1, 26))), "**XX*/**XOX/***O*/X*OO*/X**OO")},
    "duel7": {"pieces": (3, 3), "turns": 8},
    "walls": {"words": ("3",)},
    "catsdogs": {"words": ("cat", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...", "0")},
}
LONG: dict[str, dict[str, Any]] = {"walls": {"words": ("7",)}, "duel7": {"pieces": (8, 8)}}
LARGEST_PAGE = 300_000  # bytes
SERIOUS = ("serious", "critical")
HOW = {"click": WIDE, "key": WIDE, "tap": NARROW}
every_script = pytest.mark.parametrize("script", SCRIPTS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


def page_of(folder: Path, script: str, options: dict[str, Any], **more: Any) -> Path:
    """Write a page on which a person plays the first side."""
    game = game_of(script)
    return write_page(folder, game, options, **{"side": game.sides[0], **more})


def check_record(page: PlayedPage, script: str, folder: Path) -> None:
    """Save the game, and compare every position of the page with Python's."""
    game = game_of(script)
    saved = load(game, page.save(folder))
    assert saved.outcome == saved.history[-1].outcome() and len(saved.moves) == page.ply
    expected = [join_words(game.write(position)) for position in saved.history]
    page.tab.locator("#first").click()
    assert page.position == expected[0]
    page.tab.locator("#forward").click()
    assert page.position == expected[1]
    assert page.positions() == expected


def test_pages_have_the_size_that_is_told(tmp_path: Path) -> None:
    sizes = {script: page_of(tmp_path, script, {}).stat().st_size for script in SCRIPTS}
    assert max(sizes.values()) <= LARGEST_PAGE, sizes


@every_script
@pytest.mark.parametrize(
    "how", ["click", pytest.param("key", marks=pytest.mark.long), pytest.param("tap", marks=pytest.mark.long)]
)
def test_game_replays_in_python(script: str, how: str, browser: Browser, tmp_path: Path) -> None:
    """The games are short, but those by touch begin at the usual start."""
    options = {} if how == "tap" else SHORT[script]
    page = PlayedPage(browser, page_of(tmp_path, script, options).as_uri(), HOW[how])
    page.play(how, random.Random(1))
    check_record(page, script, tmp_path)
    assert page.overflow == 0
    page.close()


@pytest.mark.long
@every_script
def test_engine_plays_against_itself(script: str, browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, script, SHORT[script], side=NOBODY).as_uri())
    page.wait("over")
    check_record(page, script, tmp_path)
    page.close()


@every_script
def test_record_of_python_opens(script: str, browser: Browser, called: Run, tmp_path: Path) -> None:
    game = game_of(script)
    position = game.starts(**SHORT[script], seed=5)[0]
    words = [*game.write(position), *players(script), "--seed", "1", "--record", "game.jsonl"]
    assert called(f"{script}.py", "play", *words).returncode == 0
    saved = load(game, tmp_path / "game.jsonl")
    page = PlayedPage(browser, page_of(tmp_path, script, {}).as_uri())
    page.tab.locator("#open").set_input_files(tmp_path / "game.jsonl")
    page.wait("over")
    assert page.ply == len(saved.moves)
    check_record(page, script, tmp_path)
    page.close()


def players(script: str) -> list[str]:
    """Return options for random players of both sides."""
    return [word for side in game_of(script).sides for word in (f"--{side.lower()}", "random")]


@every_script
def test_link_opens_its_position(script: str, browser: Browser, tmp_path: Path) -> None:
    game, position = game_of(script), late_position(script)
    words = join_words(game.write(position))
    page = PlayedPage(
        browser, f"{page_of(tmp_path, script, {}, side='both').as_uri()}#position={quote(words)}"
    )
    assert page.position == words
    moves = {game.read(*game.write(position)).text(move) for move in position.moves()}
    page.tab.locator("#save").wait_for()
    assert page.wait("person") == "person" and moves
    page.close()


BAD_ADDRESSES = "#position=%3Cimg%20src%3Dx%3E", "#position=", "#position=X", "#position=%22"
CHANGE_ADDRESS = """
(address) => new Promise((done) => {
  addEventListener("hashchange", () => done(document.getElementById("event").textContent), { once: true });
  location.hash = address;
})
"""


def test_bad_position_in_the_address_is_refused(browser: Browser, tmp_path: Path) -> None:
    """In the address that opens the page, and in others that replace it."""
    first, *others = BAD_ADDRESSES
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {}).as_uri() + first)
    told = [page.text("event"), *(page.tab.evaluate(CHANGE_ADDRESS, address) for address in others)]
    assert all(line.startswith("The address holds no position of this game:") for line in told)
    assert len({*told}) == len(BAD_ADDRESSES)
    assert page.tab.locator("img").count() == 0
    page.close()


BAD_RECORDS = (
    "",
    "[]",
    "null",
    '{"game": "walls", "version": 1, "start": {"position": "5"}}',
    '{"game": "duel7", "start": {"position": "X \\"X a1 O a2\\" 9"}}\n{"move": "<b src=x onerror=alert(1)>"}',
    '{"game": "duel7", "start": {"position": "X \\"X a1 O a2\\" 9"}}\n{"move": "a1 c3"}',
    '{"game": "duel7", "start": {"position": "X \'"}}',
    '{"game": "duel7"}\n{{\n{}',
)


def test_bad_record_is_refused_and_changes_nothing(browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {}).as_uri())
    before = page.position
    for text in BAD_RECORDS:
        page.tab.locator("#open").set_input_files(
            {"name": "<b>.jsonl", "mimeType": "", "buffer": text.encode()}
        )
        page.tab.get_by_text("<b>.jsonl is not a saved game of this program.").wait_for()
        assert page.position == before
    page.close()


def test_hostile_outcome_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    header = {"game": "duel7", "start": {"position": 'X "X a1 O a2" 9'}, "players": {"X": evil, "O": evil}}
    lines = [header, {"ply": 1, "side": evil, "move": "a1 b1"}]
    lines.append({"outcome": {"winner": "O", "reason": evil, "margin": 0}})
    record = tmp_path / "evil.jsonl"
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {}).as_uri())
    with page.tab.expect_event("filechooser") as chooser:
        page.tab.locator("#open").click(force=True)
    chooser.value.set_files(record)
    page.wait("over")
    assert evil in page.text("advice") and page.tab.locator("img").count() == 0
    page.close()


def test_dropped_record_opens(browser: Browser, tmp_path: Path) -> None:
    record = '{"game": "duel7", "start": {"position": "X \\"X a1 O a3\\" 9"}}\n{"move": "a1 b1"}\n{"mo'
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {}).as_uri())
    carried = page.tab.evaluate_handle(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "game.jsonl"));
            return carried;
        }""",
        record,
    )
    page.tab.dispatch_event("body", "drop", {"dataTransfer": carried})
    page.tab.get_by_text("A saved game.").wait_for()
    assert (page.ply, page.position) == (1, 'O "X b1 O a3" 8')
    page.close()


def test_piece_is_dragged(browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {"place": "X a1 O g7"}, side="both").as_uri())
    page.cell(0).drag_to(page.cell(30))
    assert page.ply == 0
    page.cell(0).drag_to(page.cell(7))
    assert page.position == 'O "X b1 O g7" 39'
    page.close()


def test_refused_cells_leave_the_choice_open(browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {"place": "X a1 c3 O g7"}, side="both").as_uri())
    page.cell(48).click(force=True)
    assert page.cells("chosen") == [] and page.cells("movable") == [0, 16]
    page.cell(0).click()
    assert (page.cells("chosen"), page.cells("dotted")) == ([0], [1, 7])
    page.cell(16).click()
    assert page.cells("chosen") == [16]
    page.tab.keyboard.press("Escape")
    assert page.cells("chosen") == [] and page.ply == 0
    page.close()


def test_hint_undo_resign_and_new_game(browser: Browser, tmp_path: Path) -> None:
    page = PlayedPage(browser, page_of(tmp_path, "duel7", {"pieces": (3, 3)}).as_uri())
    start = page.position
    page.tab.locator("#hint").click()
    page.tab.get_by_text("Hint: ").wait_for()
    assert len(page.cells("hint")) == 2
    while page.ply == 0:
        page.choose("click", random.Random(1))
    page.wait("person")
    assert page.ply == 2
    page.tab.locator("#undo").click()
    assert (page.ply, page.position) == (0, start)
    page.tab.locator("#resign").click()
    assert page.text("advice") == "X resigns: O wins"
    assert load(game_of("duel7"), page.save(tmp_path)).outcome == Outcome("O", "X resigns")
    page.tab.locator("#undo").click()
    assert page.wait("person") == "person"
    page.tab.get_by_role("button", name="New game").click()
    assert page.position != start
    page.tab.locator("#seed").fill("5")
    page.tab.get_by_role("button", name="New game").click()
    assert page.position == start
    page.close()


INTERRUPTED = """
document.addEventListener("click", (event) => {
  if (event.target.id !== "now") return;
  const began = performance.now(), list = document.getElementById("list");
  const done = () => { document.body.dataset.took = String(performance.now() - began); };
  new MutationObserver(done).observe(list, { childList: true });
}, true);
"""


# Lets the engine begin, and presses the button 0.3 s later. A test that did so itself might be too late.
BEGIN_AND_INTERRUPT = """
(side) => {
  const list = document.getElementById("side"), board = document.getElementById("board");
  list.value = side;
  list.dispatchEvent(new Event("change"));
  const timer = setInterval(() => {
    if (board.dataset.state !== "engine") return;
    clearInterval(timer);
    setTimeout(() => document.getElementById("now").click(), 300);
  }, 10);
}
"""


@pytest.mark.parametrize("script", ["duel7", "catsdogs", pytest.param("walls", marks=pytest.mark.long)])
def test_move_now_stops_the_engine_within_100_ms(script: str, browser: Browser, tmp_path: Path) -> None:
    file = page_of(tmp_path, script, LONG.get(script, {}), side="both", level=5)
    page = PlayedPage(browser, file.as_uri(), script=INTERRUPTED)
    page.tab.evaluate(BEGIN_AND_INTERRUPT, game_of(script).sides[1])
    page.tab.locator("body[data-took]").wait_for(timeout=20_000)
    page.wait("person")
    assert float(page.tab.locator("body").get_attribute("data-took") or "inf") < 100
    assert page.ply == 1
    page.close()


def test_page_plays_from_a_static_server(browser: Browser, tmp_path: Path) -> None:
    page_of(tmp_path, "duel7", SHORT["duel7"])
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = PlayedPage(browser, f"http://127.0.0.1:{server.server_port}/duel7.html")
        page.play("click", random.Random(3))
        page.close()
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """A handler that logs nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""


@every_script
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_no_serious_fault(script: str, scheme: str, browser: Browser, tmp_path: Path) -> None:
    """The policy of the page forbids axe, so it is bypassed here."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    file = page_of(tmp_path, script, SHORT[script], side="both")
    page = PlayedPage(browser, file.as_uri(), color_scheme=scheme, bypass_csp=True)
    page.tab.locator("#score:not(:empty)").wait_for()
    found = axe.run(page.tab).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in SERIOUS] == []
    page.context.close()
