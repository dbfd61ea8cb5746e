"""Rules for newcomers in all five games: introduction, help, and all rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.dialogues import BLOCK, CAT, PIECE, SQUARE, WALLS_A, terminal_at, typed
from tests.support.games import every_script, game_of
from tests.support.programs import Run, on_unix, plain_text, wait_for_exit


class Taught(NamedTuple):
    """What an introduction names, the option of a human, the prompt for a move, and how help says to type."""

    named: tuple[str, ...]
    human: tuple[str, ...]
    prompt: str
    typing: str


TAUGHT = {
    "game": Taught(
        ("cat (C)", "X, or #", "exit (E)", "steps", "wins"), ("--catcher", "human"), BLOCK, "Name the cell"
    ),
    "squirrels": Taught(
        ("squares (*)", "value", "by Raid", "by Sneak", "wins"), ("--x", "human"), SQUARE, "Name a free"
    ),
    "duel7": Taught(
        ("X and O", "slide", "cannot move", "space wins"), ("--x", "human"), PIECE, "Name a piece"
    ),
    "walls": Taught(
        ("A and B", "(f)", "(l)", "(r)", "brick", "win.", "9 moves"), ("--a", "human"), WALLS_A, "f (or forw"
    ),
    "catsdogs": Taught(
        ("cats (C)", "dogs (D)", "two moves", "cats win", "row or column"),
        ("--cat", "human"),
        CAT,
        "Name two",
    ),
}
ASKED = "\\]: "  # the end of a question before a game


def one_line(text: str) -> str:
    """Return a text without colours and line ends."""
    return " ".join(plain_text(text).split())


def answer(child: Any, text: str, prompt: str) -> str:
    """Answer a question and return what is printed before the next prompt."""
    child.sendline(text)
    child.expect_exact(prompt)
    return one_line(child.before.partition("\n")[2])


@on_unix
@every_script
def test_play_begins_with_an_introduction_and_tells_the_rules(script: str, tmp_path: Path) -> None:
    rules, (named, _, prompt, typing) = game_of(script).rules, TAUGHT[script]
    child = terminal_at(f"{script}.py", tmp_path, "Which side do you play?", "play", "--seed", "7")
    shown = plain_text(child.before).splitlines()
    assert len(shown) <= 4 and " ".join(shown) == rules.introduction
    assert all(word in rules.introduction for word in named)
    child.expect_exact("]: ")
    assert "quit leaves." in answer(child, "?", "]: ")
    first = game_of(script).sides[0] if script != "game" else "catcher"
    child.sendline(first)
    answer(child, "", prompt)
    for word in ("help", "?"):
        told = answer(child, word, prompt)
        assert f"{rules.introduction} {typing}" in told and "quit Leave the game." in told
    assert one_line(rules.full) in answer(child, "rules", prompt)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@on_unix
@every_script
def test_named_human_gets_the_introduction_too(script: str, tmp_path: Path) -> None:
    _, human, prompt, _ = TAUGHT[script]
    child = terminal_at(f"{script}.py", tmp_path, prompt, "play", "--seed", "7", "--level", "1", *human)
    shown = one_line(child.before)
    assert shown.startswith(game_of(script).rules.introduction)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0
    (saved,) = (tmp_path / "saved-games").iterdir()
    child = terminal_at(f"{script}.py", tmp_path, prompt, "play", "--resume", str(saved))
    assert game_of(script).rules.introduction not in one_line(child.before)
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@on_unix
@pytest.mark.parametrize(
    ("script", "first"), [("duel7", "1/2"), ("walls", "Board size"), ("catsdogs", "Which")]
)
def test_assignments_dialogue_begins_with_its_question(script: str, first: str, tmp_path: Path) -> None:
    child = terminal_at(f"{script}.py", tmp_path, "]: ")
    assert re.fullmatch(rf"[^\n]*{first}[^\n]*", plain_text(child.before))
    child.sendline("quit")
    assert wait_for_exit(child)[0] == 0


@every_script
def test_rules_verb_prints_a_page_of_text(called: Run, script: str) -> None:
    done = called(f"{script}.py", "rules")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert 15 <= len(lines) <= 35 and all(0 < len(line) <= 80 for line in lines)
    assert done.stdout.isascii() and "\\" not in done.stdout
    assert one_line(done.stdout) == one_line(game_of(script).rules.full)


@every_script
def test_pipe_shows_the_rules_when_asked(called: Run, script: str) -> None:
    _, human, prompt, typing = TAUGHT[script]
    call = ("play", "--seed", "7", "--level", "1", *human)
    done = called(f"{script}.py", *call, input=typed("rules", "?", "help", "quit"))
    rules = game_of(script).rules
    told, *helped = done.stdout.split(prompt)[1:4]
    assert one_line(rules.full) in one_line(told)
    assert all(typing in text and text.endswith("quit    Leave the game.\n") for text in helped)
