"""After a game of one human on a terminal: the result for this human, and the offer of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.play.questions import ask, match_choice
from common.rules.errors import Leave
from common.rules.position import Outcome


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


def ask_for_rematch() -> bool:
    """Ask whether to play again. False also at the end of input.

    Ctrl-C is a no, too, because the game is over and saved. An empty answer is a yes.
    """
    choices = {"yes": "y", "no": "n quit"}
    try:
        return ask("Play again? [Y/n] ", lambda answer: match_choice(answer or "yes", choices)) == "yes"
    except (KeyboardInterrupt, Leave):
        print()
        return False
