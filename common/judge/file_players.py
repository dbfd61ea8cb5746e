"""Somebody's program that is asked by an input file and answers with a file, as a player."""

from __future__ import annotations

from collections.abc import Callable

from common.play.players import PlayerFault, Stateless
from common.play.programs import answer_in_file, split_command
from common.rules.errors import quoted
from common.rules.position import P, Player


def file_player(
    command: str, seconds: float, question: Callable[[P], str], wanted: str, board: Callable[[P], str], signs: str
) -> Player[P]:
    """Plays the move after which the `board`, written in `signs`, is what the program leaves in the file `wanted`.

    Raises BadInput if the command cannot be run; the player raises PlayerFault.
    """
    words = split_command(command)

    def player(position: P) -> object:
        answered = answer_in_file(words, seconds, question(position), wanted)
        for move in position.moves():
            if board(position.play(move)) == answered:
                return move
        readable = len(answered) == len(board(position)) and set(answered) <= set(signs)
        kind = "illegal move" if readable else "unintelligible move"
        raise PlayerFault(f"makes an {kind}: {quoted(answered)}", kind=kind)

    return Stateless(player)
