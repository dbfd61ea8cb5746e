"""One game from start to end: players, what is shown, what is written down, what a person takes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Generic

from common.play.dialogue import Person, Save, TakeBack, on_terminal
from common.play.players import PlayerFault, Stateless
from common.record.record import Writer
from common.rules.errors import Leave
from common.rules.position import Outcome, P
from common.show.language import say

Show = Callable[[Any, Any, Any], None]  # position, move, position after it


class GameLoop(Generic[P]):
    """Plays a game; `history` holds every position from the start to the last."""

    def __init__(
        self, history: list[P], players: Mapping[str, Callable[[P], Any]], show: Show, writer: Writer, usual: Path
    ) -> None:
        """`history` holds one position at a new game, more where one goes on; `usual` is the file where `save` names none."""
        self.history = history
        self._players, self._show, self._writer, self._usual = players, show, writer, usual
        self.last_words = ""

    def recall(self, sides: Collection[str]) -> None:
        """Ask once more what was asked before: only so does a player go on as it would have who keeps something in mind.

        In the order of the game, since both sides may share what they have found out; what they answer does not count.
        """
        for position in self.history[:-1]:
            player = self._players[position.turn]
            if position.turn in sides and not isinstance(player, Stateless | Person):
                player(position)

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
        """On a terminal an unfinished game is saved, if it is not recorded anyway, and the program's last line names the file."""
        if not on_terminal():
            return leaving
        kept = self._writer.path or self._usual
        if kept != self._writer.path:
            self._writer.record.save(kept)
        return Leave("\n" + f"{leaving.sentence} The game so far is in {kept}.".strip(), leaving.status)

    def _save(self, path: Path | None) -> None:
        target = path or self._usual
        try:
            self._writer.record.save(target)
            say(f"Saved in {target}")
        except OSError as problem:
            say(f"Cannot save in {target}: {problem.strerror}")
