"""The check of a stored strategy, on 3x3."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.proof_table import unmirrored
from common.games.walls.proof_tasks import ProofTask, run_tasks, strategy_moves
from common.games.walls.start_proof import key_of
from common.games.walls.strategy import Strategy
from common.games.walls.strategy_check import StrategyCheck
from common.kernels.deadline import NO_DEADLINE
from common.rules.errors import BadInput
from common.search.progress import no_progress
from common.search.strategy import write_strategy
from tests.support.programs import Run
from walls import GAME, start

FEW = 30  # nodes from nothing, so that moves have to be stored


@pytest.fixture(scope="module")
def stored() -> dict[int, int]:
    """Return the starter's moves on 3x3."""
    linked, found = GAME.search.compiled(3), dict[int, int]()
    task = ProofTask(linked.plain, linked.fields, state_of(start(3)), 1, 1 << 12)
    run_tasks([task], "the start of 3x3", NO_DEADLINE, None, no_progress)
    for state, move in strategy_moves(task, FEW):
        key, mirrored = key_of(linked.plain, state)
        found[key] = unmirrored(move, mirrored)
    return found


def check(stored: dict[int, int], folder: Path) -> StrategyCheck:
    write_strategy(
        folder / "moves.bin", {"strategy of": "the start of 3x3"}, Strategy(stored.items()).to_bytes()
    )
    linked = GAME.search.compiled(3)
    return StrategyCheck(folder / "moves.bin", linked.plain, linked.fields)


def test_right_moves_hold_against_every_reply(stored: dict[int, int], tmp_path: Path) -> None:
    said = check(stored, tmp_path).run(start(3), "A", 1, no_progress)
    assert len(stored) > 5 and said.startswith("A: ") and said.endswith("ends proven, +1 or better")


def test_wrong_first_move_is_refused(stored: dict[int, int], tmp_path: Path) -> None:
    """To try forward first loses by a brick: docs/search.md."""
    key, mirrored = key_of(GAME.search.compiled(3).plain, state_of(start(3)))
    wrong = stored | {key: unmirrored(MOVES.index("try-forward"), mirrored)}
    with pytest.raises(BadInput, match="A "):
        check(wrong, tmp_path).run(start(3), "A", 1, no_progress)


def test_unreachable_target_is_refused(stored: dict[int, int], tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        check(stored, tmp_path).run(start(3), "A", 2, no_progress)


def test_check_command_accepts_the_strategy(stored: dict[int, int], run: Run, tmp_path: Path) -> None:
    check(stored, tmp_path)
    done = run("walls.py", "check", "moves.bin", "--size", "3")
    assert (done.returncode, [line[:3] for line in done.stdout.splitlines()]) == (0, ["A: ", "B: "]), (
        done.stderr
    )
