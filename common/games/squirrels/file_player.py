"""A program that is asked by an input file and answers with a file, as a player."""

from __future__ import annotations

from collections.abc import Callable

from common.play.players import PlayerSettings
from common.programs.one_shot import answer_in_file, split_command
from common.rules.errors import quoted
from common.rules.player import PlayerFault, Stateless
from common.rules.position import P, Player


def file_player(
    command: str,
    settings: PlayerSettings,
    question: Callable[[P], str],
    wanted: str,
    board: Callable[[P], str],
    signs: str,
) -> Player[P]:
    """Return a player of the move after which the `board`, written in `signs`, is what a program leaves in the file `wanted`.

    Raise BadInput if the command cannot be run; the player raises PlayerFault.
    """
    words, seconds = split_command(command), settings.limit.patience

    def player(position: P) -> object:
        answered = answer_in_file(words, seconds, question(position), wanted, settings.confinement)
        for move in position.moves():
            if board(position.play(move)) == answered:
                return move
        readable = len(answered) == len(board(position)) and set(answered) <= set(signs)
        kind = "illegal move" if readable else "unintelligible move"
        raise PlayerFault(f"makes an {kind}: {quoted(answered)}", kind=kind)

    return Stateless(player)
