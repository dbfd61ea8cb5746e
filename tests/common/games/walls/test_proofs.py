"""Proofs: paths, bounds and ranges of idle moves compared with brute force."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest

from common.games.walls import longest_path
from common.games.walls.board import MOVES, STALL, step
from common.games.walls.longest_path import FEW_STEPS, NO_LIMIT, UNKNOWN, board_constants
from common.games.walls.moves import state_of
from common.games.walls.proof_table import NO, STOPPED, YES
from common.games.walls.solver import LeadProver, canonical_image
from common.kernels.deadline import Deadline
from common.kernels.linked_kernels import link_plain
from common.search.compiled_game import CompiledGame
from common.search.prover import ProvenBounds
from common.search.think import Thinker
from tests.support.compiled import machine_code
from tests.support.walls_values import Values
from tests.support.walls_views import mirror_and_swap, upside_down_position
from walls import GAME, Position, start


def linked(size: int) -> CompiledGame[Position]:
    """Return the kernels of a board size."""
    return GAME.search.compiled(size)


FIELDS = linked(5).fields  # equal for all sizes


def most_bricks(bricks: int, area: int, square: int, facing: int, idle: int) -> int:
    """Return the most bricks that a player alone can still lay on 5x5, by brute force over its moves."""

    @cache
    def best(bricks: int, square: int, facing: int, idle: int) -> int:
        if idle == STALL:
            return 0
        found = max(best(bricks, square, (facing + turn) % 4, idle + 1) for turn in (1, 3))
        ahead = step(5, square, facing)
        if ahead is not None and area >> ahead & 1:
            laid = not bricks >> square & 1
            found = max(found, laid + best(bricks | 1 << square, ahead, facing, 0 if laid else idle + 1))
        return found

    return best(bricks, square, facing, idle)


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "machine code"])
def test_path_length_agrees_with_brute_force(compiled: bool) -> None:
    chance = random.Random(4)
    kernels = machine_code(linked(5)) if compiled else link_plain(vars(longest_path), board_constants(5))
    memory = kernels.memory(linked(5).fields if compiled else longest_path.FIELDS)
    seen = set()
    for _ in range(150):
        area = sum(1 << square for square in range(25) if chance.random() < 0.4)
        bricks = area & sum(1 << square for square in range(25) if chance.random() < 0.4)
        square, facing, idle = (
            chance.choice([at for at in range(25) if area >> at & 1] or [12]),
            chance.randrange(4),
            chance.randrange(10),
        )
        area |= 1 << square
        if (area & ~bricks).bit_count() > 9:
            continue
        player = square << 6 | facing << 4 | idle
        found = int(kernels.path_length(memory, bricks, area, player, NO_LIMIT))
        assert found == most_bricks(bricks, area, square, facing, idle), (bricks, area, player)
        assert int(kernels.path_length(memory, bricks, area, player, FEW_STEPS)) in (found, UNKNOWN)
        seen.add(found)
    assert len(seen) > 5


def test_path_length_is_unknown_after_too_many_steps() -> None:
    kernels = link_plain(vars(longest_path), board_constants(5))
    memory = kernels.memory(longest_path.FIELDS)
    whole, player = (1 << 25) - 1, 12 << 6
    assert kernels.path_length(memory, 0, whole, player, 3) == UNKNOWN
    assert kernels.path_length(memory, 0, whole, player, NO_LIMIT) == 25


def test_path_search_falls_back_to_cache_after_failures() -> None:
    few = {"FEW_STEPS": 3, "MAX_FAILED_STEPS": 6}
    kernels = link_plain(vars(longest_path) | few, board_constants(5))
    memory = kernels.memory(longest_path.FIELDS)
    whole, player = (1 << 25) - 1, 12 << 6
    tried = []
    for _ in range(4):
        assert kernels.quick_path_length(memory, 0, whole, player) == UNKNOWN
        tried.append(memory.failed_steps)
    assert tried == [3, 6, 6, 6]
    kernels.path_length(memory, 0, whole, player, NO_LIMIT)
    assert kernels.quick_path_length(memory, 0, whole, player) == 25
    alone = GAME.read("A", "A>. a   b   .   B<./" + "/".join([".   a   b   .   ."] * 4), "0", "0")
    memory, left = linked(5).plain.memory(FIELDS), []
    memory.failed_steps = 15
    for _ in range(3):
        linked(5).plain.gain_separated(memory, *state_of(alone)[:4])
        left.append(memory.failed_steps)
    assert left == [5, 0, 0]


def test_nearly_separated_players_do_not_slow_the_search() -> None:
    """Without a limit on failed path searches this took 3.7 CPU seconds on 9x9."""
    rows = "/".join(
        [
            "b   .   .   .   .   .   .   .   .",
            "b   .   .   .   .   a   .   a   .",
            "b   .   .   .   a   a   a   a   a",
            "b   a   a   a   a   a   a   a   a",
            "b   a   a   a   b   b   b   a   Ava",
            "b   b   b   b   b   b   b   a   a",
            "b   b   .   .   b   b   .   a   a",
            "B>b b   b   .   .   .   .   .   .",
            "b   b   .   .   .   .   .   .   .",
        ]
    )
    game = linked(9)
    searcher, position = (
        Thinker(game, machine_code(game), bits=18),
        GAME.read("B", rows, "4", "4"),
    )
    began = time.process_time()
    last = list(searcher.think(state_of(position), Deadline(nodes=24_000)))[-1]
    assert (last.nodes > 10_000, time.process_time() - began < 1) == (True, True)


@pytest.mark.parametrize("size", [9, 25])
def test_path_search_has_levels_for_large_boards(size: int) -> None:
    kernels = link_plain(vars(longest_path), board_constants(size))
    whole = (1 << size * size) - 1
    assert kernels.path_length(kernels.memory(longest_path.FIELDS), 0, whole, size << 6, FEW_STEPS) in (
        UNKNOWN,
        size * size,
    )


def random_position(chance: random.Random) -> Position:
    """Return a position of random play on 3x3; half of the moves are forward, or boards would stay empty."""
    position = start(3, chance.randrange(2))
    for _ in range(chance.randrange(40)):
        if position.outcome():
            return random_position(chance)
        position = position.play(MOVES[0] if chance.random() < 0.5 else chance.choice(MOVES))
    return random_position(chance) if position.outcome() else position


@pytest.mark.parametrize("count", [5, pytest.param(100, marks=pytest.mark.long)])
def test_answers_and_their_ranges_of_idle_moves_are_true(count: int, exact_value: Values) -> None:
    chance, kernels = random.Random(5), linked(3).plain
    memory = LeadProver(kernels, FIELDS, 1 << 14).memory
    memory.budget, answers = 1 << 60, 0
    for _ in range(count):
        position = random_position(chance)
        true, me = exact_value(position), position.mover
        for target in range(true - 1, true + 3):
            found = kernels.prove(memory, state_of(position), target, 0)
            answer, mine, yours = found & 3, found >> 2 & 15, found >> 6
            assert answer == (YES if true >= target else NO), (position, target)
            for idle in range(STALL):
                for theirs in range(STALL + 1):
                    if (
                        (idle <= mine and theirs >= yours)
                        if answer == YES
                        else (idle >= mine and theirs <= yours)
                    ):
                        other = position.with_player(me, position.players[me]._replace(idle=idle))
                        other = other.with_player(1 - me, position.players[1 - me]._replace(idle=theirs))
                        assert (exact_value(other) >= target) == (answer == YES), (position, target, other)
                        answers += 1
    assert answers > 40 * count


@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.long)])
def test_prover_finds_exact_values_and_moves_that_keep_them(count: int, exact_value: Values) -> None:
    chance, prover = random.Random(6), LeadProver(linked(3).plain, FIELDS)
    for _ in range(count):
        position = random_position(chance)
        if position.players[position.mover].idle == STALL:
            continue
        known = prover.solve(state_of(position), Deadline(nodes=1_000_000))
        assert known.exact and known.move is not None
        assert known.low == exact_value(position), position
        after = position.play(MOVES[known.move])
        kept = exact_value(after)
        assert known.low == (kept if after.mover == position.mover else -kept), position


@pytest.mark.parametrize("count", [2, pytest.param(12, marks=pytest.mark.long)])
def test_machine_code_and_plain_python_prove_the_same_values(count: int) -> None:
    chance, position = random.Random(7), start(5)
    provers = [LeadProver(kernels, FIELDS) for kernels in (machine_code(linked(5)), linked(5).plain)]
    compared = 0
    while compared < count:
        position = start(5)
        for _ in range(45):
            if not position.outcome():
                position = position.play(MOVES[0] if chance.random() < 0.5 else chance.choice(MOVES))
        if position.outcome() or any(player.idle == STALL for player in position.players):
            continue
        fast, slow = (prover.solve(state_of(position), Deadline(nodes=5_000)) for prover in provers)
        if fast.exact and slow.exact:
            assert fast.low == slow.low
            compared += 1


def test_prover_returns_nothing_within_a_small_limit() -> None:
    prover = LeadProver(machine_code(linked(5)), FIELDS)
    assert prover.solve(state_of(start(5)), Deadline(nodes=1000)) == ProvenBounds()
    assert prover.nodes <= 1000
    assert prover.solve(state_of(start(5)), Deadline(depth=3)) == ProvenBounds()


@pytest.mark.parametrize("count", [3, pytest.param(16, marks=pytest.mark.long)])
def test_upright_image_is_the_same_for_all_symmetric_images(count: int) -> None:
    chance, kernels = random.Random(8), linked(3).plain
    for _ in range(count):
        position = random_position(chance)
        views = [
            position,
            upside_down_position(position),
            mirror_and_swap(position),
            upside_down_position(mirror_and_swap(position)),
        ]
        found = [canonical_image(kernels, state_of(view))[0][:4] for view in views]
        assert found == [found[0]] * 4
        assert canonical_image(kernels, found[0] + (0,))[0][:4] == found[0]
        moves = [LeadProver(kernels, FIELDS).move(state_of(view), 0) for view in views]
        same, turned = {moves[0], moves[3]}, {moves[1], moves[2]}
        assert len(same) == len(turned) == 1
        if views[0] != views[1]:  # otherwise left and right are equal
            assert {2: 1, 1: 2}.get(moves[0] or 0, moves[0]) == moves[1]


def test_table_answers_for_the_mirror_and_for_fewer_idle_moves() -> None:
    kernels = linked(3).plain
    memory = LeadProver(kernels, FIELDS, 1 << 8).memory
    memory.budget = 1 << 60
    state = state_of(start(3).play(MOVES[1]).play(MOVES[0]))
    mirror = state_of(start(3).play(MOVES[2]).play(MOVES[0]))
    found = kernels.prove(memory, state, 1, 0)
    assert found & 3 in (YES, NO) and found & 3 != STOPPED
    nodes = memory.nodes
    assert kernels.prove(memory, mirror, 1, 0) == found
    assert memory.nodes == nodes + 1
    assert LeadProver(kernels, FIELDS).solve(state, Deadline(nodes=10_000)).move is not None
