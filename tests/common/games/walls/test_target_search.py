"""Target search compared with brute force on late 3x3 positions, and its parts on single boards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from common.games.walls.board import FORWARD, MOVES, STALL
from common.games.walls.moves import state_of
from common.games.walls.proof_table import CHOICES, NO, OPEN, STOPPED, YES
from common.games.walls.solver import LeadProver
from common.games.walls.target_search import NOT_SEPARATED
from walls import GAME, Position, read_position, start

LINKED = GAME.search.compiled(3)
PLAIN = LINKED.plain
UNMARKED = 2  # at most, in late positions
UNLIMITED = 1 << 60


@pytest.fixture
def memory() -> Any:
    return new_memory()


def new_memory() -> Any:
    """Return a memory with an empty table and no node limit."""
    memory = LeadProver(PLAIN, LINKED.fields, 1 << 10).memory
    memory.budget = UNLIMITED
    return memory


def final_lead(position: Position, known: dict[Position, int]) -> int:
    """Return the final lead of the player to move, by brute force."""
    if position not in known:
        known[position] = (
            lead_of(position)
            if position.outcome()
            else max(lead_after(position, move, known) for move in MOVES)
        )
    return known[position]


def lead_after(position: Position, move: str, known: dict[Position, int]) -> int:
    """Return the final lead of the player to move if it plays a move."""
    after = position.play(move)
    return final_lead(after, known) * (1 if after.mover == position.mover else -1)


def lead_of(position: Position) -> int:
    own, other = position.bricks[position.mover], position.bricks[1 - position.mover]
    return own.bit_count() - other.bit_count()


def late_positions(seed: int, count: int) -> list[Position]:
    """Return positions of random games on 3x3 that end soon, but are not over."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position, late = start(3, chance.randrange(2)), list[Position]()
        while not position.outcome():
            idle = sum(player.idle for player in position.players)
            if (position.bricks[0] | position.bricks[1]).bit_count() >= 9 - UNMARKED and idle > 5:
                late.append(position)
            position = position.play(FORWARD if chance.random() < 0.5 else chance.choice(MOVES))
        found += chance.sample(late, min(2, len(late)))
    return found[:count]


LATE = late_positions(1, 30)
KNOWN = dict[Position, int]()  # by brute force


def value_of(position: Position) -> int:
    return final_lead(position, KNOWN)


def at(rows: str, idle: tuple[int, int] = (0, 0)) -> Position:
    return read_position("A", rows, idle)


# PROOFS


def test_answers_match_brute_force(memory: Any) -> None:
    """One table serves all positions and targets."""
    for position in LATE:
        value = value_of(position)
        for target in range(value - 2, value + 3):
            answer = PLAIN.prove(memory, state_of(position), target, 0) & 3
            assert answer == (YES if value >= target else NO), (position, target)
    assert min(map(value_of, LATE)) < 0 < max(map(value_of, LATE))


def test_move_at_the_root_proves_yes() -> None:
    named = 0
    for position in LATE:
        value = value_of(position)
        memory = new_memory()
        memory.best = CHOICES
        PLAIN.prove(memory, state_of(position), value, 0)
        if memory.best < CHOICES:
            assert lead_after(position, MOVES[memory.best], KNOWN) >= value, position
            named += 1
    assert named > 2


def test_search_stops_at_its_node_limit_and_when_told(memory: Any) -> None:
    state = state_of(start(3))
    memory.budget = 50
    assert PLAIN.prove(memory, state, 1, 0) == STOPPED
    assert (memory.stop, memory.nodes) == (1, 51)
    memory.budget = UNLIMITED
    assert PLAIN.prove(memory, state, 1, 0) == STOPPED
    memory.stop = 0
    assert PLAIN.prove(memory, state_of(LATE[0]), value_of(LATE[0]), 0) & 3 == YES


def test_stored_answer_is_used_again() -> None:
    used = 0
    for position in LATE:
        value = value_of(position)
        memory = new_memory()
        first = PLAIN.prove(memory, state_of(position), value, 0)
        spent, memory.nodes = memory.nodes, 0
        assert PLAIN.prove(memory, state_of(position), value, 0) == first
        assert memory.nodes == 1
        used += spent > 1
    assert used > 2


# WITHOUT MOVES


