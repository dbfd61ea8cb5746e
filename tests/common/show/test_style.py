"""Captions of pictures: one style in all games, with accents, never wider than the picture."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest
from PIL import Image

from common.show.film import Film
from common.show.style import FONT_FILE, font
from tests.support.programs import ROOT

SCORES = {
    "game": r"blocks: \d+",
    "squirrels": r"X \d+ : \d+ O",
    "duel7": r"X \d+ : \d+ O; \d+ moves? left",
    "walls": r"A \d+ : \d+ B",
    "catsdogs": r"\d+ dogs",
}


def random_game(name: str) -> tuple[Any, list[Any]]:
    """Return a game's description, and the positions of one random game."""
    chance, described = random.Random(4), import_module(name).GAME
    history = [described.starts.opening(3)]
    while not history[-1].outcome():
        history.append(history[-1].play(chance.choice(history[-1].moves())))
    return described, history


@pytest.mark.parametrize("name", SCORES)
def test_caption_has_move_number_side_move_and_score(name: str) -> None:
    described, history = random_game(name)
    frames = described.look.film(history, history[-1].outcome()).frames
    assert frames[0].captions[0] == "start" and re.fullmatch(SCORES[name], frames[0].captions[1])
    for ply, (before, frame) in enumerate(zip(history, frames[1:-1], strict=False), 1):
        first, score = frame.captions
        number, side, move = re.fullmatch(r"move (\d+): (\w+) (.+)", first).groups()  # type: ignore[union-attr]
        assert (int(number), side) == (ply, before.turn)
        assert re.fullmatch(SCORES[name], score)
        if side != "cat" or name != "game":  # captions name the cell that the cat enters
            assert before.play(before.read_move(move)) == history[ply]
    assert frames[-1].captions[0].startswith(f"move {len(history) - 1}: ")
    won = history[-1].outcome().winner
    assert frames[-1].captions[1].endswith(f"{won} wins" if won else "draw")


def ink(film: Film, text: str) -> tuple[int, int]:
    """Return the first and last column that a caption darkens below the board."""
    film.frames.clear()
    film.add(["."] * len(film.places), [text])
    below = film.image(0).convert("L").crop((0, film.size[1], film.size[0], film.size[1] + 60))
    left, _, right, _ = below.point([255] * 100 + [0] * 156).getbbox() or (0, 0, 0, 0)
    return left, right


def small_film() -> Film:
    from common.show.film import square_film
    from common.show.shapes import square

    return square_film(
        "ab", "12", {".": lambda pen, x, y, size: square(pen, x, y, size, (230, 230, 230))}, (250, 248, 243)
    )


def test_long_caption_is_written_smaller() -> None:
    film = small_film()
    left, right = ink(film, "move 10: cat a1 a2 ...")
    assert 0 < left < right < film.size[0]


def test_font_has_a_glyph_for_every_accent() -> None:
    def drawn(letter: str) -> bytes:
        picture = Image.new("L", (40, 40))
        from PIL import ImageDraw

        ImageDraw.Draw(picture).text((4, 4), letter, fill=255, font=font(24))
        return picture.tobytes()

    letters = "áàâãçéêíóôõúüÁÀÂÃÇÉÊÍÓÔÕÚÜ\u2192\u2013\u0378"
    assert len({drawn(letter) for letter in letters}) == len(letters)


def test_font_is_shipped_with_its_licence() -> None:
    licence = FONT_FILE.with_name("captions-licence.txt").read_text(encoding="utf-8")
    assert "DejaVu" in licence and "Bitstream" in licence
    shipped = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"*.ttf"' in shipped and '"*.txt"' in shipped


@pytest.mark.parametrize("name", SCORES)
def test_side_has_one_colour_in_pictures_and_terminals(name: str) -> None:
    from rich.style import Style

    from common.games.circle_the_cat import board_view
    from common.games.squirrels import board_view as squirrels_view
    from common.games.walls import board_view as walker_board

    described, history = random_game(name)
    picture = described.look.film(history, None).image(len(history) - 1).convert("RGB")
    seen = [colour for _, colour in picture.getcolors(1 << 16)]
    styles: dict[str, Sequence[str]] = {
        "game": [board_view.CAT, board_view.LETTERS["block"][1]],
        "squirrels": [squirrels_view.STYLES[side] for side in "XO"],
        "walls": [walker_board.STYLES[mark] for mark in "ab"],
    }
    for side, style in zip(described.look.colours, styles.get(name) or described.look._styles, strict=True):
        background = Style.parse(style).bgcolor
        assert background and tuple(background.triplet or ()) == side
        assert any(max(abs(a - b) for a, b in zip(side, colour, strict=True)) <= 8 for colour in seen), style
