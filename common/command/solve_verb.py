"""The verb `solve`: what is proven of a position, printed for people or for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.command.solution import print_solution
from common.play.game import AnySetup, Game
from common.record.kept_games import check_new
from common.record.seeds import draw_seed, tell_seed
from common.search.findings import MEMORY, Question
from common.search.limit import Limit, choose_limit

QUESTIONS = ("threads", "memory", "moves", "at_least", "proofs", "strategy")


def add_solve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Who wins, proven."""
    shown = "never" if game.patience is None else f"{game.patience:g}"

    def verb(
        setup: AnySetup,
        seconds: float = typer.Option(game.patience, help=f"give up after so long (default {shown})"),
        threads: int = typer.Option(1, min=1, max=16, help="with one the same call looks at the same positions"),
        memory: float = typer.Option(MEMORY, help="GB of table, rounded down to a power of two of bytes"),
        moves: bool = typer.Option(False, "--moves", "--cells", help="for each move, what is known of it"),
        at_least: int = typer.Option(None, help="ask only whether the side to move ends ahead by so much or more"),
        proofs: Path = typer.Option(None, help="keep what is proven in this file every minute, and go on from it"),
        strategy: Path = typer.Option(None, help="write down what the winner answers to every reply; `check` replays it"),
        force: bool = options.FORCE,
        seed: int = options.SEED,
        as_json: bool = options.AS_JSON,
    ) -> int:
        limit = choose_limit({}, None, seconds, None, usual=Limit()).limit
        check_new("--strategy", strategy, force)
        drawn = draw_seed() if seed is None else seed
        starts = game.starts(setup, drawn)
        if game.is_drawn(setup):
            tell_seed(drawn)
        if (said := game.begun(starts[0])) and not as_json:
            print(said)
        question = Question(limit, threads, memory, moves, at_least, proofs, strategy)
        return print_solution(game, game.begin(starts[0]), question, as_json)

    without = [name for name in QUESTIONS if name not in game.questions]
    without += [] if game.seeds_solve else ["seed"]
    without += [] if "strategy" in game.questions else ["force"]
    options.add_verb(
        app, game, "solve", verb, game.solve_example or game.example_line, own=True, without=without, text=game.solves
    )
