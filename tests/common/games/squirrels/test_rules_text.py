"""The rules of the squirrel war in words."""

from __future__ import annotations

from common.games.squirrels.rules_text import RULES
from squirrels import SQUARES, Position, random_start


def test_rules_explain_raid_and_sneak() -> None:
    assert f"all {len(SQUARES)} squares" in RULES.full
    assert all(move in text for move in ("Raid", "Sneak") for text in RULES)
    board = "X**" + "*" * 22
    assert Position((1,) * 25, board, "X").is_raid(1) and not Position((1,) * 25, board, "X").is_raid(6)
    assert random_start(1).turn == "X" and "X moves first" in RULES.full
