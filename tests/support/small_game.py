"""A subtraction game for tests: take one to three counters; the last one wins."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from common.command import options
from common.command.cli import run_guarded, run_typer
from common.play.game import Game, OptionInfo, Starts
from common.play.series import Series
from common.record.record import Record, header
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from tests.support.plain_parts import plain_parts

NAME = "small_game"
OTHER = {"Ann": "Bob", "Bob": "Ann"}
MOST = 3  # counters of one move


class Position(NamedTuple):
    """A heap of counters, and the side to move. Whoever faces a multiple of four loses."""

    heap: int = 10
    turn: str = "Ann"

    def moves(self) -> list[int]:
        return list(range(1, min(self.heap, MOST) + 1))

    def play(self, move: int) -> Position:
        return Position(self.heap - move, OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        return None if self.heap else Outcome(OTHER[self.turn], "The last counter is taken.")

    def text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise BadInput(f"{quoted(text)} is not a move: expected 1, 2 or 3, e.g. 1")
        return int(text)


class HeapSetup(NamedTuple):
    """The options of a start."""

    words: Sequence[str] = ()
    heap: Annotated[int | None, OptionInfo("counters at the start", least=1, most=99)] = None
    random_start: Annotated[bool, OptionInfo("start with a random heap")] = False
    games: Annotated[int, OptionInfo("number of games", affects_start=False, only_verb="play")] = 1


class Heaps(Starts[Position, HeapSetup]):
    """Starts with a heap of any size."""

    setup = HeapSetup

    def start_positions(self, setup: HeapSetup, seed: int) -> list[Position]:
        heap = random.Random(seed).randint(20, 90) if setup.random_start else setup.heap or Position().heap
        first = self.notation.read_words(setup.words) if setup.words else Position(heap)
        return [first._replace(turn=turn) for turn in (first.turn, OTHER[first.turn]) * setup.games][
            : setup.games
        ]


GAME = Game(Position(), **plain_parts(Position()))


def game_with_options(**parts: Any) -> Game[Position, HeapSetup]:
    """Return the game with options for its start."""
    return Game(Position(), **plain_parts(Position()), starts=Heaps(), **parts)


def game_with_series() -> Game[Position, HeapSetup]:
    """Return the game with options for its start, and matches of several games."""
    return game_with_options(series=Series(("Ann", "Bob"), (2, 1, 0), lambda at: f"{at.heap} are left"))


def run_verb(
    add: Callable[[typer.Typer, Game[Any, Any]], None], *words: str, game: Game[Any, Any] = GAME
) -> int:
    """Run a command line with only the verb that `add` adds. Return the exit status."""
    app = options.new_app("")
    app.callback()(lambda: None)  # a single verb keeps its name
    add(app, game)
    return run_guarded(lambda: run_typer(app, list(words), f"{NAME}.py"))


def save_game(path: Path, *moves: str, start: str = "Ann 10", **players: str) -> Path:
    """Write a record of the game. It is over if the moves take the last counter."""
    names = {"Ann": "engine", "Bob": "random"} | players
    side, _, heap = start.partition(" ")
    position, entries = Position(int(heap), side), list[dict[str, Any]]()
    for move in moves:
        entries.append({"side": position.turn, "move": move})
        position = position.play(int(move))
    record = Record(header(NAME, {"position": start}, names, limits={}, seed=7), entries)
    outcome = position.outcome()
    record.outcome = outcome and outcome._asdict()
    record.save(path)
    return path
