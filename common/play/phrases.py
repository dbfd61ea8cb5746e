"""The words at the board: prompts, announcements, remarks, the result. A part of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from common.play.setup import Names, S
from common.rules.position import Outcome, P

if TYPE_CHECKING:
    from common.play.dialogue import HumanPlayer
    from common.play.game import Game
    from common.play.players import PlayerSettings


class RulesText(NamedTuple):
    """The rules of a game for people: an introduction of at most four lines, and all rules.

    Lines are as long as paragraphs; they are wrapped when printed.
    """

    introduction: str = ""
    full: str = ""


class Phrases(Generic[P, S]):
    """The words of a game at the board. `rules` teaches newcomers the game."""

    rules = RulesText()

    def ask(self, setup: S, named: Names, seeded: bool) -> tuple[S, Names]:
        """Ask for missing options before a game: the players, and the set-up unless it is `seeded`.

        `seeded` means that --seed was given. By default nothing is asked. Raise Leave if the human quits.
        """
        return setup, named

    def human_player(self, game: Game[P, S], settings: PlayerSettings) -> HumanPlayer[P]:
        """Return a new human player."""
        from common.play.dialogue import HumanPlayer

        return HumanPlayer(game, settings)

    def prompt(self, position: P) -> str:
        """Return the question for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """Return a sentence on how to type a move, with an example.

        The game must not be over.
        """
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def refusal(self, position: P, move: Any) -> str:
        """Return the reason why a well-formed move is not legal in this position."""
        return f"{position.text(move)} is not possible"

    def status(self, position: P) -> str:
        """Return the state of the game in a few words for the status line, e.g. the score; may be empty."""
        return ""

    def sentence(self, position: P, move: Any, human: bool) -> str:
        """Return the line that announces a move made in `position`.

        The wording may differ for a human's own move.
        """
        return f"{position.turn} plays {position.text(move)}"

    def page_sentence(self, position: P, move: Any) -> str:
        """Return the line about a move on a page, where sides are named, not people and programs."""
        return self.sentence(position, move, False)

    def remark(self, before: P, after: P) -> str:
        """Return a line about the effect of a move, shown below the board; may be empty."""
        return ""

    def last_lines(self, outcome: Outcome) -> str:
        """Return the lines that announce the result: the reason, then the winner."""
        return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"
