"""The verb `serve`: an answer for each line, players kept between answers, refused players."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from common.command import serve_verb
from common.command.serve_verb import PositionServer, add_serve, serve
from common.play.game import Game, Search
from common.play.players import PlayerSettings
from common.rules.player import ForfeitError
from common.search.limit import Level, Limit
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position, run_verb

SETTINGS = PlayerSettings(Level(Limit(nodes=500)), shows_progress=False)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, PlayerSettings]]:
    """Replace players by one that takes one counter. Return the side, name and settings of each."""
    players = list[tuple[str, str, PlayerSettings]]()

    def player(game: Game[Any, Any], side: str, name: str, settings: PlayerSettings, start: Any) -> Any:
        players.append((side, name, settings))
        return lambda position: 1

    monkeypatch.setattr(serve_verb, "player_of", player)
    return players


def test_server_answers_with_the_move_of_its_player() -> None:
    server = PositionServer(GAME, "engine", SETTINGS)
    assert [server.answer(f"Ann\t{heap}") for heap in (5, 6, 7)] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("Ann\t0", "? the game is over: The last counter is taken."),
        ("Cid\t5", "? 'Cid' is not a side: expected Ann or Bob, e.g. Ann"),
        ("Ann", "? small_game.py takes SIDE HEAP, not 1 arguments ('Ann'), e.g. python small_game.py Bob 9"),
        ("Ann 5", "? small_game.py takes SIDE HEAP, not 1 arguments"),
    ],
)
def test_server_explains_a_missing_answer(line: str, answer: str) -> None:
    assert PositionServer(GAME, "random", SETTINGS).answer(line).startswith(answer)


@pytest.mark.parametrize("problem", [ForfeitError("gives up", kind="gives up"), OSError("no process left")])
def test_server_survives_the_failure_of_a_program(
    problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(position: Position) -> int:
        if position.heap == 5:
            raise problem
        return 2

    monkeypatch.setattr(serve_verb, "player_of", lambda *_: failing)
    server = PositionServer(GAME, "program", SETTINGS)
    assert server.answer("Ann\t5").startswith("? ") and str(problem) in server.answer("Ann\t5")
    assert server.answer("Ann\t6") == "2"


def test_player_is_kept_for_a_side_and_a_board_size(made: list[Any]) -> None:
    class BySize(Search[Position]):
        def size(self, position: Position) -> int:
            return position.heap // 10

    server = PositionServer(
        Game(Position(), **plain_parts(Position()), search=BySize()), "greedy + random", SETTINGS
    )
    for line in ("Ann\t5", "Ann\t6", "Bob\t5", "Ann\t15", "Bob\t6"):
        assert server.answer(line) == "1"
    assert [player[:2] for player in made] == [("Ann", "greedy"), ("Bob", "random"), ("Ann", "greedy")]


def test_serve_answers_until_quit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = PositionServer(GAME, "engine", SETTINGS)
    monkeypatch.setattr("sys.stdin", StringIO("Ann\t5\r\n\n  \nAnn\t6\n quit \nAnn\t7\n"))
    serve(server)
    assert capsys.readouterr().out == "1\n2\n"
    monkeypatch.setattr("sys.stdin", StringIO("Ann\t7"))
    serve(server)
    assert capsys.readouterr().out == "3\n"
    monkeypatch.setattr("sys.stdin", None)
    serve(server)
    assert capsys.readouterr().out == ""


def test_options_become_settings_of_the_player(made: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("Bob\t5\n"))
    call = ("--player", "random", "--nodes", "9", "--threads", "1", "--seed", "4", "--no-sandbox")
    assert run_verb(add_serve, "serve", *call) == 0
    ((side, name, settings),) = made
    assert (side, name, settings.limit, settings.threads, settings.seed) == (
        "Bob",
        "random",
        (None, 9, None),
        1,
        4,
    )
    assert settings.warm_up and not settings.shows_progress and not settings.confinement.sandboxed


def test_machine_code_is_not_awaited_under_a_time_limit(
    made: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("Bob\t5\n"))
    assert run_verb(add_serve, "serve", "--seconds", "1") == 0
    assert not made[0][2].warm_up


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--player", "human"), "--player 'human': human players are for `play`; serve answers positions"),
        (("--player", "nobody-at-all"), "'nobody-at-all' is neither a player's name nor a command"),
        (("--player", "level-9"), "level-9: expected level-1 to level-5"),
        (("--player", "greedy + level-9"), "level-9: expected level-1 to level-5"),
        (("--level", "7"), "--level 7: expected a level from 1 to 5"),
    ],
)
def test_impossible_player_is_refused(
    words: tuple[str, ...], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_serve, "serve", *words) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1) and printed.err.startswith(wanted)
