"""Printing the solution of a position for humans or as JSON. Needs no typer."""

from __future__ import annotations

import json
import sys
from typing import Any

from common.kernels.interrupt import Request, listening
from common.play.game import Game
from common.rules.position import P
from common.search.limit import Limit
from common.search.results import Question
from common.show.progress_line import print_above_progress, show_progress

DEFAULT_SECONDS = 30.0  # seconds


def default_limit() -> Limit:
    """Return the default time limit, and print it on stderr if that is a terminal."""
    if sys.stderr.isatty():
        line = f"Time limit {DEFAULT_SECONDS:g} s; --seconds {10 * DEFAULT_SECONDS:g} or inf allows more."
        print(line, file=sys.stderr)
    return Limit(DEFAULT_SECONDS)


def print_solution(game: Game[P], start: P, question: Question, as_json: bool = False) -> int:
    """Solve a position and print the result. Return exit status 0. Raise BadInput or OSError.

    The winner is printed as soon as it is proven, before the other lines, unless `as_json`. If the game is
    over already, only its result is printed. Ctrl-C ends the search, and the result so far is printed before
    KeyboardInterrupt is raised.
    """
    if outcome := start.outcome():
        text = game.last_lines(outcome)
        print(json.dumps(outcome._asdict()) if as_json else text)
        return 0
    first = WinnerLine(game, start, question.limit, as_json)
    question = question._replace(progress=show_progress, on_proven=first.print_winner)
    with listening():
        found = game.search.solve(start, question)
        first.print_unsolved()
        for line in [json.dumps(fact) for fact in found.facts] if as_json else found.lines:
            print(line)
        if found.show_board and not as_json:
            found.show_board()
            print(LEGEND)
        for line in found.cost:
            print(line, file=sys.stderr)
    return 0


LEGEND = "+ wins, - loses, ? not proven in time"


class WinnerLine:
    """The first line of a solution: who wins, in plain words, printed once.

    `start` decides whose win it is. With `silent`, nothing is printed.
    """

    def __init__(self, game: Game[P], start: P, limit: Limit, silent: bool) -> None:
        self._game, self._side, self._limit = game, start.turn, limit
        self._is_printed = silent

    def print_winner(self, score: int, more: str = "") -> None:
        """Print who wins, unless the line is printed already.

        `score` is positive if the side to move at the start wins, and 0 for a draw. `more` adds details.
        """
        winner = None if score == 0 else self._side if score > 0 else self._game.other(self._side)
        line = victory(self._game, winner)
        self._say(f"{line}; {more}." if more else f"{line}.")

    def print_unsolved(self) -> None:
        """Print that the position was not solved, unless the line is printed already."""
        seconds = self._limit.seconds
        if Request.made or seconds is None:
            self._say("Not solved so far.")
        else:
            self._say(f"Not solved within {seconds:g} s.")

    def _say(self, line: str) -> None:
        if not self._is_printed:
            print_above_progress(line)
        self._is_printed = True


def victory(game: Game[Any], winner: str | None) -> str:
    """Return a sentence on who wins with best play, for people new to the game. None means nobody."""
    if winner is None:
        return "Nobody wins if both play their best"
    loser = game.other(winner)
    return (
        f"The {winner} wins, whatever the {loser} does"
        if winner.islower()
        else f"{winner} wins, whatever {loser} does"
    )
