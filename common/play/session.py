"""One game from start to end: plays, prints and records it, and handles a human's requests."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.play import announcer
from common.play.dialogue import HumanPlayer, Save
from common.play.feedback import Coach
from common.play.game import Game, join_words
from common.play.player_registry import is_timed_engine, player_of
from common.play.players import PlayerSettings, ReportingPlayer
from common.play.questions import print_dimmed
from common.record.record import Record, Writer, header
from common.record.save_paths import FOLDER, alternative_path, unused_path, would_overwrite
from common.record.saved_game import Files, SavedGame
from common.rules.errors import Leave
from common.rules.game_loop import GameLoop, Ply
from common.rules.player import Request, StatelessPlayer
from common.rules.position import Outcome, P
from common.show.window import on_terminal, say


class SessionOptions(NamedTuple):
    """Options shared by the games of a call.

    Player names by side, player settings, output files, and the seconds between two moves on a terminal.
    """

    names: Mapping[str, str]
    settings: PlayerSettings
    files: Files
    pace: float = 0


class Session(Generic[P]):
    """A game loop with its output and its record, which also fulfils the requests of humans."""

    def __init__(
        self,
        game: Game[P, Any],
        history: list[P],
        options: SessionOptions,
        record: Record,
        number: int,
    ) -> None:
        """Prepare a game and write what its record has so far.

        `history` holds one position, or more for a resumed game. `number` is the game's number
        in its match. Raise BadInput if the name of a player is unknown, OSError if the record cannot be
        written.
        """
        names, settings, files, pace = options
        humans = [side for side, name in names.items() if name == "human"]
        players = {side: player_of(game, side, name, settings, history[0]) for side, name in names.items()}
        self.loop = GameLoop(history, players)
        self.game, self._names, self._files, self.has_human = game, names, files, bool(humans)
        autosave_path = unused_path(game.name) if files.autosave and humans and on_terminal() else None
        self.writer = Writer(record, files.record, files.as_json, autosave_path)
        self._own = {self.writer.path, autosave_path}  # files of this game, which it may overwrite
        self._teller = announcer.Announcer(game, humans, in_place=True, number=number, pace=pace)
        self._coach = Coach(game, settings) if settings.coached else None

    @classmethod
    def new(
        cls,
        game: Game[P, Any],
        start: P,
        options: SessionOptions,
        number: int = 1,
        games: int = 1,
    ) -> Session[P]:
        """Return a session for a new game, game `number` of `games`.

        Raise BadInput or OSError, as `Session` does.
        """
        record = Record(record_header(game, start, options, number if games > 1 else 0))
        return cls(game, [start], options, record, number)

    @classmethod
    def resume(cls, game: Game[P, Any], saved: SavedGame[P], options: SessionOptions) -> Session[P]:
        """Return a session for the rest of a saved game, and write its record anew.

        The players' state is restored, which may take time. Raise BadInput or OSError, as `Session` does.
        """
        line = record_header(game, saved.history[0], options, saved.number)
        record = Record(saved.record.header | line, saved.record.moves)
        number = game.game_number(saved.history[0], saved.number)
        session = cls(game, saved.history, options, record, number)
        print_dimmed(f"Resuming after move {len(saved.moves)}.")
        # Under a time limit, an engine's state is not reproducible.
        session.restore_player_state(
            [
                side
                for side, name in options.names.items()
                if not is_timed_engine(game, name, options.settings)
            ]
        )
        return session

    def restore_player_state(self, sides: Collection[str]) -> None:
        """Replay the earlier positions through players that keep state, so that they continue as before.

        The positions come in game order, because both sides may use the same tables. The answers are
        ignored.
        """
        for position in self.loop.history[:-1]:
            player = self.loop.players[position.turn]
            if position.turn in sides and not isinstance(player, StatelessPlayer | HumanPlayer):
                player(position)

    def run(self) -> Outcome:
        """Play to the end, announce the result, write the film and return the outcome.

        Raise Leave if a human leaves or presses Ctrl-C; the game is then saved if it may be.
        """
        if not self._files.as_json:
            self._teller.announce_start(self.loop.history)
        with self._kept_if_left():
            for step in self.loop.steps():
                if isinstance(step, Ply):
                    self._note(step)
                else:
                    self._fulfil(step)
        outcome = self.loop.final_outcome()
        self.writer.end(outcome)
        self._finish(outcome)
        return outcome

    def _finish(self, outcome: Outcome) -> None:
        """Announce the result and write the film."""
        history, forfeit = self.loop.history, self.loop.forfeit
        if not self._files.as_json:
            self._drop("the game is over")
            self._teller.announce_end(outcome, history[-1])
        if forfeit and forfeit.error.detail:
            print(forfeit.error.detail, file=sys.stderr)
        if self._files.film:
            film = announcer.game_film(self.game, self._names, history, outcome)
            announcer.save_film(film, self._files.film, self._files.frame_ms)

    @contextmanager
    def _kept_if_left(self) -> Iterator[None]:
        """Save the game if a human leaves or presses Ctrl-C. Raise Leave."""
        try:
            yield
        except Leave:
            self.writer.autosave()
            raise
        except KeyboardInterrupt:
            self.writer.autosave()
            raise Leave("Stopped.", 130) from None

    def _note(self, ply: Ply) -> None:
        """Record and announce a move."""
        side, text = ply.before.turn, ply.before.text(ply.move)
        facts: dict[str, Any] = ply.player.record_fields() if isinstance(ply.player, ReportingPlayer) else {}
        self.writer.move(side, text, seconds=round(ply.seconds, 3), **facts)
        if self._files.as_json:
            return
        person = ply.player if isinstance(ply.player, HumanPlayer) else None
        made = announcer.MadeMove(self.loop.history, ply.move, person is not None)
        self._teller.announce_move(made, self._teller.shows_boards)
        if person and person.has_no_effect(ply.before, ply.move):
            self._drop(f"{text} failed")
        if person and self._coach:
            self._teller.add_note(self._coach.remark(ply.before, ply.move))

    def _fulfil(self, request: Request) -> None:
        """Fulfil a human's request."""
        if isinstance(request, Save):
            self._save(request.path)
        else:
            self._take_back()

    def _take_back(self) -> None:
        """Go back to the previous decision of a human."""
        history = self.loop.history
        for plies in range(len(history) - 2, -1, -1):
            if isinstance(self.loop.players[history[plies].turn], HumanPlayer):
                self.loop.take_back(plies)
                self.writer.take_back(plies)
                self._drop("a move was taken back")
                self._teller.show_undo(history, f"Taken back to move {plies + 1}.")
                return
        say("There is no move of yours to take back.")

    def _drop(self, reason: str) -> None:
        """Forget the moves that humans have typed ahead."""
        for player in self.loop.players.values():
            if isinstance(player, HumanPlayer):
                self._teller.add_note(player.drop_queued_moves(reason))

    def _save(self, path: Path | None) -> None:
        """Save the game to `path`, by default to its own file or a new one."""
        self.writer.autosave()
        target = path or self.writer.path or unused_path(self.game.name)
        if target not in self._own and would_overwrite(target):
            say(f"{target} already exists: choose a new name, e.g. save {alternative_path(target)}")
            return
        try:
            if target.parent == FOLDER:
                FOLDER.mkdir(exist_ok=True)
            self.writer.record.save(target)
            self._own.add(target)
            say(f"Saved in {target}")
        except OSError as problem:
            say(f"Cannot save in {target}: {problem.strerror}")


def record_header(game: Game[P, Any], start: P, options: SessionOptions, number: int) -> dict[str, Any]:
    """Return the first line of a game's record.

    `number` is that of the game in its call; 0 is left out.
    """
    entry = {"position": join_words(game.notation.write(start))}
    settings = options.settings
    facts: dict[str, Any] = {"limits": settings.level.record_fields(), "seed": settings.seed}
    return header(game.name, entry, dict(options.names), **facts, number=number or None)
