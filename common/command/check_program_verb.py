"""The verb `check-program`: the protocol check for external programs."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, options
from common.judge.match.games import name_for_side
from common.judge.protocol_check import Rule, check_protocol, gradescope_report
from common.play.game import Game
from common.play.player_registry import check_player_name, is_player_name
from common.play.players import PlayerSettings
from common.programs.sandbox import sandbox_for, warn_of_gaps
from common.rules.errors import BadInput, quoted
from common.rules.files import write_atomically
from common.search.limit import Level, Limit

HELP = (
    "Check that a program follows the protocol. Prints a line per rule: legal moves, "
    "whole games, the time limit. Exit status 1 if a rule is broken."
)


def check_command(game: Game[Any, Any], command: str) -> None:
    """Raise BadInput if a side's player is no external program that can be started."""
    for side in game.sides:
        name = name_for_side(command, side, game.sides)
        check_player_name(game, side, name)
        if is_player_name(game, side, name):
            raise BadInput(
                f"{quoted(name)} is a built-in player: expected a command, e.g. 'python my_{game.name}.py'"
            )


def add_check_program(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `check-program`."""

    def verb(
        ctx: typer.Context,
        command: Annotated[str, Argument(help="program; `A + B` gives one for each side")],
        seconds: Annotated[float, Option(min=0.01, help="seconds per move")] = 2.0,
        positions: Annotated[int, Option(min=1, help="number of positions to ask")] = 8,
        seed: Annotated[int, Option(help="random seed for the positions")] = 0,
        results: Annotated[
            Path | None, Option("--gradescope", help="write the results as Gradescope's results.json")
        ] = None,
        as_json: options.AsJson = False,
    ) -> int:
        (confinement,) = ctx.obj
        check_command(game, command)
        warn_of_gaps(confinement)
        settings = PlayerSettings(Level(Limit(seconds=seconds)), seed=seed, confinement=confinement)
        rules = list[Rule]()
        for rule in check_protocol(game, command, settings, positions):
            rules.append(rule)
            if not as_json:
                print(rule.line(), flush=True)
        summary = sandbox_for(confinement).summary()
        facts = {"rules": [rule.facts() for rule in rules], "sandbox": summary}
        print(json.dumps(facts) if as_json else summary)
        if results:
            write_atomically(results, json.dumps(gradescope_report(rules, summary), indent=1).encode())
        return int(not all(rule.is_kept for rule in rules))

    example = f"'python my_{game.name}.py'"
    options.add_verb(
        app,
        game,
        options.Verb(
            "check-program",
            verb,
            example,
            after=[options.CONFINEMENT],
            text=HELP,
            group=help_pages.FOR_PROGRAMS,
        ),
    )
