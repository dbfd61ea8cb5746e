"""The verbs to study: `solve`, `analyse` and `replay`."""

import re
import sys
from collections.abc import Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Context, Option

from common.cli import options
from common.cli.options import TO_STUDY, AnyGame, Verb
from common.cli.solution import DEFAULT_SECONDS, default_limit, print_solution
from common.play.game import Ply
from common.play.players import PlayerSettings, random_seed, seed_line
from common.play.record import Record, is_record, load, print_lines
from common.play.setup import join_words
from common.rules.errors import BadInput, Leave, quoted
from common.rules.files import keep_records
from common.search.limit import Limit, choose_limit
from common.search.results import DEFAULT_TABLE_GB, Question

GAME_SECONDS = 7  # of the analysis of a whole game, by default


def add_solve(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `solve`."""
    verb = Verb(app, game, TO_STUDY, join_words(game.full_example)).start("solve")

    def solve(
        ctx: Context,
        words: options.Words = None,
        seconds: Annotated[
            float | None, Option(help=f"seconds until giving up (default {DEFAULT_SECONDS:g}; inf: never)")
        ] = None,
        memory: Annotated[
            float | None,
            Option(help=f"table size in GB (default {DEFAULT_TABLE_GB}), rounded down to a power of two"),
        ] = None,
        moves: Annotated[
            bool, Option("--moves", "--cells", help="also show what is proven about each move")
        ] = False,
        seed: options.Seed = None,
        as_json: options.AsJson = False,
        **own: Any,
    ) -> int:
        """Prove who wins a position, and how."""
        given = verb.given(ctx, own) | ({"words": words} if words else {})
        is_unlimited = memory is not None or game.search.proves_without_limit(words or ())
        limit = solve_limit(seconds, is_unlimited)
        start = announced_start(game, given, seed, as_json)
        size = DEFAULT_TABLE_GB if memory is None else memory
        return print_solution(game, start, Question(limit, size, moves), as_json)

    without = [name for name in ("seed", "memory", "moves") if name not in game.search.solve_options]
    verb.add(solve, tuple(without))


def solve_limit(seconds: float | None, is_unlimited: bool) -> Limit:
    """Return the limit in seconds, by default the usual one or none. Raise BadInput."""
    if seconds is None and not is_unlimited:
        return default_limit()
    return choose_limit(Limit(None if seconds == inf else seconds), Limit()).limit


def announced_start(game: AnyGame, given: dict[str, Any], seed: int | None, as_json: bool) -> Any:
    """Return the position to solve. Print the seed of a random one, and a remark on forced moves."""
    drawn = random_seed() if seed is None else seed
    given_start = game.starts(**given, seed=drawn)[0]
    start = game.settled(given_start)
    if game.starts(**given, seed=0) != game.starts(**given, seed=1):
        print(seed_line(drawn), file=sys.stderr)
    if start != given_start and not as_json:
        print(game.remark(Ply(given_start, None, start)))
    return start


def is_saved_game(game: AnyGame, words: Sequence[str]) -> bool:
    """Return True if the words name a saved game.

    If a position can be one word too (an input file of the squirrel war), the first byte `{` decides.
    """
    is_file = len(words) == 1 and Path(words[0]).is_file()
    return is_file and (1 not in map(len, game.examples) or is_record(Path(words[0])))


def add_analyse(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `analyse`."""

    def analyse(
        words: Annotated[
            list[str],
            Argument(metavar="FILE|POSITION", help="saved game, or a position as in the example"),
        ],
        seconds: Annotated[
            float | None,
            Option(help=f"seconds per position (default 2; {GAME_SECONDS} for a saved game)"),
        ] = None,
        nodes: Annotated[
            int | None, Option(help="node limit per position; makes the output reproducible")
        ] = None,
        depth: Annotated[
            int | None, Option(help="depth limit in plies; makes the output reproducible")
        ] = None,
        as_json: Annotated[
            bool, Option("--json", help="one JSON object; for a saved game, one per move")
        ] = False,
        html: options.Html = None,
        force: options.Force = False,
    ) -> int:
        """Analyse a position or a saved game.

        For a position: the best move, its line and its score. For a saved game: a score after every move, and
        the blunders and mistakes.
        """
        from common.play.analysis.analyst import Analyst

        keep_records(force, html=html)
        asked, default = Limit(seconds, nodes, depth), game.analysis_limit
        level = choose_limit(asked, default)
        analyst = Analyst(game, PlayerSettings(level), asked == Limit() and default.seconds is not None)
        if is_saved_game(game, words):
            analyst.analyse_game(load(game, Path(words[0])), as_json, html)
        elif html:
            raise BadInput(f"--html {html}: expected a saved game, since a single position has no curve")
        else:
            analyst.analyse_position(words, as_json)
        return 0

    verb = Verb(app, game, TO_STUDY, join_words(game.full_example))
    verb.add(analyse, options.unknown_limits(game, "analyse"))


def add_replay(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `replay`."""

    def replay(
        file: Annotated[Path, Argument(help="saved game")],
        step: Annotated[
            bool, Option("--step", help="step through: Enter or n next, b back, number, q quit")
        ] = False,
        gif: options.Gif = None,
        frame_ms: options.FrameMs = 400,
        png: options.Png = None,
        at: options.At = None,
        html: options.Html = None,
        analyse: options.Analyse = None,
        force: options.Force = False,
        as_json: Annotated[
            bool, Option("--json", help="print only the game's record, as JSON lines")
        ] = False,
    ) -> int:
        """Replay a saved game. Also exports it as a film, a picture or a page."""
        if step and as_json:
            raise BadInput("--step --json: give only one of them")
        if analyse and not html:
            raise BadInput(
                f"--analyse {analyse} needs --html FILE, e.g. --html game.html --analyse {analyse}"
            )
        keep_records(force, html=html, gif=gif, png=png)
        record = load(game, file)
        still = still_ply(record, png, at)
        if as_json:
            print_lines(record.lines())
        elif step:
            step_through(record)
        else:
            show_all(record)
        export(record, gif, frame_ms, png, still)
        if html:
            save_game_page(record, html, analyse)
        return 0

    verb = Verb(app, game, TO_STUDY, "game.jsonl --html game.html")
    verb.add(replay, options.unknown_limits(game))


def still_ply(record: Record[Any], png: Path | None, at: int | None) -> int:
    """Return the ply of the picture, by default the last. Raise BadInput."""
    last = len(record.moves)
    if at is not None and png is None:
        raise BadInput(f"--at {at} needs --png FILE, e.g. --png position.png --at {at}")
    if at is not None and not 0 <= at <= last:
        raise BadInput(f"--at {at}: expected a move from 0, the start, to {last}, the last")
    return last if at is None else at


def show_all(record: Record[Any]) -> None:
    """Print a saved game."""
    from common.play.screen import Screen
    from common.show.window import on_terminal

    for ply in range(len(record.history)):
        Screen(record.game).replay(record, ply, on_terminal())


def export(record: Record[Any], gif: Path | None, frame_ms: int, png: Path | None, still: int) -> None:
    """Write the film and the picture of a game that are asked for. Raise OSError."""
    from common.play.shared_page import film_of
    from common.play.table import save_film

    if gif:
        save_film(record, gif, frame_ms)
    if png:
        from common.show.film_file import save_still

        save_still(film_of(record).image(still), png)


def save_game_page(record: Record[Any], path: Path, nodes: int | None) -> None:
    """Write the page of a game, with an analysis of so many nodes a position. Raise BadInput or OSError."""
    from common.play.analysis.analysed_game import analysed_course
    from common.play.shared_page import page_game, page_title
    from common.show.page import save_page

    course = analysed_course(nodes, record)
    save_page(path, page_title(record), [page_game(record, course)])


def step_through(record: Record[Any]) -> None:
    """Show the start, then each ply that the person asks for, until `q` or the end of input."""
    from common.play.questions import ask, print_dimmed
    from common.play.screen import Screen

    screen, last, ply = Screen(record.game, in_place=True), len(record.moves), 0
    wanted = f"Enter or n: next move; b: back; 0 to {last}: go to that move; q: quit"
    print_dimmed(f"{wanted}.")
    try:
        while True:
            screen.replay(record, ply, True)
            ply = ask(f"Move {ply} of {last}: ", partial(read_ply, ply, last), wanted)
    except Leave:
        return


def read_ply(ply: int, last: int, answer: str) -> int:
    """Parse the number of the ply to show next. Raise BadInput, or Leave for `q`."""
    word = answer.lower()
    if word in ("q", "quit"):
        raise Leave("", 0)
    wanted = {"": ply + 1, "n": ply + 1, "b": ply - 1}.get(word)
    if wanted is None and re.fullmatch(r"[0-9]{1,9}", word):
        wanted = int(word)
    if wanted is None or not 0 <= wanted <= last:
        where = "the last move" if ply == last else "the start" if ply == 0 else f"move {ply}"
        example = "b" if ply == last else "n"
        raise BadInput(
            f"{quoted(answer)} at {where}: expected Enter or n, b, a number from 0 to {last}, or q, "
            f"e.g. {example}"
        )
    return wanted
