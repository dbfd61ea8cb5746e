"""Output of a game on stdout while it is played or replayed: moves, boards, status line, result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from common.play.dialogue import WORDS_ON_TERMINAL
from common.play.game import Game
from common.play.pace import Pace
from common.play.player_names import seats
from common.play.questions import print_dimmed
from common.play.record import Record
from common.rules.position import Outcome, P
from common.show.window import CLEAR, can_redraw, on_terminal, rows, say, wrap

if TYPE_CHECKING:
    from common.show.film import Film

MAX_NEWS = 5  # announcements listed below a redrawn board


class MadeMove(NamedTuple):
    """A move, all positions from the start to the one after it, and whether a human made it."""

    history: Sequence[Any]
    move: Any
    human: bool


class Announcer(Generic[P]):
    """Announces a game on stdout. `humans` are the sides that people play.

    On a terminal, a status line follows every board. With `in_place`, boards are drawn over each other, and
    the moves since the human's last one are listed below. This starts with the human's first move, so that
    earlier text stays readable. There `pace` seconds pass from a board to that of another player's move.
    """

    def __init__(
        self,
        game: Game[P, Any],
        humans: Collection[str] = (),
        in_place: bool = False,
        number: int = 1,
        pace: float = 0,
    ) -> None:
        """Announce game `number` of a match."""
        self._game, self._people, self._number = game, humans, number
        self._terminal = on_terminal()
        self._pace = Pace(pace if self._terminal else 0)
        self.shows_boards = self._terminal or game.look.on_pipes or bool(humans)
        self._in_place = in_place and self._terminal and can_redraw()
        self._drawn, self._news = False, list[str]()

    def announce_start(self, history: Sequence[P]) -> None:
        """Show the commands to humans, and the board at the end of `history`.

        In place, the board is left out if another player moves first, because it is drawn again at once.
        """
        if self._people:
            print_dimmed(f"You can always type: {WORDS_ON_TERMINAL}")
        position = history[-1]
        board_follows = (
            self._in_place and self._people and position.turn not in self._people and not position.outcome()
        )
        if (self._terminal or self._game.look.on_pipes) and not board_follows:
            self.show_board(history)

    def show_board(self, history: Sequence[P]) -> None:
        """Show the board at the end of `history` and, on a terminal, the status line."""
        self._game.look.show(history[-1], history[:-1])
        self._show_status(history[-1], len(history) - 1)
        self._pace.start()

    def announce_move(self, made: MadeMove, board: bool) -> None:
        """Announce a move, with the board after it if `board` is True, and the game's remark."""
        history, move, human = made
        before, after = history[-2:]
        if not human:
            self._pace.wait()
        sentence, remark = (
            self._game.phrases.sentence(before, move, human),
            self._game.phrases.remark(before, after),
        )
        if board and self._in_place and (human or self._drawn or not self._people):
            self._news = [] if human or not self._people else self._news[-MAX_NEWS:]
            self._news += [sentence, *([remark] if remark else [])]
            return self._redraw(history)
        print(wrap(sentence), flush=board)
        if board:
            self.show_board(history)
        if remark:
            print(wrap(remark), flush=board)
        return None

    def add_note(self, text: str) -> None:
        """Print a line on stdout, unless it is empty.

        It is printed whether or not a human plays. In place, it also stays below the board until the
        human's next move.
        """
        if text:
            say(text)
            self._news.append(text)

    def show_undo(self, history: Sequence[P], text: str) -> None:
        """Show the line `text`, and the board at the end of `history`, whose later moves were taken back."""
        if self._in_place:
            self._news = [text]
            return self._redraw(history)
        say(text)
        return self.show_board(history)

    def _redraw(self, history: Sequence[P]) -> None:
        """Draw the board at the end of `history` over the last one, with the recent moves below it.

        The first time, scroll, so that earlier text stays above the window.
        """
        print(CLEAR if self._drawn else "\n" * rows() + CLEAR, end="")
        self._drawn = True
        self.show_board(history)
        for line in self._news:
            print(wrap(line), flush=True)

    def _show_status(self, position: P, ply: int) -> None:
        """Print the status line, on a terminal only: move number, state of the game, turn, human's side."""
        if self._terminal:
            parts = [self._game.phrases.status(position)]
            if position.outcome():
                parts = [f"After move {ply}", *parts]
            else:
                turn = f"{position.turn} to move"
                parts = [f"Move {ply + 1}", *parts, turn]
                parts += [
                    f"you are {side}" if side.isupper() else f"you are the {side}"
                    for side in self._only_human
                ]
            print(wrap(" | ".join(part for part in parts if part)), flush=True)

    @property
    def _only_human(self) -> Collection[str]:
        """The human's side if there is exactly one human, else nothing."""
        return self._people if len(self._people) == 1 else ()

    def announce_end(self, outcome: Outcome, last: P) -> None:
        """Announce the result. If the last position is not over, the game ended by forfeit."""
        lines = self._game.last_lines(outcome, self._number, None if last.outcome() else last)
        print(wrap(lines), flush=True)

    def replay_ply(self, saved: Record[P], ply: int, board: bool) -> None:
        """Show one ply of a saved game: its move, its board if `board` is True, the result after the last.

        Ply 0 is the start.
        """
        if ply:
            before = saved.history[ply - 1]
            human, move = saved.players.get(before.turn) == "human", saved.move(ply)
            self.announce_move(MadeMove(saved.history[: ply + 1], move, human), board)
        elif board:
            self.show_board(saved.history[:1])
        if ply == len(saved.moves):
            if saved.outcome:
                self.announce_end(saved.outcome, saved.history[-1])
            else:
                say("Not finished")


def game_film(
    game: Game[P, Any], players: Mapping[str, Any], history: Sequence[P], outcome: Outcome | None
) -> Film:
    """Return a film with one frame for the start and one for each move; `players` are named below."""
    film = game.look.film(history, outcome)
    film.heading = seats(players)
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
