"""Options that are alike in all five programs, and how a verb is put together of them; imported only where typer is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any

import typer

from common.command import cli
from common.command.setup_options import OwnOption, own_options
from common.command.translated_help import GameHelp, VerbHelp, in_language
from common.messages import _, joined
from common.play.game import Game, Help
from common.play.player_registry import names_help
from common.programs import confinement
from common.programs.confinement import Confinement
from common.programs.sandbox import require_sandbox
from common.rules.errors import BadInput
from common.search.limit import Limit
from common.show.film_file import read_film, read_still
from common.show.language import translated
from common.show.page import read_page

NODES = typer.Option(None, help=_("positions looked at a move; the same call then plays the same game"))
DEPTH = typer.Option(None, help=_("plies looked ahead; the same call then plays the same game"))
THREADS = typer.Option(
    2,
    min=1,
    max=16,
    help=_("of the engine; with more than one, and where seconds count, games may differ from run to run"),
)
LEVEL = typer.Option(None, help=_("strength of the engine, 1 to 5, in place of other limits"))
SEED = typer.Option(None, help=_("of everything that is random; printed where it is drawn"))
GIF = typer.Option(
    None, callback=read_film, help=_("write the game as a GIF, or webp, or mp4, by the file's ending")
)
FRAME_MS = typer.Option(400, min=20, max=60_000, help=_("milliseconds a frame"))
AS_JSON = typer.Option(False, "--json", help=_("for programs: JSON"))
CLUSTER = typer.Option(None, metavar="ADDRESS", help=_("a Dask scheduler's, e.g. tcp://10.0.0.1:8786"))
RECORD = typer.Option(None, help=_("save the game here, move by move, as JSON lines"))
NO_SAVE = typer.Option(False, "--no-save", help=_("keep no game of a person in saved-games/"))
FORCE = typer.Option(False, "--force", help=_("replace files that are there"))
RESUME = typer.Option(
    None, help=_("go on with this unfinished record, and write on into it, or into --record")
)
TRUST = typer.Option(False, "--trust", help=_("run the commands that a record of --resume names as players"))
JSON = typer.Option(
    False, "--json", help=_("on stdout the lines of the record and nothing else; not for people who play")
)
PNG = typer.Option(None, callback=read_still, help=_("write one position as PNG"))
AT = typer.Option(
    None, help=_("the position of --png: 0 the start, 1 after the first move (default: the last)")
)
HTML = typer.Option(
    None, callback=read_page, help=_("write the game as one page to share, complete in itself")
)
ANALYSE = typer.Option(None, min=1, help=_("scores for the page: so many positions looked at for each"))
REQUIRE_SANDBOX = typer.Option(
    False,
    "--require-sandbox",
    callback=require_sandbox,
    help=_("refuse to start programs without a whole sandbox"),
)
NO_SANDBOX = typer.Option(
    False, "--no-sandbox", help=_("run programs without a sandbox: for programs that you trust")
)
READABLE = typer.Option(
    None,
    metavar="PATH",
    callback=confinement.read_readable,
    help=_("file or folder that programs may read, too (repeatable)"),
)
INTERPRETER = typer.Option(
    None, metavar="PATH", help=_("Python that runs programs (default: this one, without its packages)")
)
WITH_PACKAGES = typer.Option(
    None, metavar="VENV", help=_("virtual environment whose packages programs may import")
)
PONDER = typer.Option(False, "--ponder", help=_("let persistent programs think while their opponent does"))
MEMORY = typer.Option(
    None,
    callback=confinement.read_memory,
    help=_(
        "memory limit for external programs in GB, child processes included (default {memory:g})",
        memory=confinement.MEMORY,
    ),
)
STEP = typer.Option(
    False, "--step", help=_("step by step: Enter or n forward, b back, a number goes there, q ends")
)
COACH = typer.Option(
    False, "--coach", help=_("after each of your moves a line if it gave something away, and what was better")
)
EXEMPLARY = (
    "solve",
    "analyse",
    "match",
)  # the verbs of which the page of the whole program has an example, too
LIMITS = ("seconds", "nodes", "depth", "threads", "level")

POSITION = Help(_("a position; without it the usual start"))
AnyGame = Game[Any, Any]


def new_app(docstring: str | None) -> typer.Typer:
    """The command line of a game, without verbs; what it tells of itself is the script's docstring."""
    return typer.Typer(
        cls=GameHelp, rich_markup_mode=None, add_completion=False, help=cli.help_text(docstring)
    )


