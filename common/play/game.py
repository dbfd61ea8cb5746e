"""A game, all in all: where it starts, who plays it, how it is told, how it looks. Every verb is built from this.

A script describes its game by one class. What games agree in is said here; a method without a body that matters
is a question which most games leave unanswered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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

    plays = "Play a game; engines play where nobody is named."
    solve_example: str | None = None
    solves = "Who wins a position, and how."
    questions: frozenset[str] = frozenset()
    quick = Limit(seconds=0.1)
    patience = 30.0  # seconds that `solve` takes unless one says otherwise
    analysis_limits: Sequence[str] | None = None  # where they are others
    analysed = Limit(seconds=2)
    boards = True  # also on a pipe
    asks = False  # without arguments for set-up and players, as the contract has it; else `--help` is shown
    slip = 1.0
    seeds_solve = False  # `solve` may start from chance

    def at(self, start: P, number: int = 1) -> Game[P, S]:
        """The game on the board of a start, as game `number` of a call."""
        return self

    def sized(self, size: int) -> Game[P, S]:
        """The game on a board of another size."""
        return self

    # HOW IT IS TOLD

    def person(self, settings: PlayerSettings) -> Person[P]:
        """Who is asked."""
        from common.play.dialogue import Person

        return Person(self, settings)

    goal = ""  # what wins, in a line
    several = False  # moves may stand in one answer, with blanks between them
    keys: Mapping[str, str] = {}  # answers to a question for a move, by arrow keys: up, down, left, right

    def ask(self, setup: S, said: Names, seeded: bool) -> tuple[S, Names]:
        """Ask for what is not known before a game: its set-up, unless a seed decides it, and its players."""
        return setup, said

    def prompt(self, position: P) -> str:
        """What a person is asked for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """How a move is typed, with an example."""
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def read_answer(self, position: P, answer: str) -> Any:
        """A person's move, legal or not. Raises BadInput."""
        return position.read_move(answer)

    def refusal(self, position: P, move: Any) -> str:
        """Why a move that can be read is not legal."""
        return f"{position.text(move)} is not possible"

    def fails(self, position: P, move: Any) -> bool:
        """True of a move that does not do what one expects, so that the rest of an answer is dropped."""
        return False

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

    by_seats = False  # matches are decided by who did better in the same seat, not by points
    seat_unit = "points"

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

    def lasts(self, setup: S) -> bool:
        """True of a start that is solved however long it lasts."""
        return bool(self.lasting) and len(setup.words) == 1

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

    def is_record(self, words: Sequence[str]) -> bool:
        """True if the only word of an analysis names a saved game."""
        from pathlib import Path

        return len(words) == 1 and Path(words[0]).is_file()

    verbs: Sequence[str] = ()  # that no other game has

    def add_verbs(self, app: typer.Typer) -> None:
        """Verbs that no other game has."""
