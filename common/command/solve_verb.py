"""The verb `solve`: proves who wins a position."""

from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from common.command import options
from common.command.solution import DEFAULT_SECONDS, default_limit, print_solution
from common.messages import _, or_list
from common.play.game import AnySetup, Game, Help
from common.record.save_paths import check_overwrite
from common.record.seeds import random_seed, seed_line
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit
from common.search.results import DEFAULT_TABLE_GB, Question
from common.show.language import say_on_stderr, translate

UNLIMITED = ("proofs", "memory", "strategy")  # options that switch the default time limit off
SOLVE_HELP = Help(_("Prove who wins a position, and how."))
SOLVE_OPTIONS = ("seed", "threads", "memory", "moves", "at_least", "proofs", "strategy", "jobs", "cluster")


def is_unlimited(game: Game[Any, Any], setup: AnySetup) -> bool:
    """Return True if this start has no default time limit (the start of Walls for a size N)."""
    return "no_limit" in game.help and len(setup.words) == 1


def add_solve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `solve`."""
    unlimited = [f"--{name}" for name in UNLIMITED if name in game.search.solve_options]
    unlimited += [game.help["no_limit"].text] if "no_limit" in game.help else []
    shown = _("seconds until giving up (default {seconds:g}; inf: never)", seconds=DEFAULT_SECONDS)
    if unlimited:
        shown = _(
            "seconds until giving up (default {seconds:g}; no limit with {options}; inf: never)",
            seconds=DEFAULT_SECONDS,
            options=or_list(unlimited),
        )

    def verb(
        ctx: typer.Context,
        seconds: Annotated[float | None, Option(help=shown)] = None,
        threads: Annotated[
            int, Option(min=1, max=16, help=_("search threads; with 1 the search is reproducible"))
        ] = 1,
        memory: Annotated[
            float | None,
            Option(
                help=_(
                    "table size in GB (default {memory}), rounded down to a power of two",
                    memory=DEFAULT_TABLE_GB,
                )
            ),
        ] = None,
        moves: Annotated[
            bool, Option("--moves", "--cells", help=_("also show what is proven about each move"))
        ] = False,
        at_least: Annotated[
            int | None, Option(help=_("decide only if the side to move ends ahead by N or more"))
        ] = None,
        proofs: Annotated[
            Path | None, Option(help=_("proof file: saved again and again, resumed if it exists"))
        ] = None,
        strategy: Annotated[
            Path | None,
            Option(help=_("write the winner's answer to every reply; see `check`")),
        ] = None,
        jobs: Annotated[
            int | None, Option(min=1, help=_("processes that share the proof (default 1)"))
        ] = None,
        cluster: options.Cluster = None,
        force: options.Force = False,
        seed: options.Seed = None,
        as_json: options.AsJson = False,
    ) -> int:
        (setup,) = ctx.obj
        limit = choose_limit(Limit(None if seconds == inf else seconds), Limit()).limit
        if seconds is None and not (
            is_unlimited(game, setup) or any(given is not None for given in (memory, proofs, strategy))
        ):
            limit = default_limit()
        check_overwrite("--strategy", strategy, force)
        for name, path in (("proofs", proofs), ("strategy", strategy)):
            if path and not path.parent.is_dir():
                raise BadInput(
                    _("--{option} {file}: expected a file in an existing folder", option=name, file=path)
                )
        drawn = random_seed() if seed is None else seed
        starts = game.starts.start_positions(setup, drawn)
        if game.starts.is_random(setup):
            say_on_stderr(seed_line(drawn))
        if (remark := game.forced_moves_remark(starts[0])) and not as_json:
            print(translate(remark))
        size = DEFAULT_TABLE_GB if memory is None else memory
        question = Question(limit, threads, size, moves, at_least, proofs, strategy, jobs, cluster)
        return print_solution(game, game.starts.play_forced_moves(starts[0]), question, as_json)

    helped = game.help.get("solve", SOLVE_HELP)
    without = [name for name in SOLVE_OPTIONS if name not in game.search.solve_options]
    without += [] if "strategy" in game.search.solve_options else ["force"]
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
