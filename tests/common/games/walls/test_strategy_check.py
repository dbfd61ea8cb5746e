"""The check of a stored strategy, on 3x3."""

from __future__ import annotations

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.proof_table import unmirrored
from common.games.walls.solver import LeadProver
from common.games.walls.strategy import Strategy, key_of
from common.games.walls.strategy_check import StrategyCheck
from common.kernels.deadline import NO_DEADLINE, Deadline
from common.rules.errors import BadInput
from common.search.results import no_progress
from walls import GAME, start

FEW = 30  # nodes from nothing, so that moves have to be stored
LINKED = GAME.search.compiled(3)


@pytest.fixture(scope="module")
def stored() -> dict[int, int]:
    """Return the starter's moves on 3x3, up to where a short search proves the rest."""
    found, seen, left = dict[int, int](), set[int](), [start(3)]
    prover = LeadProver(LINKED.plain, LINKED.fields)
    while left:
        position = left.pop()
        state = state_of(position)
        key, mirrored = key_of(LINKED.plain, state)
        if position.outcome() or key in seen:
            continue
        seen.add(key)
        moves = list(MOVES)
        if position.turn == "A":
            if LeadProver(LINKED.plain, LINKED.fields).prove(state, 1, Deadline(nodes=FEW)).low >= 1:
                continue
            move = prover.prove(state, 1, NO_DEADLINE).move
            assert move is not None
            found[key], moves = unmirrored(move, mirrored), [MOVES[move]]
        left += map(position.play, moves)
    return found


def check(stored: dict[int, int], target: int, deadline: Deadline = NO_DEADLINE) -> str | None:
    moves = Strategy(stored.items())
    return StrategyCheck(moves, LINKED.plain, LINKED.fields, deadline).run(start(3), "A", target, no_progress)


def test_right_moves_hold_against_every_reply(stored: dict[int, int]) -> None:
    said = check(stored, 1)
    assert len(stored) > 5 and said is not None
    assert said.startswith("A: ") and said.endswith("ends proven, +1 or better")


def test_wrong_first_move_is_refused(stored: dict[int, int]) -> None:
    """To try forward first loses by a brick: docs/search.md."""
    key, mirrored = key_of(LINKED.plain, state_of(start(3)))
    wrong = stored | {key: unmirrored(MOVES.index("try-forward"), mirrored)}
    with pytest.raises(BadInput, match="A "):
        check(wrong, 1)


def test_unreachable_target_is_refused(stored: dict[int, int]) -> None:
    with pytest.raises(BadInput):
        check(stored, 2)


def test_check_says_nothing_at_the_deadline(stored: dict[int, int]) -> None:
    assert check(stored, 1, Deadline(end=0.0)) is None
