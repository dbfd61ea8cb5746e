"""The length of endgames of separated players compared with brute force on single players."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from common.games.walls.board import FORWARD, MOVES, STALL, step
from common.games.walls.endgame_length import DEPARTURE_LIMIT
from common.games.walls.moves import state_of
from common.games.walls.target_search import NOT_SEPARATED
from walls import GAME, Position, read_position, start

LINKED = GAME.search.compiled(3)
PLAIN = LINKED.plain
MANY = 10_000  # departures
Place = tuple[int, int]  # square and facing


class Alone(NamedTuple):
    """A player in an area of its own, on 3x3."""

    bricks: int
    area: int
    square: int
    facing: int
    idle: int

    @property
    def word(self) -> int:
        return self.square << 6 | self.facing << 4 | self.idle

    def after(self) -> list[Alone]:
        """Return the player after each of the three moves."""
        turned = [self._replace(facing=(self.facing + turn) % 4, idle=self.idle + 1) for turn in (1, 3)]
        ahead = step(3, self.square, self.facing)
        if ahead is None or not self.area >> ahead & 1:
            return [*turned, self._replace(idle=self.idle + 1)]
        lays = not self.bricks >> self.square & 1
        laid = self.bricks | 1 << self.square
        return [*turned, self._replace(bricks=laid, square=ahead, idle=0 if lays else self.idle + 1)]


@cache
def lengths(alone: Alone) -> tuple[int, int, int]:
    """Return the most bricks that can still be laid, and the fewest and most moves to the last of them."""
    best, least, most = 0, 0, 0
    for after in alone.after() if alone.idle < STALL else ():
        bricks, short, long = lengths(after)
        bricks += after.bricks != alone.bricks
        if bricks > best:
            best, least, most = bricks, 1 + short, 1 + long
        elif bricks == best > 0:
            least, most = min(least, 1 + short), max(most, 1 + long)
    return best, least, most


def players(seed: int, count: int) -> list[Alone]:
    """Return players with up to five squares of their own, some of them with bricks."""
    chance, found = random.Random(seed), list[Alone]()
    for _ in range(count):
        squares = chance.sample(range(9), chance.randint(2, 5))
        area = sum(1 << at for at in squares)
        bricks = area & chance.getrandbits(9) & chance.getrandbits(9)
        found.append(Alone(bricks, area, squares[0], chance.randrange(4), chance.choice([0, 0, 3, 7, 8])))
    return found


def with_one_idle_move(alone: Alone) -> set[Place]:
    """Return the places after exactly one move that lays no brick."""
    return {(after.square, after.facing) for after in alone.after() if after.idle == alone.idle + 1}


def sets(places: set[Place]) -> tuple[int, ...]:
    """Return places as a set of squares for each facing."""
    return tuple(sum(1 << square for square, way in places if way == facing) for facing in range(4))


@pytest.fixture
def memory() -> Any:
    return PLAIN.memory(LINKED.fields)


def test_one_idle_move_turns_walks_on_bricks_or_fails() -> None:
    chance = random.Random(1)
    for alone in players(2, 60):
        places = {(square, facing) for square in range(9) for facing in range(4) if alone.area >> square & 1}
        chosen = set(chance.sample(sorted(places), 3))
        after = set[Place]().union(
            *(with_one_idle_move(alone._replace(square=at, facing=to)) for at, to in chosen)
        )
        assert PLAIN.one_idle_move(*sets(chosen), alone.bricks, alone.area) == sets(after), (alone, chosen)


@pytest.mark.parametrize("waits", [0, 1, 2, 5])
def test_departures_are_places_to_lay_a_brick_after_waiting(waits: int) -> None:
    for alone in players(3, 40):
        places = {(alone.square, alone.facing)}
        for _ in range(waits):
            places = set[Place]().union(
                *(with_one_idle_move(alone._replace(square=at, facing=to)) for at, to in places)
            )
        ready = {
            (at, to)
            for at, to in places
            if any(after.bricks != alone.bricks for after in alone._replace(square=at, facing=to).after())
        }
        assert PLAIN.departures_after(alone.bricks, alone.area, alone.word, waits) == sets(ready), alone


def test_least_cost_is_the_fewest_moves_or_the_fewest_idle_moves_unused(memory: Any) -> None:
    costs = set[int]()
    for alone in players(4, 60):
        bricks, least, most = lengths(alone)
        memory.departures = MANY
        arguments = memory, alone.bricks, alone.area, alone.word, bricks
        assert PLAIN.least_cost(*arguments, False, least + 1) == least, alone
        longest = STALL * bricks - alone.idle * (bricks > 0)
        assert PLAIN.least_cost(*arguments, True, longest + 1) == longest - most, alone
        assert PLAIN.least_cost(*arguments, False, least) == least  # the bound itself
        costs |= {least, longest - most}
    assert len(costs) > 8


def test_search_without_departures_returns_the_bound(memory: Any) -> None:
    alone = next(alone for alone in players(4, 60) if lengths(alone)[0] > 1)
    for tries, spent in ((0, True), (MANY, False)):
        memory.departures = tries
        found = PLAIN.least_cost(memory, alone.bricks, alone.area, alone.word, lengths(alone)[0], False, 99)
        assert (found == 99, memory.departures < 0) == (spent, spent)
    assert DEPARTURE_LIMIT > 9


def separated(count: int) -> list[Position]:
    """Return separated positions of random games on 3x3, not over, with few unmarked squares."""
    chance, found, memory = random.Random(5), list[Position](), PLAIN.memory(LINKED.fields)
    while len(found) < count:
        position = start(3, chance.randrange(2))
        while not position.outcome():
            unmarked = 9 - (position.bricks[0] | position.bricks[1]).bit_count()
            apart = unmarked < 3 and PLAIN.gain_separated(memory, *state_of(position)[:4]) != NOT_SEPARATED
            if apart and chance.random() < 0.3:
                found.append(position)
            position = position.play(FORWARD if chance.random() < 0.5 else chance.choice(MOVES))
    return found[:count]


def end_of(position: Position, known: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    """Return the final lead of the player to move and the plies until then, by brute force.

    The winner minimises the length of the game, the loser maximises it, and a draw should be short.
    """
    if position not in known:
        own, other = position.bricks[position.mover], position.bricks[1 - position.mover]
        ends = [] if position.outcome() else [end_after(position, move, known) for move in MOVES]
        known[position] = max(
            ends,
            key=lambda end: (end[0], end[1] if end[0] < 0 else -end[1]),
            default=(own.bit_count() - other.bit_count(), 0),
        )
    return known[position]


def end_after(position: Position, move: str, known: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    after = position.play(move)
    lead, plies = end_of(after, known)
    return lead if after.mover == position.mover else -lead, plies + 1


def test_end_of_separated_players_matches_brute_force(memory: Any) -> None:
    leads, plies, known = set[int](), set[int](), dict[Position, tuple[int, int]]()
    for position in separated(14):
        found = PLAIN.end_separated(memory, state_of(position), MANY)
        assert found == end_of(position, known), position
        leads.add(found[0])
        plies.add(found[1])
    assert min(leads) < 0 < max(leads) and len(plies) > 5


def test_moves_of_a_separated_player_match_brute_force(memory: Any) -> None:
    """Each side may take its fewest moves, or its most."""
    for position in separated(10):
        own, other, me, you, _ = state_of(position)
        for bricks, theirs, player, opponent in ((own, other, me, you), (other, own, you, me)):
            free = (1 << 9) - 1 & ~theirs & ~(1 << (opponent >> 6))
            alone = Alone(bricks, free, player >> 6, player >> 4 & 3, player & 15)
            most_bricks, least, most = lengths(alone)
            for slowest, moves in ((False, least), (True, most)):
                found = PLAIN.moves_separated(memory, bricks, theirs, player, opponent, slowest, MANY)
                assert found == (most_bricks, moves), (position, slowest)


def test_players_that_can_meet_have_no_length(memory: Any) -> None:
    assert PLAIN.end_separated(memory, state_of(start(3)), MANY) == (NOT_SEPARATED, 0)


def test_end_of_two_stalled_players_is_now(memory: Any) -> None:
    over = read_position("A", "A>. .   a/.   .   a/.   .   B^.", (STALL, STALL))
    assert PLAIN.end_separated(memory, state_of(over), MANY) == (2, 0)
