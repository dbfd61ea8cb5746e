"""After a game of one human on a terminal: the result for this human, and the offer of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.play.game import Game
from common.play.questions import ask, match_choice
from common.rules.errors import Leave
from common.rules.position import Outcome

WINS_TO_RISE = 2  # wins in a row after which the next level is offered


def only_human(names: Mapping[str, str]) -> str | None:
    """Return the human's side if there is exactly one human, else None. `names` has each side's player."""
    humans = [side for side, name in names.items() if name == "human"]
    return humans[0] if len(humans) == 1 else None


def personal_result(side: str, outcome: Outcome, history: Sequence[Any]) -> str:
    """Return the result as a sentence for the human who played `side`, with the number of own moves."""
    moves = sum(position.turn == side for position in history[:-1])
    if outcome.winner is None:
        return (
            f"A draw after {moves} move of yours." if moves == 1 else f"A draw after {moves} moves of yours."
        )
    if outcome.winner == side:
        return f"You win in {moves} move." if moves == 1 else f"You win in {moves} moves."
    return f"You lose after {moves} move." if moves == 1 else f"You lose after {moves} moves."


class Rematch:
    """The offer of another game against the same opponent, or against the next level after two wins.

    `names` has the players of the next game, and `level` the level of its engine (None: no level).
    """

    def __init__(self, game: Game[Any, Any], side: str, names: Mapping[str, str], level: int | None) -> None:
        """Prepare the offers to the human who plays `side`. `level` is the one that was chosen, if any."""
        self._game, self._side, self._opponent = game, side, game.other(side)
        self.names = dict(names)
        named = {f"level-{number}": number for number in game.players.levels} | {"engine": level}
        self.level = named.get(names[self._opponent])
        self._wins = 0

    def accepted(self, outcomes: Sequence[Outcome]) -> bool:
        """Ask whether to play again, after a game or the games of a match. False also at the end of input.

        Ctrl-C is a no, too, because the game is over and saved.
        """
        self._wins = self._wins + 1 if self._has_won(outcomes) else 0
        try:
            answer = self._ask()
        except (KeyboardInterrupt, Leave):
            print()
            return False
        if answer == "yes" and self._next_level:
            self._rise_to(self._next_level)
        return answer != "no"

    def _has_won(self, outcomes: Sequence[Outcome]) -> bool:
        """Return True if the human has won more of the games than the opponent."""
        winners = [outcome.winner for outcome in outcomes]
        return winners.count(self._side) > winners.count(self._opponent)

    @property
    def _next_level(self) -> int | None:
        """The level to offer after enough wins in a row, None if there is none."""
        if self.level is None or self._wins < WINS_TO_RISE or self.level == max(self._game.players.levels):
            return None
        return self.level + 1

    def _ask(self) -> str:
        """Return yes, no, or the number of the level played so far. An empty answer is a yes."""
        prompt, choices = "Play again? [Y/n] ", {"yes": "y", "no": "n quit"}
        if self._next_level:
            prompt = f"Play again at level {self._next_level}? [Y/n, {self.level} for level {self.level}] "
            choices[str(self.level)] = ""
        return ask(prompt, lambda answer: match_choice(answer or "yes", choices))

    def _rise_to(self, level: int) -> None:
        """Let the next game be played at a level."""
        self.level, self._wins = level, 0
        self.names[self._opponent] = f"level-{level}"
