"""The verb `move`: its arguments, parsed by hand, the printed move, and the time already used."""

from __future__ import annotations

from typing import Any

import pytest

from common.command import move_verb
from common.command.move_verb import add_move, example_call, move, print_move
from common.kernels.deadline import Deadline
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.search.limit import Limit
from tests.support.small_game import GAME, Position, game_with_options, run_verb

Asked = list[tuple[Position, PlayerSettings, Deadline]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Replace the engine by a player that takes one counter and notes what it was asked."""
    calls: Asked = []

    def one(game: Game[Any, Any], *call: Any) -> int:
        calls.append(call)
        return 1

    monkeypatch.setattr(move_verb, "referee_move", one)
    return calls


@pytest.mark.parametrize(("heap", "best"), [("6", "2"), ("7", "3"), ("5", "1")])
def test_winning_move_is_printed(heap: str, best: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_move(GAME, ["Ann", heap], nodes=500) == 0
    assert capsys.readouterr().out == f"{best}\n"


def test_finished_game_prints_an_empty_line(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_move(GAME, ["Ann", "0"]) == 0
    assert capsys.readouterr().out == "\n" and asked == []


def test_time_of_the_process_counts_against_the_limit(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_verb, "time_used", lambda: 6.0)
    print_move(GAME, ["Ann", "6"], seconds=10)
    ((position, settings, deadline),) = asked
    assert (position, settings.limit) == (Position(6), Limit(10))
    assert deadline.remaining <= 4


@pytest.mark.parametrize(
    "words",
    [
        ("Ann", "6", "--nodes", "50", "--depth", "3", "--seconds", "1.5"),
        ("--nodes=50", "Ann", "--depth=3", "6", "--seconds=1.5"),
    ],
)
def test_options_stand_anywhere_and_in_both_forms(words: tuple[str, ...], asked: Asked) -> None:
    assert move(GAME, words) == 0
    assert (asked[0][0], asked[0][1].limit) == (Position(6), Limit(1.5, 50, 3))


def test_limit_is_that_of_a_game_by_default(asked: Asked) -> None:
    move(GAME, ["Ann", "6"])
    assert asked[0][1].limit == GAME.players.default_limit


EXAMPLE = "python small_game.py move Bob 9"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), f"move takes 2 words for a position, not 0, e.g. {EXAMPLE}"),
        (("Ann", "6", "7"), f"move takes 2 words for a position, not 3, e.g. {EXAMPLE}"),
        (
            ("--mouse", "Ann", "6"),
            f"move has no option '--mouse': expected --seconds, --nodes, --depth, e.g. {EXAMPLE} --depth 9",
        ),
        (("Ann", "6", "--nodes", "x"), "--nodes 'x': expected a number, e.g. --nodes 50000"),
        (("Ann", "6", "--nodes", "2.5"), "--nodes '2.5': expected a number, e.g. --nodes 50000"),
        (("Ann", "6", "--seconds"), "--seconds '': expected a number, e.g. --seconds 2"),
        (("Ann", "6", "--seconds=0"), "--seconds 0: expected a number of seconds above 0, e.g. --seconds 2"),
        (("Cid", "6"), "'Cid' is not a side: expected Ann or Bob, e.g. Ann"),
        (("Ann", "x"), "'x': expected heap, e.g. 10"),
    ],
)
def test_wrong_arguments_are_refused(words: tuple[str, ...], wanted: str) -> None:
    with pytest.raises(BadInput) as refused:
        move(GAME, words)
    assert str(refused.value) == wanted


def test_example_call_is_a_call_that_works(capsys: pytest.CaptureFixture[str]) -> None:
    assert example_call(GAME) == EXAMPLE
    assert move(GAME, [*EXAMPLE.split()[3:], "--nodes", "500"]) == 0
    assert capsys.readouterr().out == "1\n"


def test_help_page_lists_the_limits_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_move, "move", "--help", game=game_with_options()) == 0
    page = capsys.readouterr().out
    assert all(option in page for option in ("--seconds N", "--nodes N", "--depth N", f"Example: {EXAMPLE}"))
    assert "--heap" not in page


def test_call_through_typer_prints_the_same_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_move, "move", "Ann", "6", "--nodes", "500") == 0
    assert capsys.readouterr().out == "2\n"
