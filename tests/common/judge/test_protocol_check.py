"""The protocol check: each rule, asked of programs that are functions of this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from common.judge import protocol_check
from common.judge.protocol_check import Rule, check_protocol, gradescope_report, random_positions
from common.play.players import PERSISTENT_PREFIX, Kind, PlayerSettings, random_player
from common.programs.persistent import STARTUP_SECONDS
from common.rules.errors import BadInput
from common.rules.player import ForfeitError
from common.rules.square_grid import Step
from common.search.limit import Level, Limit
from tests.support.small_board import Hexapawn, Position

SETTINGS = PlayerSettings(Level(Limit(seconds=20)), seed=3)
ANSWERS = "answers a position with a legal move"
RULES = [
    ANSWERS,
    "answers 5 positions of games with legal moves",
    "plays a game as X to its end",
    "plays a game as O to its end",
    "answers in time",
]


class Program:
    """A program of this process: the last legal move, unless its name says otherwise."""

    closed = 0

    def __init__(self, name: str) -> None:
        self._name, self._asked = name, list[Position]()

    def __call__(self, position: Position) -> Step:
        self._asked.append(position)
        if self._name == "crash":
            raise ForfeitError("crashes: exit status 1", "no idea\x1b")
        if self._name == "only X" and position.turn == "O":
            raise ForfeitError("gives up", kind="gives up")
        if self._name == "start only" and position != self._asked[0]:
            raise ForfeitError("crashes: exit status 2")
        return position.moves()[-1]

    def close(self) -> None:
        Program.closed += 1


class Programs(Hexapawn):
    """Players by command: programs are functions of this process."""

    def kind(self, side: str, name: str) -> Kind:
        """Return the kind of a player; every other name is a program."""
        if name in self.kinds:
            return self.kinds[name]
        if name.startswith(PERSISTENT_PREFIX):
            return Kind(partial(self._line_program, name.removeprefix(PERSISTENT_PREFIX)))
        return Kind(lambda settings: self.program(name, settings))

    def program(self, command: str, settings: PlayerSettings) -> Program:
        return one_shot(command, settings.limit.program_seconds, self.protocol_words, settings.confinement)


def one_shot(command: str, seconds: float, words: Callable[[Any], list[str]], confinement: Any) -> Program:
    if command == "missing":
        raise BadInput("'missing' is neither a player's name nor a command")
    assert seconds == SETTINGS.limit.seconds and confinement is SETTINGS.confinement
    return Program(command.strip())


GAME = Programs()


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the processes of programs by functions."""
    monkeypatch.setattr("common.programs.persistent.PersistentPlayer", one_shot)
    monkeypatch.setattr(Program, "closed", 0)


def checked(command: str, count: int = 5) -> list[Rule]:
    return list(check_protocol(GAME, command, SETTINGS, count))


def broken(command: str) -> dict[str, str]:
    """Return the rules that a program breaks, with the evidence."""
    return {rule.name: rule.told for rule in checked(command) if not rule.is_kept}


def test_honest_program_keeps_every_rule() -> None:
    rules = checked("honest")
    assert [rule.name for rule in rules] == RULES and all(rule.is_kept for rule in rules)
    assert rules[0].told.startswith("the last one was ")
    assert [rule.told for rule in rules[2:4]] == [game_against_random(side) for side in "XO"]


def game_against_random(side: str) -> str:
    """Return the evidence of a game in which one side plays its last legal move, the other at random."""
    position, other, plies = GAME.opening(SETTINGS.seed), random_player(SETTINGS.seed), 0
    while not position.outcome():
        move = position.moves()[-1] if position.turn == side else other(position)
        position, plies = position.play(move), plies + 1
    outcome = position.outcome()
    assert outcome
    return f"{plies} moves, {outcome.reason}"


def test_every_started_program_is_closed() -> None:
    """Both players of each asked position, one in each game."""
    checked("honest", count=5)
    assert Program.closed == 2 * (1 + 5) + 2


def test_program_that_answers_nothing_is_asked_once() -> None:
    (rule,) = checked("crash")
    where = GAME.write(GAME.opening(SETTINGS.seed))
    assert (rule.name, rule.is_kept) == (ANSWERS, False)
    assert rule.told == (f"crashes: exit status 1 in {' '.join(where)}; last line on stderr: 'no idea\\x1b'")


def test_program_for_one_side_fails_as_the_other() -> None:
    assert GAME.opening(SETTINGS.seed).turn == "X"
    found = broken("only X")
    assert found["plays a game as O to its end"] == "gives up"
    assert found.keys() == {RULES[1], RULES[3]}
    assert found[RULES[1]].startswith("gives up in O ")


def test_program_is_asked_anew_for_each_position() -> None:
    """Only a whole game asks the same player twice, here as O: X moves once in its game."""
    assert broken("start only") == {RULES[3]: "crashes: exit status 2"}


def test_sides_may_have_a_program_each() -> None:
    rules = checked("only X + honest")
    assert all(rule.is_kept for rule in rules)
    assert [rule.name for rule in rules] == RULES


def test_command_that_cannot_run_is_refused() -> None:
    with pytest.raises(BadInput, match="'missing' is neither"):
        checked("missing")


# TIME


def test_slowest_answer_is_compared_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of separate questions goes on by 21 s each time that it is read."""
    times = iter(range(0, 10_000, 21))
    monkeypatch.setattr(protocol_check, "time", SimpleNamespace(monotonic=lambda: next(times)))
    assert broken("honest") == {"answers in time": "the slowest answer took 21.00 s of 20 s"}
    told = "the slowest answer took 21.00 s of 30 s, including start-up"
    assert checked("persistent: honest")[4] == Rule("answers in time", True, told)
    assert STARTUP_SECONDS == 10


def test_slowest_answer_may_be_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the program lets the clock of games go on, not its opponent."""
    clock = [0]

    def slow(program: Program, position: Position) -> Step:
        clock[0] += 9
        return answer(program, position)

    answer = Program.__call__
    monkeypatch.setattr(Program, "__call__", slow)
    monkeypatch.setattr("common.play.game_loop.time", SimpleNamespace(monotonic=lambda: clock[0]))
    rules = {rule.name: rule.told for rule in checked("honest")}
    assert rules["answers in time"] == "the slowest answer took 9.00 s of 20 s"


# POSITIONS


def test_random_positions_are_unfinished_and_reproducible() -> None:
    found = random_positions(GAME, 30, 7)
    assert len(found) == 30 and not any(position.outcome() for position in found)
    assert found == random_positions(GAME, 30, 7) != random_positions(GAME, 30, 8)
    assert len(set(found)) > 5 and {position.turn for position in found} == {"X", "O"}


# REPORTS


def test_lines_begin_with_the_verdict() -> None:
    lines = [Rule("answers", kept, "a1 b1").line() for kept in (True, False)]
    assert lines == ["ok   answers: a1 b1", "FAIL answers: a1 b1"]


def test_gradescope_report_has_a_point_per_rule() -> None:
    report = gradescope_report([Rule("one", True, "well"), Rule("two", False, "badly")], "a note")
    assert (report["score"], report["output"], report["output_format"]) == (1, "a note", "text")
    assert report["tests"] == [
        {
            "name": "one",
            "score": 1,
            "max_score": 1,
            "status": "passed",
            "output": "well",
            "output_format": "text",
        },
        {
            "name": "two",
            "score": 0,
            "max_score": 1,
            "status": "failed",
            "output": "badly",
            "output_format": "text",
        },
    ]