def add_verb(
    app: typer.Typer,
    game: AnyGame,
    name: str,
    function: Callable[..., int],
    example: str | None,
    own: bool = False,
    players: bool = False,
    confines: bool = False,
    without: Collection[str] = (),
    text: str | None = None,
) -> None:
    """Add a verb: a function with typer's options, `without` some that the game does not have.

    With its `own` the function's first argument is the set-up, made of the game's own options; with `players` the next says who
    plays each side; if the verb `confines` other people's programs, the last of these says how.
    """
    alike = [*_parameters(function)[own + players + confines :], *(_parameters(confined) if confines else [])]
    fields = own_options(game, name) if own else []
    sides = {side: _side(game, side) for side in game.sides} if players else {}
    dropped = {found.name: found.default.default for found in alike if found.name in without}

    def verb(**said: Any) -> int:
        given: list[Any] = []
        if own:
            setup = {field.name: said.pop(field.name) for field in fields}
            given.append(game.starts.setup(**setup | {"words": tuple(setup["words"] or ())}))
        if players:
            given.append({side: said.pop(parameter.name) for side, parameter in sides.items()})
        if confines:
            given.append(confined(**{found.name: said.pop(found.name) for found in _parameters(confined)}))
        return function(*given, **dropped, **said)

    taken = [_own(game, field) for field in fields] + [*sides.values()]
    taken += [found for found in alike if found.name not in without]
    parameters = [in_language(found) for found in taken]
    verb.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    verb.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call = None if example is None else f"python {game.name}.py {name} {example}".rstrip()
    app.command(
        name, cls=VerbHelp, help=translated(text or function.__doc__ or ""), epilog=call and example_of(call)
    )(verb)


def example_of(call: str) -> str:
    """Return the last line of a page of help."""
    return translated(_("Example: {call}", call=call))


def confined(
    memory: float = MEMORY,
    readable: list[Path] = READABLE,
    ponder: bool = PONDER,
    no_sandbox: bool = NO_SANDBOX,
    require_sandbox: bool = REQUIRE_SANDBOX,
) -> Confinement:
    """Return the conditions under which a call runs other people's programs."""
    if no_sandbox and require_sandbox:
        raise BadInput(_("--no-sandbox --require-sandbox: wanted one of them"))
    gigabytes = confinement.MEMORY if memory is None else memory
    return Confinement(gigabytes, not no_sandbox, tuple(readable or ()), ponder=ponder)


def show_examples(app: typer.Typer) -> None:
    """On the page of a whole program the examples of some verbs, as on their own pages."""
    examples = [
        info.epilog.partition(": ")[2]
        for info in app.registered_commands
        if info.name in EXEMPLARY and info.epilog
    ]
    app.info.epilog = "\n".join(["\b", translated(_("Examples:")), *(f"  {example}" for example in examples)])


def seconds_a_move(game: AnyGame) -> Any:
    """The limit of a move in seconds; what a game takes without is told."""
    return typer.Option(None, help=_("seconds a move (default: {limit})", limit=told(game.players.usual)))


def told(limit: Limit) -> str:
    """A limit for `--help`."""
    names = {"seconds": _("seconds"), "nodes": _("positions"), "depth": _("plies")}
    known = limit.known().items()
    return joined(", ", [_("{value:g} {unit}", value=value, unit=names[name]) for name, value in known]) or _(
        "no limit"
    )


def missing(game: AnyGame, verb: str = "play") -> list[str]:
    """Return the limits that a game's thinking does not know."""
    return [name for name in LIMITS if name not in (*game.players.limits[verb], "level")]


def without_analysis(game: AnyGame) -> list[str]:
    """The option that asks for an analysis by nodes, where a game's analysis does not know them."""
    return [] if "nodes" in game.players.limits["analyse"] else ["analyse"]


def position_words(game: AnyGame) -> Any:
    """The words of a position, as arguments."""
    return typer.Argument(metavar=game.notation.form)


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a function, their types no longer in quotes."""
    found = signature(function, eval_str=True).parameters.values()
    return [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in found]


def _side(game: AnyGame, side: str) -> Parameter:
    """Who plays a side."""
    option = typer.Option(None, f"--{side.lower()}", help=names_help(game, side))
    return Parameter(f"player_{side.lower()}", Parameter.KEYWORD_ONLY, default=option, annotation=str)


def _own(game: AnyGame, field: OwnOption) -> Parameter:
    """An option of the game's own, or the words of a position."""
    usual = getattr(game.starts.setup(), field.name)
    if field.name == "words":
        option = typer.Argument(
            None,
            metavar=game.notation.form,
            help=game.help.get("position", POSITION).text,
        )
        return Parameter("words", Parameter.KEYWORD_ONLY, default=option, annotation=list[str])
    told = field.told
    names = [told.name] if told.name else []
    option = typer.Option(usual, *names, help=told.help, min=told.least, max=told.most)
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=option, annotation=field.kind)
