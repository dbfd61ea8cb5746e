"""One game from start to end: players, what is shown, what is written down, what a person takes back."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Generic

from common.play import announcer
from common.play.dialogue import Person, Save, TakeBack
from common.play.feedback import Coach
from common.play.game import Game, line_of_words
from common.play.players import PlayerSettings, Reporting, seats_of
from common.play.questions import dim
from common.record.record import Record, Writer, header
from common.record.saved_game import Files, Saved
from common.record.saved_games import FOLDER, another, is_taken, unused
from common.rules.errors import Leave
from common.rules.player import PlayerFault, Stateless
from common.rules.position import Outcome, P, Player
from common.show.language import say
from common.show.window import on_terminal


class GameLoop(Generic[P]):
    """Plays a game; `history` holds every position from the start to the last."""

    def __init__(
        self,
        game: Game[P, Any],
        history: list[P],
        names: Mapping[str, str],
        settings: PlayerSettings,
        files: Files,
        record: Record,
    ) -> None:
        """`history` holds one position at a new game, more where one goes on. Raises BadInput at a name that is no player's."""
        self.game, self.history, self._files = game, history, files
        people = [side for side, name in names.items() if name == "human"]
        self.people = bool(people)
        patient = settings._replace(patient=not people)
        self._players: dict[str, Player[P]] = {side: game.player(side, name, patient) for side, name in names.items()}
        spare = unused(game.name) if files.keep and people and on_terminal() else None
        self.writer = Writer(record, files.record, files.as_json, spare)
        self._own = {self.writer.path, spare}  # files of this game, which may be written again
        self._teller = announcer.Teller(game, people, in_place=True)
        self._coach = Coach(game, settings) if settings.coached else None

    def recall(self, sides: Collection[str]) -> None:
        """Replay the earlier positions through players that keep state, so that a resumed game continues as the original would.

        In game order, because both sides may share what they have found out. The answers are ignored.
        """
        for position in self.history[:-1]:
            player = self._players[position.turn]
            if position.turn in sides and not isinstance(player, Stateless | Person):
                player(position)

    def run(self) -> Outcome:
        """Play to the end, tell and draw it; a player's fault loses the game. Raises what a person's wish to leave raises."""
        if not self._files.as_json:
            self._teller.start(self.history[-1], self._plies)
        with seats_of(self._players.values()):
            outcome, last_words = self._moves()
        self.writer.end(outcome)
        if not self._files.as_json:
            self._drop("the game is over")
            self._teller.end(outcome, self.history[-1])
        if last_words:
            print(last_words, file=sys.stderr)
        if self._files.film:
            announcer.save_film(self.game, self.history, outcome, self._files.film, self._files.frame_ms)
        return outcome

    @property
    def _plies(self) -> int:
        """How many moves were made."""
        return len(self.history) - 1

    def _moves(self) -> tuple[Outcome, str]:
        """How the game ends, and the last words of a player who has lost it by a fault."""
        while not (outcome := self.history[-1].outcome()):
            try:
                self._turn()
            except Leave as leaving:
                self.writer.keep()
                raise leaving from None
            except KeyboardInterrupt:
                self.writer.keep()
                raise Leave("Stopped.", 130) from None
            except TakeBack:
                self._take_back()
            except Save as wish:
                self._save(wish.path)
            except PlayerFault as fault:
                loser = self.history[-1].turn
                return Outcome(self.game.other(loser), f"{loser.capitalize()} {fault}"), fault.detail
        return outcome, ""

    def _turn(self) -> None:
        position = self.history[-1]
        began = time.monotonic()
        player = self._players[position.turn]
        move = player(position)
        after = position.play(move)
        self.history.append(after)
        known: dict[str, Any] = player.known() if isinstance(player, Reporting) else {}
        self.writer.move(position.turn, position.text(move), seconds=round(time.monotonic() - began, 3), **known)
        if not self._files.as_json:
            human = isinstance(player, Person)
            self._teller.move(position, move, after, self._plies, human, self._teller.boards)
            if human and self.game.fails(position, move):
                self._drop(f"{position.text(move)} failed")
            if human and self._coach:
                self._teller.note(self._coach.remark(position, move))

    def _take_back(self) -> None:
        """Back to the last decision of a person before this one."""
        for plies in range(len(self.history) - 2, -1, -1):
            person = self._players[self.history[plies].turn]
            if isinstance(person, Person):
                del self.history[plies + 1 :]
                self.writer.take_back(plies)
                self._drop("a move was taken back")
                self._teller.again(self.history[-1], plies, f"Taken back to move {plies + 1}.")
                return
        say("There is no move of yours to take back.")

    def _drop(self, reason: str) -> None:
        """Forget the moves that people have typed ahead."""
        for player in self._players.values():
            if isinstance(player, Person):
                self._teller.note(player.drop(reason))

    def _save(self, path: Path | None) -> None:
        """Into a file of its own, or a new one."""
        self.writer.keep()
        target = path or self.writer.path or unused(self.game.name)
        if target not in self._own and is_taken(target):
            say(f"{target} is there already: wanted a new name, e.g. save {another(target)}")
            return
        try:
            if target.parent == FOLDER:
                FOLDER.mkdir(exist_ok=True)
            self.writer.record.save(target)
            self._own.add(target)
            say(f"Saved in {target}")
        except OSError as problem:
            say(f"Cannot save in {target}: {problem.strerror}")


def new_game(
    game: Game[P, Any], start: P, names: Mapping[str, str], settings: PlayerSettings, files: Files, number: int = 0
) -> GameLoop[P]:
    """A game from its start; `number` says which of several it is. Raises BadInput."""
    return GameLoop(game, [start], names, settings, files, Record(first_line(game, start, names, settings, number)))


def old_game(
    game: Game[P, Any], saved: Saved[P], names: Mapping[str, str], settings: PlayerSettings, files: Files
) -> GameLoop[P]:
    """The rest of a saved game; its record is written once more up to there. Raises BadInput."""
    line = first_line(game, saved.history[0], names, settings, saved.number)
    record = Record(saved.record.header | line, saved.record.moves)
    loop = GameLoop(game, saved.history, names, settings, files, record)
    dim(f"The game goes on after move {len(saved.moves)}.")
    clocked = settings.limit.seconds is not None  # an engine on a clock never plays the same game for sure
    loop.recall([side for side, name in names.items() if not (clocked and name == "engine")])
    return loop


def first_line(game: Game[P, Any], start: P, names: Mapping[str, str], settings: PlayerSettings, number: int) -> dict[str, Any]:
    """The first line of a game's record."""
    entry = {"position": line_of_words(game.write(start))}
    known: dict[str, Any] = {"limits": settings.level.known(), "seed": settings.seed}
    return header(game.name, entry, dict(names), **known, number=number or None)
