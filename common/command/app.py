"""The command line of a game: dispatch of a call, and all its verbs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.command import cli
from common.command.playing import PlayOptions, play
from common.play.game import Game
from common.rules.errors import BadInput, quoted
from common.search.limit import Level

if TYPE_CHECKING:
    import typer

VERBS = (
    *("play", "puzzle", "page", "rules", "games", "solve", "analyse", "replay"),
    *("match", "tournament", "move", "serve", "check-program"),
)


def main(game: Game[Any, Any], argv: Sequence[str]) -> int:
    """Run a call and return its exit status. Raise BadInput or Leave.

    Without arguments the assignment's dialogue starts. `move` is parsed by hand, everything else by typer.
    A call without a verb means `play`.
    """
    if not argv and game.has_setup_dialogue:
        return play(
            game,
            game.starts.setup(),
            dict.fromkeys(game.sides),
            PlayOptions(Level(game.players.default_limit), ask_missing=True),
        )
    argv = ["--help" if word == "-h" else word for word in argv] or ["--help"]
    if argv == ["--version"]:
        return cli.print_version(game.name)
    if argv[0] == "move" and "--help" not in argv:
        from common.command.move_verb import move

        return move(game, argv[1:])
    if argv[0] not in (*VERBS, *game.verbs, "--help"):
        refuse_mistyped(game, argv[0])
        argv = ["play", "--ask", *argv]
    verb = None if argv[0] == "--help" else argv[0]  # typer takes 20 ms to prepare all
    return cli.run_typer(build_app(game, verb), list(argv), game.program_name)


def refuse_mistyped(game: Game[Any, Any], word: str) -> None:
    """Raise BadInput if a word resembles a verb and cannot mean anything else."""
    if not word.isalpha() or word.lower() in map(str.lower, game.sides) or Path(word).exists():
        return
    from difflib import get_close_matches

    if similar := get_close_matches(word, [*VERBS, *game.verbs], 1):
        raise BadInput(f"{quoted(word)} is not a command; did you mean {similar[0]}?")


def console(game: Game[Any, Any]) -> None:
    """Run a script whose calls are verbs, and exit with its status."""
    cli.console(lambda argv: main(game, argv))


def build_app(game: Game[Any, Any], verb: str | None = None) -> typer.Typer:
    """Build the command line of a game with one verb, by default with all."""
    from common.command import options
    from common.command.analyse_verb import add_analyse
    from common.command.check_program_verb import add_check_program
    from common.command.games_verb import add_games
    from common.command.match_verb import add_match
    from common.command.move_verb import add_move
    from common.command.page_verb import add_page
    from common.command.play_verb import add_play
    from common.command.puzzle_verb import add_puzzle
    from common.command.replay_verb import add_replay
    from common.command.rules_verb import add_rules
    from common.command.serve_verb import add_serve
    from common.command.solve_verb import add_solve
    from common.command.tournament_verb import add_tournament

    app = options.new_app(game.help_text or "")
    to_play = (add_play, add_puzzle, add_page, add_rules, add_games)
    to_study_and_compare = (add_solve, add_analyse, add_replay, add_match, add_tournament)
    adders = (*to_play, *to_study_and_compare, add_move, add_serve, add_check_program)
    for name, add in zip(VERBS, adders, strict=True):
        if verb in (None, name):
            add(app, game)
    if game.verbs and verb in (None, *game.verbs):
        game.load_module("verbs").add_verbs(app, game)
    return app
