"""The verb `play`: what its options become, its help page, and refused calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from common.command import play_verb
from common.command.play_verb import add_play
from common.command.playing import PlayOptions
from common.play.game import Game, Help
from common.record.saved_game import Files
from common.search.limit import Level, Limit
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, HeapSetup, Position, game_with_options, run_verb


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace playing by a note of set-up, players, options and files."""
    calls = list[tuple[Any, ...]]()

    def noted(game: Game[Any, Any], *call: Any) -> int:
        calls.append(call)
        return 0

    monkeypatch.setattr(play_verb, "play", noted)
    return calls


def test_call_without_options_uses_the_defaults(asked: list[Any]) -> None:
    assert run_verb(add_play, "play") == 0
    setup, names, said, files = asked[0]
    assert tuple(setup.words) == () and names == {"Ann": None, "Bob": None}
    assert said == PlayOptions(Level(GAME.players.default_limit))
    assert files == Files()


def test_options_become_set_up_players_and_files(asked: list[Any], tmp_path: Path) -> None:
    game, record, film = game_with_options(), tmp_path / "game.jsonl", tmp_path / "game.gif"
    start = ("--heap", "5", "--games", "2", "--ann", "greedy", "--seed", "4", "--threads", "1", "--coach")
    limits = ("--seconds", "3", "--nodes", "9", "--depth", "2", "--ask")
    kept = ("--record", str(record), "--gif", str(film), "--frame-ms", "50", "--json", "--no-save", "--force")
    assert run_verb(add_play, "play", *start, *limits, *kept, game=game) == 0
    setup, names, said, files = asked[0]
    assert setup == HeapSetup((), 5, False, 2)
    assert names == {"Ann": "greedy", "Bob": None}
    assert said == PlayOptions(Level(Limit(3, 9, 2)), 1, 4, ask_missing=True, coach=True)
    assert files == Files(record, film, 50, True, False, True)


def test_level_sets_limits_and_is_remembered(asked: list[Any]) -> None:
    assert run_verb(add_play, "play", "--level", "2") == 0
    said = asked[0][2]
    assert (said.level, said.level_number) == (GAME.players.levels[2], 2)


def test_trust_is_kept_with_the_resumed_game(asked: list[Any]) -> None:
    assert run_verb(add_play, "play", "--resume", "game.jsonl", "--trust") == 0
    assert (asked[0][2].resume, asked[0][2].trust) == (Path("game.jsonl"), True)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--trust",), "--trust needs --resume FILE, a game whose players are commands"),
        (("--level", "9"), "--level 9: expected a level from 1 to 5"),
        (("--level", "1", "--nodes", "9"), "--level sets its own limits"),
        (("--threads", "0"), "--threads '0': expected a whole number from 1 to 16"),
        (("--frame-ms", "1"), "--frame-ms '1': expected a whole number from 20 to 60000"),
        (("--gif", "game.txt"), "--gif"),
    ],
)
def test_impossible_options_are_refused(
    words: tuple[str, ...], wanted: str, asked: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_play, "play", *words) == 2
    assert capsys.readouterr().err.startswith(wanted)
    assert asked == []


def test_help_page_hides_the_question_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_play, "play", "--help") == 0
    page = capsys.readouterr().out
    assert "The engine plays every side that you do not assign." in page
    assert "On a terminal it asks which side you play" in page
    assert "python small_game.py play --ann human --level 2 --seed 7" in page
    assert "--ask" not in page


def test_game_may_bring_its_own_help(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Position(), **plain_parts(Position()), help={"play": Help("Take counters.", "--bob greedy")})
    assert run_verb(add_play, "play", "--help", game=game) == 0
    page = capsys.readouterr().out
    assert "Take counters." in page and "python small_game.py play --bob greedy" in page
    assert "that you do not assign" not in page


def test_game_is_played_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ("Bob", "6", "--ann", "random", "--nodes", "500", "--seed", "3")
    record = tmp_path / "game.jsonl"
    assert run_verb(add_play, "play", *call, "--record", str(record)) == 0
    printed = capsys.readouterr()
    assert printed.out.endswith("The last counter is taken.\nBOB WINS\n")
    assert printed.err == "seed 3 (repeat with --seed 3)\n"
    header, *_, end = map(json.loads, record.read_text("utf-8").splitlines())
    assert header["start"] == {"position": "Bob 6"} and end["outcome"]["winner"] == "Bob"
