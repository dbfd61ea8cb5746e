"""The verb `check-program`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.judge.match.games import seated
from common.judge.protocol_check import conformance, gradescope
from common.messages import _
from common.play.game import Game
from common.play.player_registry import check_name, is_named
from common.play.players import PlayerSettings
from common.programs.confinement import Confinement
from common.programs.sandbox import sandbox_for, warn
from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.search.limit import Level, Limit
from common.show.language import translated

HELP = _(
    "Whether a program keeps to the protocol. A line a rule: legal moves, games, limit, "
    "nonsense; exit status 1 if not."
)


def add_check_program(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `check-program`."""

    def verb(
        confinement: Confinement,
        command: str = typer.Argument(help=_("as where a player is named; `A + B` names one for each side")),
        seconds: float = typer.Option(2.0, min=0.01, help=_("a move")),
        positions: int = typer.Option(8, min=1, help=_("how many positions it is asked")),
        seed: int = typer.Option(0, help=_("of the positions")),
        results: Path = typer.Option(
            None, "--gradescope", help=_("write the rules here, as Gradescope reads them")
        ),
        as_json: bool = options.AS_JSON,
    ) -> int:
        for side in game.sides:
            name = seated(command, side, game.sides)
            check_name(game, side, name)
            if is_named(game, side, name):
                raise BadInput(
                    _(
                        "{name} is a player of ours: wanted a command, e.g. 'python my_{game}.py'",
                        name=quoted(name),
                        game=game.name,
                    )
                )
        warn(confinement)
        rules = []
        settings = PlayerSettings(Level(Limit(seconds=seconds)), seed=seed, confinement=confinement)
        for rule in conformance(game, command, settings, positions):
            rules.append(rule)
            if not as_json:
                print(translated(rule.line()), flush=True)
        told = sandbox_for(confinement).told()
        facts = {"rules": [rule._asdict() for rule in rules], "sandbox": told}
        print(json.dumps(facts) if as_json else translated(told))
        if results:
            write_whole(results, json.dumps(gradescope(rules, told), indent=1).encode())
        return int(not all(rule.is_kept for rule in rules))

    example = f"'python my_{game.name}.py'"
    options.add_verb(app, game, "check-program", verb, example, confines=True, text=HELP)
