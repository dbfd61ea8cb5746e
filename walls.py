"""Walls: two players lay bricks on NxN squares until both are stalled or the board is full.

The assignment in short: player A (left of the centre, facing west) and player B (right of it, facing
east) take turns: try-forward, turn-left or turn-right. A player can enter an empty square or an own
brick, but not the opponent, his bricks or the edge. Moving forward from an unmarked square leaves a
brick there. A player is stalled for good after 9 moves in a row without a new brick. A game ends when
both are stalled or every square has a brick. More bricks score 2 points, as many score 1. A match is
two games, and each player starts one. An artificial agent (AA) is to be written that plays as well as
possible against a person or another AA. It builds a search tree and searches it.

    python walls.py
    python walls.py 5 --a human --b engine --seconds 1
    python walls.py solve 3
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Annotated, Any, NamedTuple

from common.cli import app
from common.games.walls import board_view, rules_text, simple_players
from common.games.walls.board import (
    BRICK,
    EAST,
    FORWARD,
    LARGEST_SIZE,
    LEFT,
    MOVE_LIMIT,
    MOVES,
    RIGHT,
    STALL,
    WEST,
    PlayerState,
    board_text,
    read_board,
    step,
)
from common.play import players, questions, series, setup
from common.play.game import Game, Names, Ply
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.search.limit import Level, Limit

# THE RULES: "A player can: try and move forward (try-forward), turn 90 degrees left (turn-left) or turn
# 90 degrees right (turn-right)."

SIDES = ("A", "B")
SIZES = range(3, LARGEST_SIZE + 1, 2)  # "where N is odd and greater than 1"


class Position(NamedTuple):
    """A position: board size, the bricks of A and B as sets of squares, both players, the side to move.

    `mover` is 0 for A and 1 for B.
    """

    size: int
    bricks: tuple[int, int]
    players: tuple[PlayerState, PlayerState]
    mover: int

    @property
    def turn(self) -> str:
        """The side to move; "a stalled player is not allowed to make any more moves"."""
        return SIDES[self.mover]

    @property
    def is_start(self) -> bool:
        """True at the start of a game that A begins."""
        return self == start(self.size)

    def moves(self) -> list[str]:
        """Return all three moves; they are always legal, because a try may fail."""
        return list(MOVES)

    def play(self, move: str) -> Position:
        """Return the position after a move; a stalled opponent is skipped.

        "Anytime player X moves forward from an unmarked square, that square is filled with a brick"
        """
        square, facing, idle = self.players[self.mover]
        own = self.bricks[self.mover]
        idle += 1
        if move == FORWARD:
            ahead = self.ahead(self.mover)
            if ahead is not None:
                if not own >> square & 1:
                    own |= 1 << square
                    idle = 0
                square = ahead
        else:
            facing = (facing + (3 if move == LEFT else 1)) % 4
        bricks = (own, self.bricks[1]) if self.mover == 0 else (self.bricks[0], own)
        after = 1 - self.mover if self.players[1 - self.mover].idle < STALL else self.mover
        moved = self.with_player(self.mover, PlayerState(square, facing, idle))
        return moved._replace(bricks=bricks, mover=after)

    def fails(self, move: str) -> bool:
        """Return True for a try-forward that fails."""
        return move == FORWARD and self.ahead(self.mover) is None

    def with_player(self, side: int, player: PlayerState) -> Position:
        """Return the position with one player's state replaced; side 0 is A, 1 is B."""
        a, b = self.players
        return self._replace(players=(player, b) if side == 0 else (a, player))

    def ahead(self, side: int, turns: int = 0) -> int | None:
        """Return the square ahead of a player after some right turns, or None if it cannot go there.

        "A player cannot move into a square that has a 'brick' of the opposite type, or off the edge of the
        board, or into a square currently occupied by the opposite player."
        """
        square, facing, _ = self.players[side]
        ahead = step(self.size, square, (facing + turns) % 4)
        if ahead is None or self.bricks[1 - side] >> ahead & 1 or ahead == self.players[1 - side].square:
            return None
        return ahead

    def outcome(self) -> Outcome | None:
        """Return the outcome with the difference of bricks as its margin, or None before the end.

        It ends when "either every square on the board contains a brick or both players are stalled".
        """
        full = (self.bricks[0] | self.bricks[1]).bit_count() == self.size**2
        if not full and any(player.idle < STALL for player in self.players):
            return None
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return Outcome("A" if a > b else "B" if b > a else None, self.brick_counts(), abs(a - b))

    def brick_counts(self) -> str:
        """Return a sentence with both players' numbers of bricks."""
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return f"A {a} bricks, B {b} bricks."

    def text(self, move: str) -> str:
        return move

    def read_move(self, text: str) -> str:
        """Parse a move: its name, forward, up, left, right, f, l, r, ^, < or >. Raise BadInput."""
        found = MOVE_WORDS.get(text.strip().lower())
        if found is None:
            wanted = "expected f (try-forward), l (turn-left) or r (turn-right), e.g. f"
            raise BadInput(f"{quoted(text)} is not a move: {wanted}")
        return found


