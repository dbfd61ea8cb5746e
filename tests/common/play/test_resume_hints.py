"""The last lines for a human: files of saved games, and commands for them."""

from __future__ import annotations

import errno
import os
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.play.resume_hints import GameRunner, next_commands
from common.record.record import Record, Writer
from common.rules.errors import Leave
from common.rules.position import Outcome
from tests.support.keyboard import type_on_pipe, type_on_terminal
from tests.support.small_board import GAME, history_of

WON = Outcome("X", "O cannot move.")


def session(
    file: str | None, ends: Outcome | Leave, problem: OSError | None = None, human: bool = True
) -> Any:
    """Return a session that ends at once, with a record in a file."""
    writer = Writer(Record({}))
    writer.path, writer.problem = Path(file) if file else None, problem

    def run() -> Outcome:
        if isinstance(ends, Leave):
            raise ends
        writer.record.outcome = ends._asdict()
        return ends

    loop = SimpleNamespace(history=history_of("a2 b2", "c1 b2", "a3 b2"))
    return SimpleNamespace(has_human=human, writer=writer, run=run, loop=loop)


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests run as `python small_board.py`."""
    monkeypatch.setattr("sys.argv", ["small_board.py"])


def runner_on_terminal(monkeypatch: pytest.MonkeyPatch) -> GameRunner:
    type_on_terminal(monkeypatch)
    return GameRunner(GAME)


def test_next_commands_fit_the_state_of_the_game() -> None:
    over, unfinished = (next_commands("python walls.py", "game.jsonl", over) for over in (True, False))
    assert over[0] == "  python walls.py analyse game.jsonl --html game.html"
    assert unfinished[0] == "  python walls.py play --resume game.jsonl"
    same = ["  python walls.py replay game.jsonl --step", "  python walls.py games"]
    assert over[1:] == unfinished[1:] == same


def test_finished_games_are_named_with_commands_for_the_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runner = runner_on_terminal(monkeypatch)
    for file in ("one.jsonl", "the other.jsonl"):
        assert runner.run(session(file, WON)) == WON
    runner.print_hints()
    said, *commands = capsys.readouterr().err.splitlines()
    assert said == "The game is saved in one.jsonl, the other.jsonl. Next:"
    assert [shlex.split(line)[:4] for line in commands] == [
        ["python", "small_board.py", "analyse", "the other.jsonl"],
        ["python", "small_board.py", "replay", "the other.jsonl"],
        ["python", "small_board.py", "games"],
    ]


@pytest.mark.parametrize(
    ("side", "line"), [("X", "You win in 2 moves.\n"), ("O", "You lose after 1 move.\n"), (None, "")]
)
def test_human_is_told_the_result(monkeypatch: pytest.MonkeyPatch, side: str | None, line: str) -> None:
    screen = type_on_terminal(monkeypatch)
    GameRunner(GAME, side).run(session("one.jsonl", WON))
    assert screen.getvalue() == line


def test_leaving_ends_with_the_command_to_resume(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Leave) as left:
        runner_on_terminal(monkeypatch).run(session("one.jsonl", Leave("Stopped.", 130)))
    lines = left.value.sentence.splitlines()
    assert lines[:3] == ["", "Stopped.", "Unfinished game saved in one.jsonl. Next:"]
    assert lines[3] == "  python small_board.py play --resume one.jsonl"
    assert (len(lines), left.value.status) == (6, 130)


def test_quitting_without_a_sentence_has_only_the_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Leave) as left:
        runner_on_terminal(monkeypatch).run(session("one.jsonl", Leave("", 0)))
    assert left.value.sentence.startswith("\nUnfinished game saved in one.jsonl. Next:\n")


def test_game_that_cannot_be_saved_costs_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "saved-games/x.jsonl")
    runner = runner_on_terminal(monkeypatch)
    runner.run(session(None, WON, full))
    runner.print_hints()
    told = capsys.readouterr().err
    assert re.fullmatch(r"The game cannot be saved: saved-games/x\.jsonl: No space .*\n", told)


def test_game_without_a_file_has_no_hints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runner = runner_on_terminal(monkeypatch)
    runner.run(session(None, WON))
    runner.print_hints()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("human", [True, False])
def test_pipes_and_engine_games_get_no_hints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], human: bool
) -> None:
    runner = runner_on_terminal(monkeypatch)
    if human:
        type_on_pipe(monkeypatch)
    with pytest.raises(Leave) as left:
        runner.run(session("one.jsonl", Leave("The input ended.", 1), human=human))
    assert (left.value.sentence, left.value.status) == ("The input ended.", 1)
    runner.print_hints()
    assert capsys.readouterr().err == ""
