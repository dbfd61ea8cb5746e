"""Saved games, replay, and atomic writes of files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.record.record import Record
from common.record.save_paths import FOLDER, unused_path
from common.record.saved_game import (
    SavedGame,
    locating_errors,
    replay_record,
)
from common.rules.errors import BadInput
from tests.support import small_game

FILE = Path("game.jsonl")
MOVES = ("3", "2", "2", "3")  # Bob takes the last counter


def saved_game(*moves: str, outcome: object = None, **header: Any) -> SavedGame[small_game.Position]:
    """Replay a record whose moves are on lines 2, 4, 6, and so on."""
    record = Record(header, [{"move": move} for move in moves], outcome)  # type: ignore[arg-type]
    lines = range(2, 2 * len(moves) + 1, 2)
    return replay_record(FILE, record, lines, small_game.Position(), ("Ann", "Bob"))


@pytest.mark.parametrize("header", [{}, {"number": "3", "seed": "7"}, {"number": True, "seed": 7.0}])
def test_number_and_seed_are_whole_numbers_or_unknown(header: dict[str, Any]) -> None:
    saved = saved_game(**header)
    assert (saved.names, saved.number, saved.seed) == ({}, 0, None)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (("3", "4"), "line 4: '4' is not a move: expected 1, 2 or 3, e.g. 1"),
        (("3", "3", "3", "2"), "line 8: Move 4 of the record is illegal: '2'"),
        ((*MOVES, "1"), "line 10: Move 5 of the record is illegal: '1'"),
    ],
)
def test_illegal_move_is_refused_with_its_line(moves: tuple[str, ...], line: str) -> None:
    with pytest.raises(BadInput) as found:
        saved_game(*moves)
    assert str(found.value) == f"game.jsonl: {line}"


def test_players_that_are_no_names_are_refused() -> None:
    with pytest.raises(BadInput, match=r"^game.jsonl: players '\['Ann'\]': expected a name for each side$"):
        saved_game(players=["Ann"])


@pytest.mark.parametrize(("winner", "margin"), [("Eve", 0), ("Ann", "2"), ("Ann", True), (None, 0.5)])
def test_impossible_outcome_is_refused(winner: str | None, margin: object) -> None:
    with pytest.raises(BadInput) as found:
        saved_game("1", outcome={"winner": winner, "reason": "", "margin": margin})
    assert str(found.value) == (
        f"game.jsonl: winner '{winner}' by '{margin}': expected Ann or Bob, and a whole number"
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (BadInput("no move"), "game.jsonl: line 7: no move"),
        (KeyError("move"), "game.jsonl: line 7 is damaged (''move''): expected a line as --record writes it"),
        (OSError("gone"), "game.jsonl: line 7 is damaged ('gone'): expected a line as --record writes it"),
        (
            RecursionError(),
            "game.jsonl: line 7 is damaged (RecursionError): expected a line as --record writes it",
        ),
    ],
)
def test_error_in_a_line_names_file_and_line(error: Exception, message: str) -> None:
    with pytest.raises(BadInput) as found, locating_errors(FILE, 7):
        raise error
    assert str(found.value) == message


def test_interrupt_in_a_line_stays_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), locating_errors(FILE, 7):
        raise KeyboardInterrupt


def test_new_saved_game_gets_an_unused_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "20260101-120000")
    FOLDER.mkdir()
    names = []
    for _ in range(3):
        names.append(unused_path("small_game").name)
        (FOLDER / names[-1]).touch()
    first = "small_game-20260101-120000"
    assert names == [f"{first}.jsonl", f"{first}-2.jsonl", f"{first}-3.jsonl"]
