"""How a game is told while it is played, and when it is shown again: sentences, boards, where it stands, the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Generic

from common.messages import _
from common.play.dialogue import WORDS_AND_RESIGN
from common.play.game import Game
from common.play.questions import dim
from common.record.saved_game import Saved
from common.rules.position import Outcome, P
from common.show.language import say, say_again, translated
from common.show.window import CLEAR, can_redraw, on_terminal, rows, wrapped

NEWS = 5  # sentences below a board that is redrawn


class Teller(Generic[P]):
    """Tells a game on stdout; `people` are the sides that persons play.

    On a terminal every board stands above a line about the game. Where it is shown `in_place`, boards are drawn over each other,
    and what has happened since a person's last move is below; but not before that first move, so that what was said stays.
    """

    def __init__(
        self, game: Game[P, Any], people: Collection[str] = (), in_place: bool = False, number: int = 1
    ) -> None:
        """`number` says which game of a match it is."""
        self._game, self._people, self._number = game, people, number
        self._terminal = on_terminal()
        self.boards = self._terminal or game.look.on_pipes or bool(people)
        self._in_place = in_place and self._terminal and can_redraw()
        self._drawn, self._news = False, list[str]()

    def start(self, position: P, ply: int) -> None:
        """What is shown before the first move."""
        if self._people:
            for line in filter(
                None, (self._game.phrases.goal, _("You can always type: {words}", words=WORDS_AND_RESIGN))
            ):
                dim(line)
        board_follows = (
            self._in_place and self._people and position.turn not in self._people and not position.outcome()
        )
        if (self._terminal or self._game.look.on_pipes) and not board_follows:
            self.board(position, ply)

    def board(self, position: P, ply: int) -> None:
        """A board and, on a terminal, where the game stands after so many moves."""
        self._game.look.show(position)
        self._tell_status(position, ply)

    def move(self, before: P, move: Any, after: P, ply: int, human: bool, board: bool) -> None:
        """A move, the `ply`th, the board after it, and what there is to say about that."""
        sentence, remark = (
            self._game.phrases.sentence(before, move, human),
            self._game.phrases.remark(before, after),
        )
        if board and self._in_place and (human or self._drawn or not self._people):
            self._news = [] if human or not self._people else self._news[-NEWS:]
            self._news += [sentence, *([remark] if remark else [])]
            return self._redraw(lambda: self._game.look.show(after, before, move), after, ply)
        print(wrapped(sentence), flush=board)
        if board:
            self._game.look.show(after, before, move)
            self._tell_status(after, ply)
        if remark:
            print(wrapped(remark), flush=board)
        return None

    def note(self, text: str) -> None:
        """A line for a person, which stays below the board until the next own move."""
        if text:
            say(text)
            self._news.append(translated(text))

    def again(self, position: P, ply: int, text: str) -> None:
        """The board after moves were taken back."""
        if self._in_place:
            self._news = [translated(text)]
            return self._redraw(lambda: self._game.look.show(position), position, ply)
        say(text)
        return self.board(position, ply)

    def _redraw(self, show: Callable[[], None], position: P, ply: int) -> None:
        """A board over the last one, what happened below it; what was there before the game stays above the window."""
        print(CLEAR if self._drawn else "\n" * rows() + CLEAR, end="")
        self._drawn = True
        show()
        self._tell_status(position, ply)
        for line in self._news:
            print(wrapped(line), flush=True)

    def _tell_status(self, position: P, ply: int) -> None:
        """On a terminal: which move it is, what decides the game, whose move, which side is the person's."""
        if self._terminal:
            parts = [self._game.phrases.standing(position)]
            if position.outcome():
                parts = [_("After move {ply}", ply=ply), *parts]
            else:
                turn = _("{side} to move", side=_(position.turn))
                parts = [_("Move {ply}", ply=ply + 1), *parts, turn]
                parts += [
                    _("you are {side}", side=_(side))
                    if side.isupper()
                    else _("you are the {side}", side=_(side))
                    for side in self._one_person
                ]
            print(wrapped(" | ".join(translated(part) for part in parts if part)), flush=True)

    @property
    def _one_person(self) -> Collection[str]:
        """The only person's side; nothing where there are two, or none."""
        return self._people if len(self._people) == 1 else ()

    def end(self, outcome: Outcome, last: P) -> None:
        """How a game ended; if its last position is not over, by a forfeit."""
        told = self._game.last_lines(outcome, self._number, None if last.outcome() else last)
        print(wrapped(told), flush=True)
        say_again(outcome.verdict)

    def ply(self, saved: Saved[P], ply: int, board: bool) -> None:
        """The move of a saved game that led to a position, its board if wanted, the end below the last."""
        if ply:
            before = saved.history[ply - 1]
            human = saved.names.get(before.turn) == "human"
            self.move(before, saved.moves[ply - 1], saved.history[ply], ply, human, board)
        elif board:
            self.board(saved.history[0], 0)
        if ply == len(saved.moves):
            if saved.outcome:
                self.end(saved.outcome, saved.history[-1])
            else:
                say(_("Not finished"))


def save_film(
    game: Game[P, Any], history: Sequence[P], outcome: Outcome | None, path: Path, milliseconds: int
) -> None:
    """One frame for the start and one for each move. Raises OSError."""
    from common.show.film_file import save_film

    save_film(game.look.film(history, outcome).images(), path, milliseconds)


def save_still(game: Game[P, Any], saved: Saved[P], ply: int, path: Path) -> None:
    """The frame of one position of a saved game. Raises OSError."""
    from common.show.film_file import save_still

    save_still(game.look.film(saved.history, saved.outcome).image(ply), path)
