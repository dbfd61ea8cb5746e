"""Completion of `five-board-games` in a shell: names, then the commands and options of one game."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from common.command.completion import completion_app, run_completion
from common.command.five_games import COMPLETE_VARIABLE, console, main
from common.command.game_entries import COMMANDS, GAMES
from tests.support.small_game import GAME


@pytest.fixture(autouse=True)
def small_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small game stand in for the duel, and no other script be imported."""
    script = ModuleType("duel7")
    script.GAME = GAME  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "duel7", script)
    for entry in GAMES.values():
        if entry.module != "duel7":
            monkeypatch.setitem(sys.modules, entry.module, None)


def completions(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cursor: int | None = None
) -> list[str]:
    """Return the answers to bash for a typed line; the word at `cursor` is completed, by default the last."""
    monkeypatch.setenv(COMPLETE_VARIABLE, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1 if cursor is None else cursor))
    assert main([]) == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("five-board-games c", ["circle-the-cat", "catsdogs"]),
        ("five-board-games duel7 pl", ["play"]),
        ("five-board-games duel7 play --le", ["--level"]),
        ("five-board-games chess pl", []),
    ],
)
def test_typed_words_are_completed(
    words: str, answers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completions(words, monkeypatch, capsys) == answers


def test_first_word_is_any_game_or_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completions("five-board-games", monkeypatch, capsys, 1) == [*GAMES, *COMMANDS]
    assert [one.name for one in completion_app().registered_commands] == [*GAMES, *COMMANDS]


def test_answer_to_a_shell_does_not_start_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["five-board-games", "duel7"])
    monkeypatch.setenv(COMPLETE_VARIABLE, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "five-board-games duel7 so")
    monkeypatch.setenv("COMP_CWORD", "2")
    with pytest.raises(SystemExit) as leaving:
        console()
    assert leaving.value.code == 0 and capsys.readouterr().out.split() == ["solve"]


def test_script_of_the_shell_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: "bash")
    assert run_completion(["--show-completion"]) == 0
    assert COMPLETE_VARIABLE in capsys.readouterr().out


def test_unknown_shell_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("typer.completion._get_shell_name", lambda: None)
    assert run_completion(["--show-completion"]) != 0
    assert "not supported" in capsys.readouterr().err
