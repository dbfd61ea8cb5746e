"""The command line of a game: the assignment's dialogue at once, `move` by hand, everything else by typer."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from common.cli import console
from common.play.game import Game

VERBS = {
    **dict.fromkeys(("play", "puzzle", "page", "rules", "games"), "common.cli.playing"),
    **dict.fromkeys(("solve", "analyse", "replay"), "common.cli.studying"),
    **dict.fromkeys(("match", "tournament"), "common.cli.comparing"),
    **dict.fromkeys(("move", "serve", "check-program"), "common.cli.for_programs"),
}


def main(game: Game[Any], argv: Sequence[str]) -> int:
    """Run a call and return its exit status. Raise BadInput or Leave.

    Without arguments the assignment's dialogue starts. `move` is parsed by hand, everything else by typer.
    A call without a verb means `play`.
    """
    if not argv and type(game).ask is not Game.ask:
        from common.cli.call import play_asked

        return play_asked(game)
    words = ["--help" if word == "-h" else word for word in argv] or ["--help"]
    if words == ["--version"]:
        return console.print_version(game.name)
    if words[0] == "move" and "--help" not in words:
        from common.cli.move import move

        return move(game, words[1:])
    if words[0] not in (*VERBS, *game.verbs, "--help"):
        refuse_mistyped(game, words[0])
        words = ["play", "--ask", *words]
    app = build_app(game, None if words[0] == "--help" else words[0])
    return console.exit_status(app, words, game.program_name)


def build_app(game: Game[Any], verb: str | None = None) -> Any:
    """Return the command line of a game with one verb, by default with all."""
    import typer

    app = typer.Typer(
        help=console.help_text(game.about), add_completion=False, pretty_exceptions_enable=False
    )
    app.callback()(lambda: None)  # so that one verb is a verb, too
    for name, module in {**VERBS, **game.verbs}.items():
        if verb in (None, name):
            getattr(import_module(module), f"add_{name.replace('-', '_')}")(app, game)
    return app


def refuse_mistyped(game: Game[Any], word: str) -> None:
    """Raise BadInput if a word resembles a verb and cannot mean anything else."""
    from difflib import get_close_matches
    from pathlib import Path

    from common.rules.errors import BadInput, quoted

    if not word.isalpha() or word.lower() in map(str.lower, game.sides) or Path(word).exists():
        return
    if similar := get_close_matches(word, [*VERBS, *game.verbs], 1):
        raise BadInput(f"{quoted(word)} is not a command; did you mean {similar[0]}?")


def run_script(game: Game[Any]) -> None:
    """Run a script whose calls are verbs, and exit with its status."""
    console.console(lambda argv: main(game, argv))
