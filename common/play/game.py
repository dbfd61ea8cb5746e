"""A game, all in all: where it starts, who plays it, how it is told, how it looks. Every verb is built from this.

A script describes its game by one class. What games agree in is said here; a method without a body that matters
is a question which most games leave unanswered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

from common.messages import _
from common.play.player_registry import Make, WhoPlays
from common.play.players import PlayerSettings
from common.play.setup import AnySetup, Names, S, Setup, Told, line_of_words
from common.rules.position import Outcome, P
from common.search.limit import Limit
from common.search.score import Curve
from common.show.style import COLOURS

if TYPE_CHECKING:
    import typer

    from common.play.dialogue import Person
    from common.search.results import Insight, Question, Solution
    from common.show.film import Film
    from common.show.piece_board import Pieces
    from common.show.text_board import TextBoard

__all__ = [
    "AnySetup",
    "Curve",
    "Game",
    "Make",
    "Names",
    "S",
    "Setup",
    "Told",
    "line_of_words",
]  # what a script needs


class Game(WhoPlays[P, S]):
    """All that is asked of a game.

    `quick` limits a move in matches; a loss of `slip` points is a mistake.

    `questions` are the options of `solve` beside --seconds and --json.
    """

    plays = _("Play a game; engines play where nobody is named.")
    solve_example: str | None = None
    solves = _("Who wins a position, and how.")
    questions: frozenset[str] = frozenset()
    quick = Limit(seconds=0.1)
    analysis_limits: Sequence[str] | None = None  # where they are others
    boards = True  # also on a pipe
    slip = 1.0

    @property
    @final
    def analysed(self) -> Limit:
        """The limit of an analysis: none for a game whose analysis has a limit in plies only."""
        return Limit(seconds=2) if "seconds" in (self.analysis_limits or self.limits) else Limit()

    def at(self, start: P, number: int = 1) -> Game[P, S]:
        """The game on the board of a start, as game `number` of a call."""
        return self

    # HOW IT IS TOLD

    def person(self, settings: PlayerSettings) -> Person[P]:
        """Who is asked."""
        from common.play.dialogue import Person

        return Person(self, settings)

    goal = ""  # what wins, in a line

    @property
    @final
    def asks(self) -> bool:
        """True if a call without arguments asks for set-up and players; else `--help` is shown."""
        return type(self).ask is not Game.ask

    def ask(self, setup: S, said: Names, seeded: bool) -> tuple[S, Names]:
        """Ask for what is not known before a game: its set-up, unless a seed decides it, and its players."""
        return setup, said

    def prompt(self, position: P) -> str:
        """What a person is asked for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """How a move is typed, with an example."""
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def refusal(self, position: P, move: Any) -> str:
        """Why a move that can be read is not legal."""
        return f"{position.text(move)} is not possible"

    def standing(self, position: P) -> str:
        """What decides the game, as it stands in a position, in a few words; or nothing."""
        return ""

    def announcement(self, start: P) -> str:
        """A line before a game, or nothing."""
        return ""

    def sentence(self, position: P, move: Any, human: bool) -> str:
        """A move in a line; a person may be told of it in other words."""
        return f"{position.turn} plays {position.text(move)}"

    def remark(self, before: P, after: P) -> str:
        """A line below the board about what came of a move, or nothing."""
        return ""

    @final
    def forced(self, start: P) -> str:
        """A line about the moves that happen by themselves at a start, or nothing."""
        begun = self.play_forced_moves(start)
        return self.remark(start, begun) if begun != start else ""

    def last_lines(self, outcome: Outcome) -> str:
        """How a game ends: the reason, then who has won."""
        return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"

    def counted(self, last: P) -> str:
        """A sentence, or nothing, about the position in which a player's fault ended the game."""
        return ""

    def total(self, outcomes: Sequence[Outcome]) -> str:
        """A line after all games of a call, or nothing."""
        return ""

    # HOW IT LOOKS

    colours = COLOURS  # of the sides

    @property
    def pieces(self) -> Pieces[P] | TextBoard[P]:
        """How boards look: the text of their positions, or pieces."""
        from common.show.text_board import TextBoard

        return TextBoard(self.sides)

    def show(self, position: P, played: Any = None) -> None:
        """Print the board, the last move marked."""
        self.pieces.show(position, played)

    def show_move(self, before: P, move: Any, after: P) -> None:
        """Print the board after a move."""
        self.show(after, move)

    def show_marks(self, position: P, marks: Mapping[int, bool | None]) -> None:
        """Print the board with cells marked: those that win, those that lose, and those of which that is not known."""
        raise NotImplementedError

    def frames(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        """One frame for the start and one for each move; the last says how the game ended."""
        return self.pieces.film(history, outcome)

    # HOW IT IS JUDGED

    def seat_score(self, outcome: Outcome, plies: int) -> float:
        """How well the first side did."""
        return float(outcome.margin if outcome.winner == self.sides[0] else -outcome.margin)

    seat_unit = ""  # of `seat_score`, where matches are decided by who did better in the same seat

    @property
    @final
    def by_seats(self) -> bool:
        """True if matches are decided by who did better in the same seat, not by points."""
        return bool(self.seat_unit)

    def judge(self, position: P, settings: PlayerSettings) -> Insight:
        """What is known of a position within a limit. Raises BadInput if that is too short."""
        return self.searching(settings).insight(position)

    def solve(self, start: P, question: Question) -> Solution:
        """What is proven of a position. Raises BadInput or OSError."""
        from common.search.solve import solved

        return solved(self.searched(), start, question, self.bounds(start))

    lasting = (
        ""  # the one word that names a start which is solved however long it lasts, as `--help` tells it
    )

    def victory(self, winner: str | None) -> str:
        """Who wins if nobody errs, for people who are new to the game."""
        return (
            f"{winner} wins, whatever {self.other(winner)} does"
            if winner
            else "Nobody wins if both play their best"
        )

    def bounds(self, start: P) -> str:
        """What is certain of a start whose value is not found in time."""
        return "either side may win"

    verbs: Sequence[str] = ()  # that no other game has

    def add_verbs(self, app: typer.Typer) -> None:
        """Add the verbs that no other game has."""


def on_board(game: Game[P, S], size: int) -> Game[P, S]:
    """Return a game on a board of a size (0: the usual one), where it has a choice. Raise BadInput."""
    return game.at(game.read([str(size)])) if size and game.size else game
