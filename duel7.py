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

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.cli import app
from common.games.duel7.board import BOARD, SQUARES
from common.games.duel7.rules_text import RULES
from common.play.game import Ask, BadInput, Game, Level, Limit, Names, Outcome, Ply, quoted
from common.play.players import Kind, plain
from common.play.questions import ask, ask_choice, ask_number, read_number
from common.play.setup import join_words
from common.rules.square_grid import Step
from common.show import shapes
from common.show.piece_board import PieceBoard
from common.show.style import COLOURS, captions

if TYPE_CHECKING:
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


# THE CONTRACT: "In the beginning, your program will ask if the user will be Player1 or 2."

MAX_TURNS = 1_000_000  # the longest turn limit
MAX_PIECES = len(SQUARES.squares) - 1  # pieces of both players together: one square must stay free


def ask_start(given: dict[str, Any]) -> dict[str, Any]:
    """Ask for the options of the start that are not given, in the order of the contract. Return all.

    With a seed the squares are random.
    """
    if not given.keys() & {"place", "pieces"}:
        x = ask_number("Number of pieces of Player1 (X): ", 1, MAX_PIECES - 1, 6)
        o = ask_number("Number of pieces of Player2 (O): ", 1, MAX_PIECES - x, min(6, MAX_PIECES - x))
        given = given | {"pieces": (x, o)}
    if "turns" not in given:
        question = "Maximum number of turns (single moves of both players together): "
        given = given | {"turns": ask_number(question, 1, MAX_TURNS, 40)}
    how = "Place the pieces randomly or enter their coordinates? (r/e): "
    asks_place = not given.keys() & {"place", "seed"}
    if asks_place and ask_choice(how, {"r": "randomly", "e": "enter"}) == "e":
        given = given | {"place": ask_place(*given["pieces"])}
    return given


def ask_place(*counts: int) -> str:
    """Ask for the squares of X, then of O, one or several in each answer. `counts` are their numbers."""
    place, taken = "", list[int]()
    for side, most in zip(SIDES, counts, strict=True):
        own = list[int]()
        while len(own) < most:
            question = f"Coordinate of piece {len(own) + 1} of {PLAYERS[side]} ({side}): "
            read = partial(SQUARES.read_distinct, occupied=taken + own, most=most - len(own))
            own += ask(question, read, "squares, e.g. a1 b2")
        place, taken = f"{place} {side} {' '.join(map(SQUARES.name, own))}", taken + own
    return place


def read_place(text: str) -> tuple[int, int]:
    """Return the squares of X and of O as two sets, from text such as `X a1 a7 O b2 c3`.

    Raise BadInput if the text is malformed or no square stays free.
    """
    return SQUARES.read_sides(text, SIDES)


def write_place(position: Position) -> str:
    """Return the squares of both players as text; the inverse of `read_place`."""
    return f"X {SQUARES.names(position.x)} O {SQUARES.names(position.o)}"


def random_start(pieces: tuple[int, int], turns: int, seed: int) -> Position:
    """Return a start with these numbers of pieces of X and O on random squares; X is to move."""
    squares = [1 << square for square in random.Random(seed).sample(SQUARES.squares, sum(pieces))]
    return Position(sum(squares[: pieces[0]]), sum(squares[pieces[0] :]), turns)


def read_piece(position: Position, answer: str) -> list[int]:
    """Return the squares of an answer, [piece] or [piece, target]. Raise BadInput unless they can move."""
    if len(re.findall(r"[^\s,-]+", answer)) > 2:
        wanted = "name the piece, or the piece and its new square, e.g. c4 d4"
        raise BadInput(f"{quoted(answer)} is more than a move: {wanted}")
    squares = list(SQUARES.read_step(answer)) if len(answer) > 2 else [SQUARES.read(answer)]
    SQUARES.check_piece(position.own, position.empty, squares[0])
    if len(squares) == 2:
        SQUARES.check_target(squares[0], position.empty, squares[1])
    return squares


def read_target(position: Position, origin: int, answer: str) -> list[int]:
    """Return the target of an answer in a list, which is empty if the answer is. Raise BadInput."""
    if not answer:
        return []
    target = SQUARES.read(answer)
    SQUARES.check_target(origin, position.empty, target)
    return [target]


# THE ASSIGNMENT'S ALGORITHM: "You must provide a heuristic function which will be applicable to any
# combination of limit and number of piece values."

Estimate = Callable[[Position], int]
SQUARE, REACH, MOVE, RIM = 10, 3, 1, -1  # the worth of what `worth` counts
WINS = 10_000  # more than any worth
AT_RIM = sum(1 << square for square in SQUARES.squares if SQUARES.near[square].bit_count() < 4)


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


LEVELS = {  # of the engine
    1: Level(Limit(nodes=5), 0.8, margin=10),  # 40 is a square
    2: Level(Limit(nodes=20), 0.5, margin=10),
    3: Level(Limit(nodes=100), margin=25),
    4: Level(Limit(nodes=2_000), margin=25),
    5: Level(Limit(seconds=2), margin=0),
}


