"""The functions of a game: each hands its arguments on."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.rules.errors import BadInput
from tests.support.imports import modules
from tests.support.small_api import API, API_WITH_OPTIONS, perfect, take_one
from tests.support.small_game import Position

from common.api.game import Game  # isort: skip


def test_positions_are_read_and_written() -> None:
    assert isinstance(API, Game)
    assert API.write(API.read("Bob", "7")) == ["Bob", "7"]
    assert API.start() == Position() and API_WITH_OPTIONS.start(heap=3) == Position(3)
    with pytest.raises(BadInput):
        API.read("Bob")


def test_every_function_answers(tmp_path: Path) -> None:
    assert API.best_move(Position(6), depth=9).move == 2
    assert API.solve(Position(6), seconds=20).winner == "Ann"
    record = API.play(perfect, take_one, start=Position(6))
    assert API.record(Position(6), record.moves).outcome == record.outcome
    record.save(tmp_path / "game.jsonl")
    loaded = API.load(tmp_path / "game.jsonl")
    assert len(API.analyse(loaded, depth=9).moves) == 3
    assert API.match(perfect, take_one, games=2).wins == 2
    assert API.play(perfect, take_one).positions[0] == API.start()


def test_module_imports_nothing_heavy() -> None:
    """Every script pays for it at each start."""
    source = modules()["common.api.game"].read_text("utf-8")
    (imports, _rest) = source.split("if TYPE_CHECKING:", 1)
    assert "common.judge" not in imports and "common.show" not in imports
