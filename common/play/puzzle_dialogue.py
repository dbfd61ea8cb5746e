"""The dialogue about a puzzle: the question, refutations of wrong moves, the proof's length."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Generic

from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.puzzles import Puzzle
from common.play.questions import print_dimmed
from common.rules.player import ForfeitError, Request
from common.rules.position import P
from common.show.window import on_terminal, say, wrap

WORDS = "hint moves board help resign quit"


class PuzzleDialogue(Generic[P]):
    """Asks a person for the best move of a puzzle, on a terminal until it is found."""

    def __init__(self, game: Game[P], puzzle: Puzzle) -> None:
        self._game, self._puzzle = game, puzzle
        self._position: P = game.notation.read_saved(puzzle.words)
        self._human = game.phrases.human_player(game, PlayerSettings())
        self._human.hint = self._hint
        self._hints = 0

    def run(self) -> bool:
        """Show the puzzle and ask. Return True if the person has found the move. Raise Leave.

        On a pipe one answer counts. On a terminal a wrong answer is asked again, until `resign`.
        """
        print_dimmed(f"You can always type: {WORDS}")
        try:
            while not (found := self._answer()) and on_terminal():
                pass
            return found
        except ForfeitError:
            say(f"The move was {self._puzzle.best}. {self._proof()}")
            return False

    def _answer(self) -> bool:
        """Show the board and its status, and ask for a move. Return True if it is right, else refute it."""
        self._game.look.show(self._position)
        if status := self._game.status(self._position):
            say(status)
        say(self._question())
        move = self._ask()
        if self._position.text(move) != self._puzzle.best:
            self._refute(move)
            return False
        say(f"Right: {self._proof()}")
        return True

    def _question(self) -> str:
        side, puzzle = self._position.turn, self._puzzle
        if puzzle.exact:
            return f"{side} to move: one move is worth more than all others."
        if puzzle.value:
            return f"{side} to move and win: only one move does it."
        return f"{side} to move and draw: only one move does it."

    def _ask(self) -> Any:
        """Return a legal move. Raise Leave or, if the person gives up, ForfeitError."""
        while True:
            with suppress(Request):
                move = self._human(self._position)
                self._human.drop_queued_moves("")
                return move
            say("A puzzle is a single move: there is nothing to take back or to save.")

    def _hint(self, position: P) -> str:
        """Return the first word of the move, or a wrong move if it is one word; from the second on, all."""
        self._hints += 1
        best = self._puzzle.best
        first, *rest = best.split()
        if self._hints > 1:
            return f"Hint: {best}"
        if rest:
            return f"Hint: the move begins with {first.rstrip(',')}"
        wrong = next(text for text in map(position.text, position.moves()) if text != best)
        return f"Hint: it is not {wrong}"

    def _refute(self, move: Any) -> None:
        """Show the opponent's answer to a wrong move on the board, and what it proves."""
        before = self._position
        history = [before, before.play(move)]
        text, refutation = before.text(move), self._puzzle.refutation(before.text(move))
        print(wrap(self._game.phrases.sentence(before, move, True)))
        for reply in refutation.replies:
            last = history[-1]
            move = last.read_move(reply)
            print(wrap(self._game.phrases.sentence(last, move, False)))
            history.append(last.play(move))
        self._game.look.show(history[-1], history[:-1])
        result = self._loss(refutation.value)
        if not refutation.replies:
            say(f"Wrong: {text} ends the game: {result}.")
            return
        answer = ", ".join(refutation.replies)
        say(f"Wrong: {text} is answered by {answer}: {result}.")

    def _loss(self, value: int) -> str:
        """Return the result of a wrong move; in an exact puzzle also that of the right one."""
        result = self._result(value)
        if not self._puzzle.exact:
            return result
        return f"{result}, not {self._result(self._puzzle.value)}"

    def _proof(self) -> str:
        """Return the proven result, and the length of the proof if it is known."""
        result, plies = self._result(self._puzzle.value), self._puzzle.plies
        if not plies:
            return f"{result}, proven."
        return (
            f"{result}, proven to the end, {plies} move."
            if plies == 1
            else f"{result}, proven to the end, {plies} moves of both sides."
        )

    def _result(self, value: int) -> str:
        """Return a value for the side to move in words."""
        side = self._position.turn
        if not value:
            return "draw"
        winner = side if value > 0 else self._game.other(side)
        if self._puzzle.exact:
            return f"{winner} wins by {abs(value)}"
        return f"{winner} wins"
