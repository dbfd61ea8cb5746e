"""Options common to all five programs, and the assembly of verbs from them. Imports typer."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import make_dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer
import typer.main
from typer import Argument, Option

from common.command import cli
from common.command.help_pages import TO_STUDY, GameHelp, VerbHelp, prepare_help
from common.command.setup_options import DEPTH, NODES, DeclaredOption, game_options
from common.play.game import Game, OptionInfo
from common.play.game_players import LIMITS
from common.play.pace import check_pace
from common.play.player_registry import side_help
from common.programs import confinement
from common.programs.confinement import Confinement
from common.programs.runtime import Runtime, choose_runtime
from common.programs.sandbox import require_sandbox
from common.rules.errors import BadInput
from common.show.film_file import check_film_path, check_still_path
from common.show.page import check_page_path

Nodes = Annotated[int | None, Option(help=NODES)]
Depth = Annotated[int | None, Option(help=DEPTH)]
StrengthLevel = Annotated[int | None, Option(help="engine strength, 1 to 5 (sets its own limits)")]
Seed = Annotated[int | None, Option(help="random seed (printed if chosen automatically)")]
Gif = Annotated[
    Path | None,
    Option(callback=check_film_path, help="write the game as .gif, .webp or .mp4"),
]
FrameMs = Annotated[int, Option(min=20, max=60_000, help="milliseconds per frame")]
AsJson = Annotated[bool, Option("--json", help="machine-readable output (JSON)")]
Cluster = Annotated[
    str | None, Option(metavar="ADDRESS", help="address of a Dask scheduler, e.g. tcp://10.0.0.1:8786")
]
Record = Annotated[Path | None, Option(help="save the game to this file as JSON lines, move by move")]
NoSave = Annotated[bool, Option("--no-save", help="do not save games of humans in saved-games/")]
Force = Annotated[bool, Option("--force", help="overwrite existing files")]
Resume = Annotated[Path | None, Option(help="resume an unfinished game (last: the newest one saved)")]
Trust = Annotated[bool, Option("--trust", help="run the commands that a resumed game names as players")]
RecordAsJson = Annotated[
    bool,
    Option("--json", help="print only the game's record, as JSON lines"),
]
Png = Annotated[Path | None, Option(callback=check_still_path, help="write one position as PNG")]
At = Annotated[
    int | None,
    Option(help="position for --png: 0 is the start (default: the last)"),
]
Html = Annotated[
    Path | None, Option(callback=check_page_path, help="write the game as one self-contained HTML page")
]
Analyse = Annotated[int | None, Option(min=1, help="add a score curve to the page; nodes per position")]
RequireSandbox = Annotated[
    bool,
    Option(
        "--require-sandbox",
        callback=require_sandbox,
        help="refuse to run programs without a complete sandbox",
    ),
]
NoSandbox = Annotated[bool, Option("--no-sandbox", help="run programs that you trust without a sandbox")]
Readable = Annotated[
    list[Path] | None,
    Option(
        metavar="PATH",
        callback=confinement.resolve_readable,
        help="extra file or folder programs may read (repeatable)",
    ),
]
Interpreter = Annotated[
    Path | None,
    Option(metavar="PATH", help="Python for programs (default: this one, no packages)"),
]
WithPackages = Annotated[
    Path | None, Option(metavar="VENV", help="virtual environment whose packages programs may use")
]
Ponder = Annotated[bool, Option("--ponder", help="let persistent programs think on the opponent's time")]
Memory = Annotated[
    float | None,
    Option(
        callback=confinement.check_memory,
        help=f"GB of memory per program and its children (default {confinement.DEFAULT_MEMORY:g})",
    ),
]
Step = Annotated[bool, Option("--step", help="step through: Enter or n next, b back, number, q quit")]
Coach = Annotated[
    bool,
    Option("--coach", help="show a better move whenever yours gives something away"),
]
Pace = Annotated[
    float,
    Option(callback=check_pace, help="least seconds between moves on a terminal (0: none)"),
]
AnyGame = Game[Any, Any]


def new_app(docstring: str | None) -> typer.Typer:
    """Return the command line of a game, without verbs. Its help page shows the script's docstring."""
    return typer.Typer(
        cls=GameHelp,
        rich_markup_mode=None,
        add_completion=False,
        help=cli.help_text(docstring),
        epilog="COMMAND --help shows the options of a command.",
    )


class OptionGroup(NamedTuple):
    """Options of several verbs: their declaration, and the function that makes one value of them."""

    declaration: Callable[..., Any]
    make: Callable[..., Any]


@cache  # several verbs use the same part
def _params(function: Callable[..., Any]) -> list[Any]:
    """Return typer's parameters for the signature of a function."""
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return list(typer.main.get_command(app).params)


class Verb(NamedTuple):
    """A verb: a function whose parameters are typer options, and its help.

    `example` has the arguments of an example call (None: no example). `before` and `after` are parts whose
    options `--help` shows before and after those of the function. What they make is in `ctx.obj`, a list.
    Options named in `without` are removed from the function and from `after`, so that their defaults apply.
    With `has_panels`, `--help` shows the options in panels.
    `text` is the help text (default: the docstring of the function), `group` the section on the page of the
    game.
    """

    name: str
    function: Callable[..., int]
    example: str | None
    before: Sequence[OptionGroup] = ()
    after: Sequence[OptionGroup] = ()
    without: Collection[str] = ()
    text: str | None = None
    group: str = TO_STUDY
    has_panels: bool = False


