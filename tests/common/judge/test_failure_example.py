"""Failed exchanges: the smallest failing position that is found, and the lines that repeat it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from common.judge.failure_example import CheckedProgram, Failure, exchange_lines, smallest_failure
from common.judge.protocol_check import random_positions
from common.play.game import Game, Players
from common.play.players import PlayerSettings
from common.rules.player import ForfeitError
from common.rules.square_grid import Step
from common.search.limit import Level, Limit
from tests.support.plain_parts import plain_parts
from tests.support.small_board import START, Position

Breaks = Callable[[Position, int], ForfeitError | None]
SETTINGS = PlayerSettings(Level(Limit(seconds=2)), seed=3)
ILLEGAL = ForfeitError("makes an illegal move: 'a1 a1'", kind="illegal move")
CRASH = ForfeitError("crashes: exit status 1", "no idea")


class Programs(Players[Position, Any]):
    """A program of this process; `breaks` decides by a position and the number of the question."""

    breaks: Breaks = staticmethod(lambda position, number: None)

    def one_shot_program(self, command: str, settings: PlayerSettings) -> Callable[[Position], Step]:
        numbers = iter(range(1, 1000))

        def player(position: Position) -> Step:
            if fault := self.breaks(position, next(numbers)):
                raise fault
            return position.moves()[0]

        return player


def program(breaks: Breaks) -> CheckedProgram:
    players = Programs()
    players.breaks = breaks
    return CheckedProgram(Game(START, **plain_parts(START), players=players), "python bot.py", SETTINGS)


def size(position: Position) -> int:
    return len(position.moves())


def test_smallest_failing_candidate_is_found() -> None:
    checked = program(lambda position, number: ILLEGAL if size(position) > 1 else None)
    candidates = random_positions(checked.game, 20, 5)
    largest = max(candidates, key=size)
    found = smallest_failure(checked, Failure(ILLEGAL, (largest,)), candidates)
    assert found
    least = min(size(one) for one in candidates if size(one) > 1)
    assert size(largest) > least == size(found.asked[0])


def test_another_kind_of_failure_is_not_the_same() -> None:
    start = random_positions(program(lambda *_: None).game, 1, 5)[0]
    checked = program(lambda position, number: ILLEGAL if position == start else CRASH)
    found = smallest_failure(checked, Failure(ILLEGAL, (start,)), random_positions(checked.game, 20, 5))
    assert found and found.asked == (start,)


@pytest.mark.parametrize(("needed", "shown"), [(1, 1), (2, 2), (4, 4), (6, 6)])
def test_program_that_fails_later_is_asked_as_little_as_needed(needed: int, shown: int) -> None:
    checked = program(lambda position, number: CRASH if number == needed else None)
    game = tuple(random_positions(checked.game, 6, 5))
    found = smallest_failure(checked, Failure(CRASH, game), [])
    assert found and found.asked == game[-shown:]


def test_program_that_answers_when_asked_again_has_no_example() -> None:
    checked = program(lambda *_: None)
    assert smallest_failure(checked, Failure(CRASH, tuple(random_positions(checked.game, 6, 5))), []) is None


def test_exchange_names_input_result_and_expectation() -> None:
    checked = program(lambda *_: CRASH)
    (position,) = random_positions(checked.game, 1, 5)
    words = checked.game.notation.write(position)
    typed, result, expected = exchange_lines(checked, Failure(CRASH, (position,)))
    assert typed.startswith("type: python bot.py ") and all(word in typed for word in words)
    assert result == "result: crashes: exit status 1; on stderr: 'no idea'"
    assert expected == f"expected: a move and no failure, e.g. {position.text(position.moves()[0])}"


def test_persistent_program_is_started_and_given_lines() -> None:
    checked = program(lambda *_: ILLEGAL)._replace(command="persistent: python bot.py")
    asked = tuple(random_positions(checked.game, 2, 5))
    start, first, second, _result, expected = exchange_lines(checked, Failure(ILLEGAL, asked))
    assert start == "start: python bot.py"
    assert [line.removeprefix("type: ").split("\t") for line in (first, second)] == [
        checked.game.notation.write(position) for position in asked
    ]
    assert expected.startswith("expected: a legal move, e.g. ")


def test_command_is_shown_as_people_type_it() -> None:
    checked = program(lambda *_: ILLEGAL)._replace(typed="python main.py")
    asked = tuple(random_positions(checked.game, 1, 5))
    assert exchange_lines(checked, Failure(ILLEGAL, asked))[0].startswith("type: python main.py ")


def test_late_program_is_told_its_limit() -> None:
    late = ForfeitError("does not answer within 2 s", kind="time")
    asked = tuple(random_positions(program(lambda *_: None).game, 1, 5))
    line = exchange_lines(program(lambda *_: late), Failure(late, asked))[-1]
    assert line.startswith("expected: a move within 2 s, e.g. ")
