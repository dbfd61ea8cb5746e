"""Records made, saved, loaded and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.api.record import GameRecord, load_record, make_record, start_header
from common.rules.errors import BadInput
from tests.support.small_api import API
from tests.support.small_game import Position


def record_of(*moves: int) -> GameRecord[Position]:
    return make_record(API, Position(6), moves, {"Ann": "me", "Bob": "you"})


def test_record_has_positions_moves_and_outcome() -> None:
    record = record_of(2, 1, 3)
    assert record.positions == [Position(6), Position(4, "Bob"), Position(3), Position(0, "Bob")]
    assert (record.moves, record.players) == ([2, 1, 3], {"Ann": "me", "Bob": "you"})
    assert record.outcome and record.outcome.winner == "Ann"
    assert repr(record) == "<small_game, me against you, 3 moves: Ann wins>"
    assert repr(make_record(API, Position(6), [2], {})) == "<small_game, 1 moves: not finished>"


@pytest.mark.parametrize(("moves", "line"), [((2, 5), "Move 2 is illegal: '5'"), ((3, 3, 1), "Move 3 is")])
def test_illegal_move_is_refused(moves: tuple[int, ...], line: str) -> None:
    with pytest.raises(BadInput, match=f"^{line}"):
        record_of(*moves)


def test_saved_record_is_loaded(tmp_path: Path) -> None:
    file, record = tmp_path / "game.jsonl", record_of(2, 1)
    record.save(file)
    loaded = load_record(API, str(file))
    assert (loaded.positions, loaded.moves, loaded.players) == (
        record.positions,
        record.moves,
        record.players,
    )
    with pytest.raises(BadInput, match=r"already exists: choose a new name, or force=True$"):
        record_of(3).save(file)
    record_of(3).save(file, force=True)
    assert load_record(API, file).moves == [3]


def test_header_begins_the_record() -> None:
    line = start_header(API, Position(6), {"Ann": "me"}, seed=7)
    assert line == {
        "game": "small_game",
        "version": 1,
        "start": {"position": "Ann 6"},
        "players": {"Ann": "me"},
        "seed": 7,
    }


def test_record_shows_itself_as_html() -> None:
    assert record_of(2)._repr_html_().startswith('<iframe title="')
