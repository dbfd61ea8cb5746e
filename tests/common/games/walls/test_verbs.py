"""The verbs `check` and `tree` of Walls, in this process."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common.command import cli, options
from common.games.walls import verbs
from common.games.walls.strategy import Strategy
from common.games.walls.verbs import add_verbs
from common.kernels.linked_kernels import LinkedKernels
from common.rules.errors import BadInput
from walls import GAME, Position, start


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernels as plain Python, so that no test has to compile or load them."""
    monkeypatch.setattr(LinkedKernels, "fast", LinkedKernels.plain)


def call(*words: str | Path) -> int:
    """Run a command line with this module's verbs only."""
    app = options.new_app("A game.")
    add_verbs(app, GAME)
    return cli.run_typer(app, list(map(str, words)), "walls.py")


@pytest.mark.parametrize(("words", "size"), [((), 5), (("--size", "3"), 3)])
def test_check_asks_for_a_win_by_a_and_a_loss_of_one_by_b(
    words: tuple[str, ...], size: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[tuple[Position, str, int]]()

    class Check:
        def __init__(self, file: Path, kernels: object, fields: object) -> None:
            assert file == Path("moves.bin")
            assert kernels is GAME.search.compiled(size).plain and fields == GAME.search.compiled(size).fields

        def run(self, begin: Position, side: str, target: int, watch: object) -> str:
            asked.append((begin, side, target))
            return f"{side}: proven"

    monkeypatch.setattr(verbs, "StrategyCheck", Check)
    assert call("check", "moves.bin", *words) == 0
    assert asked == [(start(size), "A", 1), (start(size), "B", -1)]
    assert capsys.readouterr().out == "A: proven\nB: proven\n"


@pytest.mark.parametrize(
    "text",
    [b"", b"nothing", b"{}\nnothing", b"[]\n" + Strategy([]).to_bytes(), Strategy([(1, 2)]).to_bytes()],
    ids=["empty", "text", "no entries", "no header", "entries alone"],
)
def test_check_refuses_a_file_without_a_strategy(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "other.bin"
    file.write_bytes(text)
    with pytest.raises(BadInput) as refused:
        call("check", file)
    assert str(refused.value) == f"{file}: expected a strategy written by `solve --strategy`"


def test_check_needs_an_existing_file_and_a_size(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        call("check", tmp_path / "none.bin")
    with pytest.raises(BadInput, match="'4' is not a board size"):
        call("check", tmp_path / "none.bin", "--size", "4")


def test_tree_is_printed_by_ply_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.dot"
    assert call("tree", "3", file) == 0
    counts = [1, 3, 9, 18, 36]  # by the default depth, 4
    assert capsys.readouterr().out.splitlines() == [
        f"ply {ply}: {count} positions, 0 of them ends, in {3**ply} games" for ply, count in enumerate(counts)
    ]
    text = file.read_text(encoding="utf-8")
    nodes = re.findall(r"^(p\d+_\d+) \[label=", text, re.MULTILINE)
    edges = re.findall(r"^(p\d+_\d+) -> (p\d+_\d+) \[label=", text, re.MULTILINE)
    assert len(nodes) == len(set(nodes)) == sum(counts)
    assert len(edges) == 3 * sum(counts[:-1])
    assert {name for edge in edges for name in edge} == set(nodes)
    assert text.startswith("digraph ") and text.endswith("}\n")


def test_tree_of_depth_0_is_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call("tree", "5", tmp_path / "tree.dot", "--depth", "0")
    assert capsys.readouterr().out == "ply 0: 1 positions, 0 of them ends, in 1 games\n"
    assert (tmp_path / "tree.dot").read_text(encoding="utf-8").count("label") == 1


@pytest.mark.parametrize("words", [("4",), ("3", "--depth", "13"), ("3", "--depth", "-1"), ("x",)])
def test_tree_refuses_other_sizes_and_depths(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        call("tree", words[0], tmp_path / "tree.dot", *words[1:])
    assert list(tmp_path.iterdir()) == []
