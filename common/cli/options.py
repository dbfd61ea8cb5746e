"""Options that verbs share, and verbs made of functions; a game adds options of its start and its sides."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer import Argument, Context, Option

from common.play.game import Game
from common.play.setup import OptionInfo
from common.programs import confinement
from common.programs.confinement import Confinement
from common.programs.sandbox import require_sandbox
from common.rules.errors import BadInput, Leave
from common.search.limit import Limit
from common.show.film_file import check_film_path, check_still_path
from common.show.page import check_page_path

AnyGame = Game[Any]
TO_PLAY, TO_STUDY, TO_COMPARE = "To play", "To study", "To compare"
FOR_PROGRAMS, FOR_CLASSES = "For programs", "For classes"
SEATS, STRENGTH, SAVING, PROGRAMS = "Who plays", "Strength", "Saving and pictures", "External programs"

Words = Annotated[list[str] | None, Argument(metavar="[POSITION]", help="words of a position, SIDE first")]
Nodes = Annotated[
    int | None, Option(help="node limit per move; makes games reproducible", rich_help_panel=STRENGTH)
]
Depth = Annotated[
    int | None, Option(help="depth limit in plies; makes games reproducible", rich_help_panel=STRENGTH)
]
LevelNumber = Annotated[
    int | None,
    Option("--level", help="engine strength, 1 to 5 (sets its own limits)", rich_help_panel=STRENGTH),
]
Seed = Annotated[int | None, Option(help="random seed (printed if chosen automatically)")]
AsJson = Annotated[bool, Option("--json", help="machine-readable output (JSON)")]
Gif = Annotated[
    Path | None,
    Option(callback=check_film_path, help="write the game as .gif, .webp or .mp4", rich_help_panel=SAVING),
]
FrameMs = Annotated[int, Option(min=20, max=60_000, help="milliseconds per frame", rich_help_panel=SAVING)]
Record = Annotated[
    Path | None,
    Option(help="save the game to this file as JSON lines, move by move", rich_help_panel=SAVING),
]
Force = Annotated[bool, Option("--force", help="overwrite existing files", rich_help_panel=SAVING)]
Png = Annotated[Path | None, Option(callback=check_still_path, help="write one position as PNG")]
At = Annotated[int | None, Option(help="position for --png: 0 is the start (default: the last)")]
Html = Annotated[
    Path | None, Option(callback=check_page_path, help="write the game as one self-contained HTML page")
]
Analyse = Annotated[int | None, Option(min=1, help="add a score curve to the page; nodes per position")]
PlayerName = Annotated[str, Option("--player", metavar="PLAYER", help="player that answers")]
Jobs = Annotated[int, Option(min=1, max=256, help="parallel processes; use fewer if programs time out")]
Cluster = Annotated[
    str | None, Option(metavar="ADDRESS", help="address of a Dask scheduler, e.g. tcp://10.0.0.1:8786")
]


def confinement_from_options(
    memory: Annotated[
        float | None,
        Option(
            callback=confinement.check_memory,
            help=f"GB of memory per program and its children (default {confinement.DEFAULT_MEMORY:g})",
            rich_help_panel=PROGRAMS,
        ),
    ] = None,
    readable: Annotated[
        list[Path] | None,
        Option(
            metavar="PATH",
            callback=confinement.resolve_readable,
            help="extra file or folder programs may read (repeatable)",
            rich_help_panel=PROGRAMS,
        ),
    ] = None,
    ponder: Annotated[
        bool,
        Option(
            "--ponder", help="let persistent programs think on the opponent's time", rich_help_panel=PROGRAMS
        ),
    ] = False,
    no_sandbox: Annotated[
        bool,
        Option(
            "--no-sandbox", help="run programs that you trust without a sandbox", rich_help_panel=PROGRAMS
        ),
    ] = False,
    require: Annotated[
        bool,
        Option(
            "--require-sandbox",
            callback=require_sandbox,
            help="refuse to run programs without a complete sandbox",
            rich_help_panel=PROGRAMS,
        ),
    ] = False,
) -> Confinement:
    """Return the sandbox and the resource limits for external programs; `memory` is in GB. Raise BadInput."""
    if no_sandbox and require:
        raise BadInput("--no-sandbox --require-sandbox: give only one of them")
    gigabytes = confinement.DEFAULT_MEMORY if memory is None else memory
    return Confinement(gigabytes, not no_sandbox, tuple(readable or ()), ponder=ponder)


def seconds_option(limit: Limit) -> Any:
    """Return the declaration of --seconds, whose help has the default limit."""
    names = {"seconds": "s", "nodes": "nodes", "depth": "plies"}
    shown = ", ".join(f"{value:g} {names[name]}" for name, value in limit.record_fields().items())
    text = f"seconds per move (default: {shown or 'none'})"
    return Option(help=text, rich_help_panel=STRENGTH)


class Verb:
    """A verb in the making: its options besides those of its function, and what it makes of their values.

    The function gets them as the mapping `own` by its last parameter, `**own`.
    """

    def __init__(self, app: typer.Typer, game: AnyGame, panel: str, example: str = "") -> None:
        self._app, self.game, self._panel, self._example = app, game, panel, example
        self._known: dict[str, dict[str, inspect.Parameter]] = {}

    def start(self, verb: str) -> Verb:
        """Add the options of the game's start."""
        self._known["start"] = declared_options(self.game.starts, verb)
        return self

    def seats(self, verb: str) -> Verb:
        """Add the options that choose the players: one for each side, and those of the game."""
        self._known["seats"] = declared_options(self.game.seated, verb)
        self._known["sides"] = {
            f"player_{side.lower()}": _parameter(
                f"player_{side.lower()}",
                Annotated[
                    str | None,
                    Option(
                        f"--{side.lower()}",
                        metavar="PLAYER",
                        help=side_help(self.game, side),
                        rich_help_panel=SEATS,
                    ),
                ],
                None,
            )
            for side in self.game.sides
        }
        return self

    def programs(self) -> Verb:
        """Add the options for external programs."""
        self._known["programs"] = _parameters(confinement_from_options)
        return self

    def given(self, ctx: Context, own: Mapping[str, Any], kind: str = "start") -> dict[str, Any]:
        """Return the options of a kind that stand on the command line."""
        sources = {name: getattr(ctx.get_parameter_source(name), "name", "") for name in self._known[kind]}
        return {name: own[name] for name, source in sources.items() if source == "COMMANDLINE"}

    def names(self, own: Mapping[str, Any]) -> dict[str, str | None]:
        """Return the player that the command line names for each side, or None."""
        return {side: own[f"player_{side.lower()}"] for side in self.game.sides}

    def confinement(self, own: Mapping[str, Any]) -> Confinement:
        """Return the conditions for external programs. Raise BadInput."""
        return confinement_from_options(**{name: own[name] for name in self._known["programs"]})

    def add(self, function: Callable[..., int], without: tuple[str, ...] = (), name: str = "") -> None:
        """Add the verb; its name and text are those of the function. Options in `without` keep defaults."""
        added = [each for known in self._known.values() for each in known.values()]
        own = {name: each for name, each in _parameters(function).items() if name not in (*without, "own")}

        @wraps(function)
        def run(**values: Any) -> None:
            try:
                status = function(**values)
            except KeyboardInterrupt:
                raise Leave("Stopped.", 130) from None
            if status:
                raise typer.Exit(status)

        every = [*own.values(), *added]
        run.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in every}
        verb = name or function.__name__.replace("_", "-")
        example = f"Example: python {self.game.name}.py {verb} {self._example}".rstrip()
        self._app.command(verb, epilog=example, rich_help_panel=self._panel)(run)