# HOW IT LOOKS: "print the coordinate system and the squares occupied with pieces
# labeled by their player indicator"

PIECE_DRAWERS: dict[str, shapes.Draw] = {
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


class Duel(Game[Position]):
    """The sliding duel: its starts, positions in words, sentences and players."""

    # An example, for there is no standard start
    default_start = Position(*read_place("X a1 a7 O b2 c3"), 12)
    form = "SIDE PLACE TURNS_LEFT"
    rules = RULES
    engine = "common.games.duel7.engine"
    look = LOOK
    levels = LEVELS
    seats = "human", "engine"
    players: Mapping[str, Kind] = {
        "greedy": plain(greedy),
        "minimax-2": plain(partial(best_move, depth=2, value=lead)),
        "minimax-4": plain(partial(best_move, depth=4, value=lead)),
        "textbook": plain(best_move),
    }

    def starts(
        self,
        words: Sequence[str] = (),
        seed: int = 0,
        pieces: Annotated[tuple[int, int], "number of pieces of X and of O"] = (6, 6),
        turns: Annotated[int, "turn limit: single moves of both sides"] = 40,
        place: Annotated[str | None, "squares, e.g. 'X a1 a7 O b2 c3' (default: random)"] = None,
    ) -> list[Position]:
        if min(pieces) < 1 or sum(pieces) > MAX_PIECES:
            wanted = f"expected at least 1 each, at most {MAX_PIECES} together"
            raise BadInput(f"--pieces {pieces[0]} {pieces[1]}: {wanted}")
        if not 1 <= turns <= MAX_TURNS:
            raise BadInput(f"--turns {turns}: expected a whole number from 1 to {MAX_TURNS}")
        if words:
            return [self.read(*words)]
        if place is not None:
            return [Position(*read_place(place), turns)]
        return [random_start(pieces, turns, seed)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return random start `number`: 40 turns, as many pieces of X as of O; `size` is ignored."""
        pieces = [(3, 3), (6, 6), (10, 10), (16, 16)][number % 4]
        return random_start(pieces, 40, 7000 + number)

    def parse(self, *words: str) -> Position:
        side, place, left = words
        squares, turns_left = read_place(place), read_number(left, 0, MAX_TURNS, 12)
        if side.upper() not in SIDES:
            raise BadInput(
                f"{quoted(side)} is not a side: expected X or O, e.g. {join_words(self.full_example)}"
            )
        return Position(*squares, turns_left, side.upper())

    def write(self, position: Position) -> list[str]:
        return [position.turn, write_place(position), str(position.turns_left)]

    def ask(self, given: dict[str, Any], names: Names) -> tuple[dict[str, Any], Names]:
        if "words" in given:
            return given, names
        if not any(names.values()):
            answers = {"1": "player1 first x", "2": "player2 second o"}
            number = int(ask_choice("Do you want to be Player1 or Player2? (1/2): ", answers))
            names = self.seated(names, number)
        return ask_start(given), names

    def seated(
        self, names: Names, player: Annotated[int | None, "play X (1) or O (2) against the engine"] = None
    ) -> Names:
        if player is None:
            return names
        if player not in (1, 2) or any(names.values()):
            raise BadInput(f"--player {player}: expected 1 or 2, without --x and --o")
        return {"X": "human", "O": "engine"} if player == 1 else {"X": "engine", "O": "human"}

    def ask_move(self, position: Position, ask: Ask) -> Step:
        """Ask for the piece that will be moved, then for its new square; or for both at once."""
        while True:
            origin, *targets = ask("Choose piece to move: ", partial(read_piece, position))
            question = f"Choose the new position for {SQUARES.name(origin)}: "
            targets = targets or ask(question, partial(read_target, position, origin))
            if targets:  # an empty answer takes the piece back
                return origin, targets[0]

    def explain(self, position: Position) -> str:
        origin, target = map(SQUARES.name, position.moves()[0])
        example = f"{origin}, then {target}, or both at once: {origin} {target}"
        return f"Name a piece of yours, then the empty square above, below or beside it: {example}."

    def status(self, position: Position) -> str:
        x, o = position.space("X"), position.space("O")
        return f"turns left {position.turns_left} | moveable space X {x} O {o}"

    def sentence(self, ply: Ply) -> str:
        return moved_text("Player" if ply.by_person else "Computer", ply.move)

    def page_sentence(self, ply: Ply) -> str:
        return moved_text(ply.before.turn, ply.move)

    def last_lines(self, outcome: Outcome) -> str:
        return f"{outcome.reason}\n{f'{PLAYERS[outcome.winner].upper()} WINS' if outcome.winner else 'DRAW'}"


def moved_text(who: str, move: Step) -> str:
    """Return a sentence about a move and who made it."""
    return f"{who} moves the piece at {SQUARES.name(move[0])} to {SQUARES.name(move[1])}"


GAME = Duel()
main = partial(app.main, GAME)
console = partial(app.run_script, GAME)  # no arguments: the dialogue; else a verb, or its options

if __name__ == "__main__":
    console()
