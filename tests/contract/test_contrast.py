"""Colours of all games: contrast on terminals and pages by WCAG 2, and one colour each for X and O."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image
from rich.style import Style

from common.show.page import PageGame, page
from common.show.style import BLUE, COLOURS, INK, RED, Color
from tests.support.contrast import (
    LEAST,
    LEAST_LINE,
    LINES,
    WHITE,
    contrast,
    least_contrast,
    page_colours,
    styles,
)
from tests.support.games import every_script, game_of

WAR_STRIP = (228, 224, 214)  # ground of the values in squirrels.py
GAMES_OF_X_AND_O = ("squirrels", "duel7")


def first_film(script: str, plies: int = 4) -> Any:
    """Return the film of the first moves of a game."""
    game = game_of(script)
    history = [game.opening(1)]
    for _ in range(plies):
        history.append(history[-1].play(history[-1].moves()[0]))
    return game.look.film(history, None)


def test_contrast_agrees_with_the_definition() -> None:
    assert contrast((0, 0, 0), WHITE) == 21 and contrast(RED, RED) == 1
    assert round(contrast((119, 119, 119), WHITE), 2) == 4.48  # the example that is often quoted


@every_script
def test_every_style_on_terminals_is_legible(script: str) -> None:
    found = styles(script)
    assert any(style for style in found)
    for style, signs in found.items():
        least = LEAST_LINE if set(signs) <= LINES else LEAST
        assert min(least_contrast(style)) >= least, (style, signs, least_contrast(style))


def test_an_invisible_style_is_found() -> None:
    assert least_contrast("bold rgb(30,30,30)").letter < 2
    assert least_contrast("bold rgb(250,250,0)").letter < 2
    assert least_contrast("dim").letter < LEAST


@every_script
def test_colours_of_sides_are_visible_on_pages(script: str) -> None:
    for scheme in ("light", "dark"):
        panel = page_colours(scheme)["panel"]
        assert all(contrast(colour, panel) >= LEAST_LINE for colour in game_of(script).look.colours)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("text", ["ink", "faint", "turn"])
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_texts_on_pages_are_legible(scheme: str, text: str, ground: str) -> None:
    colours = page_colours(scheme)
    assert contrast(colours[text], colours[ground]) >= LEAST


@every_script
def test_captions_are_legible(script: str) -> None:
    assert contrast(INK, first_film(script).cells.paper) >= LEAST
    assert contrast(INK, WAR_STRIP) >= LEAST


def drawn_contrast(film: Any, kind: Any) -> float:
    """Return the contrast of the two largest areas in the middle of a cell, as its picture has them."""
    film.add([kind] * len(film.places), [])
    (left, top), (wide, high) = film.places[0], film.cells.size
    box = left + wide // 5, top + high // 5, left + wide * 4 // 5, top + high * 4 // 5
    areas = film.image(-1).convert("RGB").crop(box).getcolors(1 << 20)
    (_, one), (_, other) = sorted(areas, reverse=True)[:2]
    return contrast(one, other)


@pytest.mark.parametrize(
    ("script", "kind", "least"),
    [
        ("game", ("floor", True, False), LEAST),  # the cat
        ("game", ("floor", True, True), LEAST),
        ("game", ("exit", True, False), LEAST),
        ("game", ("exit", False, False), LEAST),  # a door
        ("game", ("block", False, False), LEAST),  # a cross
        ("catsdogs", ("C", False), LEAST_LINE),
        ("catsdogs", ("D", False), LEAST_LINE),
        ("duel7", ("X", False), LEAST_LINE),
        ("duel7", ("O", False), LEAST_LINE),
    ],
)
def test_figures_in_pictures_are_clear(script: str, kind: Any, least: float) -> None:
    assert drawn_contrast(first_film(script, 1), kind) >= least


@pytest.mark.parametrize("script", GAMES_OF_X_AND_O)
def test_x_is_red_and_o_is_blue_everywhere(script: str) -> None:
    grounds = {
        letter: Style.parse(style).bgcolor
        for style, letters in styles(script).items()
        for letter in letters
        if letter in "XO"
    }
    seen = {letter: colour.triplet for letter, colour in grounds.items() if colour}
    assert seen == {"X": RED, "O": BLUE} and game_of(script).look.colours == COLOURS
    film = first_film(script)
    assert {RED, BLUE} <= near_colours(film.image(4).convert("RGB"))
    drawn = page("title", [PageGame("title", film, [""] * 4, "end")])
    assert "#{:02x}{:02x}{:02x}".format(*RED) in drawn and "#{:02x}{:02x}{:02x}".format(*BLUE) in drawn


def test_x_has_one_colour_in_circle_the_cat_too() -> None:
    (style,) = (style for style, letters in styles("game").items() if "X" in letters)
    colour = Style.parse(style).bgcolor
    assert colour and colour.triplet == RED


def near_colours(picture: Image.Image) -> set[Color]:
    """Return those of the sides' colours that a picture has, within the loss of its palette."""
    found = picture.getcolors(1 << 20)
    assert found
    colours = [colour for _, colour in found if isinstance(colour, tuple)]
    return {
        side
        for side in COLOURS
        if any(max(abs(a - b) for a, b in zip(side, colour, strict=True)) < 12 for colour in colours)
    }
