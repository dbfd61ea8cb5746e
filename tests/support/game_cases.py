"""Positions, calls and games for several tests of game.py."""

from __future__ import annotations

import random
import re
from functools import cache

from common.games.circle_the_cat.hexagons import BOARD, START
from common.rules.bits import bits_of, cells_of
from game import Position
from tests.support.cat_starts import set_start

EXAMPLE = (
    "[5, 5]",
    "[ (1,1), (1,5), (2,5), (4,5), (5,1), (5, 4), (6, 5), (8, 2) ]",
    "[ (0,0), (6, 10), (9, 10), (10, 1) ]",
)
BORDER = str([(row, column) for row in range(11) for column in range(11) if {row, column} & {0, 10}])
BORDER_OPEN = ("[5, 5]", "[]", BORDER)
WON = {"cat": ("R5", (6, 12, 14, 15)), "catcher": ("R10", (0, 1, 2, 3))}  # sets, and starts proven quickly
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


@cache
def cat_wins(position: Position, within: int = BOARD.size) -> bool:
    """Return True if the cat wins within some steps of its own, by brute force on the rules."""
    outcome = position.outcome()
    if outcome or not within:
        return bool(outcome and outcome.winner == "cat")
    left = within - (position.turn == "cat")
    results = (cat_wins(position.play(move), left) for move in position.moves())
    return any(results) if position.turn == "cat" else all(results)


def small_position(chance: random.Random, cells: int, most_exits: int = 4) -> Position:
    """Return a position of connected free cells with the cat, some of them exits; the rest is blocked."""
    region = {START}
    while len(region) < cells:
        cell = chance.choice(sorted(region))
        region.add(chance.choice([near for near in BOARD.neighbours[cell] if near is not None]))
    exits = chance.sample(sorted(region - {START}), chance.randint(1, most_exits))
    return Position(START, BOARD.all & ~bits_of(region), bits_of(exits))


@cache
def won_by(side: str, games: int) -> list[Position]:
    """Return starts that a side wins: the first ones of their set that 60,000 nodes prove."""
    name, numbers = WON[side]
    return [set_start(name, number) for number in numbers[:games]]
