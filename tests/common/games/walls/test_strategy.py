"""Strategies of Walls against every reply: the engine on 3x3 and the stored strategy of 5x5."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.games.walls.strategy import STRATEGY_FOLDER, STRATEGY_NODES, Strategy, stored_moves
from common.search.compiled_game import CompiledGame
from common.search.limit import Limit
from common.search.think import Engine, Thinker
from tests.support.compiled import machine_code
from tests.support.walls_values import Values
from tests.support.walls_views import mirror_and_swap, upside_down_position
from walls import GAME, SIDES, Position, start


def linked(size: int) -> CompiledGame[Position]:
    """Return the kernels of a board size."""
    return GAME.search.compiled(size)


STARTERS = pytest.mark.parametrize("starter", [0, 1], ids=["A starts", "B starts"])
PLAYERS = pytest.mark.parametrize("player", [0, 1], ids=SIDES)


def reachable(first: Position, player: int, choose: Callable[[Position], Any]) -> set[Position]:
    """Return the positions reachable while `player` follows `choose`; a line stops if the choice is None."""
    seen, left = {first}, [first]
    while left:
        position = left.pop()
        if position.outcome():
            continue
        moves = [choose(position)] if position.mover == player else list(MOVES)
        new = [after for after in (position.play(move) for move in moves if move) if after not in seen]
        seen.update(new)
        left.extend(new)
    return seen


def hurried(moves: str, idle: int, starter: int = 0) -> Position:
    """Return a position of 3x3 with the same count of idle moves for both players, so that it ends soon."""
    position = start(3, starter)
    for move in moves:
        position = position.play(position.read_move(move))
    for side in (0, 1):
        position = position.with_player(side, position.players[side]._replace(idle=idle))
    return position


@pytest.mark.parametrize(
    ("first", "value", "reachable_positions"),
    [
        (hurried("flrf", 7), 1, 1500),
        pytest.param(hurried("lflf", 6), 3, 3500, marks=pytest.mark.long),
        pytest.param(start(3), 1, 10_000, marks=pytest.mark.long),
        pytest.param(hurried("llff", 0, 1), -1, 10_000, marks=pytest.mark.long),
    ],
    ids=["A leads by 1", "A leads by 3", "A starts", "B leads by 1"],
)
def test_engine_keeps_the_value_of_3x3_against_every_reply(
    first: Position, value: int, reachable_positions: int, exact_value: Values
) -> None:
    player = 0
    engine = Engine(linked(3), Thinker(linked(3), linked(3).instance(), bits=14), Limit(nodes=100_000))

    def worth(position: Position) -> int:
        value = exact_value(position)
        return value if position.mover == player else -value

    def choose(position: Position) -> str:
        move = str(engine(position))
        assert engine.last and engine.last.proven
        assert worth(position.play(move)) == worth(position), position
        return move

    assert worth(first) == value
    assert len(reachable(first, player, choose)) > reachable_positions


def ends_of(first: Position, player: int) -> tuple[set[Position], list[Position]]:
    """Return the positions reachable with the stored strategy, and the player's positions where it ends."""
    ends = []

    def choose(position: Position) -> str | None:
        move = GAME.book(position)
        if move is None:
            ends.append(position)
        return move

    return reachable(first, player, choose), ends


@STARTERS
@PLAYERS
def test_stored_moves_of_5x5_hold_until_a_search_takes_over(player: int, starter: int) -> None:
    positions, ends = ends_of(start(5, starter), player)
    target = 1 if player == starter else -1
    assert len(positions) > 3000
    for end in random.Random(player).sample(ends, 2):
        prover = LeadProver(machine_code(linked(5)), linked(5).fields)
        assert prover.move(state_of(end), target) in range(len(MOVES)), end
        assert prover.nodes <= STRATEGY_NODES, end


def test_packed_strategy_keeps_every_move() -> None:
    chance = random.Random(1)
    entries = {chance.randrange(1 << 40): chance.randrange(4) for _ in range(2000)}
    again = Strategy.from_bytes(Strategy(entries.items()).to_bytes())
    assert all(again.move(key) == move for key, move in entries.items())
    assert [again.move(key) for key in range(1 << 40, (1 << 40) + 9)] == [None] * 9
    assert Strategy.from_bytes(Strategy(()).to_bytes()).move(0) is None


def test_mirrors_are_involutions_and_keep_the_rules() -> None:
    chance = random.Random(2)
    exchanged = {"try-forward": "try-forward", "turn-left": "turn-right", "turn-right": "turn-left"}
    for size in (3, 5):
        position = start(size)
        while not position.outcome():
            move = chance.choice(MOVES)
            after = position.play(move)
            for mirror in (upside_down_position, mirror_and_swap):
                assert mirror(mirror(position)) == position
                assert mirror(position).play(exchanged[move]) == mirror(after)
            position = after


def test_stored_strategy_is_the_one_that_was_checked() -> None:
    """`walls.py check` replayed these bytes against every reply, in minutes."""
    found = sha256((STRATEGY_FOLDER / "5x5.bin").read_bytes()).hexdigest()
    assert found == "60aa2eaf0c183bc0704f3a36c5787c1c6fc69875d375665e312439678ebed6c1"


def test_only_5x5_has_a_book() -> None:
    assert [GAME.book(start(size)) is None for size in (3, 5, 7)] == [True, False, True]
    assert len(stored_moves()) > 3000


@pytest.mark.parametrize(
    ("starter", "moves"), [(0, "flfffrfrffrf"), pytest.param(1, "lfffrfrflflflf", marks=pytest.mark.long)]
)
def test_stored_moves_on_7x7_lay_eight_bricks_against_every_reply(starter: int, moves: str) -> None:
    """Hence nobody wins by more than 49 - 2 * 8 = 33."""
    positions = {start(7, starter)}
    for number, word in enumerate(moves):
        if number or starter:
            positions = {
                after for at in positions for after in (map(at.play, MOVES) if at.turn == "B" else [at])
            }
        positions = {at.play(at.read_move(word)) for at in positions}
    assert {at.bricks[0].bit_count() for at in positions} == {8}
    assert len(positions) > 6_000
