"""Cats & Dogs: five cats eat forty-four dogs on 7x7 squares, unless three of them are brought into line.

The assignment in short. Cats stand in the corners and in the centre, dogs on all other squares. The
Cat player moves first: one cat to a square with a dog above, left, right or below, which is removed.
Then the Dog player makes two single moves, each one dog to an empty square beside it. The Dog player
wins if three or more cats are in one row or column; else the Cat player wins if no cat has a dog
beside it. Each player has 5 seconds for a move.

    python catsdogs.py
    python catsdogs.py play --cat human --dog engine --seconds 2
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.command import app
from common.games.cats_and_dogs import (
    double_moves,
    evaluation,
    kernels,
    move_lists,
    proof_number,
    safe_captures,
    shared_table,
    square_lines,
    three_turn_search,
)
from common.games.cats_and_dogs.board import BOARD, SQUARES
from common.games.cats_and_dogs.double_moves import WIDTH, single_moves
from common.games.cats_and_dogs.endings import ENDINGS
from common.games.cats_and_dogs.evaluation import SAFE
from common.games.cats_and_dogs.players import careful, roomy, squeeze, three_turns
from common.play.game import Curve, Game, Make, Names, Told
from common.play.players import Seeded
from common.play.questions import choose_sides, read_number
from common.rules import square_grid
from common.rules.bits import bits_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Step
from common.search.alpha_beta import DECIDED
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.transposition import WON
from common.show import shapes
from common.show.piece_board import Pieces, SquareColours
from common.show.style import captions, on_colour

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels, State
    from common.search.results import Question, Solution
    from common.search.solver import Companion
    from common.show.film import Film

SIDES = ("cat", "dog")


# RULES: "Cats & Dogs is ... based on the gaming principle of unequal forces"


class Position(NamedTuple):
    """The cats and the dogs as sets of squares (see square_grid.py), and the step.

    Step 0 is the cats' move, 1 and 2 are the dogs' first and second move.
    """

    cats: int
    dogs: int
    step: int = 0

    @property
    def turn(self) -> str:
        """The side to move."""
        return "dog" if self.step else "cat"

    @property
    def empty(self) -> int:
        """The squares that nobody stands on."""
        return BOARD & ~(self.cats | self.dogs)

    def moves(self) -> list[Step]:
        """Return every single move: a cat's to a dog, a dog's to an empty square.

        By origin a1 ... g7, then up, left, right, down.
        """
        return SQUARES.steps(self.dogs, self.empty) if self.step else SQUARES.steps(self.cats, self.dogs)

    def play(self, move: Step) -> Position:
        """Return the position after a single move; dogs that cannot move pass."""
        origin, target = (1 << at for at in move)
        if self.step == 0:
            return Position(self.cats ^ origin ^ target, self.dogs ^ target, 1).passed()
        return Position(self.cats, self.dogs ^ origin ^ target, (self.step + 1) % 3)

    def passed(self) -> Position:
        """Return the position with the cats to move if it is the dogs' turn and none of them can."""
        return self if self.step == 0 or self.outcome() or self.moves() else self._replace(step=0)

    def outcome(self) -> Outcome | None:
        """Look for three cats in line, then for a dog beside a cat; asked after every single move."""
        for line, squares in SQUARES.lines.items():
            count = (self.cats & squares).bit_count()
            if count > 2:
                return Outcome("dog", f"{COUNTS[count]} cats stand in {line}.")
        if not any(SQUARES.near[cat] & self.dogs for cat in SQUARES.squares if self.cats >> cat & 1):
            return Outcome("cat", "No cat has a dog beside it.")
        return None

    def text(self, move: Step) -> str:
        """Return a move as two squares: a1 a2."""
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        """Read a move; the inverse of `text`. Raise BadInput if it is none."""
        return SQUARES.read_step(text)


COUNTS = {3: "Three", 4: "Four", 5: "Five"}
CATS = SQUARES.read_names("a1 a7 d4 g1 g7")
START = Position(CATS, BOARD & ~CATS)


# PLAYERS: "you will implement strategies for both the Cat and Dog players"

USUAL = Limit(seconds=5)  # "there is currently a time limit of 5 seconds on each player's move"
LEVELS = {
    1: Level(Limit(nodes=50), 0.85),
    2: Level(Limit(nodes=200), 0.4),
    3: Level(Limit(nodes=1_000)),
    4: Level(Limit(nodes=20_000)),
    5: Level(USUAL),
}


# THE CONTRACT: the board after every single move, its sentence before it

PROMPTS = ("Cat's move: ", "Dog's first move: ", "Dog's second move: ")  # by step
CANNOT = "Dog cannot move"