# "the player with the greater number of bricks ... wins 2 points", else "each player receiving 1 point"
POINTS = (2, 1, 0)


def start(size: int, starter: int = 0) -> Position:
    """Return the start position of a size; `starter` 0 is A, 1 is B.

    "The game starts with a clear board with the two players ... as close as possible to the center ...
    each player is facing outward towards the closest edge to it"
    """
    middle = size * size // 2
    return Position(size, (0, 0), (PlayerState(middle - 1, WEST), PlayerState(middle + 1, EAST)), starter)


# THE CONTRACT: "Each game is played twice, one time with player A starting the game and another with player B
# making the first move."

MATCH = series.Series(SIDES, POINTS, Position.brick_counts)
SIZE_TEXT = f"an odd number from 3 to {LARGEST_SIZE}"
GAMES = setup.OptionInfo(
    "number of games; the starter alternates (default 2)", only_verb="play", least=1, most=1000
)
MOVE_WORDS = dict.fromkeys((FORWARD, "f", "forward", "up", "^"), FORWARD)
MOVE_WORDS |= dict.fromkeys((LEFT, "l", "left", "<"), LEFT)
MOVE_WORDS |= dict.fromkeys((RIGHT, "r", "right", ">"), RIGHT)


def read_position(side: str, text: str, idle: tuple[int, int]) -> Position:
    """Parse a position: side to move, board rows joined by `/`, idle moves of A and B. Raise BadInput."""
    board = read_board(text)
    counts_fit = all(0 <= count <= STALL for count in idle)
    if side not in SIDES or board is None or board.size not in SIZES or not counts_fit:
        asked = quoted(f"{side} {text} {idle[0]} {idle[1]}")
        wanted = "expected SIDE ROWS IDLE_A IDLE_B, e.g. A '.   .   ./A<. .   B>./.   .   .' 0 0"
        raise BadInput(f"{asked} is not a position: {wanted}")
    a, b = (player._replace(idle=count) for player, count in zip(board.players, idle, strict=True))
    return Position(board.size, board.bricks, (a, b), SIDES.index(side))


def read_size(text: str) -> int:
    """Parse the size of a board. Raise BadInput if it is not one of SIZES."""
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) in SIZES):
        raise BadInput(f"{quoted(text)} is not a board size: expected {SIZE_TEXT}, e.g. 5")
    return int(text)


def ask_player(side: str, default: str) -> str:
    """Ask for the player of a side and return its name, human or engine.

    `default`, p or a, is the default answer.
    """
    kinds = {"p": "person human", "a": "aa engine computer"}
    answer = questions.ask_choice(f"Player {side}: person or AA? (p/a): ", kinds, default)
    return {"p": "human", "a": "engine"}[answer]


def brick_text(count: int) -> str:
    """Return a number of bricks as text."""
    return f"{count} brick{'s' * (count != 1)}"


# THE ASSIGNMENT'S ALGORITHM: "you need to build a search tree ... that includes every possible move ... The
# search tree is searched to decide on the best current move"

WINS = 10_000  # more than any estimate


class Node(NamedTuple):
    """A node of the search tree: a position, and the node after each move. A leaf has none."""

    position: Position
    children: dict[str, Node]


