"""Options and verbs that are alike in all five programs; imported only where typer is."""

from __future__ import annotations

import json
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from common.command import cli
from common.command.playing import PlayOptions, print_move
from common.command.replay import print_replay
from common.command.solve import print_solution
from common.judge.match_report import MatchPlan, PairTask, print_contest
from common.play.roster import Cast, Levels, PlayerSettings
from common.play.stage import Stage
from common.record.saved_game import Files, Shown
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit
from common.show.film_file import read_film, read_still

if TYPE_CHECKING:
    from common.judge.analysis import Analyst

SECONDS = typer.Option(None, help="seconds a move (default: see the README)")
NODES = typer.Option(None, help="positions looked at a move; the same call then plays the same game")
DEPTH = typer.Option(None, help="plies looked ahead; the same call then plays the same game")
THREADS = typer.Option(
    2, min=1, max=16, help="of the engine; with more than one, and where seconds count, games may differ from run to run"
)
LEVEL = typer.Option(None, help="strength of the engine, 1 to 5, in place of --seconds and --nodes")
SEED = typer.Option(None, help="of everything that is random; printed where it is drawn")
GIF = typer.Option(None, callback=read_film, help="write the game as a GIF, or webp, or mp4, by the file's ending")
FRAME_MS = typer.Option(400, min=20, max=60_000, help="milliseconds a frame")
AS_JSON = typer.Option(False, "--json", help="for programs: JSON")
LANG = typer.Option("en", "--lang", metavar="en|pt", help="language of what people are told; beside every verb")
RECORD = typer.Option(None, help="save the game here, move by move, as JSON lines")
RESUME = typer.Option(None, help="go on with this unfinished record, and write on into it, or into --record")
JSON = typer.Option(False, "--json", help="on stdout the lines of the record and nothing else; not for people who play")
PNG = typer.Option(None, callback=read_still, help="write one position as PNG")
AT = typer.Option(None, help="the position of --png: 0 the start, 1 after the first move (default: the last)")
STEP = typer.Option(False, "--step", help="step by step: Enter or n forward, b back, a number goes there, q ends")


def new_app(docstring: str | None) -> typer.Typer:
    """The command line of a game, without verbs; what it tells of itself is the script's docstring."""
    return typer.Typer(rich_markup_mode=None, add_completion=False, help=cli.help_text(docstring))


def player(cast: Cast[Any]) -> Any:
    """Who plays a side."""
    return typer.Option(None, help=cast.help)


