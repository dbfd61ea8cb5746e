"""Questions to a human: repeated until answered; with defaults, help and prefixes on a terminal."""

from __future__ import annotations

import pytest

from common.play.questions import (
    ask,
    ask_choice,
    ask_number,
    ask_sides,
    read_choice,
    read_number,
)
from common.rules.errors import BadInput, Leave
from tests.support.keyboard import type_on_pipe, type_on_terminal

SIDES = ("cat", "catcher")
COLOURS = {"red": "crimson", "green": "emerald", "grey": "dull-silver"}


def even(answer: str) -> int:
    if not answer.isdecimal() or int(answer) % 2:
        raise BadInput(f"{answer} is not even")
    return int(answer)


def test_ask_repeats_until_the_answer_is_accepted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "3", "  4  ", "6")
    assert ask("Even: ", even) == 4
    assert capsys.readouterr().out == "Even: 3 is not even\nEven: "


def test_setup_question_on_a_terminal_has_default_and_help(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "help", "")
    assert ask("Even: ", even, "an even number", "8") == 8
    assert screen.getvalue() == (
        "Even [8]: Expected: an even number. An empty answer is 8; quit leaves.\nEven [8]: "
    )


@pytest.mark.parametrize("answer", ["quit", "q", "QU"])
def test_setup_question_takes_prefixes_of_commands(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    type_on_terminal(monkeypatch, answer)
    with pytest.raises(Leave):
        ask("Even: ", even, "an even number", "8")


SYNONYMS = {"red": "red", "RED": "red", "r": "red", "crim": "red", "emerald": "green", "": "green"}
SYNONYMS |= {"Dull Silver": "grey", "gree": "green"}
PLAYED = {"": "cat", "cats": "cat", "catcher": "catcher", "Player2": "catcher", "2": "catcher"}
PLAYED |= {"b": "cat catcher", "none": "", "nobody": ""}


@pytest.mark.parametrize(("typed", "chosen"), SYNONYMS.items())
def test_choice_on_a_terminal_takes_synonyms_and_prefixes(
    monkeypatch: pytest.MonkeyPatch, typed: str, chosen: str
) -> None:
    type_on_terminal(monkeypatch, typed)
    assert ask_choice("Colour: ", COLOURS, "green") == chosen


@pytest.mark.parametrize(("typed", "played"), PLAYED.items())
def test_human_chooses_the_sides_to_play(monkeypatch: pytest.MonkeyPatch, typed: str, played: str) -> None:
    screen = type_on_terminal(monkeypatch, typed)
    found = ask_sides(SIDES)
    assert found == {side: "human" if side in played.split() else "engine" for side in SIDES}
    assert screen.getvalue() == "Which side do you play? (cat/catcher/both/none) [cat]: "


def test_ambiguous_prefix_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "gre", "grey")
    assert ask_choice("Colour: ", COLOURS) == "grey"
    assert screen.getvalue() == (
        "Colour [red]: 'gre': expected red or green or grey, e.g. red\nColour [red]: "
    )


def test_choice_on_a_pipe_has_no_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_on_pipe(monkeypatch, "", "gree")
    assert ask_choice("Colour: ", COLOURS) == "green"
    assert capsys.readouterr().out.count("expected red or green or grey, e.g. red\n") == 1


def test_number_has_default_help_and_range(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch, "9", "help", "")
    assert ask_number("Level: ", 1, 5, 3) == 3
    assert screen.getvalue() == (
        "Level [3]: '9': expected a whole number from 1 to 5, e.g. 3\n"
        "Level [3]: Expected: a whole number from 1 to 5. An empty answer is 3; quit leaves.\n"
        "Level [3]: "
    )


@pytest.mark.parametrize("word", ["0", "6", "-1", "+2", "2.0", "", "٣", "1" * 10, "x\x1b"])
def test_number_out_of_range_is_refused_and_quoted(word: str) -> None:
    with pytest.raises(BadInput, match="expected a whole number from 1 to 5") as problem:
        read_number(word, 1, 5, 3)
    assert "\x1b" not in str(problem.value)


def test_unknown_choice_is_refused_and_quoted() -> None:
    assert read_choice("Bo", {"cat": "", "both": ""}) == "both"
    with pytest.raises(BadInput, match="'x': expected cat or both"):
        read_choice("x", {"cat": "", "both": ""})
