"""Walls: two players leave bricks behind them on NxN squares, until both are stalled or the board is full.

The assignment in short. Player A (left of the centre, facing west) and player B (right of it, facing
east) take turns: try-forward, turn-left or turn-right. One can go into an empty square or onto an own
brick, not onto the opponent, his bricks or off the board. Who moves forward from an unmarked square
leaves a brick there. After 9 moves in a row without a new brick a player is stalled and moves no
more. More bricks are worth 2 points, as many 1; a match is two games, each starter once.

    python walls.py
    python walls.py 5 --a human --b engine --seconds 1
    python walls.py solve 5
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.command import app, cli
from common.command.playing import PlayOptions
from common.command.playing import play as play_games
from common.kernels.linking import Kernels, Program, kernel, popcount
from common.play import dialogue
from common.play.game import Game, Make, Names, Series, Told
from common.play.players import always, seeded
from common.record.whole_files import write_whole
from common.rules.bits import bits_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, Player
from common.search import exhaustive
from common.search.alpha_beta import DECIDED, GOES_ON, NO_MOVE
from common.search.findings import Question, Solution
from common.search.limit import Level, Limit
from common.search.opening_book import FOLDER, Strategy
from common.search.solver import Alone, Companion
from common.search.tree import Tree
from common.search.walkers import longest_path, target_search, territory
from common.search.walkers.claims import Claim
from common.search.walkers.solver import ValueCompanion, upright
from common.search.walkers.target_search import NOT_ALONE, gain_alone, unmirrored
from common.search.walkers.territory import first_reached
from common.search.walkers.whole_proof import CLAIM_PLACES, by_claims, by_whole_graph, write_moves
from common.show import shapes

if TYPE_CHECKING:
    import typer
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from rich.text import Text

    from common.search.brain import Brain

FORWARD, LEFT, RIGHT = MOVES = ("try-forward", "turn-left", "turn-right")
SIDES = ("A", "B")
FACINGS = "^>v<"  # north, east, south, west
NORTH, EAST, SOUTH, WEST = range(4)
DOWN, ACROSS = (-1, 0, 1, 0), (0, 1, 0, -1)
STALL = 9  # "A player is stalled, by definition, if it makes 9 consecutive moves without laying a new brick"
LARGEST = 25
SIZES = range(3, LARGEST + 1, 2)


# RULES: "The players take turns making moves. A player can: try and move forward, turn 90 degrees left or ... right"


class Walker(NamedTuple):
    """A player on the board: square (row by row from 0), facing (0 north ... 3 west), own moves since the last brick."""

    square: int
    facing: int
    idle: int = 0


class Position(NamedTuple):
    """The side of the board, bricks of A and B as sets of squares, both players, and whose move it is (0 A, 1 B)."""

    size: int
    bricks: tuple[int, int]
    walkers: tuple[Walker, Walker]
    mover: int

    @property
    def turn(self) -> str:
        """The player to move; "a stalled player is not allowed to make any more moves"."""
        return SIDES[self.mover]

    def moves(self) -> list[str]:
        """A try may fail, so all three are always legal."""
        return list(MOVES)

    def play(self, move: str) -> Position:
        """The position after a move."""
        square, facing, idle = self.walkers[self.mover]
        own = self.bricks[self.mover]
        idle += 1
        if move == FORWARD:
            ahead = self.ahead(self.mover)
            if ahead is not None:
                if not own >> square & 1:
                    own, idle = own | 1 << square, 0
                square = ahead
        else:
            facing = (facing + (3 if move == LEFT else 1)) % 4
        bricks = (own, self.bricks[1]) if self.mover == 0 else (self.bricks[0], own)
        after = 1 - self.mover if self.walkers[1 - self.mover].idle < STALL else self.mover
        return self.placing(self.mover, Walker(square, facing, idle))._replace(bricks=bricks, mover=after)

    def placing(self, player: int, walker: Walker) -> Position:
        """The same with one player as given."""
        return self._replace(walkers=(walker, self.walkers[1]) if player == 0 else (self.walkers[0], walker))

    def ahead(self, player: int) -> int | None:
        """The square that a player can go to; None if a try fails."""
        square, facing, _ = self.walkers[player]
        ahead = step(self.size, square, facing)
        if ahead is None or self.bricks[1 - player] >> ahead & 1 or ahead == self.walkers[1 - player].square:
            return None
        return ahead

    def outcome(self) -> Outcome | None:
        """ "either every square on the board contains a brick or both players are stalled" """
        full = (self.bricks[0] | self.bricks[1]).bit_count() == self.size**2
        if not full and any(walker.idle < STALL for walker in self.walkers):
            return None
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return Outcome("A" if a > b else "B" if b > a else None, self.counted(), abs(a - b))

    def counted(self) -> str:
        """How many bricks bear each name."""
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return f"A {a} bricks, B {b} bricks."

    def text(self, move: str) -> str:
        """A move as the assignment calls it."""
        return move

    def read_move(self, text: str) -> str:
        """The inverse of `text`; also forward, left, right, up, and first letters. Raises BadInput."""
        found = MOVE_WORDS.get(text.strip().lower())
        if found is None:
            raise BadInput(f"{quoted(text)} is no move: wanted f (try-forward), l (turn-left) or r (turn-right), e.g. f")
        return found


MOVE_WORDS = {
    word: move for move, words in zip(MOVES, ("f forward up ^", "l left <", "r right >"), strict=True) for word in words.split()
}
MOVE_WORDS |= {move: move for move in MOVES}


def step(size: int, square: int, facing: int) -> int | None:
    """The square ahead; None off the board."""
    row, column = square // size + DOWN[facing], square % size + ACROSS[facing]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def start(size: int, starter: int = 0) -> Position:
    """ "The game starts with a clear board with the two players ... as close as possible to the center", "facing outward" """
    middle = size * size // 2
    return Position(size, (0, 0), (Walker(middle - 1, WEST), Walker(middle + 1, EAST)), starter)


# EVALUATION: bricks laid, and the unmarked squares that each player can lay first
# The kernels repeat the rules on machine words, seen from the player to move; larger boards than 7x7 run as plain Python.

BRICK, FIRST = 10, 10
BRICKS_ONLY = {"BRICK": 1, "FIRST": 0, "DECIDED": 0, "FORESEE": 0}  # the plainest evaluation, for comparisons
PROVABLE = 5  # the largest board whose positions, idle moves apart, fit an entry of the table of proofs
MACHINE = (5, 7)  # boards whose squares, with both players, fit two words of 62 bits; 3x3 needs no machine code
TRY, TURN_LEFT, TURN_RIGHT = 0, 1, 2
SIZE = BOARD = LEFT_COLUMN = RIGHT_COLUMN = 0  # filled in by `board_constants`
AHEAD = (0,)
FORESEE = 1  # 0 takes out that separated players are known to be alone


def board_constants(size: int) -> dict[str, Any]:
    """What the kernels of one size of board read by name."""
    squares = range(size * size)
    ahead = [step(size, square, facing) for square in squares for facing in range(4)]
    column = sum(1 << square for square in squares if square % size == 0)
    return {
        "SIZE": size,
        "BOARD": (1 << size * size) - 1,
        "LEFT_COLUMN": column,
        "RIGHT_COLUMN": column << size - 1,
        "AHEAD": tuple(-1 if square is None else square for square in ahead),
    }


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    """Forward, left, right."""
    return move + 1 if move < TURN_RIGHT else NO_MOVE


@kernel
def play(state: Any, move: int) -> Any:
    """The position after a move; a stalled player is skipped."""
    own, other, me, you, side = state
    square, facing, idle = me >> 6, me >> 4 & 3, (me & 15) + 1
    if move == TRY:
        ahead = AHEAD[square * 4 + facing]
        if ahead >= 0 and not other >> ahead & 1 and ahead != you >> 6:
            if not own >> square & 1:
                own |= 1 << square
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
    """True if the same player moves again."""
    return state[4] == child[4]


@kernel
def over(memory: Any, state: Any, ply: int) -> Any:
    """The sign of the difference decides, then its size; also as soon as neither player can disturb the other."""
    own, other, me, you, _ = state
    lead = popcount(own) - popcount(other)
    if own | other != BOARD and (me & 15 < STALL or you & 15 < STALL):
        gain = gain_alone(memory, own, other, me, you) if FORESEE and ply else NOT_ALONE
        if gain == NOT_ALONE:
            return GOES_ON
        lead += gain
    lead *= BRICK
    if lead == 0:
        return 0
    return lead + DECIDED if lead > 0 else lead - DECIDED


@kernel
def evaluate(state: Any) -> Any:
    """The lead in bricks, and in unmarked squares that one is at before the other, turns counted."""
    own, other, me, you, _ = state
    lead = BRICK * (popcount(own) - popcount(other))
    if FIRST == 0:
        return lead
    mine, theirs = first_reached(own, other, me, you)
    return lead + FIRST * (popcount(mine & ~own) - popcount(theirs & ~other))


@kernel
def promise(state: Any, move: int) -> int:
    """Forward first."""
    return 0 if move else 1


@kernel
def horizon(state: Any) -> Any:
    """Nine moves a brick at most, and each player's last ones."""
    own, other, me, you, _ = state
    left = popcount(BOARD & ~(own | other))
    return STALL * left + 2 * STALL - (me & 15) - (you & 15)


