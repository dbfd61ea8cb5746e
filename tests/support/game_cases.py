"""Positions, calls and games for several tests of game.py."""

from __future__ import annotations

import random
import re

from common.games.circle_the_cat.hexagons import BOARD
from common.rules.bits import bits_of, cells_of
from game import Position

EXAMPLE = (
    "[5, 5]",
    "[ (1,1), (1,5), (2,5), (4,5), (5,1), (5, 4), (6, 5), (8, 2) ]",
    "[ (0,0), (6, 10), (9, 10), (10, 1) ]",
)
MOVE_LINE = re.compile(r"(CATCHER|CAT    ) = (\(\d+, \d+\))")


def random_position(chance: random.Random, most_blocks: int = 40) -> Position:
    """Return a random position: up to `most_blocks` blocks; exits are the border or 1 to 6 cells of it."""
    cells = chance.sample(range(BOARD.size), chance.randrange(most_blocks + 1) + 1)
    border = [cell for cell in range(BOARD.size) if None in BOARD.neighbours[cell]]
    exits = border if chance.random() < 0.5 else chance.sample(border, chance.randint(1, 6))
    return Position(cells[0], bits_of(cells[1:]), bits_of(exits))


def arguments_of(position: Position) -> tuple[str, str, str]:
    """Return the three command-line arguments of a start position."""
    blocks, exits = (
        [divmod(cell, 11) for cell in cells_of(bits)] for bits in (position.blocks, position.exits)
    )
    return str(divmod(position.cat, 11)), str(blocks), str(exits)


def replay_printed(start: Position, printed: str) -> Position:
    """Replay printed lines by the rules alone; fail on an illegal move. Return the last position."""
    position = start
    for line in printed.splitlines()[:-2]:
        found = MOVE_LINE.fullmatch(line)
        assert found, line
        assert found[1].strip().lower() == position.turn
        row, column = map(int, re.findall(r"\d+", found[2]))
        assert not position.outcome()
        assert row * 11 + column in position.moves()
        position = position.play(row * 11 + column)
    return position
