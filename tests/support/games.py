"""All games by name: the five scripts, and the sixth, built by a page of the documentation."""

from __future__ import annotations

import random
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
from common.command.cli import run_guarded

from tests.support import sixth_game

SCRIPTS = ("game", "squirrels", "duel7", "walls", "catsdogs")
# Two simple players of each game, one for each side.
PLAYERS = {"game": ("shortest", "exit"), "squirrels": ("greedy", "random"), "duel7": ("greedy", "random")}
PLAYERS |= {"walls": ("forward-first", "random"), "catsdogs": ("careful", "squeeze")}
SIXTH = "domineering"
ALL_GAMES = (*SCRIPTS, SIXTH)
CHEAP = {"game": ("--nodes", "5"), "squirrels": ("--depth", "1")}  # limits accepted by every verb
every_script = pytest.mark.parametrize("script", SCRIPTS)


def quick_only_for(*quick: str) -> pytest.MarkDecorator:
    """Parametrize a test with every script; those that are not `quick` are `long`."""
    long = [pytest.param(script, marks=pytest.mark.long) for script in SCRIPTS if script not in quick]
    return pytest.mark.parametrize("script", [*quick, *long])


@cache
def module_of(name: str) -> Any:
    """Import the module of a game; that of the sixth as saved by a reader of the page."""
    if name == SIXTH:
        folder = Path(tempfile.mkdtemp())
        (folder / f"{SIXTH}.py").write_text(sixth_game.source(1), encoding="utf-8")
        sys.path.append(str(folder))  # permanently: the processes that compile its kernels import it too
    return import_module(name)


def game_of(script: str) -> Any:
    """Return the game of a script."""
    return module_of(script).GAME


def limited(script: str) -> tuple[str, ...]:
    """Return the options of a small limit."""
    return CHEAP.get(script, ("--nodes", "50"))


def late_position(script: str) -> Any:
    """Return a position near the end of a game between simple players."""
    game, chance = game_of(script), random.Random(3)
    if script == "catsdogs":
        return game.notation.read_words(game.notation.example)
    position = game.starts.opening(3)
    history = [position]
    while not position.outcome():
        position = position.play(chance.choice(position.moves()))
        history.append(position)
    back = [at for at in history[:-1] if script != "game" or at.turn == "catcher"]
    return back[-1]


def main_of(name: str) -> Callable[[list[str]], int]:
    """Return the function that runs a command line of a game."""
    module = module_of(name)
    return module.main if hasattr(module, "main") else lambda words: app.main(module.GAME, words)


def exit_status(name: str, *words: str) -> int:
    """Run a command line in this process and return its exit status."""
    return run_guarded(lambda: main_of(name)(list(words)))


class Rejected(Exception):
    """A command line that a program rejects."""


def parse_only(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """Let a program parse a command line, all options included, without running it.

    Raise BadInput or the parser's error.
    """

    def parsed(app: typer.Typer, arguments: list[str], name: str) -> int:
        group: Any = typer.main.get_group(app)
        group.commands[arguments[0]].make_context(arguments[0], arguments[1:])
        return 0

    def moved(game: Any, words: list[str], **limits: object) -> int:
        game.notation.read_words(words)
        return 0

    monkeypatch.setattr(cli, "run_typer", parsed)
    monkeypatch.setattr(move_verb, "print_move", moved)
    if main_of(Path(words[0]).stem)(words[1:]) != 0:
        raise Rejected(words)
