"""The evaluation and the end of the game, in plain Python, compared with the readable rules."""

from __future__ import annotations

import random

import pytest

from common.games.walls.board import BRICK, FORWARD, MOVES, STALL
from common.games.walls.moves import state_of
from common.kernels.linked_kernels import LinkedKernels
from common.search.alpha_beta import DECISIVE_SCORE, NOT_OVER
from common.search.compiled_game import CompiledGame
from tests.support.variants import variant
from tests.support.walls_views import mirror_and_swap, upside_down_position
from walls import GAME, Position, read_position, start

PLY = 3


def linked(size: int) -> CompiledGame[Position]:
    return GAME.search.compiled(size)


def positions(seed: int, size: int, count: int) -> list[Position]:
    """Return positions of random games, some of them over."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position = start(size, chance.randrange(2))
        while not position.outcome():
            position = position.play(FORWARD if chance.random() < 0.5 else chance.choice(MOVES))
            if chance.random() < 0.05:
                found.append(position)
        found.append(position)
    return found[:count]


def end_score(game: LinkedKernels, position: Position, ply: int = PLY) -> int:
    memory = game.plain.memory(linked(position.size).fields)
    return int(game.plain.end_score(memory, state_of(position), ply))


def lead_of(position: Position) -> int:
    own, other = position.bricks[position.mover], position.bricks[1 - position.mover]
    return own.bit_count() - other.bit_count()


def decisive(lead: int) -> int:
    return 0 if lead == 0 else lead * BRICK + (DECISIVE_SCORE if lead > 0 else -DECISIVE_SCORE)


def final_lead(position: Position, known: dict[Position, int]) -> int:
    """Return the final lead of the player to move, by brute force."""
    if position not in known:
        if position.outcome():
            known[position] = lead_of(position)
        else:
            after = [position.play(move) for move in MOVES]
            known[position] = max(
                final_lead(child, known) * (1 if child.mover == position.mover else -1) for child in after
            )
    return known[position]


def test_end_of_the_game_is_scored_by_the_lead() -> None:
    ends = [position for position in positions(1, 3, 60) if position.outcome()]
    assert {lead_of(position) > 0 for position in ends} == {True, False}
    for position in ends:
        expected = decisive(lead_of(position))
        assert [end_score(linked(3), position, ply) for ply in (0, PLY)] == [expected, expected]


def test_separated_players_are_scored_exactly_below_the_root() -> None:
    plain = variant(linked(3), SOLVE_SEPARATED=0)
    solved = 0
    for position in positions(2, 3, 200):
        unmarked = 9 - (position.bricks[0] | position.bricks[1]).bit_count()
        score = NOT_OVER if unmarked > 4 or position.outcome() else end_score(linked(3), position)
        if score == NOT_OVER:
            continue
        assert score == decisive(final_lead(position, {})), position
        assert end_score(linked(3), position, 0) == end_score(plain, position) == NOT_OVER
        solved += 1
    assert solved > 5


def test_players_that_can_meet_are_not_over() -> None:
    assert [end_score(linked(size), start(size)) for size in (3, 5, 7)] == [NOT_OVER] * 3


def test_evaluation_adds_bricks_territory_and_nearness() -> None:
    """A stands on its second brick, one move from a new square; B stands on a new one."""
    position = read_position("A", "a   A>a ./b   .   ./.   .   B^.", (0, 0))
    mine, theirs, near, far = linked(3).plain.first_reached(*state_of(position)[:4])
    own, other = position.bricks
    bricks = own.bit_count() - other.bit_count()
    squares = (mine & ~own).bit_count() - (theirs & ~other).bit_count()
    expected = BRICK * bricks + 10 * squares + far - near
    assert linked(3).plain.evaluate(state_of(position)) == expected
    assert (bricks, near, far) == (1, 1, 0)


def test_way_to_a_new_square_counts_up_to_a_stall() -> None:
    """A cannot reach any new square: its way, which would be longer, counts as nine moves."""
    rows = ["A>a b   .   .   .", "b   b   .   .   .", *[".   .   .   .   ."] * 2, ".   .   .   .   B>."]
    position = read_position("A", "/".join(rows), (0, 0))
    _, theirs, near, far = linked(5).plain.first_reached(*state_of(position)[:4])
    assert near > STALL and far == 0
    expected = BRICK * (1 - 3) - 10 * (theirs & ~position.bricks[1]).bit_count() - STALL
    assert linked(5).plain.evaluate(state_of(position)) == expected
    assert linked(5).plain.evaluate(state_of(position._replace(mover=1))) == -expected


def test_evaluation_without_territory_is_the_lead_in_bricks() -> None:
    kernels = variant(linked(5), TERRITORY_WEIGHT=0).plain
    for position in positions(3, 5, 30):
        assert kernels.evaluate(state_of(position)) == BRICK * lead_of(position)


@pytest.mark.parametrize("view", [mirror_and_swap, upside_down_position])
def test_mirror_images_have_the_same_evaluation(view: object) -> None:
    evaluate = linked(5).plain.evaluate
    for position in positions(4, 5, 30):
        assert evaluate(state_of(position)) == evaluate(state_of(view(position)))  # type: ignore[operator]
