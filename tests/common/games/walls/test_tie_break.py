"""The tie-break of Walls, compared with brute force: winners shorten the game, losers prolong it."""

from __future__ import annotations

import random

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.tie_break import End, TieBreaker
from common.kernels.deadline import Deadline
from common.search.limit import Limit
from common.search.think import Engine, Thinker
from tests.support.compiled import machine_code
from tests.support.walls_views import nearly_full
from walls import GAME, Position, start

Ends = dict[Position, End]


def end_of(position: Position, known: Ends) -> End:
    """Return the final lead of the player to move and the plies until then, by brute force."""
    if position not in known:
        if position.outcome():
            own, other = (position.bricks[side].bit_count() for side in (position.mover, 1 - position.mover))
            known[position] = End(own - other, 0)
        else:
            known[position] = max((end_after(position, move, known) for move in MOVES), key=sort_key)
    return known[position]


def end_after(position: Position, move: str, known: Ends) -> End:
    """Return the end that a move leads to, from the mover's view."""
    after = position.play(move)
    lead, plies = end_of(after, known)
    return End(lead if after.mover == position.mover else -lead, plies + 1)


def sort_key(end: End) -> tuple[int, int]:
    """Return a sort key: the winner wants a short game, the loser a long one; a draw should be short."""
    return end.lead, end.plies if end.lead < 0 else -end.plies


def late_positions(seed: int, size: int, unmarked: int, count: int) -> list[Position]:
    """Return positions of random games with few unmarked squares."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position, late = start(size, chance.randrange(2)), list[Position]()
        while not position.outcome():
            if size**2 - (position.bricks[0] | position.bricks[1]).bit_count() <= unmarked:
                late.append(position)
            position = position.play(MOVES[0] if chance.random() < 0.5 else chance.choice(MOVES))
        found += chance.sample(late, min(2, len(late)))
    return found[:count]


def leads_checked(positions: list[Position], size: int, compiled: bool) -> list[int]:
    """Check every choice against brute force; return the leads."""
    linked = GAME.search.compiled(size)
    way, leads = TieBreaker(machine_code(linked) if compiled else linked.plain, linked.fields), list[int]()
    for position in positions:
        choice, known = way.choose(state_of(position), Deadline()), Ends()
        if choice is not None:
            assert choice.end == end_of(position, known), position
            assert end_after(position, MOVES[choice.move], known) == choice.end, position
            leads.append(choice.end.lead)
    return leads


def test_late_positions_of_3x3_match_brute_force() -> None:
    leads = leads_checked(late_positions(3, 3, 4, 20), 3, compiled=False)
    assert len(leads) > 8 and min(leads) < 0 < max(leads) and 0 in leads


@pytest.mark.parametrize("size", [5, 9, pytest.param(11, marks=pytest.mark.long)])
def test_late_positions_of_larger_boards_match_brute_force(size: int) -> None:
    chance = random.Random(size)
    positions = late_positions(2, 5, 2, 12) if size == 5 else [nearly_full(chance, size) for _ in range(12)]
    leads = leads_checked(positions, size, compiled=True)
    assert len(leads) > 8 and min(leads) < 0 < max(leads)


def test_winning_engine_ends_soon_and_losing_engine_late() -> None:
    linked, lengths = GAME.search.compiled(5), list[int]()
    engine = Engine(linked, Thinker(linked, linked.plain, bits=14), Limit(nodes=2000))
    for position in late_positions(3, 5, 2, 8):
        lead, plies = end_of(position, {})
        side, played = position.mover, 0
        while not position.outcome():
            position, played = position.play(engine(position)), played + 1
        own, other = (position.bricks[at].bit_count() for at in (side, 1 - side))
        assert (own - other, played) == (lead, plies)
        lengths.append(plies)
    assert len(set(lengths)) > 4


def test_tie_break_needs_a_late_position_and_time() -> None:
    linked = GAME.search.compiled(3)
    early = TieBreaker(linked.plain, linked.fields)
    assert (early.choose(state_of(start(3)), Deadline()), early.nodes) == (None, 1)
    found = 0
    for position in late_positions(3, 3, 4, 30):
        free, hurried = TieBreaker(linked.plain, linked.fields), TieBreaker(linked.plain, linked.fields)
        if free.choose(state_of(position), Deadline()) and free.nodes > len(MOVES):
            found += 1
            assert (
                hurried.choose(state_of(position), Deadline.from_limit(Limit(seconds=1e-6))) is None
                and hurried.nodes < 3
            )
    assert found > 1


def test_tie_break_gives_up_if_the_path_length_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    linked, first = GAME.search.compiled(9), state_of(start(9))
    monkeypatch.setattr(TieBreaker, "_separated_end", lambda _, state: End(0, 0) if state == first else None)
    way = TieBreaker(linked.plain, linked.fields)
    assert (way.choose(first, Deadline()), way.nodes) == (None, 1)


@pytest.mark.parametrize("size", [7, 9])
def test_search_takes_the_shorter_way_to_the_next_brick(size: int) -> None:
    """The way out of the first row is to the right, beyond the search's depth; to the left there is none."""
    corridor = (
        "a   " * 2 + "Ava " + "a   " * (size - 4) + ".   ",
        "b   " * (size - 1) + ".   ",
        *[".   " * size] * 2,
    )
    rows = (*corridor, ".   .   B>. " + ".   " * (size - 3), *[".   " * size] * (size - 5))
    position = GAME.read("A", "/".join(rows), "2", "0")
    linked = GAME.search.compiled(size)
    for depth in range(1, 4):
        report = list(
            Thinker(linked, linked.plain, bits=14).think(state_of(position), Deadline(depth=depth))
        )[-1]
        assert MOVES[report.move] == "turn-left"
