"""Players of an algorithm, a weakened greedy player, levels that vary, and external programs as players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from common.play.players import Kind, PlayerSettings
from common.programs.move_clock import Overrun
from common.programs.one_shot import FileQuestion, OneShotPlayer, answer_from_file, split_command
from common.rules.errors import quoted
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level

if TYPE_CHECKING:
    from squirrels import Position

    Choose = Callable[[Position, int | None], int | None]  # an algorithm with its cut-off depth
    Evaluate = Callable[[Position, str], int]
    Lead = Callable[[Position, int, int], int]  # a search to a depth, with its beta

FRACTION = 1 << 20  # a value of 1, divided finely so that noise also decides between equal moves
WORST = -(1 << 60)  # below every wish


def by_depth(choose: Choose) -> Kind:
    """Return the kind of player that moves by an algorithm, to the depth limit if there is one."""
    return Kind(lambda settings: StatelessPlayer(lambda position: choose(position, settings.limit.depth)))


def weakened_player(evaluate: Evaluate, ignored_part: float) -> Player[Position]:
    """Return a greedy player that ignores each move with probability `ignored_part`.

    The board alone decides which ones. If it ignores all, it makes the first legal move.
    """

    def best_seen(position: Position) -> int:
        seen = seen_moves(position, Level(ignored_part=ignored_part))
        return max(seen, key=lambda move: evaluate(position.play(move), position.turn))

    return StatelessPlayer(best_seen)


def seen_moves(position: Position, level: Level) -> list[int]:
    """Return the moves that a weakened player sees, at least one: always the same ones by board and seed."""
    chance = Random(f"{position.board} {level.seed}" if level.varies else position.board)
    moves = position.moves()
    return [move for move in moves if chance.random() >= level.ignored_part] or moves[:1]


def varied_player(lead: Lead, level: Level) -> Player[Position]:
    """Return a player that chooses by the seed among moves within the margin of the best that it sees.

    If its search reaches the end of the game, it chooses among equal moves only. `lead` returns a value for
    the side to move.
    """
    depth, (width, seed) = level.limit.depth or 1, level.noise

    def move(position: Position) -> int:
        moves = seen_moves(position, level)
        margin = width if len(position.moves()) > depth else 0
        best, chosen = WORST, moves[0]
        for square in moves:
            noise = Random(f"{position.board} {square} {seed}").randrange((margin + 1) * FRACTION)
            least = (best - noise) // FRACTION  # a lower value cannot make this move the best
            value = -lead(position.play(square), depth - 1, 1 - least)
            if (wish := value * FRACTION + noise) > best:
                best, chosen = wish, square
        return chosen

    return StatelessPlayer(move)


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
    words, log = split_command(command), list[Overrun]()
    seconds = settings.limit.program_seconds

    def player(position: Position) -> int:
        question = FileQuestion(input_text(position), answer_name)
        answered = answer_from_file(words, seconds, question, settings.confinement, log)
        for move in position.moves():
            if position.play(move).board == answered:
                return move
        is_board = len(answered) == len(position.board) and set(answered) <= set("XO*")
        kind = "illegal move" if is_board else "unintelligible move"
        raise ForfeitError(f"makes an {kind}: {quoted(answered)}", kind=kind)

    return OneShotPlayer(player, log)