def test_settled_answers_are_true_and_cover_the_idle_counts(memory: Any) -> None:
    answers = Counter[int]()
    for position in LATE:
        value = value_of(position)
        for target in range(value - 2, value + 3):
            answer, mine, yours = PLAIN.settle(memory, state_of(position), target)
            answers[answer] += 1
            if answer == OPEN:
                continue
            assert answer == (YES if value >= target else NO), (position, target)
            me = position.mover
            idle, theirs = position.players[me].idle, position.players[1 - me].idle
            assert idle <= mine if answer == YES else idle >= mine
            assert theirs >= yours if answer == YES else theirs <= yours
    assert min(answers[answer] for answer in (OPEN, YES, NO)) > 5


def test_bounds_settle_targets_out_of_reach(memory: Any) -> None:
    state = state_of(start(3))
    assert PLAIN.settle(memory, state, 9) == (NO, 0, STALL)
    assert PLAIN.settle(memory, state, -9) == (YES, STALL, 0)
    assert PLAIN.settle(memory, state, 1) == (OPEN, 0, 0)


def test_gain_of_separated_players_is_exact(memory: Any) -> None:
    separated = 0
    for position in LATE:
        value = value_of(position)
        gain = PLAIN.gain_separated(memory, *state_of(position)[:4])
        if gain != NOT_SEPARATED:
            assert lead_of(position) + gain == value, position
            separated += 1
    assert separated > 5


def test_players_that_reach_a_common_square_are_not_separated(memory: Any) -> None:
    assert PLAIN.gain_separated(memory, *state_of(start(3))[:4]) == NOT_SEPARATED
    apart = at("A>. a   b/.   a   b/.   a   B^b")
    assert PLAIN.gain_separated(memory, *state_of(apart)[:4]) == 3
    meeting = at("A>. a   b/.   .   b/.   a   B^b")
    assert PLAIN.gain_separated(memory, *state_of(meeting)[:4]) == NOT_SEPARATED


def test_stalled_player_gains_nothing(memory: Any) -> None:
    """The other is then alone on the board."""
    alone = at("A>. .   ./.   .   ./.   .   B^.", (0, STALL))
    assert PLAIN.gain_separated(memory, *state_of(alone)[:4]) == 8
    assert PLAIN.gain_separated(memory, *state_of(alone._replace(mover=1))[:4]) == -8


# THE ORDER OF MOVES


@pytest.mark.parametrize(
    ("rows", "ratings"),
    [
        (".   .   ./.   A^. ./.   .   B^.", (7, 6, 6, 7)),
        (".   b   ./.   A^. a/.   .   B^.", (0, 2, 6, 7)),
        ("A^. .   ./.   .   ./.   .   B^.", (0, 7, 7, 0)),
        (".   a   ./a   A^a a/.   B^. .", (2, 2, 0, 2)),
    ],
)
def test_openness_rates_the_square_ahead(rows: str, ratings: tuple[int, ...]) -> None:
    """Ratings of north, east, south and west: 0 blocked, 2 own brick, or 4 and its unmarked neighbours."""
    own, other, me, you, _ = state_of(at(rows))
    free = (1 << 9) - 1 & ~other & ~(1 << (you >> 6))
    assert tuple(PLAIN.openness(own, free, me >> 6, facing) for facing in range(4)) == ratings


def test_move_of_the_table_comes_first(memory: Any) -> None:
    for position in LATE:
        for known in range(CHOICES):
            moves = PLAIN.ordered_moves(memory, state_of(position), known, 0)
            assert moves[0] == known and sorted(moves) == [0, 1, 2]


def test_blocked_try_comes_last_and_an_open_one_first(memory: Any) -> None:
    open_ahead, blocked = at(".   .   ./.   A^. ./.   .   B^."), at(".   b   ./.   A^. ./.   .   B^.")
    assert PLAIN.ordered_moves(memory, state_of(open_ahead), CHOICES, 0)[0] == 0
    assert PLAIN.ordered_moves(memory, state_of(blocked), CHOICES, 0)[2] == 0


def test_move_that_decided_often_comes_earlier(memory: Any) -> None:
    """The statistics are kept for each square and facing, and for both sides."""
    state = state_of(at(".   b   ./.   A^. ./.   .   B^."))
    here = (state[2] >> 4) * CHOICES
    before = PLAIN.ordered_moves(memory, state, CHOICES, 0)
    memory.decided[here + before[1]] += 90
    after = PLAIN.ordered_moves(memory, state, CHOICES, 0)
    assert (after[0], after[2]) == (before[1], before[2])
    assert PLAIN.ordered_moves(memory, state, CHOICES, 1) == before
    assert PLAIN.ordered_moves(memory, state, CHOICES, 2) == after