@kernel
def key(state: Any, depth: int) -> Any:
    """Everything but the names of the players."""
    own, other, me, you, _ = state
    return own << 12 | me, other << 12 | you


def state_of(position: Position) -> tuple[int, ...]:
    """What the kernels see: own bricks, the other's, both players packed, who moves."""
    me = position.mover
    packed = [walker.square << 6 | walker.facing << 4 | walker.idle for walker in position.walkers]
    return position.bricks[me], position.bricks[1 - me], packed[me], packed[1 - me], me


def moves_of(position: Position, move: int) -> list[str]:
    """A move of the kernels as the rules have it."""
    return [MOVES[move]]


def words(score: int, side: str) -> str:
    """A score of a side for people: who leads, or wins, by how many bricks."""
    if score == 0:
        return "even"
    leader = side if score > 0 else SIDES[side == "A"]
    if abs(score) >= DECIDED:
        return f"{leader} wins by {(abs(score) - DECIDED) // BRICK}"
    return f"{leader} leads by {abs(score) / BRICK:.1f}"


def certain(lead: int) -> int:
    """The score of a win by so many bricks."""
    return lead * BRICK + (DECIDED if lead > 0 else -DECIDED if lead < 0 else 0)


def points(score: int) -> float:
    """A score in bricks, for records."""
    size = abs(score)
    bricks = (size - DECIDED if size >= DECIDED else size) / BRICK
    return bricks if score > 0 else -bricks


