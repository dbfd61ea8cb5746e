"""The verbs `check` and `tree` of Walls, in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.cli.console import run_guarded
from common.games.walls import verbs
from common.games.walls.strategy import stored_moves
from common.kernels.linked_kernels import LinkedKernels
from walls import GAME, Position, main, start


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernels as plain Python, so that no test has to compile or load them."""
    monkeypatch.setattr(LinkedKernels, "instance", lambda linked: linked.plain)


def call(*words: str | Path) -> int:
    """Run a command line and return its exit status."""
    return run_guarded(lambda: main(list(map(str, words))))


def test_check_asks_for_a_win_by_a_and_a_loss_of_one_by_b(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[tuple[Position, str, int]]()

    class Check:
        def __init__(self, moves: object, kernels: object, fields: object) -> None:
            assert moves is stored_moves()
            assert kernels is GAME.search.compiled(5).plain and fields == GAME.search.compiled(5).fields

        def run(self, begin: Position, side: str, target: int, watch: object) -> str:
            asked.append((begin, side, target))
            return f"{side}: proven"

    monkeypatch.setattr(verbs, "StrategyCheck", Check)
    assert call("check") == 0
    assert asked == [(start(5), "A", 1), (start(5), "B", -1)]
    assert capsys.readouterr().out == "A: proven\nB: proven\n"


def test_tree_of_depth_0_is_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call("tree", "5", tmp_path / "tree.dot", "--depth", "0")
    assert capsys.readouterr().out == "ply 0: 1 positions, 0 of them ends, in 1 games\n"
    assert (tmp_path / "tree.dot").read_text(encoding="utf-8").count("label") == 1


@pytest.mark.parametrize("words", [("4",), ("3", "--depth", "13"), ("3", "--depth", "-1"), ("x",)])
def test_tree_refuses_other_sizes_and_depths(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert call("tree", words[0], tmp_path / "tree.dot", *words[1:]) == 2
    assert list(tmp_path.iterdir()) == []
