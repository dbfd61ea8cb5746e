"""The dialogue with a human at the board: moves, and commands such as `undo` and `hint`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from common.play.move_list import fold_moves
from common.play.players import PlayerSettings
from common.play.questions import Reply, ask
from common.rules.errors import BadInput, Leave, quoted
from common.rules.player import ForfeitError, Request
from common.rules.position import P, Player
from common.search.limit import Level
from common.show.window import on_terminal, say

if TYPE_CHECKING:
    from common.play.game import Game
    from common.search.results import Insight

Value = TypeVar("Value")
WORDS = (
    "undo hint moves board save [FILE] help quit"  # shown on a pipe, where `resign` and `rules` are left out
)
WORDS_ON_TERMINAL = "undo hint moves board save [FILE] resign rules help quit"
PREFIXED = ("undo", "hint", "moves", "board", "save", "rules", "help", "quit")
COMMANDS = (*PREFIXED, "resign")  # `resign` has no short form, because it ends the game
MOST_MEANINGS = 6  # meanings of an ambiguous answer that are listed
HINT_MOVES = 4  # moves of the line in a hint


class TakeBack(Request):
    """A human asks to take back the last own move."""


class Save(Request):
    """A human asks to save the game so far. `path` None means the default file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path


class Adviser(Generic[P]):
    """Hints for a human player, computed within `part` of the time limit.

    The limit is that of the settings, or of an analysis if the human plays against a level.
    """

    def __init__(self, game: Game[P, Any], settings: PlayerSettings, part: float = 1) -> None:
        limit = (
            game.players.analysis_limit()
            if settings.level in game.players.levels.values()
            else settings.limit
        )
        limit = limit._replace(seconds=limit.seconds and limit.seconds * part)
        self._game, self._settings = game, settings._replace(level=Level(limit))

    def insight(self, position: P) -> Insight:
        """Analyse a position. Raise BadInput if the time limit is too short."""
        return self._game.players.insight(position, self._settings)

    def hint(self, position: P) -> str:
        """Return the best move, its score and a short line. Raise BadInput if the time limit is too short."""
        found = self.insight(position)
        if not found.line:
            raise BadInput
        line = ", ".join(found.line[:HINT_MOVES])
        return f"Hint: {found.line[0]}: {found.score.text}. Line: {line}"


