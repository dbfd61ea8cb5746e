"""The dialogue with a person at the board: the words understood at every move, hints, several moves in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from common.messages import _, joined
from common.play.players import PlayerSettings
from common.play.questions import Reply, ask
from common.rules.errors import BadInput, Leave
from common.rules.player import PlayerFault, Request
from common.rules.position import P, Player
from common.search.limit import Level
from common.show.language import meant
from common.show.window import on_terminal

if TYPE_CHECKING:
    from common.play.game import Game
    from common.search.results import Insight

Value = TypeVar("Value")
WORDS = _("undo hint moves board save [FILE] help quit")  # as they are told on a pipe
WORDS_AND_RESIGN = _("undo hint moves board save [FILE] resign help quit")
COMMANDS = (_("undo"), _("hint"), _("moves"), _("board"), _("save"), _("resign"), _("help"), _("quit"))
SHORT = 4  # moves of a line that is told


class TakeBack(Request):
    """The wish to be asked for the last own move again."""


class Save(Request):
    """The wish to have the game so far in a file (None: the usual one)."""

    def __init__(self, path: Path | None) -> None:
        self.path = path


class Adviser(Generic[P]):
    """What is known of positions, for people: within `part` of the limit that options set, else of that of an analysis."""

    def __init__(self, game: Game[P, Any], settings: PlayerSettings, part: float = 1) -> None:
        limit = (
            game.players.analysis_limit()
            if settings.level in game.players.levels.values()
            else settings.limit
        )
        limit = limit._replace(seconds=limit.seconds and limit.seconds * part)
        self._game, self._settings = game, settings._replace(level=Level(limit))

    def judge(self, position: P) -> Insight:
        """What is known of a position. Raises BadInput if the limit is too short."""
        return self._game.players.judge(position, self._settings)

    def hint(self, position: P) -> str:
        """The best move, what it is worth, a short line. Raises BadInput if the limit is too short for that."""
        found = self.judge(position)
        if not found.line:
            raise BadInput
        line = joined(", ", found.line[:SHORT])
        return _("Hint: {move}: {score}. Line: {line}", move=found.line[0], score=found.score.text, line=line)


class Person(Generic[P]):
    """A player who is asked for every move of a game, and may ask for hints.

    `several` moves may stand in one answer, with blanks between them; `keys` are answers by arrow keys: up, down, left, right.
    """

    several = False
    keys: Mapping[str, str] = {}

    def __init__(self, game: Game[P, Any], settings: PlayerSettings) -> None:
        self.game, self._settings = game, settings
        self._waiting: list[str] = []

    @cached_property
    def _adviser(self) -> Player[P]:
        return self.game.players.engine(self._settings)

    def __call__(self, position: P) -> Any:
        """A legal move. Raises Leave, TakeBack, Save or PlayerFault where the person asks for that."""
        if not self._waiting:
            return self.asked(
                position,
                self.game.phrases.prompt(position),
                lambda answer: self._read(position, answer),
                self.keys,
            )
        return self.read_move(position, self._waiting.pop(0))

    def asked(
        self, position: P, prompt: str, read: Callable[[str], Value | Reply], keys: Mapping[str, str] = {}
    ) -> Value:
        """An answer to a question about a position that is none of WORDS. Raises what these words ask for."""
        return ask(prompt, lambda answer: self.reply(position, answer) or read(answer), keys)

    def _read(self, position: P, answer: str) -> Any:
        first, *rest = answer.split() if self.several and answer and on_terminal() else [answer]
        for other in rest:
            self.read_move(position, other)
        move = self.legal(position, self.read_move(position, first))
        self._waiting = rest
        return move

    def read_move(self, position: P, answer: str) -> Any:
        """Read a move, legal or not. Raise BadInput."""
        return position.read_move(answer)

    def fails(self, position: P, move: Any) -> bool:
        """Return True for a move that does not do what one expects, so that the rest of an answer is dropped."""
        return False

    def drop(self, reason: str) -> str:
        """Forget the moves that wait for their turn; what there is to say about that, or nothing."""
        dropped, self._waiting = self._waiting, []
        return (
            _("Ignored, because {reason}: {moves}", reason=reason, moves=" ".join(dropped)) if dropped else ""
        )

    def legal(self, position: P, move: Any) -> Any:
        """A move. Raises BadInput if it is not legal."""
        if move not in position.moves():
            raise BadInput(self.game.phrases.refusal(position, move))
        return move

    def reply(self, position: P, answer: str) -> Reply | None:
        """What there is to say to one of WORDS; None to every other answer. Raises Leave, TakeBack, Save, PlayerFault."""
        word, _blank, rest = answer.partition(" ")
        word = meant(word.lower(), COMMANDS)
        if word == "quit":
            raise Leave("", 0)
        if word == "undo":
            raise TakeBack
        if word == "save":
            raise Save(Path(rest.strip()) if rest.strip() else None)
        if word == "resign":
            raise PlayerFault(_("resigns"), kind=_("resigns"))
        if word == "board":
            self.game.look.show(position)
        said = {
            "board": lambda: _("{side} to move.", side=_(position.turn.capitalize())),
            "help": lambda: self._help(position),
            "hint": lambda: self._hint(position),
            "moves": lambda: _("Moves: {moves}", moves=joined(", ", map(position.text, position.moves()))),
        }.get(word)
        return Reply(said()) if said else None

    def _help(self, position: P) -> str:
        told = self.game.phrases.explain(position)
        words = WORDS_AND_RESIGN if on_terminal() else WORDS
        return _("{told} Also: {words}.", told=told, words=words)

    def _hint(self, position: P) -> str:
        """On a terminal with all that is known of it, if the limit is long enough for that."""
        if on_terminal():
            with suppress(BadInput):
                return Adviser(self.game, self._settings).hint(position)
        return _("Hint: {move}", move=position.text(self._adviser(position)))
