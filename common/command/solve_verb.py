"""The verb `solve`: what is proven of a position, printed for people or for programs."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.command.solution import PATIENCE, patience, print_solution
from common.messages import _, either
from common.play.game import AnySetup, Game, Help
from common.record.saved_games import check_new
from common.record.seeds import draw_seed, tell_seed
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit
from common.search.results import MEMORY, Question
from common.show.language import translated

LASTING = ("proofs", "memory", "strategy")  # with them nothing is given up unless one says so
SOLVES = Help(_("Who wins a position, and how."))
QUESTIONS = ("seed", "threads", "memory", "moves", "at_least", "proofs", "strategy")


def is_lasting(game: Game[Any, Any], setup: AnySetup) -> bool:
    """Return True for a start that is solved however long it lasts."""
    return "lasting" in game.help and len(setup.words) == 1


def add_solve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `solve`."""
    lasting = [f"--{name}" for name in LASTING if name in game.search.questions]
    lasting += [game.help["lasting"].text] if "lasting" in game.help else []
    shown = _("give up after so long (default {seconds:g}; inf: never)", seconds=PATIENCE)
    if lasting:
        shown = _(
            "give up after so long (default {seconds:g}; none with {options}; inf: never)",
            seconds=PATIENCE,
            options=either(lasting),
        )

    def verb(
        setup: AnySetup,
        seconds: float = typer.Option(None, help=shown),
        threads: int = typer.Option(
            1, min=1, max=16, help=_("with one the same call looks at the same positions")
        ),
        memory: float = typer.Option(
            None,
            help=_("GB of table (default {memory}), rounded down to a power of two of bytes", memory=MEMORY),
        ),
        moves: bool = typer.Option(False, "--moves", "--cells", help=_("for each move, what is known of it")),
        at_least: int = typer.Option(
            None, help=_("ask only whether the side to move ends ahead by so much or more")
        ),
        proofs: Path = typer.Option(
            None, help=_("keep what is proven in this file every minute, and go on from it")
        ),
        strategy: Path = typer.Option(
            None, help=_("write down what the winner answers to every reply; `check` replays it")
        ),
        force: bool = options.FORCE,
        seed: int = options.SEED,
        as_json: bool = options.AS_JSON,
    ) -> int:
        limit = choose_limit({}, None, None if seconds == inf else seconds, None, usual=Limit()).limit
        if seconds is None and not (
            is_lasting(game, setup) or any(given is not None for given in (memory, proofs, strategy))
        ):
            limit = patience()
        check_new("--strategy", strategy, force)
        for name, path in (("proofs", proofs), ("strategy", strategy)):
            if path and not path.parent.is_dir():
                raise BadInput(
                    _("--{option} {file}: wanted a file in a folder that is there", option=name, file=path)
                )
        drawn = draw_seed() if seed is None else seed
        starts = game.starts.games(setup, drawn)
        if game.starts.is_random(setup):
            tell_seed(drawn)
        if (said := game.forced(starts[0])) and not as_json:
            print(translated(said))
        question = Question(
            limit, threads, MEMORY if memory is None else memory, moves, at_least, proofs, strategy
        )
        return print_solution(game, game.starts.play_forced_moves(starts[0]), question, as_json)

    helped = game.help.get("solve", SOLVES)
    without = [name for name in QUESTIONS if name not in game.search.questions]
    without += [] if "strategy" in game.search.questions else ["force"]
    options.add_verb(
        app,
        game,
        "solve",
        verb,
        helped.example or game.notation.example_line,
        own=True,
        without=without,
        text=helped.text,
    )
