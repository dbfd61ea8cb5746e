"""Players of an algorithm, a weakened greedy player, levels that vary, and external programs as players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from common.games.squirrels.traverse_log import INFINITY
from common.play.players import Kind, PlayerSettings
from common.programs.move_clock import Overrun
from common.programs.one_shot import FileQuestion, OneShotPlayer, answer_from_file, split_command
from common.rules.errors import quoted
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level

if TYPE_CHECKING:
    from common.games.squirrels.traverse_log import Board
    from squirrels import Position

    Choose = Callable[[Position, int | None], int | None]  # an algorithm with its cut-off depth
    Evaluate = Callable[[Position, str], int]

FRACTION = 1 << 20  # a value of 1, divided finely so that noise also decides between equal moves


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


def varied_player(
    board_of: Callable[[Position], Board], state_of: Callable[[Position], tuple[int, int]], level: Level
) -> Player[Position]:
    """Return a player that chooses by the seed among moves within the margin of the best that it sees.

    If its search reaches the end of the game, it chooses among equal moves only.
    """
    depth, (width, seed) = level.limit.depth or 1, level.noise

    def move(position: Position) -> int:
        moves, board, (own, other) = seen_moves(position, level), board_of(position), state_of(position)
        margin = width if len(position.moves()) > depth else 0
        best, chosen = -INFINITY * FRACTION, moves[0]
        for square in moves:
            noise = Random(f"{position.board} {square} {seed}").randrange((margin + 1) * FRACTION)
            mine, theirs, gained = board.play(own, other, square)
            least = (best - noise) // FRACTION  # a lower value cannot make this move the best
            reply = best_gain(board, (theirs, mine), depth - 1, -INFINITY, gained - least + 1)
            if (wish := (gained - reply) * FRACTION + noise) > best:
                best, chosen = wish, square
        return chosen

    return StatelessPlayer(move)


def best_gain(board: Board, state: tuple[int, int], depth: int, alpha: int, beta: int) -> int:
    """Return the gain of the side to move in E(s) within `depth` plies, by alpha-beta (fail-soft).

    `state` holds the squares of the side to move and of the other.
    """
    taken = state[0] | state[1]
    free = [square for square in range(len(board.values)) if not taken >> square & 1]
    if depth == 0 or not free:
        return 0
    children = [board.play(*state, square) for square in free]
    if depth == 1:
        return max(gained for _, _, gained in children)
    best = -INFINITY
    for mine, theirs, gained in sorted(children, key=lambda child: -child[2]):
        reply = best_gain(board, (theirs, mine), depth - 1, gained - beta, gained - max(alpha, best))
        best = max(best, gained - reply)
        if best >= beta:
            break
    return best


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
