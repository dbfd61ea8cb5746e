"""How a game is told while it is played, and when it is shown again: sentences, boards, the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.play.dialogue import WORDS, dim, on_terminal
from common.play.game import Game
from common.record.saved_game import Saved
from common.rules.position import Outcome, P
from common.show.language import say, say_again


def tell_start(game: Game[P, Any], position: P, people: bool) -> None:
    """What is shown before the first move."""
    if people and on_terminal():
        dim(f"At any move: {WORDS}")
    if game.boards or (people and on_terminal()):
        game.show(position)


def tell_move(game: Game[P, Any], before: P, move: Any, after: P, human: bool, board: bool) -> None:
    """A move, the board after it, and what there is to say about that."""
    print(game.sentence(before, move, human), flush=board)
    if board:
        game.show(after, move)
    if said := game.remark(before, after):
        print(said, flush=board)


def tell_end(game: Game[P, Any], outcome: Outcome, last: P) -> None:
    """How a game ended. A position that is not over was left by a fault, whose sentence knows no figures."""
    counted = "" if last.outcome() else game.counted(last)
    print(game.last_lines(outcome._replace(reason=f"{outcome.reason}. {counted}") if counted else outcome), flush=True)
    say_again(f"{outcome.reason}: the {outcome.winner} wins")


def tell_ply(game: Game[P, Any], saved: Saved[P], ply: int, board: bool) -> None:
    """The move of a saved game that led to a position, its board if wanted, the end below the last."""
    if ply:
        before = saved.history[ply - 1]
        human = saved.names.get(before.turn) == "human"
        tell_move(game, before, saved.moves[ply - 1], saved.history[ply], human, board)
    elif board:
        game.show(saved.history[0])
    if ply == len(saved.moves):
        if saved.outcome:
            tell_end(game, saved.outcome, saved.history[-1])
        else:
            say("Not finished")


def save_film(game: Game[P, Any], history: Sequence[P], outcome: Outcome | None, path: Path, milliseconds: int) -> None:
    """One frame for the start and one for each move. Raises OSError."""
    from common.show.film_file import save_film

    save_film(game.frames(history, outcome).images(), path, milliseconds)


def save_still(game: Game[P, Any], saved: Saved[P], ply: int, path: Path) -> None:
    """The frame of one position of a saved game. Raises OSError."""
    from common.show.film_file import save_still

    save_still(game.frames(saved.history, saved.outcome).image(ply), path)
