"""The sliding duel: X and O slide their pieces on 7x7 squares until one is stuck or the turns are over.

The assignment in short. Player1 (X) and Player2 (O) move in turn: one piece to one of its four
neighbours, if that square is empty. Who cannot move has lost. When the turn limit is reached, the
player with more *moveable space* wins: the empty squares beside his pieces, each counted once. A
person plays against the computer; pieces, turns and start squares are asked for, or random.

    python duel7.py
    python duel7.py play --player 1 --pieces 6 4 --turns 30 --level 2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.command import app
from common.games.duel7 import practical_chances
from common.games.duel7.square_shapes import amid, beside_two, diagonal_pairs, step_count
from common.games.duel7.step_person import StepPerson
from common.games.duel7.tapered import stage_by_root, tapered
from common.kernels.kernel import Kernels, kernel, popcount
from common.play.game import Curve, Game, Make, Names, Told
from common.play.players import PlayerSettings, always
from common.play.questions import ask_setup, choose, choose_number, read_number
from common.rules import square_grid
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Squares, Step, around, next_step, step_of
from common.search import score as leads
from common.search.alpha_beta import GOES_ON, REDUCED_MORE
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.reference_search import full_width
from common.search.score import decided, lead_in_words, size_of
from common.search.transposition import WON
from common.show import shapes
from common.show.piece_board import Pieces
from common.show.style import COLOURS, captions

if TYPE_CHECKING:
    from common.show.film import Film

SQUARES = Squares(7, 7)
BOARD = SQUARES.all
SIDES = ("X", "O")
PLAYERS = {"X": "Player1", "O": "Player2"}
OTHER = {"X": "O", "O": "X"}


# RULES: "On each turn current player makes a single move: Moving his piece to one of its four neighbours."


class Position(NamedTuple):
    """The pieces of X and O as sets of squares (see common/rules/square_grid.py), the single moves left, the side to move."""

    x: int
    o: int
    left: int
    turn: str = "X"

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.x if self.turn == "X" else self.o

    @property
    def empty(self) -> int:
        """The squares without a piece."""
        return BOARD & ~(self.x | self.o)

    def space(self, side: str) -> int:
        """The moveable space of a side: how many empty squares are beside at least one of its pieces."""
        pieces = self.x if side == "X" else self.o
        return len({target for origin in cells_of(pieces) for target in cells_of(SQUARES.near[origin] & self.empty)})

    def moves(self) -> list[Step]:
        """Every move, by origin a1 ... g7, then up, left, right, down."""
        return SQUARES.steps(self.own, self.empty)

    def play(self, move: Step) -> Position:
        """The position after a move."""
        moved = self.own ^ 1 << move[0] ^ 1 << move[1]
        if self.turn == "X":
            return Position(moved, self.o, self.left - 1, "O")
        return Position(self.x, moved, self.left - 1, "X")

    def outcome(self) -> Outcome | None:
        """ "The game ends when one of the players can not make a valid move or the turn limit has been reached." """
        if not self.moves():
            return Outcome(OTHER[self.turn], f"{PLAYERS[self.turn]} ({self.turn}) has no valid move.")
        if self.left:
            return None
        x, o = self.space("X"), self.space("O")
        reason = f"Turn limit reached. P1 moveable space count is {x}, P2 moveable space count is {o}."
        return Outcome("X" if x > o else "O" if o > x else None, reason, abs(x - o))

    def text(self, move: Step) -> str:
        """A move as two squares: c4 d4."""
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        """The inverse of `text`. Raises BadInput."""
        return SQUARES.read_step(text)


# EVALUATION: "a heuristic function which will be applicable to any combination of limit and number of piece values"
# What is counted of a side, and what it is worth in 1/40 of a square: on a crowded board and on an empty one at the end of
# the turns, then on both far from it. Fitted to outcomes of games (docs/search.md). At the limit only the lead counts.
SPACE = 40
CROWDS = 6
STAGES = 7
WORTH = (
    *((105, 35, 69, -19), (34, 0, 38, -3)),  # moveable space; empty squares two steps away
    *((-11, 3, -28, 8), (0, 0, -4, 5)),  # of these those that are not beside the other side; moves
    *((-3, 22, 11, -7), (0, -8, -4, -7)),  # empty squares beside two pieces; pieces on the rim
    *((-2, -9, -5, -5), (-9, -15, -14, -5)),  # pairs of pieces that touch at a corner; pieces beside the other side
    *((-3, -16, -25, 3), (9, 15, 19, 41)),  # pieces amid four empty squares; 64ths of all pieces
    *((14, 5, 4, 1), (18, 10, 10, 7)),  # for the side to move; for whose turn the last of all is
)
FEATURES = len(WORTH)
STAGE = stage_by_root(STAGES)
WEIGHTS = tapered(WORTH, CROWDS, STAGES)
EDGE = bits_of(at for at in SQUARES.squares if SQUARES.near[at].bit_count() < 4)
WIDTH = 96  # a move crosses one of the 84 borders between two squares
REDUCED = REDUCED_MORE


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> Any:
    """The moves in the order of `Position.moves`, each as origin * 64 + target."""
    own, other, _ = state
    return next_step(own, BOARD & ~(own | other), move)


@kernel
def play(state: Any, move: int) -> Any:
    """The other side's view after a move."""
    own, other, left = state
    return other, own ^ 1 << (move >> 6) ^ 1 << (move & 63), left - 1