def add_verb(app: typer.Typer, game: AnyGame, verb: Verb) -> None:
    """Add a verb to the command line of a game."""

    def kept(params: Sequence[Any]) -> list[Any]:
        return [param for param in params if param.name not in verb.without]

    class Command(VerbHelp):
        parts = (*verb.before, *verb.after)

        def __init__(self, **typers: Any) -> None:
            super().__init__(**typers)
            first = [_params(part.declaration) for part in verb.before]
            last = [kept(_params(part.declaration)) for part in verb.after]
            self.params = [*chain(*first), *kept(self.params), *chain(*last)]
            self.shares = [*first, *last]
            prepare_help(self.params, self.declared)
            self.has_panels = verb.has_panels

        @property
        def declared(self) -> dict[str, Any]:
            functions = (verb.function, *(part.declaration for part in self.parts))
            return dict(chain(*(get_type_hints(one, include_extras=True).items() for one in functions)))

        def invoke(self, ctx: Any) -> Any:
            ctx.obj = [
                part.make(**{param.name: ctx.params.pop(param.name) for param in share})
                for part, share in zip(self.parts, self.shares, strict=True)
            ]
            return super().invoke(ctx)

    call = None if verb.example is None else f"python {game.name}.py {verb.name} {verb.example}".rstrip()
    app.command(
        verb.name,
        cls=Command,
        help=verb.text or verb.function.__doc__ or "",
        epilog=call and example_line(call),
        rich_help_panel=verb.group,
    )(verb.function)


def example_line(call: str) -> str:
    """Return the last line of a help page, `Example: ...`."""
    return f"Example: {call}"


def start_options(game: AnyGame, verb: str) -> OptionGroup:
    """Return the options of a game for a verb; they make the set-up of its start."""

    def make(words: Sequence[str] | None, **values: Any) -> Any:
        return game.starts.setup(words=tuple(words or ()), **values)

    return OptionGroup(declare_options(game, game_options(game, verb)), make)


def player_options(game: AnyGame) -> OptionGroup:
    """Return one option for each side; together they make the mapping of sides to names of players.

    A side without its option has None.
    """
    sides = [
        DeclaredOption(
            f"player_{side.lower()}", str | None, OptionInfo(side_help(game, side), f"--{side.lower()}")
        )
        for side in game.sides
    ]
    return OptionGroup(
        declare_options(game, sides), lambda **values: dict(zip(game.sides, values.values(), strict=True))
    )


def declare_options(game: AnyGame, declared: Sequence[DeclaredOption]) -> Callable[..., Any]:
    """Return a dataclass that declares the options, and the words of a position, in typer's form."""
    fields = []
    for option in declared:
        info, kind, default = option.info, option.kind, option.default
        metavar = "PLAYER" if option.name.startswith("player_") else None
        declared_as: Any = Option(
            *filter(None, [info.name]), help=info.help, min=info.least, max=info.most, metavar=metavar
        )
        if option.name == "words":
            declared_as = Argument(metavar=game.notation.form, help=info.help)
            kind, default = list[str], default or None
        fields.append((option.name, Annotated[kind, declared_as], default))
    return make_dataclass("Options", fields)


def confinement_from_options(
    memory: Memory = None,
    readable: Readable = None,
    ponder: Ponder = False,
    no_sandbox: NoSandbox = False,
    require_sandbox: RequireSandbox = False,
) -> Confinement:
    """Return the sandbox and the resource limits for external programs; `memory` is in GB.

    None means the default memory. Raise BadInput if both sandbox flags are given; all other checks,
    also whether there is a sandbox, are callbacks of the options.
    """
    if no_sandbox and require_sandbox:
        raise BadInput("--no-sandbox --require-sandbox: give only one of them")
    gigabytes = confinement.DEFAULT_MEMORY if memory is None else memory
    return Confinement(gigabytes, not no_sandbox, tuple(readable or ()), ponder=ponder)


def runtime_from_options(interpreter: Interpreter = None, with_packages: WithPackages = None) -> Runtime:
    """Return the Python that runs external programs. Raise BadInput."""
    return choose_runtime(interpreter, with_packages)


CONFINEMENT = OptionGroup(confinement_from_options, confinement_from_options)
RUNTIME = OptionGroup(runtime_from_options, runtime_from_options)


def missing_options(game: AnyGame, verb: str = "play") -> list[str]:
    """Return the names of the options that a game lacks: limits its search ignores, the board size.

    `verb` is play or analyse, whose limits differ. The names fit `without` of `add_verb`.
    """
    known = game.players.limits
    found = [name for name in LIMITS if name not in known[verb]]
    found += [] if game.search.size(game.starts.default_start) else ["size"]
    return found if "nodes" in known["analyse"] else [*found, "analyse"]