def search_tree(position: Position, depth: int) -> Node:
    """Build the tree of every possible move, `depth` moves deep or down to the end of the game."""
    moves = [] if depth == 0 or position.outcome() else position.moves()
    return Node(position, {move: search_tree(position.play(move), depth - 1) for move in moves})


def minimax(node: Node, low: int, high: int) -> int:
    """Return what a node is worth to A, if between `low` and `high`: A raises `low`, B reduces `high`."""
    if not node.children:
        return worth(node.position)
    for child in node.children.values():
        found = minimax(child, low, high)
        low, high = (max(low, found), high) if node.position.turn == "A" else (low, min(high, found))
        if low >= high:
            break  # one of the players has something better earlier
    return low if node.position.turn == "A" else high


def textbook(position: Position, depth: int = 0) -> str:
    """Return the first of the best moves. The default depth is 6, less above 9x9."""
    root = search_tree(position, depth or max(4, min(6, 10 - position.size // 2)))
    best, low, high = FORWARD, -2 * WINS, 2 * WINS
    for move, child in root.children.items():
        found = minimax(child, low, high)
        if position.turn == "A" and found > low:
            best, low = move, found
        elif position.turn == "B" and found < high:
            best, high = move, found
    return best


def worth(position: Position) -> int:
    """Return what a leaf is worth to A: at the end the difference of bricks, else an estimate."""
    if outcome := position.outcome():
        size = WINS + outcome.margin if outcome.winner else 0
        return size if outcome.winner == "A" else -size
    return estimate(position) if position.turn == "A" else -estimate(position)


def estimate(position: Position) -> int:
    """Estimate how far the side to move is ahead.

    A brick counts BRICK, so does an unmarked square that a player reaches first. Each move to the next
    unmarked square costs 1.
    """
    me, you = position.mover, 1 - position.mover
    mine, theirs = distances(position, me), distances(position, you)
    first = {at: moves for at, moves in mine.items() if moves <= theirs.get(at, moves)}
    second = {at: moves for at, moves in theirs.items() if at not in first}
    return prospects(position.bricks[me], first) - prospects(position.bricks[you], second)


def prospects(bricks: int, reached: dict[int, int]) -> int:
    """Return the worth of a player's bricks and of the unmarked squares that it reaches first."""
    unmarked = [moves for at, moves in reached.items() if not bricks >> at & 1]
    return BRICK * (bricks.bit_count() + len(unmarked)) - min([STALL, *unmarked])


def distances(position: Position, side: int) -> dict[int, int]:
    """Return the number of moves to every square that a player can reach if the opponent stands still."""
    square, facing, idle = position.players[side]
    closed = position.bricks[1 - side] | 1 << position.players[1 - side].square
    found, seen, latest = {square: 0}, set[tuple[int, int]](), {(square, facing)}
    for moves in range(1, MOVE_LIMIT + 1 if idle < STALL else 0):
        seen |= latest
        turned = {(at, (way + turn) % 4) for at, way in latest for turn in (1, 3)}
        ahead = {(step(position.size, at, way), way) for at, way in latest}
        gone = {(at, way) for at, way in ahead if at is not None and not closed >> at & 1}
        latest = (turned | gone) - seen
        if not latest:
            break
        found = dict.fromkeys([at for at, _ in latest], moves) | found
    return found


PLAYERS = simple_players.SIMPLE_PLAYERS | {"textbook": players.plain(textbook)}
LEVELS = {  # of the engine
    1: Level(Limit(nodes=12), margin=175),  # 10 is a brick
    2: Level(Limit(nodes=60), margin=15),
    3: Level(Limit(nodes=200), margin=8),
    4: Level(Limit(nodes=1_500), margin=4),
    5: Level(Limit(seconds=2), margin=0),
}


# HOW IT LOOKS: "A player has a 'face' which indicates the direction of its forward movement"

BOARD = board_view.WallsLook()


# THE GAME: "The game has a start state, play rules that determine legal moves and an end state."


def random_start(size: int, number: int, plies: int = 10) -> Position:
    """Return the position after `plies` random moves, seeded by `number // 2`.

    A starts if `number` is even, else B.
    """
    chance = random.Random(number // 2)
    position = start(size, number % 2)
    for _ in range(plies):
        position = position.play(chance.choice(MOVES))
    return position


class Walls(Game[Position]):
    """Walls: its starts, positions in words, sentences and players."""

    default_start = start(5)
    form = "N|POSITION"  # the start of a size; or side to move, board rows joined by /, idle moves of A and B
    examples = ("A", ".   a   ./A<. .   B>./.   .   .", "0", "0"), ("5",)
    rules = rules_text.RULES
    series = MATCH
    engine = "common.games.walls.engine"
    verbs = dict.fromkeys(("check", "tree"), "common.games.walls.verbs")
    look = BOARD
    levels = LEVELS
    players = PLAYERS

    def starts(
        self, words: Sequence[str] = (), seed: int = 0, games: Annotated[int | None, GAMES] = None
    ) -> list[Position]:
        """Return the starts of a match, a given position alone. Raise BadInput.

        One word is a size, by default that of the game: then there is a start for each of `games` (2), and
        A and B begin in turn. `seed` does not matter.
        """
        if len(words) > 1:
            return [self.read(*words)]
        size = read_size(words[0]) if words else self.default_start.size
        return [start(size, number % 2) for number in range(games or 2)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return a start after ten random moves."""
        return random_start(size or self.default_start.size, number)

    def parse(self, *words: str) -> Position:
        side, *rest = words
        if not rest:
            return start(read_size(side))
        rows, *counts = rest
        first, second = (questions.read_number(count, 0, STALL, 0) for count in counts)
        position = read_position(side.upper(), rows, (first, second))
        if position.players[position.mover].idle == STALL and not position.outcome():
            raise BadInput(
                f"{quoted(side)} is stalled: expected {self.other(position.turn)} as the side to move"
            )
        return position

    def write(self, position: Position) -> list[str]:
        rows = board_text(position).replace("\n", "/")
        return [position.turn, rows, *(str(player.idle) for player in position.players)]

    def ask(self, given: dict[str, Any], names: Names) -> tuple[dict[str, Any], Names]:
        if given.get("words") or any(names.values()):
            return given, names
        size = questions.ask("Board size N (odd, greater than 1): ", read_size, SIZE_TEXT, "5")
        names = {side: ask_player(side, default) for side, default in zip(SIDES, "pa", strict=True)}
        return given | {"words": [str(size)]}, names

    def prompt(self, position: Position) -> str:
        return f"{position.turn}'s move (f/l/r): "

    def explain(self, position: Position) -> str:
        words = "f (or forward, up) tries to go ahead, l (left) and r (right) turn"
        return f"{words}; a brick stays where you leave an unmarked square."

    def status(self, position: Position) -> str:
        both = zip(SIDES, position.bricks, position.players, strict=True)
        return " | ".join(
            f"{side} {brick_text(bricks.bit_count())}, idle {it.idle}/{STALL}" for side, bricks, it in both
        )

    def sentence(self, ply: Ply) -> str:
        return f"{ply.before.turn} moves {ply.move}{' (stays)' if self.fails(ply) else ''}"

    def fails(self, ply: Ply) -> bool:
        """Return True after a try-forward that failed."""
        return bool(ply.before.fails(ply.move))

    def remark(self, ply: Ply) -> str:
        """Return a remark if the move has stalled its player, else an empty string."""
        before, after = (each.players[ply.before.mover].idle for each in (ply.before, ply.after))
        return f"{ply.before.turn} is stalled" if before < after == STALL else ""

    @cached_property
    def kinds(self) -> dict[str, Any]:
        """The table of all players by name; "AA" is the assignment's word for the engine."""
        usual = super().kinds
        return usual | {"aa": usual["engine"]}

    def book(self, position: Position) -> str | None:
        """Return the stored move of a 5x5 position, for either player and starter, or None."""
        from common.games.walls.strategy import stored_move

        return stored_move(self.search, position)


GAME = Walls()
main = partial(app.main, GAME)
console = partial(app.run_script, GAME)

if __name__ == "__main__":
    console()
