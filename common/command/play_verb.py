"""The verb `play`: games between any players."""

from typing import Annotated, Any

import typer
from typer import Option

from common.command import help_pages, options
from common.command.playing import PlayOptions, play
from common.command.setup_options import seconds_help
from common.play.game import Game, Help
from common.play.pace import DEFAULT_PACE
from common.play.player_registry import names_help
from common.play.session import Files
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit

PLAY_HELP = Help("Play a game. The engine plays every side that you do not assign.")
ASK_HELP = "On a terminal it asks which side you play and at what level, unless a player is given."


def add_play(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `play`."""

    def verb(
        ctx: typer.Context,
        seconds: Annotated[float | None, Option(help=seconds_help(game))] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        level: options.StrengthLevel = None,
        seed: options.Seed = None,
        record: options.Record = None,
        gif: options.Gif = None,
        frame_ms: options.FrameMs = 400,
        force: options.Force = False,
        no_save: options.NoSave = False,
        resume: options.Resume = None,
        trust: options.Trust = False,
        as_json: options.RecordAsJson = False,
        coach: options.Coach = False,
        pace: options.Pace = DEFAULT_PACE,
        ask: Annotated[bool, Option(hidden=True)] = False,
    ) -> int:
        setup, names, confinement = ctx.obj
        limit = Limit(seconds, nodes, depth)
        chosen = choose_limit(limit, game.players.default_limit, level, game.players.levels)
        files = game.starts.files(setup, Files(record, gif, frame_ms, as_json, not no_save, force))
        if trust and resume is None:
            raise BadInput("--trust needs --resume FILE, a game whose players are commands")
        is_limited = limit != Limit() or level is not None
        chosen_options = PlayOptions(
            chosen, seed, resume, level, ask, coach, confinement, trust, pace, is_limited
        )
        return play(game, setup, names, chosen_options, files)

    without, helped = options.missing_options(game), game.help.get("play", PLAY_HELP)
    text = "\n\n".join([helped.text, ASK_HELP, names_help(game)])
    options.add_verb(
        app,
        game,
        options.Verb(
            "play",
            verb,
            helped.example or f"--{game.sides[0].lower()} human --level 2 --seed 7",
            before=[options.start_options(game, "play"), options.player_options(game)],
            after=[options.CONFINEMENT],
            without=without,
            text=text,
            group=help_pages.TO_PLAY,
            has_panels=True,
        ),
    )
