"""What is said at the board: prompts, sentences, remarks, the end; a part of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from common.play.setup import Names, S
from common.rules.position import Outcome, P

if TYPE_CHECKING:
    from common.play.dialogue import Person
    from common.play.game import Game
    from common.play.players import PlayerSettings


class Phrases(Generic[P, S]):
    """The words of a game at the board. `goal` says in a line what wins."""

    goal = ""

    def ask(self, setup: S, said: Names, seeded: bool) -> tuple[S, Names]:
        """Ask for what is not known before a game: its set-up, unless a seed decides it, and its players."""
        return setup, said

    def person(self, game: Game[P, S], settings: PlayerSettings) -> Person[P]:
        """Return a human player."""
        from common.play.dialogue import Person

        return Person(game, settings)

    def prompt(self, position: P) -> str:
        """Return the question for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """Say how a move is typed, with an example."""
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def refusal(self, position: P, move: Any) -> str:
        """Say why a move that can be read is not legal."""
        return f"{position.text(move)} is not possible"

    def standing(self, position: P) -> str:
        """Say what decides the game, as it stands in a position, in a few words; or nothing."""
        return ""

    def sentence(self, position: P, move: Any, human: bool) -> str:
        """Say a move in a line; a person may be told of it in other words."""
        return f"{position.turn} plays {position.text(move)}"

    def remark(self, before: P, after: P) -> str:
        """Say what came of a move, in a line below the board; or nothing."""
        return ""

    def last_lines(self, outcome: Outcome) -> str:
        """Say how a game ended: the reason, then who has won."""
        return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"
