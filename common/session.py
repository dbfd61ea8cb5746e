"""One game from start to end: players, what is shown, what is written down, what a person takes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic

from common.errors import Leave
from common.players import PlayerFault
from common.record import Writer
from common.rules import Outcome, P
from common.talk import Person, Save, TakeBack, on_terminal, say

Show = Callable[[Any, Any, Any], None]  # position, move, position after it


class Session(Generic[P]):
    """Plays a game; `history` holds every position from the start to the last."""

    def __init__(self, start: P, players: Mapping[str, Callable[[P], Any]], show: Show, writer: Writer, usual: Path) -> None:
        self.history = [start]
        self._players, self._show, self._writer, self._usual = players, show, writer, usual
        self.last_words = ""

    def run(self) -> Outcome:
        """The outcome; a player's fault loses the game. Raises what a person's wish to leave raises."""
        while not (outcome := self.history[-1].outcome()):
            try:
                self._turn()
            except Leave as leaving:
                raise self._keep(leaving) from None
            except KeyboardInterrupt:
                raise self._keep(Leave("Stopped.", 130)) from None
            except TakeBack:
                self._take_back()
            except Save as wish:
                self._save(wish.path)
            except PlayerFault as fault:
                self.last_words = fault.detail
                outcome = self._lost_by(fault)
                break
        self._writer.end(outcome)
        return outcome

    def _turn(self) -> None:
        position = self.history[-1]
        began = time.monotonic()
        player = self._players[position.turn]
        move = player(position)
        after = position.play(move)
        self.history.append(after)
        known: dict[str, Any] = getattr(player, "known", dict)()  # what an engine can say of its move
        self._writer.move(position.turn, position.text(move), seconds=round(time.monotonic() - began, 3), **known)
        self._show(position, move, after)

    def _lost_by(self, fault: PlayerFault) -> Outcome:
        loser = self.history[-1].turn
        winner = next(side for side in self._players if side != loser)
        return Outcome(winner, f"{loser.capitalize()} {fault}")

    def _take_back(self) -> None:
        """Back to the last decision of a person before this one."""
        for plies in range(len(self.history) - 2, -1, -1):
            person = self._players[self.history[plies].turn]
            if isinstance(person, Person):
                del self.history[plies + 1 :]
                self._writer.take_back(plies)
                say(f"Taken back to move {plies + 1}.")
                person.show_board(self.history[-1])
                return
        say("There is no move of yours to take back.")

    def _keep(self, leaving: Leave) -> Leave:
        """On a terminal an unfinished game is saved, and the last line of the program names the file."""
        if not on_terminal():
            return leaving
        self._writer.record.save(self._usual)
        return Leave("\n" + f"{leaving.sentence} The game so far is in {self._usual}.".strip(), leaving.status)

    def _save(self, path: Path | None) -> None:
        target = path or self._usual
        try:
            self._writer.record.save(target)
            say(f"Saved in {target}")
        except OSError as problem:
            say(f"Cannot save in {target}: {problem.strerror}")
