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
from common.play.game import Game
from common.play.game_loop import GameLoop, Ply
from common.play.player_registry import is_timed_engine, player_of
from common.play.players import PlayerSettings
from common.play.questions import print_dimmed
from common.play.record import Record, free_path, print_lines
from common.rules.errors import BadInput, Leave
from common.rules.files import alternative_path, check_folders, check_overwrite
from common.rules.player import Request, StatelessPlayer
from common.rules.position import Outcome, P
from common.show.window import on_terminal, say


class Files(NamedTuple):
    """Where a game is written besides the terminal.

    `film` is written after the end, with `frame_ms` milliseconds per frame. With `as_json`, stdout carries
    the record and nothing else. With `autosave`, a human's game on a terminal is saved even if no record was
    asked for. With `force`, an existing record is overwritten.
    """

    record: Path | None = None
    film: Path | None = None
    frame_ms: int = 400
    as_json: bool = False
    autosave: bool = True
    force: bool = False

    def check(self, names: Mapping[str, str | None]) -> None:
        """Raise BadInput if a folder is missing, or if a human would play while stdout carries JSON.

        `names` has the player of each side. Raise OSError if a path is a device, a socket or a named pipe.
        """
        check_folders(self.record, self.film)
        for side, name in names.items():
            if self.as_json and name == "human":
                raise BadInput(
                    f"--json: {side} is 'human', who cannot play: choose another player, "
                    f"e.g. --{side.lower()} engine"
                )

    def check_overwrite(self, games: int = 1) -> None:
        """Raise BadInput if a record of one of the call's `games` games would overwrite a file.

        Films may be overwritten.
        """
        for number in range(1, games + 1):
            check_overwrite("--record", self.for_game(number).record, self.force)

    def for_game(self, number: int) -> Files:
        """Return the files of game `number` of a call: the given names for 1, `name-2.jsonl` for 2.

        Records and films get the number.
        """
        if number == 1:
            return self
        record, film = (path and path.with_stem(f"{path.stem}-{number}") for path in (self.record, self.film))
        return self._replace(record=record, film=film)

    def say(self, text: str, flush: bool = False) -> None:
        """Print a line as it is, unless it is empty or stdout carries JSON."""
        if text and not self.as_json:
            print(text, flush=flush)


class SessionOptions(NamedTuple):
    """Options shared by the games of a call.

    Player names by side, player settings, output files, and the seconds between two moves on a terminal.
    """

    names: Mapping[str, str]
    settings: PlayerSettings
    files: Files
    pace: float = 0


class Session(Generic[P]):
    """A game loop with its output, which also fulfils the requests of humans."""

    def __init__(self, record: Record[P], options: SessionOptions, number: int, force: bool) -> None:
        """Prepare a game and write what its record has so far; with `force`, over an existing file.

        `number` is the game's number in its match. Raise BadInput if the name of a player is unknown, OSError
        if the record cannot be written.
        """
        game, (names, settings, files, pace) = record.game, options
        humans = [side for side, name in names.items() if name == "human"]
        start = record.history[0]
        players = {side: player_of(game, side, name, settings, start) for side, name in names.items()}
        self.loop, self.record = GameLoop(record, players), record
        self.game, self._names, self._files, self.has_human = game, names, files, bool(humans)
        self._copies = set[Path]()  # files that the human saved, and may overwrite
        if files.record:
            record.keep(files.record, force=force)
        record.autosaves = files.autosave and self.has_human and on_terminal() and not record.path
        if files.as_json:
            print_lines(record.lines())
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
        limits, seed = options.settings.level.record_fields(), options.settings.seed
        record = Record(
            game, start, options.names, limits=limits, seed=seed, number=number if games > 1 else None
        )
        return cls(record, options, number, options.files.force)

    @classmethod
    def resume(cls, record: Record[P], options: SessionOptions) -> Session[P]:
        """Return a session for the rest of a saved game, and write its record anew.

        The players' state is restored, which may take time. Raise BadInput or OSError, as `Session` does.
        """
        game = record.game
        session = cls(record, options, game.game_number(record.history[0], record.number), True)
        print_dimmed(f"Resuming after move {len(record.moves)}.")
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
        for position in self.record.history[:-1]:
            player = self.loop.players[position.turn]
            if position.turn in sides and not isinstance(player, StatelessPlayer | HumanPlayer):
                player(position)

    def run(self) -> Outcome:
        """Play to the end, announce the result, write the film and return the outcome.

        Raise Leave if a human leaves or presses Ctrl-C; the game is then saved if it may be.
        """
        if not self._files.as_json:
            self._teller.announce_start(self.record.history)
        with self._kept_if_left():
            for step in self.loop.steps():
                if isinstance(step, Ply):
                    self._note(step)
                else:
                    self._fulfil(step)
        outcome = self.record.outcome
        assert outcome
        self._finish(outcome)
        return outcome

    def _finish(self, outcome: Outcome) -> None:
        """Announce the result and write the film."""
        history, forfeit = self.record.history, self.loop.forfeit
        if self._files.as_json:
            print_lines(self.record.lines()[-1:])
        else:
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
            self.record.autosave()
            raise
        except KeyboardInterrupt:
            self.record.autosave()
            raise Leave("Stopped.", 130) from None

    def _note(self, ply: Ply) -> None:
        """Announce a move."""
        if self._files.as_json:
            return print_lines(self.record.moves[-1:])
        person = ply.player if isinstance(ply.player, HumanPlayer) else None
        made = announcer.MadeMove(self.record.history, ply.move, person is not None)
        self._teller.announce_move(made, self._teller.shows_boards)
        if person and person.has_no_effect(ply.before, ply.move):
            self._drop(f"{ply.before.text(ply.move)} failed")
        if person and self._coach:
            self._teller.add_note(self._coach.remark(ply.before, ply.move))
        return None

    def _fulfil(self, request: Request) -> None:
        """Fulfil a human's request."""
        if isinstance(request, Save):
            self._save(request.path)
        else:
            self._take_back()

    def _take_back(self) -> None:
        """Go back to the previous decision of a human."""
        history = self.record.history
        for plies in range(len(history) - 2, -1, -1):
            if isinstance(self.loop.players[history[plies].turn], HumanPlayer):
                self.record.take_back(plies)
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
        record = self.record
        record.autosave()
        try:
            target = path or record.path or free_path(self.game.name)
            record.save(target, force=not path or path in (*self._copies, record.path))
            self._copies.add(target)
            say(f"Saved in {target}")
        except BadInput:
            assert path
            say(f"{path} already exists: choose a new name, e.g. save {alternative_path(path)}")
        except OSError as problem:
            say(f"Cannot save in {problem.filename}: {problem.strerror}")