# PLAYERS: "an artificial agent (AA for short) capable of playing the game, as optimally as possible"

USUAL = Limit(seconds=2)
LEVELS = {1: Level(Limit(nodes=30), 0.4), 2: Level(Limit(nodes=40), 0.1), 3: Level(Limit(nodes=100))}
LEVELS |= {4: Level(Limit(nodes=1_500)), 5: Level(USUAL)}


def open_ahead(position: Position, turns: int) -> int | None:
    """The square that the player to move could go to after so many turns to the right."""
    walker = position.walkers[position.mover]
    return position.placing(position.mover, walker._replace(facing=(walker.facing + turns) % 4)).ahead(position.mover)


def is_free(position: Position, turns: int) -> bool:
    """True if that square can be gone to and is unmarked."""
    square = open_ahead(position, turns)
    return square is not None and not position.bricks[position.mover] >> square & 1


def first_free(position: Position, fallback: str) -> str:
    """Towards the first free square ahead, left or right; else forward if possible, else the fallback."""
    for move, turns in ((FORWARD, 0), (LEFT, 3), (RIGHT, 1)):
        if is_free(position, turns):
            return move
    return FORWARD if open_ahead(position, 0) is not None else fallback


def forward_first(position: Position) -> str:
    """Ahead, left, right; else forward if possible, else left."""
    return first_free(position, LEFT)