def read_position(text: str, step: int = 0) -> Position:
    """Read rows a-g joined by `/`: C a cat, D or d a dog, `.` an empty square; five cats. Raise BadInput."""
    if not re.fullmatch("([CDd.]{7}/){6}[CDd.]{7}", text.strip()):
        wanted = f"wanted 7 rows of 7 letters C, D or ., joined by /, e.g. {drawn(START)}"
        raise BadInput(f"{quoted(text)} is no position: {wanted}")
    found = dict(zip(SQUARES.squares, text.strip().replace("/", "").upper(), strict=True))
    cats, dogs = (bits_of(at for at, letter in found.items() if letter == wanted) for wanted in "CD")
    if cats.bit_count() != 5:
        raise BadInput(f"{quoted(text)} has {cats.bit_count()} cats: wanted 5, e.g. {drawn(START)}")
    if step not in (0, 1, 2):
        raise BadInput(f"--step {step}: wanted 0 (the cats move), 1 or 2 (the dogs' first or second move)")
    return Position(cats, dogs, step)


def drawn(position: Position) -> str:
    """Return the rows of a position; the inverse of `read_position`, but for the step."""
    found = "".join(PIECES.letters(position))
    return "/".join(found[row : row + 7] for row in range(0, 49, 7))


# HOW IT LOOKS: "a 7-by-7 grid in which the four corners and center square are all initially occupied by Cats"

BLACK = (25, 25, 25)
BROWN = (163, 98, 43)
PIECES: Pieces[Position] = Pieces(
    SQUARES,
    lambda position: {"C": position.cats, "D": position.dogs},
    {
        "C": lambda pen, x, y, size: shapes.cat_head(pen, x, y + size * 0.08, size * 0.66, BLACK),
        "D": lambda pen, x, y, size: shapes.dog_head(pen, x, y, size * 0.6, BROWN),
    },
    (on_colour(BLACK, "yellow"), on_colour(BROWN)),
    SquareColours((232, 238, 226), (205, 216, 196)),
)


# THE GAME, all in all

GOAL = """\
The cats win when no dog stands beside a cat; \
the dogs win when three cats stand in one row or column."""
PLAYS = """\
Play a game. Who plays is asked for unless --cat, --dog or the word `play` is given; \
both are engines then."""
MOST_CAT_MOVES = 50  # more cat moves than any game has


class Setup(NamedTuple):
    """The options of a start: the usual one, or a position as the contract writes it."""

    words: Sequence[str] = ()
    place: Annotated[
        str | None,
        Told("rows a-g joined by /, of C, D and . (default: the start)", "--position"),
    ] = None
    step: Annotated[
        int,
        Told("0: the cats move, 1 and 2: the dogs' first and second move", least=0, most=2),
    ] = 0


