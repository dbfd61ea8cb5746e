"""Who wins game.py from 0 to 20 random blocks, the whole border open: a table, and docs/circle-the-cat.png."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from tests.bench.lines import Line, line
from tests.bench.proofs import proof
from tests.support.programs import ROOT

WIDE, HIGH, LEFT, BOTTOM = 80, 800, 130, 900  # pixels: a column, the whole share, where columns begin and stand


def run(games: int = typer.Argument(100), seconds: float = typer.Argument(60.0, help="for each start")) -> Iterator[Line]:
    """So many starts of each number of blocks, but one of the empty board."""
    yield line("blocks   cat  catcher  open   longest seconds")
    shares = []
    for blocks in range(21):
        found = [proof(f"R{blocks}", number, seconds) for number in range(games if blocks else 1)]
        winners = [sum(winner is wins for winner, _, _ in found) for wins in (True, None, False)]
        shares.append([count / len(found) for count in winners])
        longest = max(seconds for _, seconds, _ in found)
        text = f"{blocks:6} {winners[0]:5} {winners[2]:8} {winners[1]:5} {longest:10.2f}"
        yield line(text, blocks=blocks, cat=winners[0], catcher=winners[2], open=winners[1], longest=longest)
    draw(shares, ROOT / "docs" / "circle-the-cat.png")


def draw(shares: list[list[float]], path: Path) -> None:
    """A column for each number of blocks: the cat's share below, the catcher's above, what is open between."""
    from PIL import Image, ImageDraw, ImageFont

    from common.games.circle_the_cat.board_view import AMBER, RED
    from common.show.film_file import save_still
    from common.show.score_plot import GRID, INK, PAPER

    font = ImageFont.load_default(30)
    picture = Image.new("RGB", (LEFT + WIDE * len(shares) + 50, BOTTOM + 130), PAPER)
    pen = ImageDraw.Draw(picture)
    for blocks, column in enumerate(shares):
        x, y = LEFT + WIDE * blocks, float(BOTTOM)
        for share, colour in zip(column, (AMBER, GRID, RED), strict=True):
            pen.rectangle((x, y - HIGH * share, x + WIDE - 12, y), fill=colour)
            y -= HIGH * share
        pen.text((x + WIDE / 2 - 6, BOTTOM + 28), str(blocks), fill=INK, font=font, anchor="mm")
    for percent in range(0, 101, 25):
        pen.text((LEFT - 18, BOTTOM - HIGH * percent / 100), f"{percent} %", fill=INK, font=font, anchor="rm")
    above, below = "Random starts won by the cat (below, amber) and by the catcher (above, red)", "blocks before the first move"
    pen.text((picture.width / 2, 50), above, INK, font, "mm")
    pen.text((picture.width / 2, BOTTOM + 85), f"{below}; the whole border is open", INK, font, "mm")
    save_still(picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS), path)