def wall_follower(seed: int = 0) -> Player[Position]:
    """The same, but left first unless it has just turned; its last choice is right."""
    last = FORWARD

    def move(position: Position) -> str:
        nonlocal last
        last = LEFT if last == FORWARD and is_free(position, 3) else first_free(position, RIGHT)
        return last

    return move


def nearest_brick(position: Position) -> str:
    """The first move of the shortest sequence that lays a brick if the other stands still; forward if there is none."""
    me, other = position.mover, 1 - position.mover
    alone = position.placing(other, position.walkers[other]._replace(idle=STALL))
    queue = deque((move, alone.play(move)) for move in MOVES)
    seen = set()
    while queue:
        first, after = queue.popleft()
        if after.bricks != position.bricks:
            return first
        walker = after.walkers[me]
        if walker.idle < STALL and (walker.square, walker.facing) not in seen:
            seen.add((walker.square, walker.facing))
            queue.extend((first, after.play(move)) for move in MOVES)
    return FORWARD


@cache
def strategy() -> Strategy:
    """The stored moves of N = 5, for either player and either starter."""
    return Strategy.unpacked((FOLDER / "5x5.bin").read_bytes())


def book(position: Position) -> str | None:
    """The move that keeps the exact value of the game, where it takes long to find."""
    if position.size != 5:
        return None
    key, mirrored = book_key(state_of(position))
    move = strategy().move(key)
    return None if move is None else MOVES[unmirrored(move, mirrored)]


def book_key(state: tuple[int, ...]) -> tuple[int, bool]:
    """One word for a position of N = 5 from whichever side it is seen; and whether left is right in it."""
    (own, other, me, you, *_), mirrored = upright(sized(5).brain().plain, state)
    return own | other << 25 | me << 50 | you << 62, mirrored


# THE CONTRACT: "Each game is played twice, one time with player A starting the game and another with player B"

EXAMPLE = "A '.   .   ./A<. .   B>./.   .   .' 0 0"
CELL = re.compile(r"([.ab])|([AB])([\^>v<])([.ab])")


def cell_text(position: Position, square: int) -> str:
    """What stands on a square: `.`, `a`, `b`, or a player, its facing and what is under it."""
    mark = "a" if position.bricks[0] >> square & 1 else "b" if position.bricks[1] >> square & 1 else "."
    for side, walker in zip(SIDES, position.walkers, strict=True):
        if walker.square == square:
            return f"{side}{FACINGS[walker.facing]}{mark}"
    return mark


def drawn(position: Position) -> str:
    """The board as the contract prints it."""
    size = position.size
    rows = [[cell_text(position, row * size + column) for column in range(size)] for row in range(size)]
    return "\n".join(" ".join(f"{cell:3}" for cell in row).rstrip() for row in rows)


