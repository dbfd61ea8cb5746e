"""Games of a tournament: their players, their slowest moves, the last words of programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from common.judge.tournament.played_game import GameTask, play_game, slowest_move
from common.play.game_loop import Forfeit, GameLoop
from common.play.record import Record
from common.rules.player import ForfeitError
from common.search.limit import Limit
from tests.support.small_board import GAME, START

MODULE = "tests.support.small_board"
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


def test_game_has_its_players_and_moves() -> None:
    played = play_game(task("random", "random"))
    assert (played.number, played.players, played.fault) == (7, ("anna", "bob"), None)
    assert played.moves and played.last_words == ""


def test_slowest_move_is_that_of_the_side() -> None:
    record = Record(GAME, START, {})
    loop = GameLoop(record, {})
    assert slowest_move(loop, "X") == 0
    for seconds in (0.25, 0.5, 0.125):
        record.add(record.history[-1].moves()[0], seconds=seconds)
    assert [slowest_move(loop, side) for side in ("X", "O")] == [0.25, 0.5]
    loop.forfeit = Forfeit("X", ForfeitError("crashes"), 2.0)
    assert [slowest_move(loop, side) for side in ("X", "O")] == [2.0, 0.5]


@pytest.mark.parametrize(
    ("source", "prefix", "kind", "words"),
    [
        (TALKER, "", "crash", "ValueError: \\x1b[2J<b>"),
        (PERSISTENT, "persistent: ", "unintelligible move", ""),
    ],
)
def test_last_words_of_a_forfeiting_program_are_kept(
    tmp_path: Path, source: str, prefix: str, kind: str, words: str
) -> None:
    (tmp_path / "bot.py").write_text(source, encoding="utf-8")
    bot = f"{prefix}'{sys.executable}' '{tmp_path / 'bot.py'}'"
    played = play_game(task(bot, "random"))
    assert (played.fault, played.last_words) == (("anna", kind), words)
    assert played.slowest[0] > 0, "the move that failed counts"
