"""The sliding duel: X and O slide pieces on 7x7 squares until one is stuck or the turns are used up.

The assignment in short: Player1 (X) and Player2 (O) alternate. A move slides one piece to an empty
square above, below, left or right of it. A player who cannot move loses. At the turn limit the
player with more *moveable space* wins: empty squares next to own pieces, each counted once. A person
plays against the computer. The program asks for pieces, turns and start squares, or draws them.

    python duel7.py
    python duel7.py play --player 1 --pieces 6 4 --turns 30 --level 2
    python duel7.py solve --place "X b2 c1 e2 O a1 c7 f5" --turns 6
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.api.game import Game
from common.command import app
from common.games.duel7 import evaluation, kernels, practical_chances, square_shapes
from common.games.duel7.board import BOARD, SQUARES
from common.games.duel7.evaluation import SPACE
from common.games.duel7.human import DuelHuman
from common.games.duel7.rules_text import RULES
from common.play.game import (
    Curve,
    GameParts,
    Help,
    Names,
    Notation,
    OptionInfo,
    Phrases,
    PlayerFactory,
    Players,
    Search,
    Starts,
)
from common.play.players import PlayerSettings, stateless_factory
from common.play.questions import ask_choice, ask_number, ask_setup, read_number
from common.rules import square_grid
from common.rules.bits import bits_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Step, step_of
from common.search import leads
from common.search.leads import describe_lead, lead_size
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.solve import solve_by_search
from common.search.transposition import WON
from common.show import shapes
from common.show.piece_board import PieceBoard
from common.show.style import COLOURS, captions

if TYPE_CHECKING:
    from common.kernels.kernel import State
    from common.search.results import Question, Solution
    from common.show.film import Film

SIDES = ("X", "O")
PLAYERS = {"X": "Player1", "O": "Player2"}
OTHER_SIDE = {"X": "O", "O": "X"}


# THE RULES: "On each turn current player makes a single move: Moving his piece to one of its four
# neighbours."


def beside(squares: int) -> int:
    """Return the squares above, below, left and right of a set of squares (see square_grid.py)."""
    return (squares << 1 | squares >> 1 | squares << SQUARES.stride | squares >> SQUARES.stride) & BOARD


class Position(NamedTuple):
    """The pieces of X and O as sets of squares (see square_grid.py), the turns left, the side to move.

    A turn is a single move of either side. `turn` is "X" or "O".
    """

    x: int
    o: int
    turns_left: int
    turn: str = "X"

    def pieces(self, side: str) -> int:
        """Return the pieces of a side."""
        return self.x if side == "X" else self.o

    @property
    def own(self) -> int:
        """The pieces of the side to move."""
        return self.pieces(self.turn)

    @property
    def empty(self) -> int:
        """The squares without a piece."""
        return BOARD & ~(self.x | self.o)

    def space(self, side: str) -> int:
        """Count the moveable space of a side: the empty squares beside its pieces, each counted once."""
        return (beside(self.pieces(side)) & self.empty).bit_count()

    def moves(self) -> list[Step]:
        """Return every move as (origin, target), sorted by origin, a1 ... g7, then up, left, right, down."""
        return SQUARES.steps(self.own, self.empty)

    def play(self, move: Step) -> Position:
        """Return the position after a legal move."""
        moved = self.own ^ 1 << move[0] ^ 1 << move[1]
        if self.turn == "X":
            return Position(moved, self.o, self.turns_left - 1, "O")
        return Position(self.x, moved, self.turns_left - 1, "X")

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game goes on. Equal spaces at the turn limit are a draw.

        A side to move without a move loses, also at the turn limit.
        "The game ends when one of the players can not make a valid move or the turn limit has been reached."
        """
        if not self.space(self.turn):
            return Outcome(OTHER_SIDE[self.turn], f"{PLAYERS[self.turn]} ({self.turn}) has no valid move.")
        if self.turns_left:
            return None
        x, o = self.space("X"), self.space("O")
        reason = f"Turn limit reached. P1 moveable space count is {x}, P2 moveable space count is {o}."
        return Outcome("X" if x > o else "O" if o > x else None, reason, abs(x - o))

    def text(self, move: Step) -> str:
        """Return a move as two squares, e.g. c4 d4."""
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        """Return the move that a text names, legal or not, e.g. c4 d4.

        Raise BadInput if the text is no move.
        """
        return SQUARES.read_step(text)


