"""Pages that play in a browser, without a browser: data, scripts, policy, texts."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from common.games.circle_the_cat.page_facts import WORDS as CAT_WORDS
from common.play.browser_document import BOTH, NOBODY
from common.play.browser_page import LONGEST_THINKING, PageDefaults, browser_page, kind_name, level_facts
from common.play.browser_scripts import FOLDER, in_own_scope, joined_scripts
from common.play.browser_words import WORDS
from common.play.game import Game
from common.play.page_facts import PageFacts
from common.search.limit import Level, Limit
from tests.support import small_game
from tests.support.plain_parts import plain_parts
from tests.support.small_game import Position
from tests.support.small_page import page_facts as small_facts

EVIL = "</script><b>&\u2028"


@pytest.fixture
def game() -> Game[Position, Any]:
    """Return a small game whose page has the script of the duel."""
    game = Game(
        Position(),
        **plain_parts(Position()),
        starts=small_game.GAME.starts,
        package="tests.support.small_page",
    )
    game.name = "duel7"
    return game


def data_of(page: str) -> Any:
    """Return the data of a page."""
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def test_data_has_start_players_levels_and_words(game: Game[Position, Any]) -> None:
    page = browser_page(game, game.starts.setup(), PageDefaults(BOTH, 3), 9)
    data = data_of(page)
    assert data["start"] == game.notation.write(Position()) and data["setup"] == {"most": 3}
    assert data["players"] == {"side": "both", "level": "3", "seed": 9}
    assert data["levels"]["1"] == {"nodes": 5, "ignoredPart": 0.8, "margin": 1}
    assert data["words"] == WORDS | {"own": "Eigenes"}
    assert data["names"] == {"Ann": "Ann", "Bob": "Bob", "The last counter is taken.": "Fim."}
    assert set(data["kinds"].values()) == set(map(int, re.findall(r'<g id="k(\d+)">', page)))


def test_level_without_a_limit_gets_one() -> None:
    assert level_facts(Level()) == {"seconds": LONGEST_THINKING, "ignoredPart": 0.0, "margin": None}
    assert level_facts(Level(Limit(depth=3), margin=2))["depth"] == 3


@pytest.mark.parametrize(
    ("kind", "name"), [("A^.", "A^."), (("X", True), "X 1"), (("exit", False, True), "exit 0 1")]
)
def test_kinds_have_names(kind: Any, name: str) -> None:
    assert kind_name(kind) == name


def test_policy_allows_only_the_scripts_of_the_page(game: Game[Position, Any]) -> None:
    page = browser_page(game, game.starts.setup(), PageDefaults(NOBODY), None)
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', page)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    hashes = [b64encode(sha256(unescape(text).encode()).digest()).decode() for text in (style, script)]
    assert re.findall(r"'sha256-(.*?)'", policy) == hashes
    assert policy.startswith("default-src 'none'; ") and "unsafe-inline" not in policy
    assert re.findall(r"""(?:src|href)=["'](?!#|data:,)""", page.replace(script, "")) == []


def test_texts_in_the_data_end_no_script(game: Game[Position, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_facts, "FACTS", PageFacts({"text": EVIL}))
    page = browser_page(game, game.starts.setup(), PageDefaults(BOTH), None)
    assert data_of(page)["setup"]["text"] == EVIL and EVIL not in page


def test_module_becomes_a_scope_with_its_exports() -> None:
    text = "const hidden = 1;\nexport const SHOWN = hidden;\nexport async function run() {\n}\n"
    joined = in_own_scope(text)
    assert joined.startswith("const { SHOWN, run } = (() => {\n") and "export" not in joined


def test_scripts_are_joined_after_those_that_they_import() -> None:
    script = joined_scripts("page.js", "duel7.js")
    for first, second in (("class BoardView", "class GamePage"), ("const DEFAULTS", "const GAME")):
        assert 0 < script.index(first) < script.index(second)
    assert script.count("class BoardView") == 1
    assert not re.search(r"^(import|export|//)", script, re.MULTILINE)


def test_scripts_make_no_markup_from_texts() -> None:
    for path in FOLDER.glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        )


def test_words_of_the_scripts_are_known() -> None:
    used = set()
    for name in ("page.js", "board_game.js", "game.js"):
        text = (FOLDER / name).read_text("utf-8")
        used |= set(re.findall(r"(?:this|data)\.words\.(\w+)", text))
        for names in re.findall(r"const \{([\w, ]+)\} = this\.data\.words;", text):
            used |= set(names.replace(" ", "").split(","))
    assert len(used) > 20
    assert used <= set(WORDS) | set(CAT_WORDS)


def test_ids_of_the_scripts_are_on_the_page(game: Game[Position, Any]) -> None:
    page = browser_page(game, game.starts.setup(), PageDefaults(BOTH), None)
    script = "".join((Path(FOLDER) / name).read_text("utf-8") for name in ("page.js", "view.js"))
    for name in re.findall(r'find\("(\w+)"\)', script):
        assert f'id="{name}"' in page, name
