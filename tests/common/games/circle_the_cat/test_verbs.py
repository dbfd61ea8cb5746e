"""The verb `check`: a stored strategy replayed against every reply, and files that are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.command import cli, options
from common.games.circle_the_cat.verbs import add_verbs
from common.rules.errors import BadInput
from game import GAME

CAUGHT = ["(0, 0)", "[(0, 1)]", "[(0, 10)]", "catcher"]  # a block on (1, 0) holds the cat
BETWEEN = ["(5, 5)", "[]", "[(5, 4), (5, 6)]", "cat"]  # an exit on either side
CAUGHT_ENTRY, BETWEEN_ENTRY = '[0,[1],{"11":{}}]', '[60,[59,61],{"59":{"61":-1},"61":{"59":-1}}]'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "plan.jsonl"


def write(file: Path, header: list[str], *entries: str) -> None:
    first = json.dumps(dict(zip(("cat", "blocks", "exits", "winner"), header, strict=True)))
    file.write_text("\n".join([first, *entries]) + "\n", encoding="utf-8")


def check(file: Path) -> int:
    """Run `check FILE` on a command line with this module's verb only."""
    app = options.new_app("A game.")
    add_verbs(app, GAME)
    app.callback()(lambda: None)
    return cli.run_typer(app, ["check", str(file)], "game.py")


@pytest.mark.parametrize(("header", "entry"), [(CAUGHT, CAUGHT_ENTRY), (BETWEEN, BETWEEN_ENTRY)])
def test_check_confirms_a_strategy(
    file: Path, capsys: pytest.CaptureFixture[str], header: list[str], entry: str
) -> None:
    write(file, header, entry)
    assert check(file) == 0
    said = f"Correct: the {header[-1]} wins; 1 entries answer every reply\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("header", "entry"),
    [
        (CAUGHT, '[0,[1],{"12":{}}]'),
        (CAUGHT, '[0,[1, 12],{"11":{}}]'),
        (CAUGHT, '[0,[],{"11":{}}]'),
        (BETWEEN, '[60,[59,61],{"59":{"61":-1}}]'),
        (BETWEEN, '[60,[59,61],{"59":{"60":-1},"61":{"59":-1}}]'),
        ([*BETWEEN[:3], "catcher"], BETWEEN_ENTRY),
        ([*CAUGHT[:3], "cat"], CAUGHT_ENTRY),
    ],
    ids=["wrong block", "cell not blocked", "cell missing", "no answer", "no exit", "wrong winner", "caught"],
)
def test_check_refuses_a_strategy_that_does_not_win(
    file: Path, capsys: pytest.CaptureFixture[str], header: list[str], entry: str
) -> None:
    write(file, header, entry)
    with pytest.raises(BadInput, match=r"entry|strategy|cannot play"):
        check(file)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"winner": "dog"}', "[]\n", "\0"])
def test_check_refuses_a_file_without_a_strategy(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="expected a file written by `solve --strategy`") as refused:
        check(file)
    assert str(file) in str(refused.value) and "\n" not in str(refused.value)


def test_check_needs_an_existing_file(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        check(file)