# THE CONTRACT: "Initial position ... should be either selected randomly or it should be possible to enter" it

MAX_TURNS = 1_000_000  # the longest turn limit
MAX_PIECES = len(SQUARES.squares) - 1  # pieces of both players together: one square must stay free


class Setup(NamedTuple):
    """Options for a game; None means that the value is asked for or has a default."""

    words: Sequence[str] = ()
    player: Annotated[
        int | None,
        OptionInfo("play X (1) or O (2) against the engine", affects_start=False, only_verb="play"),
    ] = None
    pieces: Annotated[tuple[int, int] | None, OptionInfo("number of pieces of X and of O (default 6 6)")] = (
        None
    )
    turns: Annotated[int | None, OptionInfo("turn limit: single moves of both sides (default 40)")] = None
    place: Annotated[str | None, OptionInfo("squares, e.g. 'X a1 a7 O b2 c3' (default: random)")] = None


DEFAULT_PIECES = (6, 6)  # of X and of O, by default
DEFAULT_TURNS = 40  # by default


def ask_start(given: Setup, names: Names, seeded: bool) -> tuple[Setup, Names]:
    """Ask for the missing options, in the order of the contract; return all, and the players' names.

    Players are asked for if no name is given. With a seed the squares are random. In the result `place` is
    None if the squares are random; `pieces` is None if only the squares were given.
    """
    words, _, pieces, turns, place = given
    if not any(names.values()):
        answers = {"1": "player1 first x", "2": "player2 second o"}
        names = seat_human(int(ask_choice("Do you want to be Player1 or Player2? (1/2): ", answers)))
    if place is None and pieces is None:
        x = ask_number("Number of pieces of Player1 (X): ", 1, MAX_PIECES - 1, 6)
        o = ask_number("Number of pieces of Player2 (O): ", 1, MAX_PIECES - x, min(6, MAX_PIECES - x))
        pieces = x, o
    if turns is None:
        question = "Maximum number of turns (single moves of both players together): "
        turns = ask_number(question, 1, MAX_TURNS, DEFAULT_TURNS)
    how = "Place the pieces randomly or enter their coordinates? (r/e): "
    if place is None and not seeded and ask_choice(how, {"r": "randomly", "e": "enter"}) == "e":
        place = write_place(Position(*ask_squares(pieces or DEFAULT_PIECES), turns))
    return Setup(words, None, pieces, turns, place), names


def seat_human(number: int) -> dict[str, str]:
    """Return names by side: a human as player `number` (1 is X, 2 is O) and the engine as the other one."""
    return dict(zip(SIDES, ("human", "engine") if number == 1 else ("engine", "human"), strict=True))


def ask_squares(pieces: tuple[int, int]) -> tuple[int, int]:
    """Ask for the squares of X, then of O, one or several in each answer; return them as two sets.

    `pieces` are the numbers of squares.
    """
    squares: list[list[int]] = [[], []]
    for at, side in enumerate(SIDES):
        while (count := len(squares[at])) < pieces[at]:
            question = f"Coordinate of piece {count + 1} of {PLAYERS[side]} ({side}): "
            read = partial(SQUARES.read_distinct, occupied=squares[0] + squares[1], most=pieces[at] - count)
            squares[at] += ask_setup(question, read, "", "squares, e.g. a1 b2")
    return bits_of(squares[0]), bits_of(squares[1])


def read_place(text: str) -> tuple[int, int]:
    """Return the squares of X and of O as two sets, from text such as `X a1 a7 O b2 c3`.

    Raise BadInput if the text is malformed or no square stays free.
    """
    return SQUARES.read_sides(text, SIDES)


def write_place(position: Position) -> str:
    """Return the squares of both players as text; the inverse of `read_place`."""
    return f"X {SQUARES.names(position.x)} O {SQUARES.names(position.o)}"


