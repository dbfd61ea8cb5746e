"""Double moves of the dogs, listed by the safe captures they leave, and their effort in proofs."""

from __future__ import annotations

import random
from typing import Any

from catsdogs import GAME, START, Position, careful, safe_moves
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.proof_moves import INFINITE_NUMBER
from common.games.cats_and_dogs.safe_captures import MOST_CAPTURES
from common.kernels.kernel import State
from tests.support.catsdogs_cases import late_position

linked, state_of = GAME.search.compiled(), GAME.search.state
kernels = linked.plain


def dog_positions(count: int) -> list[Position]:
    """Return positions after random moves in which the dogs make the first of two moves."""
    found = list[Position]()
    for number in range(count):
        chance, cats, at = random.Random(number), careful(number), START
        for _ in range(3 * chance.randrange(9) + 1):
            at = at if at.outcome() else at.play(chance.choice(at.moves()) if at.step else cats(at))
        if at.step == 1 and not at.outcome():
            found.append(at)
    return found


def captures(at: Position) -> list[Position]:
    """Return the positions after the cats' safe captures."""
    return [at.play(move) for move in safe_moves(at._replace(step=0))]


def test_safe_captures_match_the_rules() -> None:
    for at in dog_positions(60):
        expected = len(captures(at._replace(step=0)))
        assert kernels.count_safe_captures(at.cats, at.dogs) == expected
        assert sum(map(len, (safe_onto(at, side) for side in range(4)))) == expected


def safe_onto(at: Position, side: int) -> list[int]:
    squares = kernels.safe_squares(at.cats, side) & at.dogs
    return [square for square in range(64) if squares >> square & 1]


def results(memory: Any, state: State, end: int) -> list[int]:
    """Return the dogs after each of the first moves in memory."""
    return [kernels.play(state, memory.moves[at])[1] for at in range(end)]


def test_levels_partition_all_double_moves() -> None:
    memory = kernels.memory(linked.fields)
    for at in dog_positions(40):
        state = state_of(at)
        everything = results(memory, state, kernels.generate(memory, state, 0))
        end, levels = 0, list[int]()
        for level in range(MOST_CAPTURES + 1):
            begin, end = end, kernels.list_level(memory, state, level, end, 0)
            levels += [level] * (end - begin)
        found = results(memory, state, end)
        assert sorted(found) == sorted(everything)
        assert [kernels.count_safe_captures(at.cats, dogs) for dogs in found] == levels


def count_enclosed_captures(at: Position) -> int:
    """Count the safe captures of dogs beside which no empty square is safe from every cat."""
    exposed = 0
    for side in range(4):
        exposed |= kernels.safe_squares(at.cats, side)
    return sum(
        not SQUARES.near[target] & at.empty & ~exposed for _, target in safe_moves(at._replace(step=0))
    )


def test_effort_of_a_double_move_sums_its_safe_captures() -> None:
    memory, ended, won = kernels.memory(linked.fields), 0, 0
    chance = random.Random(2)
    late = [at for at in (late_position(chance) for _ in range(200)) if at.step == 1 and not at.outcome()]
    for at in dog_positions(8) + late:
        state = state_of(at)
        end = kernels.generate(memory, state, 0)
        kernels.list_level(memory, state, 0, end, 0)
        for move in random.Random(1).sample(range(end), min(end, 15)):
            child = kernels.play(state, memory.moves[move])
            after = captures(Position(*child))
            expected = sum(
                kernels.estimate_work(
                    len(captures(last)), count_enclosed_captures(last), kernels.count_hot_lines(last.cats)
                )
                for last in after
            )
            over = any(last.outcome() for last in after)
            assert kernels.effort(memory, state, child, 0) == (
                (0, INFINITE_NUMBER) if over else (1, expected) if expected else (INFINITE_NUMBER, 0)
            )
            ended += over
            won += expected == 0 and not over
    assert ended and won


def test_level_estimates_rise_and_end() -> None:
    for at in dog_positions(20):
        efforts = [kernels.level_effort(state_of(at), level) for level in range(MOST_CAPTURES + 2)]
        assert efforts == sorted(efforts) and efforts[-2] < INFINITE_NUMBER == efforts[-1]


def test_first_double_moves_leave_fewest_safe_captures() -> None:
    memory = kernels.memory(linked.fields)
    for at in dog_positions(20):
        state = state_of(at)
        ranked = sorted(
            kernels.count_safe_captures(at.cats, dogs)
            for dogs in results(memory, state, kernels.generate(memory, state, 0))
        )
        for most in (1, 24):
            found = [
                kernels.count_safe_captures(at.cats, dogs)
                for dogs in results(memory, state, kernels.generate_first(memory, state, most, 0))
            ]
            assert found == ranked[: len(found)]
            assert len(found) >= min(most, len(ranked))
            assert found[-1] not in ranked[len(found) :]


def test_captures_and_single_moves_are_all_listed() -> None:
    memory = kernels.memory(linked.fields)
    for step in (0, 2):
        assert kernels.generate_first(memory, (START.cats, START.dogs, step), 24, 1) == WIDTH