class CatsAndDogs(Game[Position, Setup]):
    """Cats & Dogs."""

    name = "catsdogs"
    sides = SIDES
    goal = GOAL
    setup = Setup
    form = "SIDE POSITION STEP"
    example = ("cat", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...", "0")
    plays = PLAYS
    play_example = "--cat human --dog engine --seconds 2 --gif hunt.gif"
    solves = "Who wins a position, in how many cat moves, and how."
    solve_example = f"--position {example[1]}"
    usual = USUAL
    quick = Limit(seconds=0.5)
    levels = LEVELS
    novices: Mapping[str, str] = {"cat": "roomy", "dog": "squeeze"}
    unit = "safe captures"
    win = 100.0
    slip = 2.0
    curve = Curve(0, -1.7)  # python tests/bench scale catsdogs 60: safe captures tell how long the cats last
    seat_unit = "cat moves"
    width = WIDTH
    ints = 3
    fields = double_moves.FIELDS | safe_captures.FIELDS | proof_number.fields(WIDTH)
    pieces = PIECES
    colours = (BLACK, BROWN)

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """Return the kernels of proofs, squares, moves and evaluation."""
        rules = square_grid, square_lines, double_moves, safe_captures, evaluation, kernels, move_lists
        searches = shared_table, proof_number, three_turn_search
        return (*map(vars, rules), *map(vars, searches), SQUARES.constants())

    def state(self, position: Position) -> State:
        """Return a position as kernels take it."""
        return tuple(position)

    def single_moves(self, position: Position, move: int) -> list[Step]:
        """Return the single moves of a move of the kernels."""
        return single_moves(move)

    def companion(self, kernels: Kernels, fields: Mapping[str, int], threads: int) -> Companion:
        """Return the proofs of the winner that the engine makes before and after its search."""
        from common.games.cats_and_dogs.pn_solver import WinCompanion

        return WinCompanion(kernels, fields, ENDINGS, threads)

    def solve(self, start: Position, question: Question) -> Solution:
        """Say who wins and how soon, by proof numbers. Raise BadInput."""
        from common.games.cats_and_dogs.proof_report import by_proof_numbers

        return by_proof_numbers(self.linked(), ENDINGS, start, question, self.bounds(start))

    def frames(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        """Return one frame for the start and one for each single move; the last says who won and why."""
        scores = [f"{position.dogs.bit_count()} dogs" for position in history]
        return PIECES.frames(history, captions(history, scores, outcome, outcome.reason if outcome else ""))

    def simple(self, side: str) -> Mapping[str, Make]:
        """Return the textbook players of a side."""
        if side == "cat":
            return {"careful": Seeded(careful), "roomy": Seeded(roomy)}
        return {
            "squeeze": Seeded(lambda seed: squeeze(self.linked(), seed)),
            "three-turns": lambda settings: three_turns(self.linked()),
        }

    def words(self, score: int, side: str) -> str:
        """Say who wins in how many cat moves, else what the position is worth to the cats."""
        if abs(score) < DECIDED:
            return f"worth {(score if side == 'cat' else -score) / SAFE:.1f} safe captures to the cats"
        winner = side if score > 0 else self.other(side)
        if abs(score) <= WON - PLIES:
            return f"{winner} wins"
        cat_moves = (WON - abs(score) + (side == "cat")) // 2
        return f"{winner} wins in {cat_moves} cat move{'s' * (cat_moves != 1)}"

    def points(self, score: int) -> float:
        """Return a score in safe captures, for records; `win` if the winner is known."""
        if abs(score) < DECIDED:
            return score / SAFE
        return self.win if score > 0 else -self.win

    def victory(self, winner: str | None) -> str:
        return f"The {winner}s win, whatever the {self.other(winner or SIDES[0])}s do"

    def prompt(self, position: Position) -> str:
        return PROMPTS[position.step]

    def explain(self, position: Position) -> str:
        where = "a cat goes to a dog's square, a dog to an empty one"
        return f"Name two squares side by side, from and to, e.g. a1 a2: {where}."

    def ask(self, setup: Setup, said: Names, seeded: bool) -> tuple[Setup, Names]:
        return setup, said if any(said.values()) else choose_sides(SIDES)

    def refusal(self, position: Position, move: Step) -> str:
        """Say why a move is not legal, and what is."""
        origin, target = (SQUARES.name(at) for at in move)
        own, targets = (position.dogs, position.empty) if position.step else (position.cats, position.dogs)
        example = f"e.g. {position.text(position.moves()[0])}"
        if not own >> move[0] & 1:
            return f"No {position.turn} stands at {origin}: move one of the {position.turn}s, {example}"
        if not SQUARES.near[move[0]] >> move[1] & 1:
            return f"{target} is not beside {origin}: go up, down, left or right, {example}"
        wanted = "is not empty" if position.step else "holds no dog"
        possible = SQUARES.names(SQUARES.near[move[0]] & targets) or "no square"
        return f"{target} {wanted}: the {position.turn} at {origin} can go to {possible}"

    def sentence(self, position: Position, move: Step, human: bool) -> str:
        return f"{position.turn.capitalize()} moves {SQUARES.name(move[0])} to {SQUARES.name(move[1])}"

    def remark(self, before: Position, after: Position) -> str:
        """Say that the dogs pass: after a move of the cats, or at the start."""
        passed = before.step == after.step == 0 or before[:2] == after[:2]
        return CANNOT if passed and not after.outcome() else ""

    def standing(self, position: Position) -> str:
        return f"{position.dogs.bit_count()} dogs left"

    def start(self, setup: Setup, seed: int) -> Position:
        """Return the usual start or the position of the options. Raise BadInput if there is none."""
        if setup.words:
            return self.read(setup.words)
        if setup.place is None and setup.step:
            wanted = "wanted a --position with it, for at the start the cats move"
            raise BadInput(f"--step {setup.step}: {wanted}")
        return START if setup.place is None else read_position(setup.place, setup.step)

    def play_forced_moves(self, start: Position) -> Position:
        return start.passed()

    def read_position(self, side: str, place: str, step: str) -> Position:
        """Read the side, the rows and the step. Raise BadInput if they are no position."""
        position = read_position(place, read_number(step, 0, 2, 0))
        if side.lower() != position.turn:
            raise BadInput(f"{quoted(side)} does not make step {step}: wanted cat and 0, or dog and 1 or 2")
        return position

    def write(self, position: Position) -> list[str]:
        return [position.turn, drawn(position), str(position.step)]

    def opening(self, number: int) -> Position:
        """The start after two random safe cat moves and a random turn of the dogs between them."""
        chance, cats, position = random.Random(number), careful(number), START
        for _ in range(4):
            position = position.play(chance.choice(position.moves()) if position.step else cats(position))
        return position

    def seat_score(self, outcome: Outcome, plies: int) -> float:
        """Return how many moves the cats have made; a win counts for more than any loss."""
        return MOST_CAT_MOVES if outcome.winner == "cat" else plies / 3


GAME = CatsAndDogs()


# COMMAND LINE: "we will decide as a group which one to start with"

main = partial(app.main, GAME)
console = partial(app.console, GAME)  # without arguments the dialogue; else a verb, or its options

if __name__ == "__main__":
    console()