# Pieces in matches: equal numbers, so that no game is won before its first move.
EQUAL_ARMIES = (
    (3, 3),
    (6, 6),
    (10, 10),
    (16, 16),
)


def random_start(pieces: tuple[int, int], turns: int, seed: int) -> Position:
    """Return a start with these numbers of pieces of X and O on random squares; X is to move."""
    import random

    squares = random.Random(seed).sample(SQUARES.squares, sum(pieces))
    return Position(bits_of(squares[: pieces[0]]), bits_of(squares[pieces[0] :]), turns)


# THE ASSIGNMENT'S ALGORITHM: "You must provide a heuristic function which will be applicable to any
# combination of limit and number of piece values."

Estimate = Callable[[Position], int]
SQUARE, REACH, MOVE, RIM = 10, 3, 1, -1  # the worth of what `worth` counts
WINS = 10_000  # more than any worth
AT_RIM = bits_of(square for square in SQUARES.squares if SQUARES.near[square].bit_count() < 4)


def heuristic(position: Position) -> int:
    """Estimate how far the side to move is ahead.

    It counts squares, not pieces, so it applies to any number of them. It applies to any limit, because the
    search ends there, where only the outcome counts.
    """
    return worth(position, position.turn) - worth(position, OTHER_SIDE[position.turn])


def worth(position: Position, side: str) -> int:
    """Count a side's moveable space, the empty squares two steps away, its moves, its pieces on the rim."""
    pieces, empty = position.pieces(side), position.empty
    space = beside(pieces) & empty
    reach = beside(space) & empty & ~space
    moves, at_rim = len(SQUARES.steps(pieces, empty)), pieces & AT_RIM
    return SQUARE * space.bit_count() + REACH * reach.bit_count() + MOVE * moves + RIM * at_rim.bit_count()


def lead(position: Position) -> int:
    """Return the lead of the side to move in moveable space."""
    return position.space(position.turn) - position.space(OTHER_SIDE[position.turn])


def alpha_beta(position: Position, depth: int, alpha: int, beta: int, value: Estimate = heuristic) -> int:
    """Return what the side to move can reach in `depth` turns, if it lies between alpha and beta.

    To leave the other side without a move counts most, the more the sooner; then a win at the turn limit.
    """
    if outcome := position.outcome():
        size = WINS + outcome.margin if outcome.margin else 2 * WINS + depth
        return 0 if outcome.winner is None else size if outcome.winner == position.turn else -size
    if depth == 0:
        return value(position)
    for move in position.moves():
        alpha = max(alpha, -alpha_beta(position.play(move), depth - 1, -beta, -alpha, value))
        if alpha >= beta:
            break  # the other side has something better earlier
    return alpha


def best_move(position: Position, depth: int = 3, value: Estimate = heuristic) -> Step:
    """Return the first of the best moves."""
    best, alpha = position.moves()[0], -3 * WINS
    for move in position.moves():
        found = -alpha_beta(position.play(move), depth - 1, -3 * WINS, -alpha, value)
        if found > alpha:
            best, alpha = move, found
    return best


def greedy(position: Position) -> Step:
    """Return the move with the largest lead after it, the first of equals."""
    return max(position.moves(), key=lambda move: -lead(position.play(move)))


DEFAULT_LIMIT = Limit(seconds=2)
LEVELS = {  # of the engine
    1: Level(Limit(nodes=5), 0.8, margin=10),  # 40 is a square
    2: Level(Limit(nodes=20), 0.5, margin=10),
    3: Level(Limit(nodes=100), margin=25),
    4: Level(Limit(nodes=2_000), margin=25),
    5: Level(DEFAULT_LIMIT, margin=0),
}


# HOW IT LOOKS: "print the coordinate system and the squares occupied with pieces
# labeled by their player indicator"

PIECE_DRAWERS: Mapping[str, shapes.Draw] = {
    "X": lambda pen, x, y, size: shapes.cross(pen, x, y, size * 0.5, COLOURS[0]),
    "O": lambda pen, x, y, size: shapes.ring(pen, x, y, size * 0.6, COLOURS[1]),
}


