"""A game on stdout, played or replayed: moves, boards, the status line, the result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from common.play.game import Game, Ply
from common.play.record import Record
from common.rules.position import P
from common.show.window import CLEAR, can_redraw, on_terminal, rows, say, wrap

MAX_NEWS = 5  # lines listed below a redrawn board


class Screen:
    """Shows a game. `people` are the sides that people play.

    On a terminal, a status line follows every board. With `in_place`, boards are drawn over each other, and
    the moves since the person's last one are listed below. This starts with the person's first move, so that
    earlier text stays readable. There `pace` seconds pass from a board to that of another player's move.
    """

    def __init__(
        self,
        game: Game[Any],
        people: Sequence[str] = (),
        in_place: bool = False,
        pace: float = 0,
        silent: bool = False,
    ) -> None:
        self._game, self._people, self._silent = game, people, silent
        self._pace, self._next = pace if on_terminal() else 0, 0.0
        self.shows_boards = on_terminal() or game.look.on_pipes or bool(people)
        self._in_place = in_place and on_terminal() and can_redraw()
        self._drawn, self._news = False, list[str]()

    def begin(self, history: Sequence[P]) -> None:
        """Show the board at the end of `history`, unless another player's move draws it again at once."""
        position = history[-1]
        is_redrawn = self._in_place and self._people and position.turn not in self._people
        if (on_terminal() or self._game.look.on_pipes) and (position.outcome() or not is_redrawn):
            self.show_board(history)

    def say(self, text: str) -> None:
        """Print a line unless it is empty, or stdout carries JSON."""
        if text and not self._silent:
            say(text)

    def note(self, text: str) -> None:
        """Print a line, which stays below a redrawn board until the person's next move."""
        self.say(text)
        self._news += [text] if text else []

    def show_board(self, history: Sequence[P]) -> None:
        """Show the board at the end of `history` and, on a terminal, the status line."""
        if self._silent:
            return
        self._game.look.show(history[-1], history[:-1])
        if on_terminal():
            say(self._status(history))
        self._next = time.monotonic() + self._pace

    def show_move(self, ply: Ply, history: Sequence[Any], with_board: bool | None = None) -> None:
        """Show a move, the board after it (by default where boards are shown), and the game's remark."""
        if not ply.by_person and not self._silent:
            time.sleep(max(self._next - time.monotonic(), 0))
        board = self.shows_boards if with_board is None else with_board
        lines = [self._game.sentence(ply), *filter(None, [self._game.remark(ply)])]
        if board and self._in_place and (ply.by_person or self._drawn or not self._people):
            self._news = lines if ply.by_person or not self._people else [*self._news[-MAX_NEWS:], *lines]
            return self._redraw(history)
        self.say(lines[0])
        if board:
            self.show_board(history)
        return self.say("\n".join(lines[1:]))

    def show_undo(self, history: Sequence[Any], text: str) -> None:
        """Show the line `text` and the board at the end of `history`, whose later moves were taken back."""
        if self._in_place:
            self._news = [text]
            return self._redraw(history)
        self.say(text)
        return self.show_board(history)

    def _redraw(self, history: Sequence[Any]) -> None:
        """Draw the board over the last one. The first time, scroll, so that earlier text stays above."""
        print(CLEAR if self._drawn else "\n" * rows() + CLEAR, end="")
        self._drawn = True
        self.show_board(history)
        for line in self._news:
            print(wrap(line), flush=True)

    def _status(self, history: Sequence[Any]) -> str:
        """Return the status line: move number, what decides the game, turn, the one person's side."""
        position, ply = history[-1], len(history) - 1
        if position.outcome():
            parts = [f"After move {ply}", self._game.status(position)]
        else:
            parts = [f"Move {ply + 1}", self._game.status(position), f"{position.turn} to move"]
            own = self._people if len(self._people) == 1 else ()
            parts += [f"you are {side}" if side.isupper() else f"you are the {side}" for side in own]
        return " | ".join(filter(None, parts))

    def replay(self, record: Record[Any], ply: int, with_board: bool) -> None:
        """Show one ply of a game: its move, its board, after the last the result. Ply 0 is the start."""
        if ply:
            self.show_move(record.ply(ply), record.history[: ply + 1], with_board)
        elif with_board:
            self.show_board(record.history[:1])
        if ply == len(record.moves):
            self.say(record.result())
