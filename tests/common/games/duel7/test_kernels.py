"""Kernels of the sliding duel compared with the readable rules of duel7.py, in plain Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

from common.games.duel7 import kernels
from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import SPACE
from common.games.duel7.kernels import WIDTH, horizon, key, play
from common.kernels.linked_kernels import link_plain
from common.rules import square_grid
from common.rules.bits import bits_of
from common.rules.square_grid import NO_STEP, Step, step_of
from common.search import leads
from common.search.alpha_beta import DECISIVE_SCORE, NOT_OVER
from common.search.transposition import WON
from duel7 import GAME, OTHER_SIDE, Position, read_place

PLAIN = link_plain(vars(square_grid), vars(leads), vars(kernels), SQUARES.constants())
state_of = GAME.search.state


def positions(seed: int, count: int = 300) -> list[Position]:
    """Return positions of any number of pieces, with 0 to 40 turns left; some have no move."""
    chance, found = random.Random(seed), list[Position]()
    for _ in range(count):
        squares = chance.sample(SQUARES.squares, chance.randint(2, 48))
        x = chance.randint(1, len(squares) - 1)
        turns, side = chance.choice([0, 1, 2, 40]), chance.choice("XO")
        found.append(Position(bits_of(squares[:x]), bits_of(squares[x:]), turns, side))
    return found


def listed(state: tuple[int, ...]) -> list[int]:
    """Return all moves that `next_move` lists."""
    moves, move = list[int](), int(PLAIN.next_move(None, state, NO_STEP, 0))
    while move != NO_STEP:
        moves.append(move)
        move = int(PLAIN.next_move(None, state, move, 0))
    return moves


def lead_of(at: Position) -> int:
    return at.space(at.turn) - at.space(OTHER_SIDE[at.turn])


def test_next_move_lists_the_moves_in_order() -> None:
    for at in positions(1):
        assert [step_of(move) for move in listed(state_of(at))] == at.moves(), at


def test_play_moves_the_piece_and_changes_sides() -> None:
    for at in positions(2, 60):
        for move in listed(state_of(at)):
            assert play(state_of(at), move) == state_of(at.play(step_of(move)))


def test_lead_counts_each_square_of_space_once() -> None:
    leads_seen = set[int]()
    for at in positions(3):
        assert PLAIN.lead(state_of(at)) == lead_of(at), at
        leads_seen.add(lead_of(at))
    assert min(leads_seen) < 0 < max(leads_seen)


def test_lead_is_opposite_for_the_other_side() -> None:
    for at in positions(4, 50):
        own, other, left = state_of(at)
        assert PLAIN.lead((other, own, left)) == -PLAIN.lead((own, other, left))


@pytest.mark.parametrize("ply", [0, 7])
def test_end_score_matches_the_outcome(ply: int) -> None:
    seen = set[str | None]()
    for at in positions(5):
        outcome, score = at.outcome(), PLAIN.end_score(None, state_of(at), ply)
        if outcome is None:
            assert score == NOT_OVER, at
            continue
        kind = "stuck" if not at.moves() else "limit" if outcome.winner else "draw"
        sign = 1 if outcome.winner == at.turn else -1
        assert (
            score
            == {
                "stuck": ply - WON,
                "limit": sign * (SPACE * outcome.margin + DECISIVE_SCORE),
                "draw": 0,
            }[kind]
        ), at
        seen.add(kind)
    assert seen == {"stuck", "limit", "draw"}


def test_side_without_a_move_loses_even_with_turns_left() -> None:
    stuck = Position(*read_place("X a1 O a2 b1"), 9)
    assert PLAIN.end_score(None, state_of(stuck), 3) == 3 - WON
    assert PLAIN.end_score(None, state_of(stuck._replace(turns_left=0)), 3) == 3 - WON


def test_move_score_orders_by_the_space_after_the_move() -> None:
    for at in positions(6, 40):
        moves = listed(state_of(at))
        found = sorted(moves, key=lambda move: -PLAIN.move_score(state_of(at), move))
        by_lead = sorted(moves, key=lambda move: lead_of(at.play(step_of(move))))
        assert found == by_lead


def test_horizon_is_the_number_of_turns_left() -> None:
    assert [horizon(state_of(at)) for at in positions(7, 20)] == [at.turns_left for at in positions(7, 20)]


def test_key_holds_the_turns_only_if_the_search_reaches_the_limit() -> None:
    at = Position(*read_place("X a1 g7 O b2 c3"), 6)
    state: Any = state_of(at)
    later = (*state[:2], 5)
    assert key(state, 4) == key(later, 4) == state[:2]
    assert len({key(state, 6), key(later, 6), key(state, 5)}) == 3
    assert key(state, 9) == key(state, 6)


def test_key_fits_in_62_bits_and_identifies_the_pieces() -> None:
    found = {(state_of(at)[:2], key(state_of(at)[:2] + (40,), 40)) for at in positions(8)}
    assert len({words for _, words in found}) == len({pieces for pieces, _ in found})
    assert all(0 <= word < 1 << 62 for _, words in found for word in words)


def test_no_position_has_more_moves_than_the_width() -> None:
    """Alternate squares of X leave the most borders to cross: all 84."""
    every_second = bits_of(at for at in SQUARES.squares if sum(divmod(at, 8)) % 2 == 0)
    crowded: list[Step] = Position(every_second, 0, 40).moves()
    assert len(crowded) == 84 <= WIDTH
