"""The verb `kit`: an autograder for a course, as one file to upload."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, many_games, options
from common.play.game import Game
from common.record.atomic_files import check_folders
from common.record.save_paths import check_overwrite
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit

HELP = (
    "Make an autograder that a course uploads to Gradescope. It checks the protocol, then plays each "
    "submission against fixed opponents. Its settings.ini explains every setting."
)
LADDER = "level-1:20,level-2:20,level-3:30"
CASE_POINTS = 30.0

File = Annotated[Path, Argument(metavar="FILE.zip", help="file to write")]
Ladder = Annotated[str, Option(help="opponents with their points")]
Persistent = Annotated[bool, Option("--persistent", help="submissions are persistent programs, not one-shot")]
Seconds = Annotated[float, Option(help="seconds per move")]
Pairs = Annotated[int, Option(min=1, help="game pairs per opponent, sides swapped")]
CheckPoints = Annotated[float, Option(min=0, help="points for the protocol check")]
Cases = Annotated[
    Path | None, Option(metavar="FOLDER", help="folder of cases to grade (default: random ones)")
]
Wheels = Annotated[Path | None, Option(metavar="FOLDER", help="wheels to install offline (default: by pip)")]


def add_kit(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `kit`."""
    has_cases = game.has_module("kit_cases")

    def verb(
        file: File,
        ladder: Ladder = LADDER,
        persistent: Persistent = False,
        seconds: Seconds = 1.0,
        grace: options.Grace = 0.0,
        pairs: Pairs = 2,
        check_points: CheckPoints = 30.0,
        cases: Cases = None,
        wheels: Wheels = None,
        seed: many_games.Seed = 0,
        force: options.Force = False,
    ) -> int:
        from common.judge.kit.archive import KitContents, write_kit
        from common.judge.kit.settings import KitSettings, parse_ladder

        if file.suffix != ".zip":
            raise BadInput(f"{file}: expected the name of a zip file, e.g. kit.zip")
        choose_limit(Limit(seconds=seconds), Limit())
        check_folders(file)
        check_overwrite("kit", file, force)
        settings = KitSettings(
            game.name,
            parse_ladder(ladder, game),
            "persistent" if persistent else "one-shot",
            seconds=seconds,
            grace=grace,
            pairs=pairs,
            seed=seed,
            check_points=check_points,
            case_points=CASE_POINTS if has_cases else 0.0,
        )
        pins = write_kit(file, KitContents(game, settings, wheels, cases))
        print(f"{file}: upload it as the autograder. It installs {len(pins)} packages.")
        return 0

    options.add_verb(
        app,
        game,
        options.Verb(
            "kit",
            verb,
            "kit.zip --ladder level-1:20,level-2:30",
            without=[] if has_cases else ["cases"],
            text=HELP,
            group=help_pages.FOR_CLASSES,
        ),
    )
