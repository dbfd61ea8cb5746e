"""Output of a game on stdout while it is played or replayed: moves, boards, status line, result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from common.messages import _
from common.play.dialogue import WORDS_AND_RESIGN
from common.play.game import Game
from common.play.player_names import seats
from common.play.questions import print_dimmed
from common.record.saved_game import SavedGame
from common.rules.position import Outcome, P
from common.show.language import say, say_translation, translate
from common.show.window import CLEAR, can_redraw, on_terminal, rows, wrap

if TYPE_CHECKING:
    from common.show.film import Film

MAX_NEWS = 5  # announcements listed below a redrawn board


class MadeMove(NamedTuple):
    """A move with the positions before and after it, its number in the game, and whether a human made it."""

    before: Any
    move: Any
    after: Any
    number: int
    human: bool


class Announcer(Generic[P]):
    """Announces a game on stdout. `humans` are the sides that people play.

    On a terminal, a status line follows every board. With `in_place`, boards are drawn over each other, and
    the moves since the human's last one are listed below. This starts with the human's first move, so that
    earlier text stays readable.
    """

    def __init__(
        self, game: Game[P, Any], humans: Collection[str] = (), in_place: bool = False, number: int = 1
    ) -> None:
        """Announce game `number` of a match."""
        self._game, self._people, self._number = game, humans, number
        self._terminal = on_terminal()
        self.shows_boards = self._terminal or game.look.on_pipes or bool(humans)
        self._in_place = in_place and self._terminal and can_redraw()
        self._drawn, self._news = False, list[str]()

    def announce_start(self, position: P, ply: int) -> None:
        """Show the goal and the commands to humans, and the board after `ply` moves.

        In place, the board is left out if another player moves first, because it is drawn again at once.
        """
        if self._people:
            for line in filter(
                None, (self._game.phrases.goal, _("You can always type: {words}", words=WORDS_AND_RESIGN))
            ):
                print_dimmed(line)
        board_follows = (
            self._in_place and self._people and position.turn not in self._people and not position.outcome()
        )
        if (self._terminal or self._game.look.on_pipes) and not board_follows:
            self.show_board(position, ply)

    def show_board(self, position: P, ply: int) -> None:
        """Show a board and, on a terminal, the status line after `ply` moves."""
        self._game.look.show(position)
        self._show_status(position, ply)

    def announce_move(self, made: MadeMove, board: bool) -> None:
        """Announce a move, with the board after it if `board` is True, and the game's remark."""
        before, move, after, ply, human = made
        sentence, remark = (
            self._game.phrases.sentence(before, move, human),
            self._game.phrases.remark(before, after),
        )
        if board and self._in_place and (human or self._drawn or not self._people):
            self._news = [] if human or not self._people else self._news[-MAX_NEWS:]
            self._news += [sentence, *([remark] if remark else [])]
            return self._redraw(lambda: self._game.look.show(after, before, move), after, ply)
        print(wrap(sentence), flush=board)
        if board:
            self._game.look.show(after, before, move)
            self._show_status(after, ply)
        if remark:
            print(wrap(remark), flush=board)
        return None

    def add_note(self, text: str) -> None:
        """Translate and print a line on stdout, unless it is empty.

        It is printed whether or not a human plays. In place, it also stays below the board until the
        human's next move.
        """
        if text:
            say(text)
            self._news.append(translate(text))

    def show_undo(self, position: P, ply: int, text: str) -> None:
        """Show the line `text`, and the board after moves were taken back to move `ply`."""
        if self._in_place:
            self._news = [translate(text)]
            return self._redraw(lambda: self._game.look.show(position), position, ply)
        say(text)
        return self.show_board(position, ply)

    def _redraw(self, show: Callable[[], None], position: P, ply: int) -> None:
        """Draw a board over the last one, with the recent moves below it.

        The first time, scroll, so that earlier text stays above the window.
        """
        print(CLEAR if self._drawn else "\n" * rows() + CLEAR, end="")
        self._drawn = True
        show()
        self._show_status(position, ply)
        for line in self._news:
            print(wrap(line), flush=True)

    def _show_status(self, position: P, ply: int) -> None:
        """Print the status line, on a terminal only: move number, state of the game, turn, human's side."""
        if self._terminal:
            parts = [self._game.phrases.status(position)]
            if position.outcome():
                parts = [_("After move {ply}", ply=ply), *parts]
            else:
                turn = _("{side} to move", side=_(position.turn))
                parts = [_("Move {ply}", ply=ply + 1), *parts, turn]
                parts += [
                    _("you are {side}", side=_(side))
                    if side.isupper()
                    else _("you are the {side}", side=_(side))
                    for side in self._only_human
                ]
            print(wrap(" | ".join(translate(part) for part in parts if part)), flush=True)

    @property
    def _only_human(self) -> Collection[str]:
        """The human's side if there is exactly one human, else nothing."""
        return self._people if len(self._people) == 1 else ()

    def announce_end(self, outcome: Outcome, last: P) -> None:
        """Announce the result. If the last position is not over, the game ended by forfeit."""
        lines = self._game.last_lines(outcome, self._number, None if last.outcome() else last)
        print(wrap(lines), flush=True)
        say_translation(outcome.verdict)

    def replay_ply(self, saved: SavedGame[P], ply: int, board: bool) -> None:
        """Show one ply of a saved game: its move, its board if `board` is True, the result after the last.

        Ply 0 is the start.
        """
        if ply:
            before = saved.history[ply - 1]
            human = saved.names.get(before.turn) == "human"
            self.announce_move(MadeMove(before, saved.moves[ply - 1], saved.history[ply], ply, human), board)
        elif board:
            self.show_board(saved.history[0], 0)
        if ply == len(saved.moves):
            if saved.outcome:
                self.announce_end(saved.outcome, saved.history[-1])
            else:
                say(_("Not finished"))


def game_film(
    game: Game[P, Any], players: Mapping[str, Any], history: Sequence[P], outcome: Outcome | None
) -> Film:
    """Return a film with one frame for the start and one for each move; `players` are named below."""
    film = game.look.film(history, outcome)
    film.heading = translate(seats(players))
    return film


def save_film(film: Film, path: Path, milliseconds: int) -> None:
    """Write a film whose frames last `milliseconds`. Raise OSError.

    The suffix of `path`, checked before, chooses the format.
    """
    from common.show.film_file import save_film

    save_film(film.images(), path, milliseconds)


def save_still(film: Film, ply: int, path: Path) -> None:
    """Write the picture after `ply` moves. Raise OSError."""
    from common.show.film_file import save_still

    save_still(film.image(ply), path)
