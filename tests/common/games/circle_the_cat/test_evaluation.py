"""Winners by distances alone, compared with brute force."""

from __future__ import annotations

import random

import game
from common.games.circle_the_cat import evaluation
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.deadline import Deadline
from common.rules.bits import bits_of
from tests.support.brute_force import winner
from tests.support.game_cases import random_position


def test_enclosure_proofs_agree_with_brute_force() -> None:
    chance, proven = random.Random(5), {"cat": 0, "catcher": 0}
    for _ in range(400):
        centre = chance.choice([cell for cell in range(BOARD.size) if BOARD.near[cell].bit_count() == 6])
        near = BOARD.neighbours_of(BOARD.near[centre])
        free = [cell for cell in range(BOARD.size) if near >> cell & 1 and cell != centre]
        room = bits_of([centre, *chance.sample(free, 7)])
        exits = bits_of(chance.sample(free, 4))
        position = game.Position(centre, BOARD.all & ~room, exits, chance.choice(game.SIDES))
        if position.outcome() is None and (claimed := evaluation.winner_by_distances(position)):
            assert winner(position) == claimed
            proven[claimed] += 1
    assert min(proven.values()) > 20


def test_catcher_with_a_proven_win_catches_the_cat() -> None:
    chance, held = random.Random(6), 0
    for _ in range(12):
        position = random_position(chance)
        if position.outcome() is None and evaluation.winner_by_distances(position) == "catcher":
            _, outcome = evaluation.play_on(position, Deadline(nodes=1))
            assert outcome and outcome.winner == "catcher"
            held += 1
    assert held > 2
