"""The command `five-board-games`: its list, its refusals, and the script that it hands a call on to."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from common.cli.five_games import GAMES, console


def status_of(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """Return the exit status of a call."""
    monkeypatch.setattr("sys.argv", ["five-board-games", *words])
    with pytest.raises(SystemExit) as leaving:
        console()
    return leaving.value.code


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_call_without_a_game_lists_the_games(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status_of(monkeypatch, *words)
    shown = capsys.readouterr()
    assert all(name in shown.out + shown.err for name in (*GAMES, "page"))


@pytest.mark.parametrize("words", [["deul7"], ["--seconds", "2"]])
def test_unknown_words_are_refused(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(monkeypatch, *words) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and words[0] in shown.err and "Traceback" not in shown.err


def test_call_of_a_game_is_handed_to_its_script(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[list[str]]()
    script = ModuleType("duel7")
    script.console = lambda: calls.append(sys.argv)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "duel7", script)
    assert status_of(monkeypatch, "duel7", "play", "--level", "1", "--help") == 0
    assert calls == [["five-board-games duel7", "play", "--level", "1", "--help"]]