@kernel
def lead(state: Any) -> int:
    """By how many squares of moveable space the side to move is ahead."""
    own, other, _ = state
    empty = BOARD & ~(own | other)
    return popcount(around(own) & empty) - popcount(around(other) & empty)


@kernel
def over(memory: Any, state: Any, ply: int) -> int:
    """Stuck is lost, the sooner the worse; at the limit the sign of the lead decides, then its size."""
    own, other, left = state
    if not around(own) & BOARD & ~(own | other):
        return ply - WON
    return GOES_ON if left else decided(SPACE * lead(state))


@kernel
def evaluate(state: Any) -> Any:
    """See the head of this section."""
    own, other, left = state
    empty = BOARD & ~(own | other)
    at = FEATURES * (STAGES * (popcount(empty) >> 3) + STAGE[min(left, STAGES * STAGES)])
    last = WEIGHTS[at + 11] if left & 1 else -WEIGHTS[at + 11]
    return worth(own, other, empty, at) - worth(other, own, empty, at) + WEIGHTS[at + 10] + last


@kernel
def worth(own: int, other: int, empty: int, at: int) -> int:
    """What a side has, by the weights from `at` on."""
    space, touched = around(own) & empty, around(other)
    reach = around(space) & empty & ~space
    score = WEIGHTS[at] * popcount(space) + WEIGHTS[at + 1] * popcount(reach) + WEIGHTS[at + 2] * popcount(reach & ~touched)
    score += WEIGHTS[at + 3] * step_count(own, empty) + WEIGHTS[at + 4] * popcount(beside_two(own) & empty)
    score += WEIGHTS[at + 5] * popcount(own & EDGE) + WEIGHTS[at + 6] * diagonal_pairs(own)
    score += WEIGHTS[at + 7] * popcount(own & touched) + WEIGHTS[at + 8] * popcount(own & amid(empty))
    return score + WEIGHTS[at + 9] * (64 * popcount(own) // popcount(BOARD & ~empty))


@kernel
def promise(state: Any, move: int) -> int:
    """A move is as good as the lead in space after it."""
    return -1000 * lead(play(state, move))


@kernel
def horizon(state: Any) -> Any:
    """The moves left."""
    return state[2]


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    """The squares; the moves left too once the search looks as far as the limit."""
    own, other, left = state
    return own | (left << 55 if depth >= left else 0), other


def state_of(position: Position) -> tuple[int, ...]:
    """What the kernels see: own pieces, the other's, the moves left."""
    pieces = (position.x, position.o) if position.turn == "X" else (position.o, position.x)
    return (*pieces, position.left)


def words(score: int, side: str) -> str:
    """A score of a side for people: who leads, by how many squares, or who wins."""
    leader, size = side if score > 0 else OTHER[side], abs(score)
    if size > WON - PLIES:
        return f"{leader} wins, no move left after {WON - size}"
    return lead_in_words(score, leader, SPACE)


def points(score: int) -> float:
    """A score in squares, for records; an end without a move counts as the whole board."""
    squares = len(SQUARES.squares) if abs(score) > WON - PLIES else size_of(score) / SPACE
    return squares if score > 0 else -squares


# PLAYERS: "The game will be played between AI and a user."

USUAL = Limit(seconds=2)
LEVELS = {1: Level(Limit(nodes=5), 0.8), 2: Level(Limit(nodes=20), 0.5), 3: Level(Limit(nodes=100))}
LEVELS |= {4: Level(Limit(nodes=2_000)), 5: Level(USUAL)}


def greedy(position: Position) -> Step:
    """The move after which the own moveable space exceeds the other's most, the first of equals."""
    own, other = position.turn, OTHER[position.turn]
    after = {move: position.play(move) for move in position.moves()}
    return max(after, key=lambda move: after[move].space(own) - after[move].space(other))


@cache
def counting() -> Kernels:
    """The kernels with distinct squares of moveable space for their whole evaluation, as plain Python."""
    return GAME.linked().variant(SPACE=1, evaluate=lead).plain


def minimax(position: Position, depth: int) -> Step:
    """Full width to a fixed depth, counting distinct squares there; the first of the best moves."""
    return step_of(full_width(counting(), GAME.linked().fields, state_of(position), depth))


# THE CONTRACT: "Initial position of the pieces should be either selected randomly or it should be possible to enter" them

MANY = 1_000_000  # turns
MOST = len(SQUARES.squares) - 1  # pieces of both players together: one square must stay free


class Setup(NamedTuple):
    """What is known of a game before it starts; None is asked for, or has a default."""

    words: Sequence[str] = ()
    player: Annotated[int | None, Told("1 or 2: play X or O against the engine", start=False, only="play")] = None
    pieces: Annotated[tuple[int, int] | None, Told("of X and of O (default 6 6)")] = None
    turns: Annotated[int | None, Told("single moves of both together (default 40)")] = None
    place: Annotated[str | None, Told("where the pieces stand: 'X a1 a7 O b2 c3' (default random)")] = None


PIECES_EACH = (6, 6)  # the default
TURNS = 40  # the default


def ask_start(known: Setup, names: Names, seeded: bool) -> tuple[Setup, Names]:
    """Ask for what is not known, in the order of the contract; squares are random where a seed is given."""
    words, _, pieces, turns, place = known
    if not any(names.values()):
        number = choose("Do you want to be Player1 or Player2? (1/2): ", {"1": "player1 first x", "2": "player2 second o"})
        names = seated(int(number))
    if place is None and pieces is None:
        x = choose_number("Number of pieces of Player1 (X): ", 1, MOST - 1, 6)
        o = choose_number("Number of pieces of Player2 (O): ", 1, MOST - x, min(6, MOST - x))
        pieces = x, o
    if turns is None:
        turns = choose_number("Maximum number of turns (single moves of both players together): ", 1, MANY, TURNS)
    how = "Place the pieces randomly or enter their coordinates? (r/e): "
    if place is None and not seeded and choose(how, {"r": "randomly", "e": "enter"}) == "e":
        place = placed(Position(*ask_squares(pieces or PIECES_EACH), turns))
    return Setup(words, None, pieces, turns, place), names


def seated(number: int) -> dict[str, str]:
    """Player `number` is a person, the other one the engine."""
    return dict(zip(SIDES, ("human", "engine") if number == 1 else ("engine", "human"), strict=True))


def ask_squares(pieces: tuple[int, int]) -> tuple[int, int]:
    """The squares of both players, piece by piece or several in one answer."""
    squares: list[list[int]] = [[], []]
    for at, side in enumerate(SIDES):
        while (count := len(squares[at])) < pieces[at]:
            question = f"Coordinate of piece {count + 1} of {PLAYERS[side]} ({side}): "
            read = partial(SQUARES.read_different, taken=squares[0] + squares[1], most=pieces[at] - count)
            squares[at] += ask_setup(question, read, "", "squares, e.g. a1 b2")
    return bits_of(squares[0]), bits_of(squares[1])


read_place = partial(SQUARES.read_sides, sides=SIDES)  # of pieces as `X a1 a7 O b2 c3`; raises BadInput


def placed(position: Position) -> str:
    """The inverse of `read_place`."""
    return f"X {SQUARES.names(position.x)} O {SQUARES.names(position.o)}"


# STARTS: random ones

EVEN = ((3, 3), (6, 6), (10, 10), (16, 16))  # armies in matches: equal, so nobody has won before the first move


def random_start(pieces: tuple[int, int], turns: int, seed: int) -> Position:
    """Pieces anywhere."""
    import random

    squares = random.Random(seed).sample(SQUARES.squares, sum(pieces))
    return Position(bits_of(squares[: pieces[0]]), bits_of(squares[pieces[0] :]), turns)


# HOW IT LOOKS: "print the coordinate system and the squares occupied with pieces labeled by their player indicator"

DRAWS: Mapping[str, shapes.Draw] = {
    "X": lambda pen, x, y, size: shapes.cross(pen, x, y, size * 0.5, COLOURS[0]),
    "O": lambda pen, x, y, size: shapes.ring(pen, x, y, size * 0.6, COLOURS[1]),
}
PIECES: Pieces[Position] = Pieces(SQUARES, lambda position: {"X": position.x, "O": position.o}, DRAWS)


# THE GAME, all in all


class Duel(Game[Position, Setup]):
    """The sliding duel."""

    asks = True
    name = "duel7"
    sides = SIDES
    setup = Setup
    form = "SIDE PLACE TURNS_LEFT"
    example = ("X", "X a1 a7 O b2 c3", "12")
    plays = "Play a game; what no option says has a default. Without the word `play` it is asked for."
    play_example = "--player 2 --pieces 6 4 --turns 30 --seed 7 --level 3"
    solves = "Who wins a position, and how. Bounds if it is too far from the end."
    solve_example = '--place "X b2 c1 e2 O a1 c7 f5" --turns 6'
    seeds_solve = True
    usual = USUAL
    levels = LEVELS
    novices = dict.fromkeys(SIDES, "greedy")
    curve = Curve(0.81)  # python tests/bench scale duel7
    unit = "squares"
    win = float(len(SQUARES.squares))  # an end without a move is worth the whole board
    width = WIDTH
    ints = 3
    pieces = PIECES
    traps = True
    state = staticmethod(state_of)
    words = staticmethod(words)
    points = staticmethod(points)
    goal = "Who cannot move has lost; when the turns are used up, more moveable space wins: empty squares beside your pieces."

    def sources(self) -> Sequence[Mapping[str, Any]]:
        return vars(square_grid), vars(leads), vars(practical_chances), globals(), SQUARES.constants()

    def sentence(self, position: Position, move: Step, human: bool) -> str:
        who = "Player" if human else "Computer"
        return f"{who} moves the piece at {SQUARES.name(move[0])} to {SQUARES.name(move[1])}"

    def last_lines(self, outcome: Outcome) -> str:
        return f"{outcome.reason}\n{f'{PLAYERS[outcome.winner].upper()} WINS' if outcome.winner else 'DRAW'}"

    def frames(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        spaces = [f"X {position.space('X')} : {position.space('O')} O" for position in history]
        lefts = [f"; {position.left} move{'s' * (position.left != 1)} left" if position.left else "" for position in history]
        scores = [*map("".join, zip(spaces, lefts, strict=True))][: -1 if outcome else None] + spaces[-1:] * bool(outcome)
        return PIECES.frames(history, captions(history, scores, outcome, outcome.reason if outcome and history[-1].left else ""))

    def single_moves(self, position: Position, move: int) -> list[Step]:
        return [step_of(move)]

    def simple(self, side: str) -> Mapping[str, Make]:
        return {"greedy": always(greedy)} | {f"minimax-{depth}": always(partial(minimax, depth=depth)) for depth in (2, 4)}

    def person(self, settings: PlayerSettings) -> StepPerson[Position]:
        return StepPerson(self, settings, SQUARES)

    def standing(self, position: Position) -> str:
        return f"turns left {position.left} | moveable space X {position.space('X')} O {position.space('O')}"

    def explain(self, position: Position) -> str:
        return "Name a piece of yours, then the empty square above, below or beside it: c4, then d4, or both at once: c4 d4."

    def ask(self, setup: Setup, said: Names, seeded: bool) -> tuple[Setup, Names]:
        return (setup, said) if setup.words else ask_start(setup, said, seeded)

    def named(self, setup: Setup, said: Names) -> Names:
        """--player names both."""
        if setup.player is None:
            return said
        if setup.player not in (1, 2) or any(said.values()):
            raise BadInput(f"--player {setup.player}: wanted 1 or 2, and neither --x nor --o with it")
        return seated(setup.player)

    def filled(self, said: Names, level: int | None) -> dict[str, str]:
        return super().filled(said, level) if any(said.values()) else seated(1)

    def start(self, setup: Setup, seed: int) -> Position:
        words, _, pieces, turns, place = setup
        if pieces and (min(pieces) < 1 or sum(pieces) > MOST):
            raise BadInput(f"--pieces {pieces[0]} {pieces[1]}: wanted at least 1 each, at most {MOST} together")
        if turns is not None and not 1 <= turns <= MANY:
            raise BadInput(f"--turns {turns}: wanted a whole number from 1 to {MANY}")
        if words:
            return self.read(words)
        limit = TURNS if turns is None else turns
        return random_start(pieces or PIECES_EACH, limit, seed) if place is None else Position(*read_place(place), limit)

    def is_drawn(self, setup: Setup) -> bool:
        return setup.place is None and not setup.words

    def read_position(self, side: str, place: str, left: str) -> Position:
        position = Position(*read_place(place), read_number(left, 0, MANY, 12), side.upper())
        if position.turn not in SIDES:
            raise BadInput(f"{quoted(side)} is no side: wanted X or O, e.g. {self.example_line}")
        return position

    def write(self, position: Position) -> list[str]:
        return [position.turn, placed(position), str(position.left)]

    def bounds(self, start: Position) -> str:
        x, o = (min(4 * pieces.bit_count(), start.empty.bit_count()) for pieces in (start.x, start.o))
        return f"unless somebody gets stuck X wins by at most {x}, O by at most {o}"

    def opening(self, number: int) -> Position:
        return random_start(EVEN[number % len(EVEN)], 40, 7000 + number)


GAME = Duel()


# COMMAND LINE: "a parametric turn limit and a parametric number of pieces for each player"

main = partial(app.main, GAME)  # without arguments the dialogue; else a verb, or its options
console = partial(app.console, GAME)

if __name__ == "__main__":
    console()