def read_position(side: str, text: str, idle: tuple[int, int]) -> Position:
    """The inverse of `drawn`, rows joined by `/`. Raises BadInput."""
    rows = text.split("/")
    size = len(rows)
    cells = [row.ljust(4 * size)[4 * column : 4 * column + 4].rstrip() for row in rows for column in range(size)]
    found = [match for match in map(CELL.fullmatch, cells) if match]
    players = sorted((match[2], at, FACINGS.index(match[3])) for at, match in enumerate(found) if match[2])
    fits = size in SIZES and len(found) == size * size and all(len(row.rstrip()) < 4 * size for row in rows)
    trespassing = any((match[2], match[4]) in (("A", "b"), ("B", "a")) for match in found)
    named = [name for name, _, _ in players] == list(SIDES) and not trespassing
    if side not in SIDES or not fits or not named or not all(0 <= count <= STALL for count in idle):
        asked = quoted(f"{side} {text} {idle[0]} {idle[1]}")
        raise BadInput(f"{asked} is no position: wanted SIDE ROWS IDLE_A IDLE_B, e.g. {EXAMPLE}")
    marks = [match[1] or match[4] for match in found]
    a, b = (bits_of(square for square, mark in enumerate(marks) if mark == brick) for brick in "ab")
    first, second = (Walker(at, facing, count) for (_, at, facing), count in zip(players, idle, strict=True))
    return Position(size, (a, b), (first, second), SIDES.index(side))


