"""Pages of `--help`: verbs in groups, short columns, words of typer in the chosen language."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
import typer.main
from typer import Option

from common.command.app import VERBS, build_app
from common.command.cli import run_guarded, run_typer
from common.command.help_pages import (
    GROUPS,
    PANELS,
    SAVING,
    TO_COMPARE,
    TO_PLAY,
    prepare_help,
)
from common.command.options import Verb, add_verb, new_app
from tests.support.small_game import GAME


def page_of(app: typer.Typer, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run_guarded(lambda: run_typer(app, [*words, "--help"], "small_game.py")) == 0
    return capsys.readouterr().out


def test_verbs_stand_in_groups_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    app = new_app("")
    add_verb(app, GAME, Verb("weigh", lambda: 0, None, text="Weigh.", group=TO_COMPARE))
    add_verb(app, GAME, Verb("play", lambda: 0, None, text="Play a game.", group=TO_PLAY))
    add_verb(app, GAME, Verb("count", lambda: 0, None, text="Count.", group=TO_COMPARE))
    page = page_of(app, capsys)
    assert "To play:\n  play   Play a game.\n\nTo compare:\n  weigh  Weigh.\n  count  Count.\n" in page
    assert "To study" not in page and "--help " not in page.partition("COMMAND --help")[0]


def test_every_verb_is_in_one_group(capsys: pytest.CaptureFixture[str]) -> None:
    page = page_of(build_app(GAME), capsys).partition("To play:")[2].partition("COMMAND --help")[0]
    listed = [line.split()[0] for line in page.splitlines() if line.strip() and line.startswith("  ")]
    assert sorted(listed) == sorted(VERBS)
    assert len(GROUPS) == len(set(GROUPS))


def test_columns_show_short_placeholders(capsys: pytest.CaptureFixture[str]) -> None:
    def count(
        words: Annotated[list[str], typer.Argument(help="words")],
        number: Annotated[int | None, Option(min=1, max=9, help="a number")] = None,
        bounds: Annotated[tuple[float, float], Option(help="two numbers")] = (0, 1),
        file: Annotated[Path | None, Option(help="a file")] = None,
        name: Annotated[str | None, Option(help="a name")] = None,
        chosen: Annotated[str | None, Option(metavar="PLAYER", help="a player")] = None,
        flag: Annotated[bool, Option("--flag", help="a flag")] = False,
    ) -> int:
        return 0

    app = new_app("")
    add_verb(app, GAME, Verb("count", count, None, text="Count."))
    add_verb(app, GAME, Verb("weigh", lambda: 0, None, text="Weigh."))
    page = page_of(app, capsys, "count")
    for part in ("--number N  ", "--bounds N N  ", "--file FILE  ", "--name TEXT  ", "--chosen PLAYER  "):
        assert f"  {part}" in page
    assert "--flag   " in page and "  WORDS" in page
    assert "1<=x<=9" not in page and "INTEGER" not in page and "[required]" in page
    assert "Show this message and exit." in page


def test_options_stand_in_panels_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    def play(
        word: Annotated[str, typer.Argument(help="a word")] = "",
        memory: Annotated[int, Option(help="GB")] = 2,
        seed: Annotated[int | None, Option(help="a seed")] = None,
        level: Annotated[int | None, Option(help="a level")] = None,
        player_x: Annotated[str | None, Option("--x", help="player of X")] = None,
    ) -> int:
        return 0

    for has_panels, titles in ((True, [*PANELS]), (False, [])):
        app = new_app("")
        add_verb(app, GAME, Verb("play", play, None, text="Play.", has_panels=has_panels))
        add_verb(app, GAME, Verb("weigh", lambda: 0, None, text="Weigh."))
        lines = page_of(app, capsys, "play").splitlines()
        shown = [line.removesuffix(":") for line in lines if line.endswith(":")]
        assert shown == ["Arguments", "Options", *(title for title in titles if title != SAVING)]
        texts = {"--memory": "GB", "--seed": "a seed", "--level": "a level", "--x": "player of X"}
        found = {line.split()[0]: line for line in lines if line.startswith("  --")}
        assert len({found[option].index(text) for option, text in texts.items()}) == 1


def test_every_panel_of_play_names_options_that_exist() -> None:
    command: Any = typer.main.get_command(build_app(GAME))
    names = {param.name for param in command.commands["play"].params} | {"player", "no_gif"}
    assert {name for panel in PANELS.values() for name in panel} <= names


def test_parameter_keeps_the_untranslated_range_hidden() -> None:
    def count(number: Annotated[int, Option(min=1, help="a number")] = 5) -> int:
        return 0

    app = typer.Typer(add_completion=False)
    app.command()(count)
    params: list[Any] = list(typer.main.get_command(app).params)
    prepare_help(params, {"number": Annotated[int, Option(help="another text")]})
    (param,) = params
    assert (param.help, param.metavar, param._get_number_range_help_str()) == ("another text", "N", None)
