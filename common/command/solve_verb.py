"""The verb `solve`: proves who wins a position."""

import sys
from math import inf
from typing import Annotated, Any

import typer
from typer import Option

from common.command import options
from common.command.solution import DEFAULT_SECONDS, default_limit, print_solution
from common.play.game import AnySetup, Game, Help
from common.play.players import random_seed, seed_line
from common.search.limit import Limit, choose_limit
from common.search.results import DEFAULT_TABLE_GB, Question

SOLVE_HELP = Help("Prove who wins a position, and how.")
SOLVE_OPTIONS = ("seed", "memory", "moves")

Memory = Annotated[
    float | None,
    Option(help=f"table size in GB (default {DEFAULT_TABLE_GB}), rounded down to a power of two"),
]
Moves = Annotated[bool, Option("--moves", "--cells", help="also show what is proven about each move")]


def is_unlimited(game: Game[Any, Any], setup: AnySetup) -> bool:
    """Return True if this start has no default time limit (the start of Walls for a size N)."""
    return "no_limit" in game.help and len(setup.words) == 1


def shown_limit(game: Game[Any, Any]) -> str:
    """Return the help of `--seconds`, with the options that switch the default limit off."""
    unlimited = ["--memory"] if "memory" in game.search.solve_options else []
    unlimited += [game.help["no_limit"].text] if "no_limit" in game.help else []
    if not unlimited:
        return f"seconds until giving up (default {DEFAULT_SECONDS:g}; inf: never)"
    options = " or ".join(unlimited)
    return f"seconds until giving up (default {DEFAULT_SECONDS:g}; no limit with {options}; inf: never)"


def limit_from_options(seconds: float | None, is_unlimited: bool) -> Limit:
    """Return the limit in seconds, by default the usual one or none. Raise BadInput."""
    if seconds is None and not is_unlimited:
        return default_limit()
    return choose_limit(Limit(None if seconds == inf else seconds), Limit()).limit


def announced_start(game: Game[Any, Any], setup: AnySetup, seed: int | None, as_json: bool) -> Any:
    """Return the position to solve. Print the seed of a random one, and a remark on forced moves."""
    drawn = random_seed() if seed is None else seed
    start = game.starts.start_positions(setup, drawn)[0]
    if game.starts.is_random(setup):
        print(seed_line(drawn), file=sys.stderr)
    if (remark := game.forced_moves_remark(start)) and not as_json:
        print(remark)
    return game.starts.play_forced_moves(start)


def add_solve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `solve`."""

    def verb(
        ctx: typer.Context,
        seconds: Annotated[float | None, Option(help=shown_limit(game))] = None,
        memory: Memory = None,
        moves: Moves = False,
        seed: options.Seed = None,
        as_json: options.AsJson = False,
    ) -> int:
        (setup,) = ctx.obj
        limit = limit_from_options(seconds, memory is not None or is_unlimited(game, setup))
        start = announced_start(game, setup, seed, as_json)
        size = DEFAULT_TABLE_GB if memory is None else memory
        question = Question(limit, size, moves)
        return print_solution(game, start, question, as_json)

    helped = game.help.get("solve", SOLVE_HELP)
    without = [name for name in SOLVE_OPTIONS if name not in game.search.solve_options]
    options.add_verb(
        app,
        game,
        options.Verb(
            "solve",
            verb,
            helped.example or game.notation.example_line,
            before=[options.start_options(game, "solve")],
            without=without,
            text=helped.text,
        ),
    )
