"""The rules as kernels, from the player to move's point of view.

A state is (own bricks, the opponent's bricks, own player, opponent, side to move). Players are words as in
longest_path.py. boards.py fills in the constants of a size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.games.walls.board import STALL
from common.kernels.cells import bit
from common.kernels.kernel import kernel, popcount
from common.search.alpha_beta import NO_MOVE

if TYPE_CHECKING:
    from walls import Position

TRY = 0
TURN_LEFT = 1
TURN_RIGHT = 2
STATE_SETS = 2
BOARD = 0
PLAYER_BITS = 0
AHEAD = (0,)
OVERRIDABLE = ("BOARD", "AHEAD", "PLAYER_BITS", "key")


def state_of(position: Position) -> tuple[int, ...]:
    """Convert a position to a kernel state."""
    me = position.mover
    you = 1 - me
    own, other = position.bricks[me], position.bricks[you]
    return own, other, position.players[me].word, position.players[you].word, me


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    """Return the move after `move`: NO_MOVE, 0 try-forward, 1 turn-left, 2 turn-right, NO_MOVE.

    The other arguments do not matter, as all moves are legal.
    """
    return move + 1 if move < TURN_RIGHT else NO_MOVE


@kernel
def play(state: Any, move: int) -> Any:
    """Return the state after a move, as the player then to move sees it; a stalled opponent is skipped."""
    own, other, me, you, side = state
    square, facing, idle = me >> 6, me >> 4 & 3, (me & 15) + 1
    if move == TRY:
        ahead = AHEAD[square * 4 + facing]
        if ahead >= 0 and not other >> ahead & 1 and ahead != you >> 6:
            if not own >> square & 1:
                own |= bit(square)
                idle = 0
            square = ahead
    else:
        facing = facing + (3 if move == TURN_LEFT else 1) & 3
    me = square << 6 | facing << 4 | idle
    if you & 15 == STALL:
        return own, other, me, you, side
    return other, own, you, me, 1 - side


@kernel
def keeps_turn(state: Any, child: Any) -> Any:
    """Return True if the player to move in `state` moves again in `child`, as its opponent is stalled."""
    return state[4] == child[4]


@kernel
def move_score(state: Any, move: int) -> int:
    """Return a score for move ordering: try-forward first."""
    return 0 if move else 1


@kernel
def horizon(state: Any) -> Any:
    """Return an upper bound of the plies to the end of the game."""
    own, other, me, you, _ = state
    left = popcount(BOARD & ~(own | other))
    return STALL * left + 2 * STALL - (me & 15) - (you & 15)


@kernel
def key(state: Any, depth: int) -> Any:
    """Return the table key of a position as two words; `depth` and the players' names do not matter."""
    own, other, me, you, _ = state
    return own << PLAYER_BITS | me, other << PLAYER_BITS | you
