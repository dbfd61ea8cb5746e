"""Textbook players of the sliding duel, compared with the readable rules."""

from __future__ import annotations

import pytest

from common.games.duel7.evaluation import SPACE
from common.games.duel7.players import minimax
from common.search.leads import decisive_score
from common.search.transposition import WON
from duel7 import GAME, Position, random_start


def best_lead(at: Position, depth: int) -> int:
    """Return the best lead in moveable squares after `depth` plies, by the readable rules."""
    if outcome := at.outcome():
        lead = outcome.margin if outcome.winner == at.turn else -outcome.margin
        return decisive_score(SPACE * lead) if at.moves() else -WON - depth
    if depth == 0:
        return 10 * (at.space(at.turn) - at.space("O" if at.turn == "X" else "X"))
    return max(-best_lead(at.play(move), depth - 1) for move in at.moves())


@pytest.mark.parametrize(
    ("depth", "pieces"),
    [(2, (3, 4)), (2, (6, 6)), (2, (10, 10)), (4, (2, 1)), pytest.param(4, (2, 30), marks=pytest.mark.long)],
)
def test_minimax_takes_first_move_with_most_squares(depth: int, pieces: tuple[int, int]) -> None:
    for number in range(6):
        at = random_start(pieces, 2 + 3 * number, number)._replace(turn="XO"[number % 2])
        values = {move: -best_lead(at.play(move), depth - 1) for move in at.moves()}
        if values:
            best = max(values, key=lambda move: values[move])
            assert minimax(GAME.search.compiled(), at, depth) == best, at
