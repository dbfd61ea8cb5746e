"""Positions, games and results as a notebook shows them."""

from __future__ import annotations

import re
from base64 import b64decode
from xml.etree import ElementTree

from common.api.notebook import game_html, position_svg, table
from common.api.record import make_record
from tests.support.small_api import API
from tests.support.small_game import Position


def texts(svg: str) -> list[str]:
    tree = ElementTree.fromstring(svg)
    return ["".join(found.itertext()) for found in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_position_names_the_side_to_move_or_the_result() -> None:
    assert "Ann to move" in texts(position_svg(API, Position(6)))
    assert not any("to move" in text for text in texts(position_svg(API, Position(0, "Bob"))))
    assert Position(6)._repr_svg_() == API.svg(Position(6))  # type: ignore[attr-defined]


def test_game_is_a_frame_with_its_page() -> None:
    shown = game_html(API, make_record(API, Position(6), [2, 1, 3], {"Ann": "<me>", "Bob": "you"}).saved)
    found = re.fullmatch(
        r'<iframe title="([^"<>]*)" src="data:text/html;.*?base64,(.*?)" style=".*"></iframe>', shown
    )
    assert found and "&lt;me&gt;" in found[1]
    page = b64decode(found[2]).decode()
    assert page.startswith("<!DOCTYPE html>") and page.count("<li>") == 3


def test_table_escapes_its_cells() -> None:
    shown = table(["a", "b"], [["<1>", "2"]], "1 < 2")
    assert "<p>1 &lt; 2</p>" in shown and "<td>&lt;1&gt;</td><td>2</td>" in shown
