"""One game from start to end: plays, prints and records it, and handles a human's requests."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic

from common.messages import _
from common.play import announcer
from common.play.dialogue import Person, Save
from common.play.feedback import Coach
from common.play.game import Game, line_of_words
from common.play.player_registry import player_of
from common.play.players import PlayerSettings, Reporting
from common.play.questions import dim
from common.record.record import Record, Writer, header
from common.record.saved_game import Files, Saved
from common.record.saved_games import FOLDER, another, is_taken, unused
from common.rules.errors import Leave
from common.rules.game_loop import GameLoop, Ply
from common.rules.player import Request, Stateless
from common.rules.position import Outcome, P
from common.show.language import say
from common.show.window import on_terminal


class Session(Generic[P]):
    """A game loop with its output and its record, which also fulfils the requests of humans."""

    def __init__(
        self,
        game: Game[P, Any],
        history: list[P],
        names: Mapping[str, str],
        settings: PlayerSettings,
        files: Files,
        record: Record,
        number: int,
    ) -> None:
        """Prepare a game: `history` holds one position, or more for a resumed game.

        `number` is the game's number in its match. Raise BadInput if a name is no player.
        """
        humans = [side for side, name in names.items() if name == "human"]
        thinking = settings._replace(warm_up=not humans)
        players = {side: player_of(game, side, name, thinking, history[0]) for side, name in names.items()}
        self.loop = GameLoop(history, players)
        self.game, self._files, self.people = game, files, bool(humans)
        autosave_path = unused(game.name) if files.keep and humans and on_terminal() else None
        self.writer = Writer(record, files.record, files.as_json, autosave_path)
        self._own = {self.writer.path, autosave_path}  # files of this game, which it may overwrite
        self._teller = announcer.Teller(game, humans, in_place=True, number=number)
        self._coach = Coach(game, settings) if settings.coached else None

    @classmethod
    def new(
        cls,
        game: Game[P, Any],
        start: P,
        names: Mapping[str, str],
        settings: PlayerSettings,
        files: Files,
        number: int = 1,
        of: int = 1,
    ) -> Session[P]:
        """Return a session for a new game, game `number` of `games`. Raise BadInput."""
        record = Record(first_line(game, start, names, settings, number if of > 1 else 0))
        return cls(game, [start], names, settings, files, record, number)

    @classmethod
    def resume(
        cls,
        game: Game[P, Any],
        saved: Saved[P],
        names: Mapping[str, str],
        settings: PlayerSettings,
        files: Files,
    ) -> Session[P]:
        """Return a session for the rest of a saved game, and write its record anew. Raise BadInput."""
        line = first_line(game, saved.history[0], names, settings, saved.number)
        record = Record(saved.record.header | line, saved.record.moves)
        number = game.number_of(saved.history[0], saved.number)
        session = cls(game, saved.history, names, settings, files, record, number)
        dim(_("Resuming after move {ply}.", ply=len(saved.moves)))
        has_time_limit = settings.limit.seconds is not None  # then an engine's state is not reproducible
        session.recall([side for side, name in names.items() if not (has_time_limit and name == "engine")])
        return session

    def recall(self, sides: Collection[str]) -> None:
        """Replay the earlier positions through players that keep state, so that they continue as before.

        The positions come in game order, because both sides may use the same tables. The answers are
        ignored.
        """
        for position in self.loop.history[:-1]:
            player = self.loop.players[position.turn]
            if position.turn in sides and not isinstance(player, Stateless | Person):
                player(position)

    def run(self) -> Outcome:
        """Play to the end, announce and draw the game. Raise Leave if a human leaves."""
        if not self._files.as_json:
            self._teller.start(self.loop.history[-1], self._plies)
        with self._kept_if_left():
            for step in self.loop.steps():
                if isinstance(step, Ply):
                    self._note(step)
                else:
                    self._grant(step)
        outcome = self.loop.ended()
        self.writer.end(outcome)
        self._finish(outcome)
        return outcome

    def _finish(self, outcome: Outcome) -> None:
        """Announce the result and write the film."""
        history, forfeit = self.loop.history, self.loop.forfeit
        if not self._files.as_json:
            self._drop(_("the game is over"))
            self._teller.end(outcome, history[-1])
        if forfeit and forfeit.fault.detail:
            print(forfeit.fault.detail, file=sys.stderr)
        if self._files.film:
            announcer.save_film(self.game, history, outcome, self._files.film, self._files.frame_ms)

    @property
    def _plies(self) -> int:
        """The number of moves made."""
        return len(self.loop.history) - 1

    @contextmanager
    def _kept_if_left(self) -> Iterator[None]:
        """Save the game if a human leaves or presses Ctrl-C. Raise Leave."""
        try:
            yield
        except Leave:
            self.writer.keep()
            raise
        except KeyboardInterrupt:
            self.writer.keep()
            raise Leave(_("Stopped."), 130) from None

    def _note(self, ply: Ply) -> None:
        """Record and announce a move."""
        side, text = ply.before.turn, ply.before.text(ply.move)
        facts: dict[str, Any] = ply.player.known() if isinstance(ply.player, Reporting) else {}
        self.writer.move(side, text, seconds=round(ply.seconds, 3), **facts)
        if self._files.as_json:
            return
        person = ply.player if isinstance(ply.player, Person) else None
        human = person is not None
        self._teller.move(ply.before, ply.move, ply.after, self._plies, human, self._teller.boards)
        if person and person.fails(ply.before, ply.move):
            self._drop(_("{move} failed", move=text))
        if human and self._coach:
            self._teller.note(self._coach.remark(ply.before, ply.move))

    def _grant(self, request: Request) -> None:
        """Fulfil a human's request."""
        if isinstance(request, Save):
            self._save(request.path)
        else:
            self._take_back()

    def _take_back(self) -> None:
        """Go back to the previous decision of a human."""
        history = self.loop.history
        for plies in range(len(history) - 2, -1, -1):
            if isinstance(self.loop.players[history[plies].turn], Person):
                self.loop.take_back(plies)
                self.writer.take_back(plies)
                self._drop(_("a move was taken back"))
                self._teller.again(history[-1], plies, _("Taken back to move {number}.", number=plies + 1))
                return
        say(_("There is no move of yours to take back."))

    def _drop(self, reason: str) -> None:
        """Forget the moves that humans have typed ahead."""
        for player in self.loop.players.values():
            if isinstance(player, Person):
                self._teller.note(player.drop(reason))

    def _save(self, path: Path | None) -> None:
        """Save the game to `path`, by default to its own file or a new one."""
        self.writer.keep()
        target = path or self.writer.path or unused(self.game.name)
        if target not in self._own and is_taken(target):
            say(
                _(
                    "{file} already exists: choose a new name, e.g. save {another}",
                    file=target,
                    another=another(target),
                )
            )
            return
        try:
            if target.parent == FOLDER:
                FOLDER.mkdir(exist_ok=True)
            self.writer.record.save(target)
            self._own.add(target)
            say(_("Saved in {file}", file=target))
        except OSError as problem:
            say(_("Cannot save in {file}: {reason}", file=target, reason=_(str(problem.strerror))))


def first_line(
    game: Game[P, Any], start: P, names: Mapping[str, str], settings: PlayerSettings, number: int
) -> dict[str, Any]:
    """Return the first line of a game's record."""
    entry = {"position": line_of_words(game.notation.write(start))}
    facts: dict[str, Any] = {"limits": settings.level.known(), "seed": settings.seed}
    return header(game.name, entry, dict(names), **facts, number=number or None)
