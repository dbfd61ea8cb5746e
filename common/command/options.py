"""Options that are alike in all five programs, and how a verb is put together of them; imported only where typer is."""

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
from common.command.setup_options import DEPTH, NODES, OwnOption, own_options
from common.command.translated_help import GameHelp, VerbHelp, translate_help
from common.messages import _
from common.play.game import Game, Told
from common.play.game_players import LIMITS
from common.play.player_registry import names_help
from common.programs import confinement
from common.programs.confinement import Confinement
from common.programs.runtime import Runtime, choose_runtime
from common.programs.sandbox import require_sandbox
from common.rules.errors import BadInput
from common.show.film_file import read_film, read_still
from common.show.language import translated
from common.show.page import read_page

Nodes = Annotated[int | None, Option(help=NODES)]
Depth = Annotated[int | None, Option(help=DEPTH)]
Threads = Annotated[
    int,
    Option(
        min=1,
        max=16,
        help=_(
            "of the engine; with more than one, and where seconds count, games may differ from run to run"
        ),
    ),
]
StrengthLevel = Annotated[
    int | None, Option(help=_("strength of the engine, 1 to 5, in place of other limits"))
]
Seed = Annotated[int | None, Option(help=_("of everything that is random; printed where it is drawn"))]
Gif = Annotated[
    Path | None,
    Option(callback=read_film, help=_("write the game as a GIF, or webp, or mp4, by the file's ending")),
]
FrameMs = Annotated[int, Option(min=20, max=60_000, help=_("milliseconds a frame"))]
AsJson = Annotated[bool, Option("--json", help=_("for programs: JSON"))]
Cluster = Annotated[
    str | None, Option(metavar="ADDRESS", help=_("a Dask scheduler's, e.g. tcp://10.0.0.1:8786"))
]
Record = Annotated[Path | None, Option(help=_("save the game here, move by move, as JSON lines"))]
NoSave = Annotated[bool, Option("--no-save", help=_("keep no game of a person in saved-games/"))]
Force = Annotated[bool, Option("--force", help=_("replace files that are there"))]
Resume = Annotated[
    Path | None, Option(help=_("go on with this unfinished record, and write on into it, or into --record"))
]
Trust = Annotated[
    bool, Option("--trust", help=_("run the commands that a record of --resume names as players"))
]
RecordAsJson = Annotated[
    bool,
    Option("--json", help=_("on stdout the lines of the record and nothing else; not for people who play")),
]
Png = Annotated[Path | None, Option(callback=read_still, help=_("write one position as PNG"))]
At = Annotated[
    int | None,
    Option(help=_("the position of --png: 0 the start, 1 after the first move (default: the last)")),
]
Html = Annotated[
    Path | None, Option(callback=read_page, help=_("write the game as one page to share, complete in itself"))
]
Analyse = Annotated[
    int | None, Option(min=1, help=_("scores for the page: so many positions looked at for each"))
]
RequireSandbox = Annotated[
    bool,
    Option(
        "--require-sandbox",
        callback=require_sandbox,
        help=_("refuse to start programs without a whole sandbox"),
    ),
]
NoSandbox = Annotated[
    bool, Option("--no-sandbox", help=_("run programs without a sandbox: for programs that you trust"))
]
Readable = Annotated[
    list[Path] | None,
    Option(
        metavar="PATH",
        callback=confinement.read_readable,
        help=_("file or folder that programs may read, too (repeatable)"),
    ),
]
Interpreter = Annotated[
    Path | None,
    Option(metavar="PATH", help=_("Python that runs programs (default: this one, without its packages)")),
]
WithPackages = Annotated[
    Path | None, Option(metavar="VENV", help=_("virtual environment whose packages programs may import"))
]
Ponder = Annotated[
    bool, Option("--ponder", help=_("let persistent programs think while their opponent does"))
]
Memory = Annotated[
    float | None,
    Option(
        callback=confinement.read_memory,
        help=_(
            "memory limit for external programs in GB, child processes included (default {memory:g})",
            memory=confinement.MEMORY,
        ),
    ),
]
Step = Annotated[
    bool, Option("--step", help=_("step by step: Enter or n forward, b back, a number goes there, q ends"))
]
Coach = Annotated[
    bool,
    Option(
        "--coach", help=_("after each of your moves a line if it gave something away, and what was better")
    ),
]
EXEMPLARY = (
    "solve",
    "analyse",
    "match",
)  # the verbs of which the page of the whole program has an example, too

AnyGame = Game[Any, Any]


def new_app(docstring: str | None) -> typer.Typer:
    """The command line of a game, without verbs; what it tells of itself is the script's docstring."""
    return typer.Typer(
        cls=GameHelp, rich_markup_mode=None, add_completion=False, help=cli.help_text(docstring)
    )


class Part(NamedTuple):
    """Options that several verbs share, and what they make together: typer reads them from a function's parameters."""

    function: Callable[..., Any]
    make: Callable[..., Any]