def read_size(text: str) -> int:
    """The side of a board. Raises BadInput."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) not in SIZES:
        raise BadInput(f"{quoted(text)} is no size of a board: wanted an odd number from 3 to {LARGEST}, e.g. 5")
    return int(text)


def ask_match(setup: Setup) -> tuple[Setup, Names]:
    """The size, and who plays."""
    size = dialogue.ask("Board size N (odd, greater than 1): ", read_size)
    kinds = {
        side: dialogue.ask(f"Player {side}: person or AA? (p/a): ", partial(dialogue.read_choice, choices="pa")) for side in SIDES
    }
    return setup._replace(words=[str(size)]), {side: "human" if kind == "p" else "engine" for side, kind in kinds.items()}


def sentence(position: Position, move: str, human: bool = False) -> str:
    """A move; a failed try stays."""
    stays = move == FORWARD and position.ahead(position.mover) is None
    return f"{position.turn} moves {move}{' (stays)' if stays else ''}"


def remark(before: Position, after: Position) -> str:
    """Who has just been stalled."""
    return f"{before.turn} is stalled" if after.walkers[before.mover].idle == STALL else ""


def points_of(outcome: Outcome) -> tuple[int, int]:
    """ "the player with the greater number of bricks bearing its name wins 2 points", else "each player receiving 1 point" """
    return (1, 1) if outcome.winner is None else (2, 0) if outcome.winner == "A" else (0, 2)


# PICTURES: bricks in two colours, players as arrows

PAPER, FLOOR = (250, 248, 243), (236, 230, 216)
COLOURS = {"a": (0, 94, 162), "b": (202, 80, 16), ".": FLOOR}
STYLES = {"a": "bold white on blue", "b": "bold black on yellow", ".": ""}


def show_board(position: Position, played: str | None = None) -> None:
    """Print the board as the contract has it; in colour, with both stall counters, on a terminal."""
    from common.show.terminal import show

    show(drawn(position), lambda: rich_board(position))


def rich_board(position: Position) -> Text:
    """Two characters a cell, one above 17 squares a side; a player is a letter, its facing or its letter alone."""
    from rich.text import Text

    wide = 2 if position.size <= 17 else 1
    text = Text(no_wrap=True)
    for square in range(position.size**2):
        cell = cell_text(position, square)
        text.append(cell[:wide].center(wide), STYLES[cell[-1]] + (" reverse" if len(cell) > 1 else ""))
        text.append("\n" if square % position.size == position.size - 1 else "" if wide == 1 else " ")
    idle = "   ".join(
        f"{side}: {walker.idle} of {STALL} without a brick" for side, walker in zip(SIDES, position.walkers, strict=True)
    )
    return text.append(idle, "dim")


def draw_square(brick: str, facing: str) -> shapes.Draw:
    """How to draw a square: a brick fills it; a player is an arrow in his colour, on white."""

    def draw(pen: ImageDraw, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, FLOOR)
        if brick != ".":
            shapes.square(pen, x, y, size * 0.92, COLOURS[brick])
        if facing:
            shapes.square(pen, x, y, size * 0.72, shapes.WHITE)
            shapes.arrow(pen, x, y, size * 0.55, COLOURS[facing[0].lower()], FACINGS.index(facing[1]))

    return draw


def frames(history: Sequence[Position], outcome: Outcome | None) -> list[Image]:
    """One frame for the start and one for each move; the last says who won."""
    from common.show.film import square_film

    size = history[0].size
    kinds = {
        (brick, facing): draw_square(brick, facing) for brick in ".ab" for facing in ("", *map("".join, product(SIDES, FACINGS)))
    }
    film = square_film(" " * size, " " * size, kinds, PAPER)
    for ply, position in enumerate(history):
        a, b = (bricks.bit_count() for bricks in position.bricks)
        texts = [f"A {a} : {b} B", f"move {ply}"]
        if outcome and ply == len(history) - 1:
            texts[1] = f"{outcome.winner} wins" if outcome.winner else "draw"
        cells = [cell_text(position, square) for square in range(size * size)]
        film.add([(cell[-1], cell[:-1]) for cell in cells], texts)
    return film.frames


# THE GAME, all in all: a board of one size, and which game of a match it is


GAMES = Told("each begun by the other player than the last one (default 2)", only="play", least=1, most=1000)


class Setup(NamedTuple):
    """What options say of a match: N, or a position; how many games."""

    words: Sequence[str] = ()
    games: Annotated[int | None, GAMES] = None


class Walls(Game[Position, Setup]):
    """Walls on a board of `size`; game `number` of a match."""

    name, sides, setup = "walls", SIDES, Setup
    form, form_help = "N|POSITION", f"side of the board, odd, 3 to {LARGEST}; or SIDE ROWS IDLE_A IDLE_B"
    example = ("A", ".   a   ./A<. .   B>./.   .   .", "0", "0")
    plays = "Play a match. Without N it is asked for; players are engines unless said otherwise."
    play_example = "5 --a human --b engine --seconds 1"
    solves = "The exact value for both starters: of N = 3 by looking at all positions, of N = 5 by two proofs (minutes, 2 GB)."
    solve_example, questions = "5 --proofs proofs.json", frozenset({"proofs", "strategy"})
    usual, levels, aliases = USUAL, LEVELS, {"aa": "engine"}
    novices, size_help = dict.fromkeys(SIDES, "forward-first"), "side of the board"
    unit, win = "bricks", float(LARGEST**2)
    width, ints, fields = len(MOVES), 5, target_search.FIELDS
    by_seats, seat_unit = True, "bricks"  # which tell more than points
    state, single_moves = staticmethod(state_of), staticmethod(moves_of)
    words, points, book = staticmethod(words), staticmethod(points), staticmethod(book)
    sentence, remark = staticmethod(sentence), staticmethod(remark)
    show, frames = staticmethod(show_board), staticmethod(frames)
    verbs = ("tree",)

    def __init__(self, size: int = 5, number: int = 1) -> None:
        self.size, self._number = size, number
        self.compiles = size in MACHINE

    def companion(self, kernels: Kernels, fields: Mapping[str, int], hasty: bool) -> Companion:
        return ValueCompanion(kernels, fields, certain) if self.size <= PROVABLE else Alone()

    @property
    def kernel_name(self) -> str:
        """Each size has its own."""
        return f"walls{self.size}"

    def brain(self) -> Brain[Position]:
        """One for all games on boards of a size, so that what it knows is shared."""
        return super().brain() if self._number == 1 else sized(self.size).brain()

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """Trails, territory, proofs on small boards, and this game's own."""
        proofs = (vars(target_search),) if self.size <= PROVABLE else ()
        return vars(longest_path), vars(territory), *proofs, globals(), board_constants(self.size)

    def at(self, start: Position, number: int = 1) -> Walls:
        """On the board of a start; a record that does not say which game it was tells it by who began."""
        return sized(start.size, number or 1 + SIDES.index(start.turn))

    def sized(self, size: int) -> Walls:
        """On another board."""
        return sized(size)

    def simple(self, side: str) -> Mapping[str, Make]:
        """The contract's, which look at the board alone."""
        return {
            "forward-first": always(forward_first),
            "wall-follower": seeded(wall_follower),
            "nearest-brick": always(nearest_brick),
        }

    def prompt(self, position: Position) -> str:
        """A letter is enough."""
        return f"{position.turn}'s move (f/l/r): "

    def explain(self, position: Position) -> str:
        """How a move is typed."""
        return (
            "f (or forward, up) tries to go ahead, l (left) and r (right) turn; a brick stays where you leave an unmarked square."
        )

    def ask(self, setup: Setup, said: Names, seeded: bool) -> tuple[Setup, Names]:
        """The questions of the contract, unless options answer them."""
        return (setup, said) if setup.words or any(said.values()) else ask_match(setup)

    def starts(self, setup: Setup, seed: int) -> list[Position]:
        """Of a match the players begin in turn; a position is one game. Raises BadInput."""
        if len(setup.words) > 1:
            return [self.read(setup.words)]
        size = read_size(setup.words[0] if setup.words else "5")
        return [start(size, number % 2) for number in range(setup.games or 2)]

    def announcement(self, start: Position) -> str:
        """Who begins."""
        return f"Game {self._number}: {start.turn} starts"

    def last_lines(self, outcome: Outcome) -> str:
        """The line that ends a game."""
        a, b = points_of(outcome)
        return f"Game {self._number}: {outcome.reason.rstrip('.')}. A {a} points, B {b} points."

    def counted(self, last: Position) -> str:
        """The bricks where a player's fault ended the game."""
        return last.counted()

    def total(self, outcomes: Sequence[Outcome]) -> str:
        """The points of a match."""
        a, b = map(sum, zip(*map(points_of, outcomes), strict=True))
        return f"Match: A {a} points, B {b} points"

    @property
    def word_counts(self) -> Sequence[int]:
        """N alone is the start."""
        return 1, 4

    def read_position(self, side: str, *rest: str) -> Position:
        """SIDE, the printed rows joined by /, both players' moves without a brick; or N. Raises BadInput."""
        if not rest:
            return start(read_size(side))
        rows, *counts = rest
        first, second = (dialogue.read_number(count, 0, STALL, 0) for count in counts)
        return read_position(side.upper(), rows, (first, second))

    def write(self, position: Position) -> list[str]:
        """The inverse of `read`."""
        return [position.turn, drawn(position).replace("\n", "/"), *(str(walker.idle) for walker in position.walkers)]

    def read_old_start(self, entry: Mapping[str, Any]) -> Position:
        """Records had side, rows and idle."""
        idle = entry.get("idle")
        if not isinstance(idle, list) or len(idle) != 2 or not all(type(count) is int for count in idle):
            raise BadInput(f"{quoted(str(entry))} is no start of a game of Walls: wanted side, rows and idle")
        return read_position(str(entry.get("side")), str(entry.get("rows")), (idle[0], idle[1]))

    def can_move(self, position: Position) -> bool:
        """A stalled player moves no more."""
        return position.walkers[position.mover].idle < STALL

    def solve(self, position: Position, question: Question) -> Solution:
        """Of the start on small boards for both starters, else what the engine's search proves. Raises BadInput or OSError."""
        size = position.size
        if (question.proofs or question.strategy) and position != start(5):
            raise BadInput(f"--proofs and --strategy are for N = 5, not for {size}")
        if position == start(3):
            other = dict(zip(SIDES, SIDES[::-1], strict=True))
            return by_whole_graph(graph().fast, [start(3), start(3, 1)], state_of, other)
        if position != start(5):
            return super().solve(position, question)
        brain, first = self.brain(), state_of(position)
        claims = [Claim(brain.fast, brain.fields, first, lead, CLAIM_PLACES) for lead in (1, 2)]
        found = by_claims(claims, "the start of 5x5", MOVES, question)
        write_moves(claims, book_key, question)
        return found

    def bounds(self, start: Position) -> str:
        """No more bricks than squares."""
        return f"A and B win by at most {start.size**2}"

    def opening(self, number: int) -> Position:
        """After ten random moves, so that games differ."""
        return random_opening(self.size, number, 10)

    def openings(self) -> Mapping[str, Callable[[int], Position]]:
        """The table of strength has openings of four random moves."""
        return {"": self.opening, "table": lambda number: random_opening(self.size, number, 4)}

    def table(self, player: str | None = None) -> list[Series]:
        """Every opening with both starters; each played with both colours."""
        names = ("random", "novice", *self.simple("A"))
        return [Series("engine", name, ("table",), size=size, starts=starts) for size, starts in BOARDS.items() for name in names]

    def add_verbs(self, app: typer.Typer) -> None:
        """The search tree."""
        add_tree(app)


