"""The verb `replay`: prints a saved game, at once or step by step, and exports pictures and pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer import Argument

from common.command import options
from common.judge.analysis.analysed_game import analysed_course
from common.play import announcer
from common.play.game import Game
from common.play.questions import Reply, ask, print_dimmed
from common.play.record import is_record, load, print_lines
from common.play.shared_page import page_game, page_title
from common.rules.errors import BadInput, Leave, quoted
from common.rules.files import check_overwrite
from common.show.page import save_page
from common.show.window import on_terminal

HELP = "Replay a saved game. Also exports it as a film, a picture or a page."


def add_replay(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `replay`."""

    def verb(
        file: Annotated[Path, Argument(help="saved game")],
        step: options.Step = False,
        gif: options.Gif = None,
        frame_ms: options.FrameMs = 400,
        png: options.Png = None,
        at: options.At = None,
        html: options.Html = None,
        analyse: options.Analyse = None,
        force: options.Force = False,
        as_json: options.RecordAsJson = False,
    ) -> int:
        shown = ReplayOptions(step, as_json, gif, frame_ms, png, at, html, analyse, force)
        return print_replay(game, file, shown)

    without, example = options.missing_options(game), "game.jsonl --html game.html"
    options.add_verb(app, game, options.Verb("replay", verb, example, without=without, text=HELP))


class ReplayOptions(NamedTuple):
    """How to replay a saved game: at once, step by step, as JSON, film, still or HTML page.

    `at` is the ply of the still (None: the last), `frame_ms` the milliseconds per frame, and `nodes` the node
    limit per position of the analysis for the page (None: no analysis). With `force`, existing pages and
    records are overwritten; pictures always are.
    """

    step: bool = False
    as_json: bool = False
    film: Path | None = None
    frame_ms: int = 400
    still: Path | None = None
    at: int | None = None
    page: Path | None = None
    nodes: int | None = None
    force: bool = False

    def check_overwrite(self) -> None:
        """Raise BadInput if the page would overwrite a file, or a picture a record."""
        check_overwrite("--html", self.page, self.force)
        for option, path in (("--gif", self.film), ("--png", self.still)):
            if path and is_record(path):
                check_overwrite(option, path, self.force)

    def still_ply(self, last: int) -> int:
        """Return the ply of the still, by default `last`.

        Raise BadInput if options contradict each other or `at` is too large.
        """
        if self.step and self.as_json:
            raise BadInput("--step --json: give only one of them")
        if self.nodes is not None and self.page is None:
            raise BadInput(
                f"--analyse {self.nodes} needs --html FILE, e.g. --html game.html --analyse {self.nodes}"
            )
        if self.at is not None and self.still is None:
            raise BadInput(f"--at {self.at} needs --png FILE, e.g. --png position.png --at {self.at}")
        if self.at is not None and not 0 <= self.at <= last:
            raise BadInput(f"--at {self.at}: expected a move from 0, the start, to {last}, the last")
        return last if self.at is None else self.at


def print_replay(game: Game[Any, Any], file: Path, shown: ReplayOptions) -> int:
    """Print a saved game and write the files that `shown` asks for. Raise BadInput or OSError."""
    saved = load(game, file)
    shown.check_overwrite()
    at, number = shown.still_ply(len(saved.moves)), game.game_number(saved.history[0], saved.number)
    if shown.as_json:
        print_lines(saved.lines())
    elif shown.step:
        stepping = announcer.Announcer(game, in_place=True, number=number)
        step_through(len(saved.moves), lambda ply: stepping.replay_ply(saved, ply, True))
    else:
        for ply in range(len(saved.history)):
            announcer.Announcer(game, number=number).replay_ply(saved, ply, on_terminal())
    if shown.film or shown.still:
        film = announcer.game_film(game, saved.players, saved.history, saved.outcome)
        if shown.film:
            announcer.save_film(film, shown.film, shown.frame_ms)
        if shown.still:
            announcer.save_still(film, at, shown.still)
    if shown.page:
        course = analysed_course(shown.nodes, game, saved)
        save_page(shown.page, page_title(game, saved), [page_game(game, saved, course)])
    return 0


def step_through(last: int, show: Callable[[int], None]) -> None:
    """Show the start, then each ply that the user asks for, until `q` or the end of input."""
    print_dimmed(step_help(last))
    ply = 0
    show(ply)
    with suppress(Leave):
        while True:
            prompt = f"Move {ply} of {last}: "
            ply = ask(prompt, partial(_step_on_terminal if on_terminal() else _read_ply, ply, last))
            show(ply)


def step_help(last: int) -> str:
    """Return a line about the answers of `replay --step`."""
    return f"Enter or n: next move; b: back; 0 to {last}: go to that move; q: quit."


def _step_on_terminal(ply: int, last: int, answer: str) -> int | Reply:
    """Parse an answer like `_read_ply`, but answer kindly beyond the first and the last move."""
    word = answer.lower()
    if word in ("?", "help"):
        return Reply(step_help(last))
    if ply == last and word in ("", "n"):
        return Reply("This is the last move; b goes back, q quits.")
    if ply == 0 and word == "b":
        return Reply("This is the start; n goes on, q quits.")
    return _read_ply(ply, last, answer)


def _read_ply(ply: int, last: int, answer: str) -> int:
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
