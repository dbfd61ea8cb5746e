"""The command `five-board-games`: its list, its refusals, and the script that it hands a call on to."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from common.command.game_entries import COMMANDS, GAMES

from common.cli import console as cli
from common.cli.five_games import EXAMPLES, console, entry_named, main
from common.rules.errors import BadInput


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_call_without_a_game_lists_the_games(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [
        *GAMES,
        *COMMANDS,
        *(["five-board-games"] * len(EXAMPLES)),
    ]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("word", "module"),
    [("duel7", "duel7"), ("duel7.py", "duel7"), ("game.py", "game"), ("circle-the-cat", "game")],
)
def test_game_is_named_by_its_command_or_its_script(word: str, module: str) -> None:
    found = entry_named(word)
    assert found and found[1].module == module


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["deul7"], "'deul7' is not one of the games; did you mean duel7?"),
        (["--seconds", "2"], "'--seconds 2' is not understood: see five-board-games --help"),
    ],
)
def test_unknown_words_get_one_line(
    words: list[str], line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not COMMANDS:  # the list above is complete
        with pytest.raises(BadInput) as refused:
            main(words)
        assert str(refused.value) == line
    monkeypatch.setattr("sys.argv", ["five-board-games", *words])
    with pytest.raises(SystemExit) as leaving:
        console()
    assert leaving.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == cli.print_version("five-board-games") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second and first.startswith("five-board-games ")


def test_call_of_a_game_is_handed_to_its_script(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[list[str]]()
    script = ModuleType("duel7")
    script.console = lambda: calls.append(sys.argv)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "duel7", script)
    monkeypatch.setattr("sys.argv", ["/programs/five-board-games", "duel7", "play", "--level", "1"])
    console()
    assert calls == [["five-board-games duel7", "play", "--level", "1"]]