class HumanPlayer(Generic[P]):
    """A human player, asked for every move, who may also type commands.

    With `accepts_several_moves`, one answer may hold several moves, separated by spaces. `move_words` are
    words for moves besides their texts, of which prefixes are understood, too. `history`, set by the game
    loop, is the game so far.
    """

    accepts_several_moves = False
    move_words: Collection[str] = ()
    history: Sequence[P] = ()

    def __init__(self, game: Game[P, Any], settings: PlayerSettings) -> None:
        self.game, self._settings = game, settings
        self._queued_moves: list[str] = []
        self.hint: Callable[[P], str] = self._hint  # puzzles replace it

    @cached_property
    def _adviser(self) -> Player[P]:
        return self.game.players.engine(self._settings)

    def __call__(self, position: P) -> Any:
        """Return the next move typed ahead if it is legal, or ask for a legal one.

        Raise Leave, TakeBack, Save or ForfeitError if the human asks for that.
        """
        if self._queued_moves:
            queued = self._queued_moves.pop(0)
            try:
                return self.check_legal(position, self.read_move(position, queued))
            except BadInput as problem:
                say(str(problem))
                if dropped := self.drop_queued_moves(f"{queued} failed"):
                    say(dropped)
        return self.ask(
            position,
            self.game.phrases.prompt(position),
            lambda answer: self._read(position, answer),
        )

    def ask(self, position: P, prompt: str, read: Callable[[str], Value | Reply]) -> Value:
        """Ask a question about a position until `read` accepts the answer, and handle commands.

        `read` refuses an answer by BadInput or by a Reply. Raise Leave, TakeBack, Save or ForfeitError,
        as the commands require.
        """
        if not on_terminal():
            return ask(prompt, lambda answer: self.reply(position, answer) or read(answer))
        return ask(prompt, lambda answer: self._understand(position, answer, read))

    def _understand(self, position: P, answer: str, read: Callable[[str], Value | Reply]) -> Value | Reply:
        """Return the reply to a command, or what `read` makes of an answer on a terminal.

        `?` means help. A refused answer may be a prefix of a command or a move; Enter alone gets a hint.
        """
        if answer == "?":
            answer = "help"
        try:
            return self.reply(position, answer) or read(answer)
        except BadInput:
            if not answer:
                return Reply("Type a move, or ? for help.")
            meanings = [
                *(word for word in PREFIXED if word.startswith(answer.lower())),
                *self._moves_with_prefix(position, answer, read),
            ]
            if 1 < len(meanings) <= MOST_MEANINGS:
                words = " or ".join(meanings)
                raise BadInput(f"{quoted(answer)} may mean {words}: type more of it") from None
            if len(meanings) != 1:
                raise
            return self.reply(position, meanings[0]) or read(meanings[0])

    def _moves_with_prefix(
        self, position: P, answer: str, read: Callable[[str], Value | Reply]
    ) -> Iterator[str]:
        """Yield the moves that begin with an answer and that the question at hand accepts."""
        for move in (*map(position.text, position.moves()), *self.move_words):
            if move.lower().startswith(answer.lower()):
                with suppress(BadInput):
                    read(move)
                    yield move

    def _read(self, position: P, answer: str) -> Any:
        first, *rest = answer.split() if self.accepts_several_moves and answer and on_terminal() else [answer]
        for other in rest:
            self.read_move(position, other)
        move = self.check_legal(position, self.read_move(position, first))
        self._queued_moves = rest
        return move

    def read_move(self, position: P, answer: str) -> Any:
        """Parse a move in this position, legal or not. Raise BadInput."""
        return position.read_move(answer)

    def has_no_effect(self, position: P, move: Any) -> bool:
        """Return True if a legal move, made in `position`, had no effect.

        The moves typed ahead are then dropped. By default, every move has an effect.
        """
        return False

    def drop_queued_moves(self, reason: str) -> str:
        """Forget the moves typed ahead. Return a line about them, or nothing if there were none.

        `reason` completes `Ignored, because ...`.
        """
        dropped, self._queued_moves = self._queued_moves, []
        return f"Ignored, because {reason}: {' '.join(dropped)}" if dropped else ""

    def check_legal(self, position: P, move: Any) -> Any:
        """Return the move if it is legal. Raise BadInput otherwise."""
        if move not in position.moves():
            raise BadInput(self.game.phrases.refusal(position, move))
        return move

    def reply(self, position: P, answer: str) -> Reply | None:
        """Return the reply to a command, or None if the answer is no command.

        Raise Leave, TakeBack, Save or ForfeitError for the commands that end the question.
        """
        word, _blank, rest = answer.partition(" ")
        word = word.lower()
        if word == "quit":
            raise Leave("", 0)
        if word == "undo":
            raise TakeBack
        if word == "save":
            raise Save(Path(rest.strip()) if rest.strip() else None)
        if word == "resign":
            raise ForfeitError("resigns", kind="resigns")
        if word == "board":
            self.game.look.show(position, self.history[:-1])
        make_text = {
            "board": lambda: f"{position.turn.capitalize()} to move.",
            "help": lambda: self._help(position),
            "hint": lambda: self.hint(position),
            "moves": lambda: self._list_moves(position),
            "rules": lambda: self.game.rules_text if on_terminal() else "",
        }.get(word)
        text = make_text() if make_text else ""
        return Reply(text) if text else None

    def _help(self, position: P) -> str:
        text = self.game.phrases.explain(position)
        if not on_terminal():
            return f"{text} Also: {WORDS}."
        text = "\n".join(filter(None, (self.game.phrases.rules.introduction, text)))
        text = f"{text} Possible now: {position.text(position.moves()[0])}."
        return f"{text} Also: {WORDS_ON_TERMINAL}."

    def _list_moves(self, position: P) -> str:
        """Return all moves, on a terminal in groups if the game has them."""
        moves = list(map(position.text, position.moves()))
        groups = [self.move_group(move) for move in moves]
        if on_terminal() and all(name for name, _move in groups):
            return f"Moves:\n{fold_moves(groups)}"
        return f"Moves: {', '.join(moves)}"

    def move_group(self, move: str) -> tuple[str, str]:
        """Return the group in which the text of a move is listed, and what is listed there.

        By default they are origin and target. The group is empty for moves without an origin.
        """
        origin, _blank, target = move.partition(" ")
        return (origin, target) if target else ("", move)

    def _hint(self, position: P) -> str:
        """Return the best move, on a terminal with score and line if the time limit allows."""
        if on_terminal():
            with suppress(BadInput):
                return Adviser(self.game, self._settings).hint(position)
        return f"Hint: {position.text(self._adviser(position))}"
