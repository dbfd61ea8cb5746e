"""The record of a game: its positions and moves, saved, loaded, and shown in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Generic

from common.play.game import Game
from common.play.player_names import opponents
from common.play.record import Record
from common.play.setup import join_words
from common.record.record import Record, RecordLine, header
from common.rules.errors import BadInput, quoted
from common.rules.files import would_overwrite
from common.rules.position import Outcome, P


class GameRecord(Generic[P]):
    """A game from its start on, finished or not. In a notebook it shows itself move by move."""

    def __init__(self, game: Game[P], record: Record[Any]) -> None:
        self.game, self.saved = game, saved

    @property
    def positions(self) -> list[P]:
        """The start and the position after each move."""
        return list(self.record.history)

    @property
    def moves(self) -> list[Any]:
        """The moves."""
        return list(self.record.moves)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None if the game is unfinished. It may be a forfeit."""
        return self.record.outcome

    @property
    def players(self) -> dict[str, str]:
        """The names of the players, by side; empty if they are unknown."""
        return dict(self.record.players)

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the game as JSON lines, which every command reads.

        Raise BadInput if the file exists, unless `force` is True. Raise OSError if it cannot be written.
        """
        if not force and would_overwrite(Path(path)):
            raise BadInput(f"{path} already exists: choose a new name, or force=True")
        self.saved.record.save(Path(path))

    def __repr__(self) -> str:
        names = opponents(self.players)
        title = f"{self.game.name}, {names}" if names else self.game.name
        return f"<{title}, {len(self.moves)} moves: {self._result()}>"

    def _result(self) -> str:
        if self.outcome is None:
            return "not finished"
        return f"{self.outcome.winner} wins" if self.outcome.winner else "draw"

    def _repr_html_(self) -> str:
        from common.play.api.notebook import game_html

        return game_html(self.game, self.saved)


def start_header(game: Game[P], start: P, players: Mapping[str, str], **facts: Any) -> RecordLine:
    """Return the first line of a record, with further facts."""
    return header(game.name, {"position": join_words(game.write(start))}, dict(players), **facts)


def make_record(
    game: Game[P], start: P, moves: Iterable[Any], players: Mapping[str, str]
) -> GameRecord[P]:
    """Return the record of a game from its start and moves. Raise BadInput at an illegal move."""
    history, entries, played = [start], list[RecordLine](), list(moves)
    for ply, move in enumerate(played, 1):
        before = history[-1]
        if before.outcome() or move not in before.moves():
            raise BadInput(f"Move {ply} is illegal: {quoted(repr(move))}")
        entries.append({"ply": ply, "side": before.turn, "move": before.text(move)})
        history.append(before.play(move))
    outcome = history[-1].outcome()
    record = Record(start_header(game, start, players), entries, outcome and outcome._asdict())
    return GameRecord(game, SavedGame(record, played, history))


def load_record(game: Game[P], path: str | PathLike[str]) -> GameRecord[P]:
    """Return the record in a file. Raise BadInput or OSError."""
    from common.command.playing import load

    return GameRecord(game, load(game, Path(path)))
