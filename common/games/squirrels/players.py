"""A weakened greedy player, external programs as players, and principal variations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from common.play.players import PlayerSettings
from common.programs.one_shot import answer_from_file, split_command
from common.rules.errors import quoted
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Player
from common.search.results import Insight
from common.search.score import Scorer

if TYPE_CHECKING:
    from squirrels import Position

    Choose = Callable[[Position, int], int | None]  # an algorithm with its cut-off depth
    Evaluate = Callable[[Position, str], int]

OTHER = {"X": "O", "O": "X"}


def weakened_player(evaluate: Evaluate, ignored_part: float) -> Player[Position]:
    """Return a greedy player that ignores each move with probability `ignored_part`.

    The board alone decides which ones. If it ignores all, it makes the first legal move.
    """

    def best_seen(position: Position) -> int:
        chance = Random(position.board)
        moves = position.moves()
        seen = [move for move in moves if chance.random() >= ignored_part] or moves[:1]
        return max(seen, key=lambda move: evaluate(position.play(move), position.turn))

    return StatelessPlayer(best_seen)


def principal_variation(
    position: Position, choose: Choose, evaluate: Evaluate, score: Scorer, depth: int
) -> Insight:
    """Return an algorithm's principal variation to `depth` plies, scored by E(s) at its end.

    `choose` gets each position with the plies left as its depth.
    """
    side = position.turn
    line: list[str] = []
    end = position
    for remaining in range(depth, 0, -1):
        if (move := choose(end, remaining)) is None:
            break
        line.append(end.text(move))
        end = end.play(move)
    lead = evaluate(end, side)
    is_over = not end.moves()
    found = score(position, side, float(lead), result_in_words(lead, side, is_over), is_over)
    return Insight(found, tuple(line), len(line))


def result_in_words(score: int, side: str, is_over: bool = True) -> str:
    """Return a lead of `side` in words: as a result if the game is over, else as a current lead."""
    if score == 0:
        return "draw" if is_over else "even"
    leader = side if score > 0 else OTHER[side]
    return f"{leader} {'wins' if is_over else 'leads'} by {abs(score)}"


def file_program_player(
    command: str,
    settings: PlayerSettings,
    input_text: Callable[[Position], str],
    answer_name: str,
) -> Player[Position]:
    """Return an external program as a player: it reads an input file and writes the next state.

    `input_text` returns the text of the input file; `answer_name` is the file of the next state.
    Raise BadInput if the command cannot be run. The player raises ForfeitError if the program fails or its
    answer is no legal next state.
    """
    words = split_command(command)
    seconds = settings.limit.program_seconds

    def player(position: Position) -> int:
        answered = answer_from_file(words, seconds, input_text(position), answer_name, settings.confinement)
        for move in position.moves():
            if position.play(move).board == answered:
                return move
        is_board = len(answered) == len(position.board) and set(answered) <= set("XO*")
        kind = "illegal move" if is_board else "unintelligible move"
        raise ForfeitError(f"makes an {kind}: {quoted(answered)}", kind=kind)

    return StatelessPlayer(player)
