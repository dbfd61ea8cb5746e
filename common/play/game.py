"""A game as a whole: the parts from which every verb is built.

The parts are the notation, the look, the starts, the phrases at the board, the players and the search. A
game has a notation and a look of its own. Every other part has a default, and a game replaces those in which
it differs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Generic

from common.play.game_players import PlayerFactory, Players
from common.play.notation import Notation
from common.play.phrases import Phrases
from common.play.setup import AnySetup, Help, Names, OptionInfo, S, Setup, join_words
from common.play.starts import Starts
from common.rules.position import P
from common.search.game_search import Search, SeatScore
from common.search.score import Curve
from common.show.look import Look

if TYPE_CHECKING:
    from common.play.series import Series
    from common.rules.position import Outcome

__all__ = [
    "AnySetup",
    "Curve",
    "Game",
    "GameParts",
    "Help",
    "Look",
    "Names",
    "Notation",
    "OptionInfo",
    "Phrases",
    "PlayerFactory",
    "Players",
    "S",
    "Search",
    "SeatScore",
    "Setup",
    "Starts",
    "join_words",
]


class Game(Generic[P, S]):
    """A two-player game, made of its parts.

    `default_start` is the start position by default, and the side to move there is the first side. `help`
    has the help text of verbs, by name, and of a `position`. `command` is the name of the installed program.
    `series` gives the rules of a match of several games, if the game has them. `package` has the modules that
    are imported only when needed, each of which may be missing:

        verbs        `add_verbs(app, game)` adds the game's own verbs, whose names are `verbs`
        page_facts   `page_facts(game, setup)` returns the facts for the game's page in a browser
    """

    def __init__(
        self,
        default_start: P,
        *,
        notation: Notation[P],
        look: Look[P],
        starts: Starts[P, S] | None = None,
        phrases: Phrases[P, S] | None = None,
        players: Players[P, S] | None = None,
        search: Search[P] | None = None,
        help: Mapping[str, Help] = {},
        verbs: Sequence[str] = (),
        package: str = "",
        command: str = "",
        series: Series | None = None,
    ) -> None:
        self.module = type(default_start).__module__
        self.name = PurePath(str(sys.modules[self.module].__file__)).stem
        self.sides = sides_from(default_start)
        self.notation, self.look = notation, look
        self.starts: Starts[P, S] = starts or Starts()
        self.phrases: Phrases[P, S] = phrases or Phrases()
        self.players: Players[P, S] = players or Players()
        self.search: Search[P] = search or Search()
        self.help, self.verbs, self.package = help, verbs, package
        self.command, self.series = command or self.name, series
        self._connect_parts(default_start)

    def _connect_parts(self, default_start: P) -> None:
        """Give the parts the names, sides and other parts they need."""
        self.notation.name = self.search.name = self.name
        self.search.sides = self.sides
        self.starts.default_start, self.starts.notation = default_start, self.notation
        self.players.search, self.players.notation = self.search, self.notation

    def has_module(self, name: str) -> bool:
        """Return True if the game's package has a module of this name, which is not imported."""
        return bool(self.package) and find_spec(f"{self.package}.{name}") is not None

    def load_module(self, name: str) -> Any:
        """Import a module of the game's package. Raise ImportError if there is none."""
        return import_module(f"{self.package}.{name}")

    @property
    def help_text(self) -> str | None:
        """The script's module docstring, which is its help text."""
        return sys.modules[self.module].__doc__

    @property
    def rules_text(self) -> str:
        """The rules in full, by default the help text."""
        return self.phrases.rules.full or (self.help_text or "").strip()

    @property
    def title(self) -> str:
        """The name of the game for people: the words before the colon of its help, else `name`."""
        title, colon, _text = (self.help_text or "").partition(":")
        return title.strip() if colon and "\n" not in title else self.name

    @property
    def program_name(self) -> str:
        """The program's name as the user called it: the script, or the installed command.

        `five-board-games` names itself before the command.
        """
        program = PurePath(sys.argv[0])
        is_installed = program.suffix != ".py" and program.stem.split(" ")[-1] == self.command
        return program.stem if is_installed else f"{self.name}.py"

    @property
    def command_prefix(self) -> str:
        """The beginning of a command that the user could type next, e.g. `python walls.py`."""
        typed = sys.argv[0] if PurePath(sys.argv[0]).name == f"{self.name}.py" else f"{self.name}.py"
        return f"python {join_words([typed])}" if self.program_name.endswith(".py") else self.program_name

    @property
    def has_setup_dialogue(self) -> bool:
        """True if a call without arguments asks for set-up and players; otherwise it shows `--help`."""
        return type(self.phrases).ask is not Phrases.ask

    def other(self, side: str) -> str:
        """Return the other side."""
        return self.sides[self.sides[0] == side]

    def forced_moves_remark(self, start: P) -> str:
        """Return a line about the forced moves at a start, or nothing if there are none."""
        after = self.starts.play_forced_moves(start)
        return self.phrases.remark(start, after) if after != start else ""

    def game_number(self, start: P, recorded: int = 0) -> int:
        """Return a game's number in its match. `recorded` is the number in its record, or 0.

        If it is 0, the starting side decides in a series; without a series the number is 1.
        """
        return self.series.number(start, recorded) if self.series else recorded or 1

    def last_lines(self, outcome: Outcome, number: int = 1, last: P | None = None) -> str:
        """Return the lines about the result of game `number` of a match.

        `last` is the position in which a forfeit ended the game, else None. Without a series both are
        ignored.
        """
        if self.series:
            return self.series.result(outcome, number, last)
        return self.phrases.last_lines(outcome)

    @property
    def seat_unit(self) -> str:
        """The unit of the seat score; empty if matches are decided by points."""
        return self.search.seat_score.unit if self.search.seat_score else ""

    def seat_score(self, outcome: Outcome, plies: int) -> float:
        """Return the seat score of the first side; by default its margin.

        `plies` is the number of moves made.
        """
        if self.search.seat_score:
            return self.search.seat_score.measure(outcome, plies)
        return margin(outcome, self.sides[0])

    def victory(self, winner: str | None) -> str:
        """Return a sentence on who wins with best play, for people new to the game. None means nobody."""
        if winner is None:
            return "Nobody wins if both play their best"
        loser = self.other(winner)
        if winner.islower():
            return f"The {winner} wins, whatever the {loser} does"
        return f"{winner} wins, whatever {loser} does"


GameParts = Game  # its name in scripts, whose own game is one of common/api/game.py


def sides_from(start: Any) -> tuple[str, str]:
    """Return the side to move at a start, and the other side."""
    position = start
    while position.turn == start.turn:
        position = position.play(position.moves()[0])
    return start.turn, position.turn


def margin(outcome: Outcome, side: str) -> float:
    """Return the margin of a side at the end, negative if it lost."""
    return float(outcome.margin if outcome.winner == side else -outcome.margin)
