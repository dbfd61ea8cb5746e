"""The rules of the sliding duel in words agree with the rules in code."""

from __future__ import annotations

from common.games.duel7.page_facts import PIECES, TURNS
from common.games.duel7.rules_text import RULES
from duel7 import MAX_PIECES, Position, read_place


def test_rules_name_the_usual_numbers() -> None:
    assert f"at most {MAX_PIECES}, so that one square stays free" in RULES.full
    assert f"Usual are {PIECES[0]} each" in RULES.full and len(set(PIECES)) == 1
    assert f"usually {TURNS}." in RULES.full


def test_player_without_a_move_loses_at_the_limit_too() -> None:
    stuck = Position(*read_place("X a1 O a2 b1 g7"), 0)
    outcome = stuck.outcome()
    assert outcome and (outcome.winner, outcome.reason) == ("O", "Player1 (X) has no valid move.")
    assert "If both hold at once, the player without a move has lost." in RULES.full
