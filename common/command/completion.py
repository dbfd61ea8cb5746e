"""Completion of `five-board-games` in a shell, by typer. Imported on demand."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from common.command.app import build_app
from common.command.game_entries import COMMANDS, GAMES, PROGRAM


class GamesGroup(TyperGroup):
    """The games as commands without options. The one that the typed words name has all its commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that words name, and the words after it. A game's script is imported here."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in GAMES:
            command = typer.main.get_group(build_app(import_module(GAMES[name].module).GAME))
        return name, command, rest


def completion_app() -> typer.Typer:
    """Return the names of the games and of the program's own commands as a command line."""
    app = typer.Typer(cls=GamesGroup, rich_markup_mode=None)
    for name, entry in {**GAMES, **COMMANDS}.items():
        app.command(name, help=entry.line)(_complete_only)
    return app


def _complete_only() -> None:
    """Stand for a command that is only completed, never run."""


def run_completion(words: Sequence[str]) -> int:
    """Answer a shell that asks for completions, or install or show its script. Return the exit status."""
    command: Any = typer.main.get_command(completion_app())
    try:
        status: int = command.main(list(words), prog_name=PROGRAM, standalone_mode=False)
    except SystemExit as leaving:  # typer's way to end
        return int(leaving.code or 0)
    return status
