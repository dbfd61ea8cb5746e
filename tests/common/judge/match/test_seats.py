"""Programs among the players of both sides, and their files."""

from __future__ import annotations

import sys
from pathlib import Path

from common.judge.match.seats import files_of_programs, programs_among
from tests.support.small_board import GAME


def test_programs_are_the_seats_that_are_no_names(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    command = f"'{sys.executable}' '{tmp_path / 'bot.py'}'"
    seats = [("X", "random"), ("X", f"persistent: {command}"), ("O", "level-1"), ("O", command)]
    assert [line.strip() for line in programs_among(GAME, seats)] == [command, command]
    assert files_of_programs(GAME, seats) == {(tmp_path / "bot.py").resolve()}
    assert files_of_programs(GAME, seats[:1]) == set()
