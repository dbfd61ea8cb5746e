"""The rules of Walls in words agree with the rules in code."""

from __future__ import annotations

from common.games.walls.board import FACINGS, MOVES, STALL
from common.games.walls.rules_text import RULES
from walls import GAME, POINTS, start


def test_rules_name_moves_signs_and_points() -> None:
    assert all(move in RULES.full for move in MOVES) and f"({' '.join(FACINGS)})" in RULES.full
    assert f"after {STALL} moves in a row" in RULES.full
    assert f"score {POINTS[0]} points, equal bricks {POINTS[1]} point each" in RULES.full


def test_rules_describe_the_start() -> None:
    position = start(5)
    assert f"{position.size} by default" in RULES.full and position.bricks == (0, 0)
    facings = [FACINGS[player.facing] for player in position.players]
    assert facings == ["<", ">"] and "A faces left, B faces right" in RULES.full
    assert len(GAME.starts(["5"])) == 2 and "two games" in RULES.full
