"""Options common to all programs, and verbs assembled from groups of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer import Option

from common.command import options
from common.command.cli import run_guarded, run_typer
from common.command.options import (
    OptionGroup,
    Verb,
    add_verb,
    confinement_from_options,
    example_line,
    missing_options,
    new_app,
    player_options,
    runtime_from_options,
    start_options,
)
from common.play.game import Game, Search, Setup
from common.play.game_players import Players
from common.programs.confinement import DEFAULT_MEMORY, Confinement
from common.rules.errors import BadInput
from tests.support.plain_parts import plain_parts
from tests.support.small_game import GAME, HeapSetup, Position, game_with_options, run_verb

VerbFunction = Callable[..., int]


def run_function(function: VerbFunction, *words: str, game: Game[Any, Any] = GAME, **more: Any) -> int:
    """Run a verb made of a function and the other arguments of `add_verb`."""

    def add(app: typer.Typer, known: Game[Any, Any]) -> None:
        add_verb(app, known, Verb("count", function, **({"example": "--nodes 9"} | more)))

    return run_verb(add, "count", *words, game=game)


def values_of(*words: str, parts: tuple[OptionGroup, ...], game: Game[Any, Any] = GAME) -> list[Any]:
    """Return the values that the option groups of a verb make of a command line."""
    made = list[Any]()

    def verb(ctx: typer.Context) -> int:
        made.extend(ctx.obj)
        return 0

    assert run_function(verb, *words, game=game, before=parts) == 0
    return made


def limited(ctx: typer.Context, nodes: options.Nodes = 5, depth: options.Depth = None) -> int:
    """Count nodes."""
    print(nodes, depth)
    return 3


def test_verb_returns_its_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_function(limited, "--nodes", "7") == 3
    assert capsys.readouterr().out == "7 None\n"


def test_verb_without_an_option_keeps_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_function(limited, "--depth", "7", without=["nodes"]) == 3
    assert capsys.readouterr().out == "5 7\n"
    assert run_function(limited, "--nodes", "7", without=["nodes"]) == 2
    assert "count has no option '--nodes'" in capsys.readouterr().err


def test_groups_before_and_after_make_the_context(capsys: pytest.CaptureFixture[str]) -> None:
    def first(low: Annotated[int, Option(help="low")] = 1) -> int:
        return low

    def last(high: Annotated[int, Option(help="high")] = 2) -> int:
        return -high

    def verb(ctx: typer.Context, middle: Annotated[int, Option(help="middle")] = 0) -> int:
        print(ctx.obj, middle)
        return 0

    parts: dict[str, Any] = {"before": [OptionGroup(first, first)], "after": [OptionGroup(last, last)]}
    assert run_function(verb, "--high", "9", "--middle", "4", **parts) == 0
    assert capsys.readouterr().out == "[1, -9] 4\n"
    assert run_function(verb, "--help", **parts) == 0
    page = capsys.readouterr().out
    assert page.index("--low") < page.index("--middle") < page.index("--high")


def test_help_page_shows_text_and_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_function(limited, "--help") == 0
    page = capsys.readouterr().out
    assert "Count nodes." in page and "Example: python small_game.py count --nodes 9" in page
    assert run_function(limited, "--help", text="Another text.", example=None) == 0
    page = capsys.readouterr().out
    assert "Another text." in page and "Count nodes." not in page and "Example" not in page


def test_example_line_quotes_the_call() -> None:
    assert example_line("python a.py play") == "Example: python a.py play"


def test_page_of_the_program_shows_its_docstring_and_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    app = new_app("A game of counters.\n\n    python small_game.py")
    add_verb(app, GAME, Verb("count", limited, "9", text="Count nodes. And more."))
    add_verb(app, GAME, Verb("weigh", limited, "9", text="Weigh nodes."))
    assert run_guarded(lambda: run_typer(app, ["--help"], "small_game.py")) == 0
    page = capsys.readouterr().out
    assert "A game of counters.\n\n      python small_game.py\n" in page
    assert "To study:\n  count  Count nodes." in page and "weigh  Weigh nodes." in page
    assert page.rstrip().endswith("COMMAND --help shows the options of a command.")


def test_start_options_make_the_set_up() -> None:
    game = game_with_options()
    parts = (start_options(game, "play"),)
    assert values_of(parts=parts, game=game) == [HeapSetup()]
    assert values_of("Bob", "4", parts=parts, game=game) == [HeapSetup(("Bob", "4"))]
    given = values_of("--heap", "7", "--random-start", "--games", "2", parts=parts, game=game)
    assert given == [HeapSetup((), 7, True, 2)]


def test_start_options_of_another_verb_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    game = game_with_options()
    for words, wanted in (
        (("--games", "2"), "count has no option '--games'"),
        (("--heap", "0"), "--heap '0': expected a whole number from 1 to 99"),
    ):
        assert run_function(lambda: 0, *words, game=game, before=[start_options(game, "solve")]) == 2
        assert wanted in capsys.readouterr().err


def test_player_options_map_sides_to_names() -> None:
    parts = (player_options(GAME),)
    assert values_of(parts=parts) == [{"Ann": None, "Bob": None}]
    assert values_of("--bob", "level-2", parts=parts) == [{"Ann": None, "Bob": "level-2"}]


def test_confinement_comes_from_its_options(tmp_path: Path) -> None:
    assert confinement_from_options() == Confinement(DEFAULT_MEMORY, True)
    given = confinement_from_options(0.5, [tmp_path], ponder=True, no_sandbox=True)
    assert given == Confinement(0.5, False, (tmp_path,), ponder=True)
    with pytest.raises(BadInput, match="--no-sandbox --require-sandbox: give only one of them"):
        confinement_from_options(no_sandbox=True, require_sandbox=True)


def test_confinement_options_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = (options.CONFINEMENT,)
    words = ("--memory", "1", "--readable", str(tmp_path), "--readable", str(tmp_path), "--ponder")
    (made,) = values_of(*words, parts=parts)
    assert made == Confinement(1.0, True, (tmp_path.resolve(),) * 2, ponder=True)
    for wrong, wanted in (
        (("--memory", "0"), "--memory 0: expected gigabytes, a number above 0, e.g. --memory 4\n"),
        (("--memory", "nan"), "--memory nan: expected gigabytes"),
        (("--readable", "no-such-file"), "--readable no-such-file: expected an existing file or folder\n"),
    ):
        assert run_function(lambda: 0, *wrong, after=parts) == 2
        assert capsys.readouterr().err.startswith(wanted)


def test_runtime_options_exclude_each_other(tmp_path: Path) -> None:
    assert not runtime_from_options().has_packages
    with pytest.raises(BadInput, match="give only one of them"):
        runtime_from_options(tmp_path, tmp_path)
    with pytest.raises(BadInput, match="expected a Python executable"):
        runtime_from_options(tmp_path / "missing")


def test_options_that_a_game_lacks_are_named() -> None:
    class Timed(Players[Position, Setup]):
        limits: Mapping[str, Sequence[str]] = {"play": ("seconds",), "analyse": ("depth",)}

    class Sized(Search[Position]):
        def size(self, position: Position) -> int:
            return 5

    assert missing_options(GAME) == ["size"]
    assert missing_options(Game(Position(), **plain_parts(Position()), search=Sized())) == []
    timed = Game(Position(), **plain_parts(Position()), players=Timed(), search=Sized())
    assert missing_options(timed) == ["nodes", "depth", "threads", "analyse"]
    assert missing_options(timed, "analyse") == ["seconds", "nodes", "threads", "analyse"]