def add_play(
    app: typer.Typer, script: str, levels: Levels, usual: Limit, example: str
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The verb `play` of a game, which has the function's own options, then those that are alike; the shared ones come first."""

    def alike(
        seconds: float = SECONDS,
        nodes: int = NODES,
        depth: int = DEPTH,
        level: int = LEVEL,
        threads: int = THREADS,
        seed: int = SEED,
        record: Path = RECORD,
        gif: Path = GIF,
        frame_ms: int = FRAME_MS,
        resume: Path = RESUME,
        as_json: bool = JSON,
    ) -> PlayOptions:
        limit = choose_limit(levels, level, seconds, nodes, depth, usual)
        return PlayOptions(PlayerSettings(limit, threads), Files(record, gif, frame_ms, as_json), seed, resume)

    shared = _parameters(alike)

    def add(function: Callable[..., int]) -> Callable[..., int]:
        own = _parameters(function)[1:]  # the first is the PlayOptions

        def play(**said: Any) -> int:
            chosen = alike(**{parameter.name: said.pop(parameter.name) for parameter in shared})
            return function(chosen, **said)

        _add(app, play, "play", function.__doc__, [*own, *shared], f"Example: python {script} play {example}")
        return function

    return add


def add_others(app: typer.Typer, module: str, cast: Cast[Any], analyst: Analyst[Any], usual: Limit, quick: Limit) -> None:
    """The verbs `move`, `analyse`, `replay` and `match` of a game; a move takes a `usual` limit, a `quick` one in matches."""
    add_move(app, f"{module}.py", cast, analyst, usual)
    add_analyse(app, analyst, f"{module}.py")
    add_replay(app, analyst.stage, f"{module}.py")
    add_match(app, module, quick)


def add_move(app: typer.Typer, script: str, cast: Cast[Any], analyst: Analyst[Any], usual: Limit) -> None:
    """The verb `move` of a game: its arguments are those that the analyst reads a position from."""

    def alike(seconds: float = SECONDS, nodes: int = NODES) -> Limit:
        return choose_limit({}, None, seconds, nodes, usual=usual)

    def move(seconds: float, nodes: int, **words: str) -> int:
        """Answer a referee with one move."""
        return print_move(cast, analyst.read(**words), PlayerSettings(alike(seconds, nodes)))

    own = _parameters(analyst.read)
    _add(app, move, "move", move.__doc__, [*own, *_parameters(alike)], f"Example: python {script} move {analyst.example}")


def add_solve(
    app: typer.Typer,
    script: str,
    cast: Cast[Any],
    stage: Stage[Any],
    start: Callable[..., Any],
    example: str,
    bounds: Callable[[Any], str] = lambda start: "either side may win",
) -> None:
    """The verb `solve` of a game, with the options or arguments of `start`, whose docstring says what is found out.

    `bounds` is what is certain of a start whose value is not found in time.
    """

    def solve(
        seconds: float = typer.Option(None, help="give up after so long (default never)"), as_json: bool = AS_JSON, **words: Any
    ) -> int:
        limit = choose_limit({}, None, seconds, None)
        position = start(**words)
        if outcome := position.outcome():
            print(json.dumps(outcome._asdict()) if as_json else stage.result(outcome))
            return 0
        return print_solution(cast.brain, position, limit, bounds(position), as_json)

    own, alike = _parameters(start), _parameters(solve)[:2]
    _add(app, solve, "solve", start.__doc__, [*own, *alike], f"Example: python {script} solve {example}")


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a function, their types no longer in quotes."""
    found = signature(function, eval_str=True).parameters.values()
    return [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in found]


def _add(
    app: typer.Typer, function: Callable[..., int], name: str, text: str | None, parameters: list[Parameter], epilog: str
) -> None:
    """A verb whose options and arguments are said by `parameters`."""
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    app.command(name, help=text, epilog=epilog)(function)


def add_replay(app: typer.Typer, stage: Stage[Any], script: str) -> None:
    """The verb `replay` of a game."""

    @app.command(epilog=f"Example: python {script} replay game.jsonl --gif again.gif")
    def replay(
        file: Path,
        step: bool = STEP,
        gif: Path = GIF,
        frame_ms: int = FRAME_MS,
        png: Path = PNG,
        at: int = AT,
        as_json: bool = JSON,
    ) -> int:
        """Print a saved game again, and draw it."""
        return print_replay(stage, file, Shown(step, as_json, gif, frame_ms, png, at))


def add_match(app: typer.Typer, module: str, usual: Limit, variant: tuple[int, str] | None = None) -> None:
    """The verb `match` of a game; `variant` is what its `contest` wants: the usual number, and what it means."""
    number, meaning = variant or (0, "")
    on_size = typer.Option(number, "--size", help=meaning, hidden=variant is None)
    shown = f"{usual.seconds:g} s a move" if usual.seconds else "the engine's own"

    @app.command(epilog=f"Example: python {module}.py match engine level-3 --pairs 50 --journal match.jsonl")
    def match(
        first: str,
        second: str,
        pairs: int = typer.Option(100, min=1, help="starts, each played twice with sides changed"),
        seconds: float = typer.Option(None, help=f"a move (default {shown})"),
        nodes: int = NODES,
        depth: int = DEPTH,
        size: int = on_size,
        seed: int = typer.Option(0, help="of starts and players"),
        elo: tuple[float, float] = typer.Option((0, 100), help="the sequential test: stronger by the second or by the first?"),
        early: bool = typer.Option(False, "--early", help="end as soon as the sequential test decides"),
        jobs: int = typer.Option(2, min=1, help='processes (python -m pip install ".[scale]")'),
        cluster: str = typer.Option(None, metavar="ADDRESS", help="a Dask scheduler's, e.g. tcp://10.0.0.1:8786"),
        journal: Path = typer.Option(None, help="write every pair here, and go on from it if it is there"),
        as_json: bool = AS_JSON,
    ) -> int:
        """Many games between two players: Elo with its interval, a sequential test, faults. `A + B` names one for each side."""
        if elo[0] >= elo[1]:
            raise BadInput(f"--elo {elo[0]:g} {elo[1]:g}: wanted the smaller number first, e.g. --elo 0 50")
        limit = choose_limit({}, None, seconds, nodes, depth, usual)
        task = PairTask(module, (size,) if variant else (), (first, second), limit.known(), seed, 0)
        return print_contest(task, MatchPlan(pairs, jobs, cluster, journal, elo, early), as_json)


def add_analyse(app: typer.Typer, analyst: Analyst[Any], script: str) -> None:
    """The verb `analyse` of a game; limits that its thinking does not know are not shown."""

    def limit(name: str, text: str, least: int | None = None, most: int | None = None) -> Any:
        return typer.Option(None, help=text, hidden=name not in analyst.limits, min=least, max=most)

    @app.command(epilog=f"Example: python {script} analyse {analyst.example}")
    def analyse(
        words: list[str] = typer.Argument(metavar="FILE|POSITION", help="a saved game, or a position as in the example"),
        seconds: float = limit("seconds", "a position (default 2)"),
        nodes: int = limit("nodes", "positions looked at for each; the same call then prints the same"),
        depth: int = limit("depth", "plies looked ahead; the same call then prints the same"),
        threads: int = limit("threads", "of the engine, where seconds count (default 2)", 1, 16),
        as_json: bool = typer.Option(False, "--json", help="one JSON object, or for a saved game one a move"),
        plot: Path = typer.Option(None, help="draw the score of a saved game here, as a PNG"),
    ) -> int:
        """The best move, the line and the score of a position; of a saved game all scores, and where it turned."""
        settings = analyst.settings(seconds=seconds, nodes=nodes, depth=depth, threads=threads)
        return analyst.analyse(words, settings, as_json, plot)
