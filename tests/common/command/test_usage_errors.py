"""Usage errors of typer as one line that quotes the input and says what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
import typer.main
from typer import Argument, Option

from common.command import options
from common.command.cli import run_typer
from common.command.options import Verb, add_verb, new_app
from common.command.usage_errors import Declaration, usage_error_line
from common.rules.errors import BadInput
from tests.support.small_game import GAME


def count(
    file: Annotated[Path, Argument(help="file")],
    number: Annotated[int, Argument(help="number")] = 3,
    pairs: Annotated[int, Option(min=1, help="pairs")] = 100,
    frames: options.FrameMs = 400,
    elo: Annotated[tuple[float, float], Option(help="bounds")] = (0, 50),
    seconds: Annotated[float | None, Option(help="seconds")] = None,
    html: Annotated[Path | None, Option(help="page")] = None,
    name: Annotated[str | None, Option("--name", "-n", help="name")] = None,
    early: Annotated[bool, Option("--early", help="stop")] = False,
    no_save: options.NoSave = False,
    no_sandbox: options.NoSandbox = False,
    xyzzy: Annotated[bool, Option("--xyzzy", hidden=True)] = False,
) -> int:
    """Count."""
    return 0


def program() -> typer.Typer:
    """Return a command line with two verbs."""
    app = new_app("")
    add_verb(app, GAME, Verb("count", count, "FILE 9"))
    add_verb(app, GAME, Verb("weigh", lambda: 0, None, text="Weigh."))
    return app


def refusal(*words: str) -> str:
    """Return the line for a wrong call."""
    with pytest.raises(BadInput) as refused:
        run_typer(program(), list(words), "small_game.py")
    return str(refused.value)


EXAMPLE = "python small_game.py count FILE 9"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("cuont",), "'cuont' is not understood: see small_game.py --help"),
        (("--help", "--mouse"), "'--help --mouse' is not understood: see small_game.py --help"),
        (("count",), f"'count': FILE is missing, e.g. {EXAMPLE}"),
        (("count", "a", "x"), f"'count a x': expected a whole number for NUMBER, e.g. {EXAMPLE}"),
        (("count", "a", "9", "b", "c"), f"count does not take 'b c', e.g. {EXAMPLE}"),
        (("count", "a", "9", "b"), f"count does not take 'b', e.g. {EXAMPLE}"),
    ],
)
def test_wrong_words_are_quoted_with_an_example(words: tuple[str, ...], line: str) -> None:
    assert refusal(*words) == line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--pairs", "x"), "--pairs 'x': expected a whole number of 1 or more, e.g. --pairs 100"),
        (("--pairs=0",), "--pairs '0': expected a whole number of 1 or more, e.g. --pairs 100"),
        (("--pairs",), "--pairs: expected a whole number of 1 or more, e.g. --pairs 100"),
        (
            ("--pairs", "1", "--pairs", "y"),
            "--pairs 'y': expected a whole number of 1 or more, e.g. --pairs 100",
        ),
        (
            ("--frames", "19"),
            "--frames '19': expected a whole number from 20 to 60000, e.g. --frames 400",
        ),
        (("--elo", "9", "x"), "--elo '9 x': expected 2 numbers, e.g. --elo 0 50"),
        (("--elo", "9"), "--elo '9': expected 2 numbers, e.g. --elo 0 50"),
        (("--seconds", "soon"), "--seconds 'soon': expected a number, e.g. --seconds 2"),
        (("--html",), "--html: expected a file or folder, e.g. --html FILE"),
        (("--name",), "--name: expected a word, e.g. --name WORD"),
        (("--early=9",), "'--early=9': --early takes no value"),
        (("--help=9",), "'--help=9': --help takes no value"),
    ],
)
def test_wrong_value_is_quoted_with_a_valid_one(words: tuple[str, ...], line: str) -> None:
    assert refusal("count", "a", *words) == line


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("--pars", "count has no option '--pars'; did you mean --pairs?"),
        ("--no-sa", "count has no option '--no-sa'; did you mean --no-save or --no-sandbox?"),
        ("--fr", "count has no option '--fr'; did you mean --frames?"),
        ("--zzz", "count has no option '--zzz': see small_game.py count --help"),
        ("--xyzz", "count has no option '--xyzz': see small_game.py count --help"),
    ],
)
def test_unknown_option_names_similar_visible_ones(option: str, line: str) -> None:
    assert refusal("count", "a", option) == line


def test_unknown_kind_of_problem_points_to_the_help() -> None:
    group = typer.main.get_command(program())
    line = usage_error_line(group, ["count", "a\x1b[2J"], "small_game.py", ValueError())
    assert line == "'count a\\x1b[2J' is not understood: see small_game.py count --help"


def declared(name: str) -> tuple[Declaration, Any]:
    group: Any = typer.main.get_command(program())
    command = group.commands["count"]
    param = next(param for param in command.params if param.name == name)
    return Declaration.from_param(command, param), param.default


@pytest.mark.parametrize(
    ("name", "found", "expected", "example"),
    [
        ("pairs", (int, 1, None, 1), "expected a whole number of 1 or more", "100"),
        ("frames", (int, 20, 60_000, 1), "expected a whole number from 20 to 60000", "400"),
        ("elo", (float, None, None, 2), "expected 2 numbers", "0 50"),
        ("seconds", (float, None, None, 1), "expected a number", "2"),
        ("html", (Path, None, None, 1), "expected a file or folder", "FILE"),
        ("name", (str, None, None, 1), "expected a word", "WORD"),
    ],
)
def test_declaration_gives_expected_values_and_an_example(
    name: str, found: tuple[Any, ...], expected: str, example: str
) -> None:
    declaration, usual = declared(name)
    assert declaration == found
    assert (declaration.expected(), declaration.example(usual)) == (expected, example)


def test_example_without_a_default_is_within_the_bounds() -> None:
    assert Declaration(int, 40, 50, 1).example(None) == "40"
    assert Declaration(int, None, None, 3).example(None) == "3 3 3"
