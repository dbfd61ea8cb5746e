"""All games by name: the five scripts, and the sixth, which a page of the documentation builds."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer.main

from common.command import app, cli, move_verb
from common.command.cli import guarded
from tests.support import sixth_game

SCRIPTS = ("game", "squirrels", "duel7", "walls", "catsdogs")
SIXTH = "domineering"
ALL = (*SCRIPTS, SIXTH)


@cache
def module_of(name: str) -> Any:
    """The module of a game; that of the sixth as a reader of the page has saved it."""
    if name == SIXTH:
        folder = Path(tempfile.mkdtemp())
        (folder / f"{SIXTH}.py").write_text(sixth_game.source(1), encoding="utf-8")
        sys.path.append(
            str(folder)
        )  # for good: machine code is compiled by other processes, which import it, too
    return import_module(name)


def main_of(name: str) -> Callable[[list[str]], int]:
    """What answers a command line."""
    module = module_of(name)
    return module.main if hasattr(module, "main") else lambda words: app.main(module.GAME, words)


def status_of(name: str, *words: str) -> int:
    """The exit status of a call in this process."""
    return guarded(lambda: main_of(name)(list(words)))


class Refused(Exception):
    """What a program does not read."""


def read_only(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """Let a program read a call, to the last option, and do nothing. Raises BadInput or the error of what reads options."""

    def parsed(app: typer.Typer, arguments: list[str], name: str) -> int:
        group: Any = typer.main.get_command(app)
        group.commands[arguments[0]].make_context(arguments[0], arguments[1:])
        return 0

    def moved(game: Any, given: list[str], level: object) -> int:
        game.notation.read_words(given)
        return 0

    monkeypatch.setattr(cli, "run_typer", parsed)
    monkeypatch.setattr(move_verb, "print_move", moved)
    if main_of(Path(words[0]).stem)(words[1:]) != 0:
        raise Refused(words)
