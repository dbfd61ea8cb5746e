"""The default board view: text on terminals, one square per character in films and pages."""

from __future__ import annotations

from typing import Any

import pytest

from common.show.svg import svg_groups
from common.show.text_board import TextBoard
from tests.support.bare_game import GAME, Position

HISTORY = [Position(), Position((3, 0), "Bob")]


def test_text_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    TextBoard[Position](("Ann", "Bob")).show(Position())
    assert capsys.readouterr().out == f"{Position()}\n"


def test_film_marks_changed_characters() -> None:
    film = GAME.look.film(HISTORY, None)
    cells: Any = [frame.cells for frame in film.frames]
    texts = ["".join(sign for sign, _ in each) for each in cells]
    assert texts == [str(position) for position in HISTORY]
    assert not any(changed for _, changed in cells[0])
    changed = "".join(sign for sign, new in cells[1] if new)
    assert changed == "0Bob"
    assert film.frames[1].captions[0] == "move 1: Ann 1:5"


def test_picture_shows_letters() -> None:
    film = GAME.look.film(HISTORY, None)
    empty, full = film.images()[0].convert("RGB"), film.images()[1].convert("RGB")
    assert empty.size == full.size
    assert empty.tobytes() != full.tobytes()
    assert ">A</text>" in svg_groups(film.cells)["A", False]
