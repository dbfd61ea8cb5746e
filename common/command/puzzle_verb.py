"""The verb `puzzle`: find the one best move of a stored position, or of an own saved game."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from common.command import help_pages, options
from common.play.game import Game
from common.play.players import PlayerSettings, random_seed, seed_line
from common.play.puzzle_dialogue import PuzzleDialogue
from common.play.puzzles import Puzzle, choose_puzzles
from common.play.questions import ask_choice
from common.play.record import load
from common.rules.errors import BadInput, quoted
from common.search.limit import Level, Limit
from common.show.window import on_terminal

HELP = (
    "Find the only good move. Wrong moves are refuted on the board. On a pipe one answer counts: "
    "exit status 0 if it is right, else 1."
)
NODES = 100_000  # per position of a saved game


def add_puzzle(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `puzzle`."""

    def verb(
        seed: options.Seed = None,
        difficulty: Annotated[int | None, Option(min=1, max=3, help="1 (easy) to 3 (hard)")] = None,
        file: Annotated[
            Path | None, Option("--from", help="puzzles from the blunders of this saved game")
        ] = None,
    ) -> int:
        if file:
            if seed is not None or difficulty is not None:
                raise BadInput(f"--from {quoted(str(file))}: leave out --seed and --difficulty")
            return ask_puzzles(game, own_puzzles(game, file))
        drawn = random_seed() if seed is None else seed
        puzzles = choose_puzzles(game, difficulty, drawn)
        if seed is None:
            print(seed_line(drawn), file=sys.stderr)
        return ask_puzzles(game, puzzles)

    options.add_verb(app, game, options.Verb("puzzle", verb, "--seed 7", text=HELP, group=help_pages.TO_PLAY))


def own_puzzles(game: Game[Any, Any], file: Path) -> list[Puzzle]:
    """Return the puzzles from a saved game. Raise BadInput if it has none, OSError if it cannot be read."""
    from common.judge.analysis.puzzle_finder import puzzles_from_game

    settings = PlayerSettings(Level(Limit(nodes=NODES)), 1)
    found = list(puzzles_from_game(game, load(game, file), settings))
    if not found:
        raise BadInput(f"{file} has no blunder with a single proven best move: choose another game")
    return found


def ask_puzzles(game: Game[Any, Any], puzzles: Iterable[Puzzle]) -> int:
    """Ask puzzles, on a terminal as long as the person wants.

    Return 0 if the last one was solved, else 1.
    """
    solved = False
    for number, puzzle in enumerate(puzzles):
        if number and (not on_terminal() or not wants_another()):
            break
        solved = PuzzleDialogue(game, puzzle).run()
    return int(not solved)


def wants_another() -> bool:
    """Ask whether the person wants another puzzle. Raise Leave if it quits."""
    return ask_choice("Another puzzle? (yes/no): ", {"yes": "y", "no": "n"}) == "yes"
