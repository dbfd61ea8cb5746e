"""The command line of a game: which verb a call means, its version, mistyped verbs, its own verbs."""

from __future__ import annotations

import sys
from importlib import metadata
from io import StringIO
from types import ModuleType
from typing import Any

import pytest
import typer
import typer.main

from common.command import app, cli, move_verb
from common.command.app import VERBS, build_app, console, main, refuse_mistyped
from common.command.options import Verb, add_verb
from common.command.playing import PlayOptions
from common.play.game import Game, Phrases, Setup
from common.rules.errors import BadInput
from common.search.limit import Level
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, Position


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace typer by a note of the words it would parse."""
    calls = list[list[str]]()

    def noted(app: typer.Typer, words: list[str], name: str) -> int:
        assert name == "small_game.py"
        calls.append(words)
        return 0

    monkeypatch.setattr(cli, "run_typer", noted)
    return calls


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ([], ["--help"]),
        (["-h"], ["--help"]),
        (["play", "-h"], ["play", "--help"]),
        (["move", "--help"], ["move", "--help"]),
        (["solve", "Ann", "5"], ["solve", "Ann", "5"]),
        (["Ann", "5"], ["play", "--ask", "Ann", "5"]),
        (["--level", "2"], ["play", "--ask", "--level", "2"]),
    ],
)
def test_call_without_a_verb_means_play(words: list[str], meant: list[str], parsed: list[list[str]]) -> None:
    assert main(GAME, words) == 0
    assert parsed == [meant]


def test_move_is_parsed_without_typer(parsed: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_verb, "move", lambda game, words: len(words))
    assert main(GAME, ["move", "Ann", "5"]) == 2
    assert parsed == []


def test_call_without_arguments_asks_if_the_game_has_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asking(Phrases[Position, Setup]):
        def ask(self, setup: Setup, named: Any, seeded: bool) -> tuple[Setup, Any]:
            return setup, named

    played, game = list[Any](), Game(Position(), **plain_parts(Position()), phrases=Asking())
    monkeypatch.setattr(app, "play", lambda *call: played.append(call))
    main(game, [])
    options = PlayOptions(Level(game.players.default_limit), ask_missing=True)
    assert played == [(game, Setup(), {"Ann": None, "Bob": None}, options)]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("plya", "play"), ("analyze", "analyse"), ("tournement", "tournament"), ("mvoe", "move")],
)
def test_mistyped_verb_is_refused_with_the_one_meant(word: str, meant: str) -> None:
    with pytest.raises(BadInput, match=f"^'{word}' is not a command; did you mean {meant}\\?$"):
        main(GAME, [word])


def test_word_that_may_be_a_position_is_no_mistyped_verb(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "plya").write_text("")
    monkeypatch.chdir(tmp_path)
    for word in ("ann", "Bob", "5", "plya", "zebra", "play5"):
        refuse_mistyped(GAME, word)


def test_version_is_that_of_the_installed_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: f"{name} 7")
    assert main(GAME, ["--version"]) == 0
    assert capsys.readouterr().out == "small_game five-board-games 7\n"

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert cli.print_version("small_game") == 0
    assert capsys.readouterr().out == "small_game not installed: see CHANGELOG.md\n"


def test_every_verb_is_on_the_command_line() -> None:
    group: Any = typer.main.get_command(build_app(GAME))
    assert list(group.commands) == [*VERBS]


@pytest.mark.parametrize("verb", VERBS)
def test_verb_alone_is_built_for_a_call_of_it(verb: str) -> None:
    (command,) = build_app(GAME, verb).registered_commands
    assert command.name == verb


def test_game_adds_verbs_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
        for name in ("count", "weigh"):
            add_verb(app, game, Verb(name, lambda: 5, None, text="Count."))

    module = ModuleType("counting.verbs")
    module.add_verbs = add_verbs  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "counting.verbs", module)
    game = Game(Position(), **plain_parts(Position()), verbs=("count", "weigh"), package="counting")
    assert main(game, ["weigh"]) == 5
    with pytest.raises(BadInput, match="did you mean weigh"):
        main(game, ["wiegh"])


def test_script_exits_with_the_status_of_its_call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    for words, status in ((["--version"], 0), (["plya"], 2)):
        monkeypatch.setattr("sys.argv", ["small_game.py", *words])
        with pytest.raises(SystemExit) as leaving:
            console(GAME)
        assert leaving.value.code == status
    assert capsys.readouterr().err == "'plya' is not a command; did you mean play?\n"