class DuelLook(PieceBoard[Position]):
    """The pieces; pictures show both spaces and the moves left below the board."""

    def film(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        scores = [f"{space_text(position)}{moves_left_text(position)}" for position in history]
        if outcome:
            scores[-1] = space_text(history[-1])
        reason = outcome.reason if outcome and history[-1].turns_left else ""
        return self.frames(history, captions(history, scores, outcome, reason))


LOOK = DuelLook(SQUARES, lambda position: {"X": position.x, "O": position.o}, PIECE_DRAWERS)


def space_text(position: Position) -> str:
    """Return the moveable space of both sides as text, e.g. X 6 : 4 O."""
    return f"X {position.space('X')} : {position.space('O')} O"


def moves_left_text(position: Position) -> str:
    """Return the number of moves left as text, empty if there are none."""
    return (
        f"; {position.turns_left} move{'s' * (position.turns_left != 1)} left" if position.turns_left else ""
    )


# THE GAME: "The game will be played between AI and a user."

START = Position(*read_place("X a1 a7 O b2 c3"), 12)  # an example: the duel has no standard start


class DuelStarts(Starts[Position, Setup]):
    """Random starts, or the start given by options and answers."""

    setup = Setup

    def start_positions(self, setup: Setup, seed: int) -> list[Position]:
        """Return a list of one start: from `words`, else `place`, else random by `seed`.

        `pieces` only count in a random start, `turns` unless there are words. Raise BadInput if one of
        them is wrong, or whichever of the others counts.
        """
        words, _, pieces, turns, place = setup
        if pieces and (min(pieces) < 1 or sum(pieces) > MAX_PIECES):
            wanted = f"expected at least 1 each, at most {MAX_PIECES} together"
            raise BadInput(f"--pieces {pieces[0]} {pieces[1]}: {wanted}")
        if turns is not None and not 1 <= turns <= MAX_TURNS:
            raise BadInput(f"--turns {turns}: expected a whole number from 1 to {MAX_TURNS}")
        if words:
            return [self.notation.read_words(words)]
        limit = DEFAULT_TURNS if turns is None else turns
        if place is None:
            return [random_start(pieces or DEFAULT_PIECES, limit, seed)]
        return [Position(*read_place(place), limit)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return random start `number`: equal numbers of pieces and 40 turns; `size` is ignored."""
        return random_start(EQUAL_ARMIES[number % len(EQUAL_ARMIES)], 40, 7000 + number)


class DuelNotation(Notation[Position]):
    """Positions as the side to move, the squares of both players and the turns left."""

    form = "SIDE PLACE TURNS_LEFT"
    examples = (("X", write_place(START), "12"),)

    def read(self, *words: str) -> Position:
        side, place, left = words
        position = Position(*read_place(place), read_number(left, 0, MAX_TURNS, 12), side.upper())
        if position.turn not in SIDES:
            raise BadInput(f"{quoted(side)} is not a side: expected X or O, e.g. {self.example_line}")
        return position

    def write(self, position: Position) -> list[str]:
        return [position.turn, write_place(position), str(position.turns_left)]


class DuelPhrases(Phrases[Position, Setup]):
    """The wording of the assignment."""

    rules = RULES

    def ask(self, setup: Setup, named: Names, seeded: bool) -> tuple[Setup, Names]:
        return (setup, named) if setup.words else ask_start(setup, named, seeded)

    def human_player(self, game: GameParts[Position, Setup], settings: PlayerSettings) -> DuelHuman:
        return DuelHuman(game, settings)

    def explain(self, position: Position) -> str:
        example = "c4, then d4, or both at once: c4 d4"
        return f"Name a piece of yours, then the empty square above, below or beside it: {example}."

    def status(self, position: Position) -> str:
        x, o = position.space("X"), position.space("O")
        return f"turns left {position.turns_left} | moveable space X {x} O {o}"

    def sentence(self, position: Position, move: Step, human: bool) -> str:
        return moved_text("Player" if human else "Computer", move)

    def page_sentence(self, position: Position, move: Step) -> str:
        return moved_text(position.turn, move)

    def last_lines(self, outcome: Outcome) -> str:
        return f"{outcome.reason}\n{f'{PLAYERS[outcome.winner].upper()} WINS' if outcome.winner else 'DRAW'}"


def moved_text(who: str, move: Step) -> str:
    """Return a sentence about a move and who made it."""
    return f"{who} moves the piece at {SQUARES.name(move[0])} to {SQUARES.name(move[1])}"


class DuelPlayers(Players[Position, Setup]):
    """The engine, the textbook players, and the option --player."""

    default_limit = DEFAULT_LIMIT
    levels = LEVELS

    def simple(self, side: str) -> Mapping[str, PlayerFactory]:
        """Return the simple players by name, the same for both sides."""
        return {
            "greedy": stateless_factory(greedy),
            "textbook": stateless_factory(best_move),
            "minimax-2": stateless_factory(partial(best_move, depth=2, value=lead)),
            "minimax-4": stateless_factory(partial(best_move, depth=4, value=lead)),
        }

    def from_options(self, setup: Setup, named: Names) -> Names:
        """Return names with both players seated as --player says; the given names if it is not used.

        Raise BadInput if it is not 1 or 2, or a side is assigned already.
        """
        if setup.player is None:
            return named
        if setup.player not in (1, 2) or any(named.values()):
            raise BadInput(f"--player {setup.player}: expected 1 or 2, without --x and --o")
        return seat_human(setup.player)

    def default(self, named: Names, level: int | None) -> dict[str, str]:
        """Return the names with unassigned sides filled; if none is assigned, seat a human as X."""
        return super().default(named if any(named.values()) else seat_human(1), level)


class DuelSearch(Search[Position]):
    """The kernels of the duel, and scores in squares of moveable space."""

    unit = "squares"
    win_score = float(len(SQUARES.squares))  # a win by immobility counts as the whole board
    state_size = 3
    solve_options = frozenset({"seed"})

    def curve(self, start: Position) -> Curve:
        return Curve(0.83)  # fitted to games (c29947cf)

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        """Return a score for `side` in squares, negative if it is behind, and in words.

        A win by immobility counts as the whole board.
        """
        leader, size = side if score > 0 else OTHER_SIDE[side], abs(score)
        if size > WON - PLIES:
            squares, words = self.win_score, f"{leader} wins, no move left after {WON - size}"
        else:
            squares, words = lead_size(score) / SPACE, describe_lead(score, leader, SPACE)
        return squares if score > 0 else -squares, words

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the kernels of the rules, the evaluation and the practical chances; `size` is ignored."""
        rules = square_grid, leads, kernels
        own = square_shapes, evaluation, practical_chances
        return (*map(vars, rules), *map(vars, own), SQUARES.constants())

    def state(self, position: Position) -> State:
        """Return a position as a state of the kernels: own pieces, the other side's, the turns left."""
        pieces = (position.x, position.o) if position.turn == "X" else (position.o, position.x)
        return (*pieces, position.turns_left)

    def single_moves(self, position: Position, move: int) -> list[Step]:
        """Return a list of one move: that of the kernels as (origin, target)."""
        return [step_of(move)]

    def solve(self, start: Position, question: Question) -> Solution:
        x, o = (min(4 * pieces.bit_count(), start.empty.bit_count()) for pieces in (start.x, start.o))
        bounds = f"unless one side gets stuck, X wins by at most {x}, O by at most {o}"
        return solve_by_search(self.compiled(), start, question, bounds)


GAME = Game(
    START,
    starts=DuelStarts(),
    notation=DuelNotation(),
    phrases=DuelPhrases(),
    look=LOOK,
    players=DuelPlayers(),
    search=DuelSearch(),
    help={
        "play": Help(
            "Play a game. Without the word `play` it asks for what no option says.",
            "--player 2 --pieces 6 4 --turns 30 --seed 7 --level 3",
        ),
        "solve": Help(
            "Prove who wins a position, and how. Gives bounds if the game is too long to solve.",
            '--place "X b2 c1 e2 O a1 c7 f5" --turns 6',
        ),
    },
    package="common.games.duel7",
)


main = partial(app.main, GAME)
console = partial(app.console, GAME)  # no arguments: the dialogue; else a verb, or its options

if __name__ == "__main__":
    console()