BOARDS = {5: 100, 7: 100, 9: 10}  # openings of each size in the table of strength, half of them begun by either player


def sized(size: int, number: int = 1) -> Walls:
    """The game on a board of a size; one object each, so that what it knows is shared."""
    return _sized(size, number)


_sized = cache(Walls)


GAME = sized(5)


def random_opening(size: int, number: int, plies: int) -> Position:
    """Opening `number // 2` after random moves; the number's last bit says who starts."""
    chance, position = random.Random(number // 2), start(size, number % 2)
    for _ in range(plies):
        position = position.play(chance.choice(MOVES))
    return position


# THE SEARCH TREE: "a search tree ... that includes every possible move starting from the initial state of the game"


@cache
def graph() -> Program:
    """The kernels that look at every position of N = 3."""
    rules = {kernel.__name__: kernel for kernel in (play, keeps_turn)} | {"TRY": TRY, "TURN_LEFT": TURN_LEFT, "STALL": STALL}
    return Program("walls_graph", vars(exhaustive), rules, board_constants(3), records={"memory": exhaustive.FIELDS}, state=5)


def write_tree(size: int, depth: int, file: Path) -> int:
    """Write the tree, equal positions of a ply drawn once, and print how many there are. Raises OSError."""
    tree = Tree(start(size), depth)
    for ply, (positions, ended) in enumerate(tree.counts()):
        print(f"ply {ply}: {positions} positions, {ended} of them ends, in {len(MOVES) ** ply} games")
    write_whole(file, tree.dot("walls", lambda position: f"{position.turn} moves\n{drawn(position)}").encode())
    return 0


def add_tree(app: typer.Typer) -> None:
    """The verb `tree`."""
    import typer

    @app.command(epilog="Example: python walls.py tree 3 --depth 4 tree.dot")
    def tree(
        size: str = typer.Argument(..., metavar="N"),
        file: Path = typer.Argument(..., metavar="FILE"),
        depth: int = typer.Option(4, min=0, max=12, help="plies"),
    ) -> int:
        """The search tree as Graphviz DOT, and its statistics."""
        return write_tree(read_size(size), depth, file)


# COMMAND LINE: "capable of playing the game ... against a human player or another AA"


def main(argv: list[str]) -> int:
    """Without arguments the dialogue, at once; whatever else is a size, a verb, or its options."""
    if argv:
        return app.main(GAME, argv)
    return play_games(GAME, Setup(), dict.fromkeys(SIDES), PlayOptions(Level(USUAL), ask=True))


def console() -> None:
    """The command `walls`, and this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
