"""The printed solution of a position: the winner first, the other lines, JSON, the default limit."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from common.command.solution import DEFAULT_SECONDS, LEGEND, WinnerLine, default_limit, print_solution
from common.kernels.interrupt import Interrupt
from common.play.game import Game, Search
from common.search.limit import Limit
from common.search.results import Question, Solution
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position


class Told(Search[Position]):
    """A search that answers with a given solution, after a call with the question."""

    def __init__(self, found: Solution, before: Callable[[Question], None] = lambda question: None) -> None:
        super().__init__()
        self._found, self._before = found, before

    def solve(self, start: Position, question: Question) -> Solution:
        self._before(question)
        return self._found


def told(
    *lines: str, before: Callable[[Question], None] = lambda question: None, **more: Any
) -> Game[Any, Any]:
    solution = Solution(lines, [{"value": 1}, {"value": 2}], ["Depth 3"], **more)
    return Game(Position(), **plain_parts(Position()), search=Told(solution, before))


def test_winner_is_printed_before_the_other_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_solution(GAME, Position(6), Question()) == 0
    printed = capsys.readouterr()
    first, *rest = printed.out.splitlines()
    assert first == "Ann wins, whatever Bob does."
    assert rest == ["Value: Ann wins, proven", "Best: 2", "Line: 2, 1, 3"]
    assert printed.err.startswith("Depth ")


def test_lost_position_names_the_other_side(capsys: pytest.CaptureFixture[str]) -> None:
    print_solution(GAME, Position(4, "Bob"), Question())
    assert capsys.readouterr().out.startswith("Ann wins, whatever Bob does.\n")


def test_json_has_the_facts_and_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_solution(told("Best: 2"), Position(6), Question(), as_json=True) == 0
    printed = capsys.readouterr()
    assert [json.loads(line) for line in printed.out.splitlines()] == [{"value": 1}, {"value": 2}]
    assert printed.err == "Depth 3\n"


def test_finished_game_prints_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    game = told(before=lambda question: pytest.fail("a finished game is not searched"))
    assert print_solution(game, Position(0), Question()) == 0
    assert capsys.readouterr().out == "The last counter is taken.\nBOB WINS\n"
    print_solution(game, Position(0), Question(), as_json=True)
    assert json.loads(capsys.readouterr().out)["winner"] == "Bob"


def test_unsolved_position_names_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    for limit, line in ((Limit(2.5), "Not solved within 2.5 s.\n"), (Limit(), "Not solved so far.\n")):
        print_solution(told(), Position(6), Question(limit))
        assert capsys.readouterr().out == line


def test_interrupt_prints_what_is_known_and_raises(capsys: pytest.CaptureFixture[str]) -> None:
    game = told("Estimate: even", before=lambda question: question.interrupt.request(2, None))
    with pytest.raises(KeyboardInterrupt):
        print_solution(game, Position(6), Question(Limit(2.5)))
    assert capsys.readouterr().out == "Not solved so far.\nEstimate: even\n"


def test_board_is_shown_with_its_legend(capsys: pytest.CaptureFixture[str]) -> None:
    game = told("Best: 2", show_board=lambda: print("+-?"))
    print_solution(game, Position(6), Question())
    assert capsys.readouterr().out.splitlines()[1:] == ["Best: 2", "+-?", LEGEND]
    print_solution(game, Position(6), Question(), as_json=True)
    assert LEGEND not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("score", "more", "line"),
    [
        (5, "", "Bob wins, whatever Ann does."),
        (-5, "", "Ann wins, whatever Bob does."),
        (0, "", "Nobody wins if both play their best."),
        (5, "by 2 points", "Bob wins, whatever Ann does; by 2 points."),
    ],
)
def test_winner_line_is_printed_once(
    score: int, more: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = WinnerLine(GAME, Position(6, "Bob"), Limit(1), Interrupt(), silent=False)
    first.print_winner(score, more)
    first.print_winner(-score)
    first.print_unsolved()
    assert capsys.readouterr().out == f"{line}\n"


def test_silent_winner_line_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    silent = WinnerLine(GAME, Position(6), Limit(1), Interrupt(), silent=True)
    silent.print_winner(1)
    silent.print_unsolved()
    assert capsys.readouterr().out == ""


def test_default_limit_is_announced_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert default_limit() == Limit(DEFAULT_SECONDS)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert default_limit() == Limit(DEFAULT_SECONDS)
    assert capsys.readouterr().err == "Time limit 30 s; --seconds 300 or inf allows more.\n"
