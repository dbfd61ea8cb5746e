"""The verb `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.command.playing import PlayOptions, play
from common.messages import _, joined
from common.play.game import AnySetup, Game, Help, Names
from common.programs.confinement import Confinement
from common.record.saved_game import Files
from common.rules.errors import BadInput
from common.search.limit import choose_limit

PLAYS = Help(_("Play a game; engines play where nobody is named."))
ASKS = _("On a terminal, where nobody is named, it asks which side you play and at what level.")


def add_play(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Play a game of any players, from a position or as options say, or go on with one."""

    def verb(
        setup: AnySetup,
        names: Names,
        confinement: Confinement,
        seconds: float = options.seconds_a_move(game),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        level: int = options.LEVEL,
        threads: int = options.THREADS,
        seed: int = options.SEED,
        record: Path = options.RECORD,
        gif: Path = options.GIF,
        frame_ms: int = options.FRAME_MS,
        force: bool = options.FORCE,
        no_save: bool = options.NO_SAVE,
        resume: Path = options.RESUME,
        trust: bool = options.TRUST,
        as_json: bool = options.JSON,
        coach: bool = options.COACH,
        ask: bool = typer.Option(False, hidden=True),
    ) -> int:
        chosen = choose_limit(game.players.levels, level, seconds, nodes, depth, game.players.usual)
        files = game.starts.files(setup, Files(record, gif, frame_ms, as_json, not no_save, force))
        if trust and resume is None:
            raise BadInput(_("--trust: wanted --resume FILE with it, whose players are commands"))
        said = PlayOptions(chosen, threads, seed, resume, level, ask, coach, confinement, trust)
        return play(game, setup, names, said, files)

    without, helped = options.missing(game), game.help.get("play", PLAYS)
    text = joined("\n\n", [_(helped.text), ASKS])
    options.add_verb(
        app,
        game,
        "play",
        verb,
        helped.example or f"--{game.sides[0].lower()} human --level 2 --seed 7",
        own=True,
        players=True,
        confines=True,
        without=without,
        text=text,
    )