def declared_options(method: Callable[..., Any], verb: str) -> dict[str, inspect.Parameter]:
    """Return an option of a verb for each annotated parameter of a game's method: type, help, name, range."""
    found = {}
    for name, each in _parameters(method).items():
        kind, *texts = get_args(each.annotation) if get_args(each.annotation) else (each.annotation,)
        if not texts or not isinstance(texts[0], str | OptionInfo):
            continue
        info = OptionInfo(texts[0]) if isinstance(texts[0], str) else texts[0]
        if info.only_verb in (None, verb):
            option = Option(*filter(None, [info.name]), help=info.help, min=info.least, max=info.most)
            found[name] = _parameter(name, Annotated[kind, option], each.default)
    return found


def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function as keywords, with their types."""
    hints = get_type_hints(function, include_extras=True)
    found = inspect.signature(function).parameters.values()
    return {each.name: _parameter(each.name, hints.get(each.name), each.default) for each in found}


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def side_help(game: AnyGame, side: str) -> str:
    """Return the help of the option for a side's player, with the names that only this side has."""
    own = [name for name, kind in game.players.items() if kind.sides == (side,)]
    return f"player of {side}; also {', '.join(own)}" if own else f"player of {side}"


def names_help(game: AnyGame) -> str:
    """Return a sentence about the players that both sides can have, for `--help`."""
    both = [name for name, kind in game.kinds.items() if not kind.sides and not name.startswith("level-")]
    levels = f"level-{min(game.levels)} to level-{max(game.levels)}"
    return f"PLAYER is {', '.join([*both, levels, 'a command'])}, or 'persistent: COMMAND'."


def unknown_limits(game: AnyGame, verb: str = "play") -> tuple[str, ...]:
    """Return the names of the options that a game lacks: limits its search ignores, the board size."""
    known = game.limits[verb]
    found = [name for name in ("seconds", "nodes", "depth") if name not in known]
    found += [] if game.search.size(game.default_start) else ["size"]
    return tuple(found if "nodes" in game.limits["analyse"] else [*found, "analyse"])