@cache  # the same part is in several verbs
def _params(function: Callable[..., Any]) -> list[Any]:
    """Return the parameters that typer reads from a function."""
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return list(typer.main.get_command(app).params)


def add_verb(
    app: typer.Typer,
    game: AnyGame,
    name: str,
    function: Callable[..., int],
    example: str | None,
    before: Sequence[Part] = (),
    after: Sequence[Part] = (),
    without: Collection[str] = (),
    text: str | None = None,
) -> None:
    """Add a verb: a function with typer's options, `without` some that the game does not have: their defaults hold.

    `ctx.obj` is what the parts make of their options, which `--help` shows `before` and `after` those of the function.
    """

    def known(params: Sequence[Any]) -> list[Any]:
        return [param for param in params if param.name not in without]

    class Verb(VerbHelp):
        parts = (*before, *after)

        def __init__(self, **typers: Any) -> None:
            super().__init__(**typers)
            first = [_params(part.function) for part in before]
            last = [known(_params(part.function)) for part in after]
            self.params = [*chain(*first), *known(self.params), *chain(*last)]
            self.shares = [*first, *last]
            translate_help(self.params, self.declared)

        @property
        def declared(self) -> dict[str, Any]:
            functions = (function, *(part.function for part in self.parts))
            return dict(chain(*(get_type_hints(one, include_extras=True).items() for one in functions)))

        def invoke(self, ctx: Any) -> Any:
            ctx.obj = [
                part.make(**{param.name: ctx.params.pop(param.name) for param in share})
                for part, share in zip(self.parts, self.shares, strict=True)
            ]
            return super().invoke(ctx)

    call = None if example is None else f"python {game.name}.py {name} {example}".rstrip()
    app.command(
        name, cls=Verb, help=translated(text or function.__doc__ or ""), epilog=call and example_of(call)
    )(function)


def example_of(call: str) -> str:
    """Return the last line of a page of help."""
    return translated(_("Example: {call}", call=call))


def start_of(game: AnyGame, verb: str) -> Part:
    """Return the options of the game's own, which make its set-up."""

    def make(words: Sequence[str] | None, **said: Any) -> Any:
        return game.starts.setup(words=tuple(words or ()), **said)

    return Part(as_function(game, own_options(game, verb)), make)


def sides_of(game: AnyGame) -> Part:
    """Return the options for who plays each side, which make the names of the players."""
    sides = [
        OwnOption(f"player_{side.lower()}", str | None, Told(names_help(game, side), f"--{side.lower()}"))
        for side in game.sides
    ]
    return Part(as_function(game, sides), lambda **said: dict(zip(game.sides, said.values(), strict=True)))


def as_function(game: AnyGame, declared: Sequence[OwnOption]) -> Callable[..., Any]:
    """Return a class with a field for each option, and for the words of a position, as typer reads them."""
    fields = []
    for option in declared:
        told, kind, usual = option.told, option.kind, option.usual
        info: Any = Option(*filter(None, [told.name]), help=told.help, min=told.least, max=told.most)
        if option.name == "words":
            info, kind, usual = Argument(metavar=game.notation.form, help=told.help), list[str], usual or None
        fields.append((option.name, Annotated[kind, info], usual))
    return make_dataclass("Options", fields)


def confined(
    memory: Memory = None,
    readable: Readable = None,
    ponder: Ponder = False,
    no_sandbox: NoSandbox = False,
    require_sandbox: RequireSandbox = False,
) -> Confinement:
    """Return the conditions under which a call runs other people's programs."""
    if no_sandbox and require_sandbox:
        raise BadInput(_("--no-sandbox --require-sandbox: wanted one of them"))
    gigabytes = confinement.MEMORY if memory is None else memory
    return Confinement(gigabytes, not no_sandbox, tuple(readable or ()), ponder=ponder)


def runtime(interpreter: Interpreter = None, with_packages: WithPackages = None) -> Runtime:
    """Return the Python that runs other people's programs."""
    return choose_runtime(interpreter, with_packages)


CONFINED = Part(confined, confined)
RUNTIME = Part(runtime, runtime)


def show_examples(app: typer.Typer) -> None:
    """On the page of a whole program the examples of some verbs, as on their own pages."""
    examples = [
        info.epilog.partition(": ")[2]
        for info in app.registered_commands
        if info.name in EXEMPLARY and info.epilog
    ]
    app.info.epilog = "\n".join(["\b", translated(_("Examples:")), *(f"  {example}" for example in examples)])


def missing(game: AnyGame, verb: str = "play") -> list[str]:
    """Return the options that a game does not have: limits that its thinking does not know, the side of its board."""
    known = game.players.limits
    found = [name for name in LIMITS if name not in known[verb]]
    found += [] if game.search.size(game.starts.usual) else ["size"]
    return found if "nodes" in known["analyse"] else [*found, "analyse"]
