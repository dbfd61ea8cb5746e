"""A game on stage: played with people, programs and engines, written down, shown again, drawn.

What a game has to tell of itself is given once; playing, replaying and drawing are the same for all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic

from common.play.dialogue import WORDS, dim, on_terminal
from common.play.game_loop import GameLoop, Show
from common.record.record import Record, Writer, header, load
from common.record.saved_game import Files, Resumed, Saved
from common.record.seeds import draw_seed
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P, replay
from common.show.language import say, say_again


def last_lines(outcome: Outcome) -> str:
    """The last two lines of a game where it says no more: the reason, then who has won."""
    return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"


class Stage(Generic[P]):
    """How one game is shown: its name, board, a line for a move, last lines, a start as JSON, frames of a film."""

    def __init__(
        self,
        game: str,
        board: Callable[..., None],
        sentence: Callable[[P, Any, bool], str],
        result: Callable[[Outcome], str],
        entry: Callable[[P], dict[str, Any]],
        read_entry: Callable[[dict[str, Any]], P],
        frames: Callable[[list[P], Outcome | None], list[Any]],
        boards: bool = False,
        remark: Callable[[P, P], str] = lambda before, after: "",
        counted: Callable[[P], str] = lambda last: "",
    ) -> None:
        """`sentence` is told the position, the move and whether a person makes it; `boards` are shown to pipes too.

        `remark` is a line below the board, or nothing, about what came of a move: the positions before and after it.
        `counted` is a sentence, or nothing, about the position in which a player's fault ended the game.
        """
        self._boards, self._remark, self._counted = boards, remark, counted
        self._game, self._board, self._sentence, self.result = game, board, sentence, result
        self._entry, self._read_entry, self._frames = entry, read_entry, frames

    def play(
        self,
        start: P,
        names: dict[str, str],
        players: Mapping[str, Callable[[P], Any]],
        files: Files = Files(),
        **known: Any,
    ) -> Outcome:
        """Play a game, or the rest of one, print its moves and result, draw it."""
        files.check(names)
        people = "human" in names.values()

        def show(before: P, move: Any, after: P) -> None:
            if not files.as_json:
                self._show_move(before, move, after, names[before.turn] == "human", people or self._boards)

        session = self._session(start, names, players, files, show, known)
        self._open(session.history[-1], people, files)
        outcome = session.run()
        if not files.as_json:
            self._end(outcome, session.history[-1])
        if session.last_words:
            print(session.last_words, file=sys.stderr)
        if files.film:
            self.save_film(session.history, outcome, files.film, files.frame_ms)
        return outcome

    def _session(
        self,
        start: P,
        names: dict[str, str],
        players: Mapping[str, Callable[[P], Any]],
        files: Files,
        show: Show,
        known: dict[str, Any],
    ) -> GameLoop[P]:
        """A new game, or one that is where its record ends; its record is begun, or written once more up to there."""
        saved = files.resumed.saved if files.resumed else None
        first_line = header(self._game, self._entry(start), names, **known)
        record = Record(saved.record.header | first_line, saved.record.moves) if saved else Record(first_line)
        writer = Writer(record, files.record, files.as_json)
        history = saved.history if saved else [start]
        session = GameLoop(history, players, show, writer, Path(f"{self._game}-unfinished.jsonl"))
        if saved:
            dim(f"The game goes on after move {len(saved.moves)}.")
            clocked = "seconds" in known.get("limits", {})  # an engine on a clock never plays the same game for sure
            session.recall([side for side, name in names.items() if not (clocked and name == "engine")])
        return session

    def _open(self, position: P, people: bool, files: Files) -> None:
        """What is shown before the first move."""
        if people and on_terminal():
            dim(f"At any move: {WORDS}")
        if not files.as_json and (self._boards or (people and on_terminal())):
            self._board(position)

    def _show_move(self, before: P, move: Any, after: P, human: bool, board: bool) -> None:
        print(self._sentence(before, move, human), flush=board)
        if board:
            self._board(after, move)
        if said := self._remark(before, after):
            print(said, flush=board)

    def load(self, file: Path) -> Saved:
        """A saved game with its positions. Raises BadInput or OSError."""
        record = load(file, self._game)
        history, moves = [self._read_entry(record.header["start"])], []
        for move, position in replay(history[0], (entry["move"] for entry in record.moves)):
            moves.append(move)
            history.append(position)
        outcome = Outcome(**record.outcome) if record.outcome else history[-1].outcome()
        saved = Saved(record, moves, history, outcome)
        if not isinstance(saved.names, dict):
            raise BadInput(f"{file}: players {quoted(str(saved.names))}: wanted a name for each side")
        if outcome and (outcome.winner not in (None, *saved.names) or type(outcome.margin) is not int):
            raise BadInput(
                f"{file}: winner {outcome.winner!r} by {outcome.margin!r}: wanted {' or '.join(saved.names)}, and a whole number"
            )
        return saved

    def resume(self, file: Path, names: Mapping[str, str | None], seed: int | None, *starts: object) -> Resumed:
        """An unfinished game with the players and the seed of its record where options do not say otherwise.

        `starts` are options that name a start, or more games than this one. Raises BadInput or OSError.
        """
        if any(starts):
            raise BadInput(f"--resume {quoted(str(file))} has its start: wanted no other one beside it, and no number of games")
        saved = self.load(file)
        if saved.record.outcome:
            raise BadInput(f"--resume {quoted(str(file))}: wanted an unfinished game, but this one is over")
        who = {side: saved.names.get(side) if name is None else name for side, name in names.items()}
        for side, name in who.items():
            if not isinstance(name, str):
                raise BadInput(f"{file} does not say who plays {side}: wanted --{side.lower()} beside --resume")
        kept = saved.record.header.get("seed")
        drawn = seed if seed is not None else kept if type(kept) is int else draw_seed()
        return Resumed(saved, {side: str(name) for side, name in who.items()}, drawn)

    def show_ply(self, saved: Saved, ply: int, board: bool) -> None:
        """The move that led to a position, its board if wanted, the result below the last."""
        if ply:
            before = saved.history[ply - 1]
            human = saved.names.get(before.turn) == "human"
            self._show_move(before, saved.moves[ply - 1], saved.history[ply], human, board)
        elif board:
            self._board(saved.history[0])
        if ply == len(saved.moves):
            if saved.outcome:
                self._end(saved.outcome, saved.history[-1])
            else:
                say("Not finished")

    def _end(self, outcome: Outcome, last: P) -> None:
        """Print how a game ended. A position that is not over was left by a fault, whose sentence knows no figures."""
        counted = "" if last.outcome() else self._counted(last)
        print(self.result(outcome._replace(reason=f"{outcome.reason}. {counted}") if counted else outcome), flush=True)
        say_again(f"{outcome.reason}: the {outcome.winner} wins")

    def save_film(self, history: list[P], outcome: Outcome | None, path: Path, milliseconds: int) -> None:
        """One frame for the start and one for each move. Raises OSError."""
        from common.show.film_file import save_film

        save_film(self._frames(history, outcome), path, milliseconds)

    def save_still(self, saved: Saved, ply: int, path: Path) -> None:
        """The frame of one position. Raises OSError."""
        from common.show.film_file import save_still

        save_still(self._frames(saved.history, saved.outcome)[ply], path)
