"""Double moves level by level: the order of the levels, the first stage, and the effort of a proof."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from catsdogs import GAME, Position, read_position, safe_moves
from common.games.cats_and_dogs.double_moves import WIDTH
from common.games.cats_and_dogs.proof_moves import INFINITE_NUMBER, level_effort
from common.games.cats_and_dogs.safe_captures import MOST_CAPTURES
from tests.support.catsdogs_cases import CATS_WIN, MIDDLE

LINKED = GAME.search.compiled()
PLAIN = LINKED.plain
DOGS = read_position(MIDDLE, 1)


@pytest.fixture
def memory() -> Any:
    return PLAIN.memory(LINKED.fields)


def captures_left(memory: Any, begin: int, end: int) -> list[int]:
    """Return the number of safe captures after each listed move, by the readable rules."""
    after = (Position(*PLAIN.play(DOGS, memory.moves[at])) for at in range(begin, end))
    return [len(safe_moves(child._replace(step=0))) for child in after]


def test_level_holds_moves_that_leave_so_many_captures(memory: Any) -> None:
    end, levels = 0, list[int]()
    for level in range(MOST_CAPTURES + 1):
        begin, end = end, PLAIN.list_level(memory, DOGS, level, end, 0)
        assert captures_left(memory, begin, end) == [level] * (end - begin)
        levels.append(end - begin)
    assert sum(levels) == PLAIN.generate(memory, DOGS, 0)
    assert sum(count > 0 for count in levels) > 3


def test_first_stage_lists_whole_levels_from_the_lowest(memory: Any) -> None:
    everything = sorted(captures_left(memory, 0, PLAIN.generate(memory, DOGS, 0)))
    for most in (1, 24, 10_000):
        end = PLAIN.generate_first(memory, DOGS, most, 0)
        levels = captures_left(memory, 0, end)
        assert levels == everything[:end] and end >= min(most, len(everything))
        assert everything[end:] == [] or everything[end] > levels[-1]


@pytest.mark.parametrize("step", [0, 2], ids=["cats", "the dogs' second move"])
@pytest.mark.parametrize("ply", [0, 2])
def test_moves_that_are_not_double_have_one_level(step: int, ply: int, memory: Any) -> None:
    """Level 0 holds all of them, and the first stage none, so that a search generates all at once."""
    state = DOGS._replace(step=step)
    first = ply * WIDTH
    assert PLAIN.generate_first(memory, state, 24, ply) == first
    end = PLAIN.list_level(memory, state, 0, first, ply)
    assert end - first == len(state.moves())
    assert PLAIN.list_level(memory, state, 1, end, ply) == end
    assert [PLAIN.level_effort(state, level) for level in (0, 1)] == [1, INFINITE_NUMBER]


def test_level_effort_rises_and_ends() -> None:
    efforts = [level_effort(DOGS, level) for level in range(MOST_CAPTURES + 2)]
    assert efforts[0] > 0 and efforts == sorted(set(efforts))
    assert efforts[-2] < INFINITE_NUMBER == efforts[-1]


def test_effort_of_a_capture_grows_with_the_safe_captures(memory: Any) -> None:
    cats = read_position(MIDDLE)
    by_count = dict[int, set[int]]()
    for move in safe_moves(cats):
        child = cats.play(move)
        proof, disproof = PLAIN.effort(memory, cats, child, 0)
        assert disproof == (1 if proof else INFINITE_NUMBER)
        by_count.setdefault(len(safe_moves(child._replace(step=0))), set()).add(proof)
    ranked = [by_count[count] for count in sorted(by_count)]
    assert len(ranked) > 1
    assert all(max(fewer) < min(more) for fewer, more in pairwise(ranked))


def test_effort_is_zero_once_the_cats_have_won(memory: Any) -> None:
    """After a double move that leaves a capture which ends contact, the dogs cannot win."""
    at = read_position(CATS_WIN, 1)
    PLAIN.list_level(memory, at, 0, 0, 0)
    end, seen = PLAIN.generate(memory, at, 0), set[bool]()
    PLAIN.list_level(memory, at, 0, end, 0)
    for number in range(end):
        child = Position(*PLAIN.play(at, memory.moves[number]))
        if child.outcome():
            continue
        lost = any(child.play(capture).outcome() for capture in safe_moves(child))
        proof, disproof = PLAIN.effort(memory, at, child, 0)
        assert (proof == 0, disproof == INFINITE_NUMBER) == (lost, lost), child
        seen.add(lost)
    assert seen == {False, True}
