"""A terminal in a beginner's game shows the screens of transcripts/, and docs/terminal.svg is one.

A transcript is a screen of 80x24, then answers behind `> ` and the screen after them, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pexpect")

import pexpect

from tests.support.games import every_script
from tests.support.programs import on_unix, start_on_terminal
from tests.support.screen import Screen
from tests.support.terminal_picture import PICTURE, picture

TRANSCRIPTS = Path(__file__).with_name("transcripts")


def screens(script: str, prompt: str, answers: list[str], folder: Path) -> Iterator[str]:
    """Yield the screen at every question, and at the end."""
    child = start_on_terminal(f"{script}.py", folder, "play", "--seed", "7", "--no-save")
    screen = Screen(80, 24)
    questions = ["]: ", "]: ", *[prompt] * len(answers), "[Y/n] "]
    for question, answer in zip(questions, ["", "", *answers, "n"], strict=True):
        child.expect_exact(question)
        yield screen.feed(child.before + child.after).text()
        child.sendline(answer)
    child.expect(pexpect.EOF)
    yield screen.feed(child.before).text()


@on_unix
@every_script
def test_first_game_shows_the_screens_of_its_transcript(script: str, tmp_path: Path) -> None:
    text = (TRANSCRIPTS / f"{script}.txt").read_text("utf-8")
    first, *steps = re.split(r"\n> (.*)\n", text.removesuffix("\n"))
    answers = ", ".join(steps[::2]).split(", ")
    _, _, *shown, _, last = screens(script, f"{first.splitlines()[-1]} ", answers, tmp_path)
    assert [*shown[: len(steps) // 2], last] == [first, *steps[1::2]]


@on_unix
def test_terminal_picture_matches_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # the picture has colours even with NO_COLOR
    assert picture() == PICTURE.read_text("utf-8"), "python -m tests.support.terminal_picture draws it anew"


def test_terminal_picture_loads_no_other_file() -> None:
    text = PICTURE.read_text("utf-8")
    assert text.count("http") == 1 and "@font-face" not in text  # the namespace of SVG
