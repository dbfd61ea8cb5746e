"""Games of a tournament: played, with their logs, and as lines of the journal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from common.judge.tournament.played_game import GameTask, PlayedGame, journal_entry, parse_game, play_game
from common.rules.errors import MALFORMED_FILE_ERRORS
from common.search.limit import Limit
from tests.support.small_board import GAME

MODULE = "tests.support.small_board"
PLAYED = PlayedGame(1, 0, ("anna", "bob"), ["a"], ["a1 b1"], "X", "", 0, ("bob", "crash"), "", (0, 0.5), 0)
TALKER = """
import sys
print("asked", *sys.argv[1:2], file=sys.stderr)
raise ValueError("\x1b[2J<b>")
"""
PERSISTENT = """
import sys
for line in sys.stdin:
    print("read", line.split()[0], file=sys.stderr, flush=True)
    print("nothing", flush=True)
"""


def task(*seats: str) -> GameTask:
    one, other = seats
    return GameTask(MODULE, 0, Limit(seconds=30), 1, 7, 0, ("anna", "bob"), (one, other))


def test_every_move_has_its_seconds() -> None:
    played, log = play_game(task("random", "random"))
    assert (played.number, played.players, played.fault) == (7, ("anna", "bob"), None)
    assert [len(times) for times in log.seconds] == [(len(played.moves) + 1) // 2, len(played.moves) // 2]
    assert played.slowest == (max(log.seconds[0]), max(log.seconds[1]))
    assert log.stderr == ("", "")


@pytest.mark.parametrize(
    ("source", "prefix", "kind", "words"),
    [
        (TALKER, "", "crash", "ValueError: \\x1b[2J<b>"),
        (PERSISTENT, "persistent: ", "unintelligible move", "read quit"),
    ],
)
def test_stderr_of_a_forfeiting_program_is_kept(
    tmp_path: Path, source: str, prefix: str, kind: str, words: str
) -> None:
    (tmp_path / "bot.py").write_text(source, encoding="utf-8")
    bot = f"{prefix}'{sys.executable}' '{tmp_path / 'bot.py'}'"
    played, log = play_game(task(bot, "random"))
    assert played.fault == ("anna", kind)
    assert log.stderr[0].splitlines()[-1] == words and log.stderr[1] == ""
    assert len(log.seconds[0]) == 1, "the move that failed counts"


def test_journal_line_is_the_inverse_of_its_parser() -> None:
    assert parse_game(journal_entry(PLAYED), GAME) == PLAYED


@pytest.mark.parametrize(
    "change",
    [
        {"game": 0},
        {"game": 10**13},
        {"players": ["anna", "anna"]},
        {"winner": "Z"},
        {"moves": "a1"},
        {"fault": ["carl", "crash"]},
        {"slowest": [0, "x"]},
        {"more": 1},
    ],
)
def test_changed_line_is_malformed(change: dict[str, Any]) -> None:
    with pytest.raises(MALFORMED_FILE_ERRORS):
        parse_game(journal_entry(PLAYED) | change, GAME)
