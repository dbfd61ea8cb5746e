"""Cats & Dogs: five cats eat 44 dogs on 7x7 squares, unless the dogs bring three cats into line.

The assignment in short: cats stand in the corners and in the centre, dogs on all other squares. The
Cat player begins, and moves one cat to an adjacent square with a dog, which is removed. The Dog
player then makes two single moves, each of one dog to an adjacent empty square. The Dog player wins
if three or more cats are in one row or column. Otherwise the Cat player wins if no cat has a dog
next to it. Each player has 5 seconds for a move.

    python catsdogs.py
    python catsdogs.py play --cat human --dog engine --seconds 2
    python catsdogs.py match engine level-3 --pairs 20
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.cli import app
from common.games.cats_and_dogs.board import BOARD, SQUARES
from common.games.cats_and_dogs.rules_text import RULES
from common.play.game import BadInput, Game, Level, Limit, Names, Outcome, Ply, quoted
from common.play.players import Kind, plain, seeded
from common.play.questions import ask_sides, read_number
from common.play.setup import OptionInfo
from common.rules.position import PendingMoves, Player
from common.rules.square_grid import Step
from common.show import shapes
from common.show.piece_board import PieceBoard, SquareColours
from common.show.style import BROWN, SLATE, WHITE, captions, on_colour

if TYPE_CHECKING:
    from common.show.film import Film

SIDES = ("cat", "dog")


# THE RULES: "It can move one of the Cats to any orthogonally (non-diagonal) adjacent space occupied by a Dog,
# which is then removed from the board."


def beside(squares: int) -> int:
    """Return the squares above, below, left and right of a set of squares (see square_grid.py)."""
    return (squares << 1 | squares >> 1 | squares << SQUARES.stride | squares >> SQUARES.stride) & BOARD


class Position(NamedTuple):
    """A position: the cats and the dogs as sets of squares (see square_grid.py), and the step.

    Step 0: the cats move. Steps 1 and 2: the dogs' first and second move.
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
        """The squares without a piece."""
        return BOARD & ~(self.cats | self.dogs)

    def moves(self) -> list[Step]:
        """Return every single move, (origin, target): a cat's to a dog's square, a dog's to an empty one.

        Moves are sorted by origin, a1 ... g7, then by direction: up, left, right, down.
        """
        return SQUARES.steps(self.dogs, self.empty) if self.step else SQUARES.steps(self.cats, self.dogs)

    def play(self, move: Step) -> Position:
        """Return the position after a legal single move; after a capture, dogs that cannot move pass."""
        origin, target = (1 << at for at in move)
        if self.step == 0:
            return Position(self.cats ^ origin ^ target, self.dogs ^ target, 1).after_forced_pass()
        return Position(self.cats, self.dogs ^ origin ^ target, (self.step + 1) % 3)

    def after_forced_pass(self) -> Position:
        """Pass for the dogs if it is their turn and none of them can move; else return the same position."""
        return self if self.step == 0 or self.outcome() or self.moves() else self._replace(step=0)

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game goes on. The dogs' first move may end it, too.

        Three cats in line win for the dogs; otherwise the cats win if no dog stands beside a cat.
        """
        for line, squares in SQUARES.lines.items():
            count = (self.cats & squares).bit_count()
            if count > 2:
                return Outcome("dog", f"{NUMBER_WORDS[count]} cats stand in {line}.")
        return None if beside(self.cats) & self.dogs else Outcome("cat", "No cat has a dog beside it.")

    def text(self, move: Step) -> str:
        """Return a move as two squares, e.g. a1 a2."""
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        """Return the move that a text names, legal or not, e.g. a1 a2.

        Raise BadInput if the text is no move.
        """
        return SQUARES.read_step(text)


NUMBER_WORDS = {3: "Three", 4: "Four", 5: "Five"}
CATS = SQUARES.read_names("a1 a7 d4 g1 g7")
START = Position(CATS, BOARD & ~CATS)


# THE CONTRACT: "The Cat player moves first. ... The Dog player moves next. ... then moves again"

PROMPTS = ("Cat's move: ", "Dog's first move: ", "Dog's second move: ")  # by step
PASS_REMARK = "Dog cannot move"


def read_position(text: str, step: int = 0) -> Position:
    """Read rows a-g joined by `/`: C is a cat, D or d a dog, `.` an empty square.

    Raise BadInput if the text is malformed, has other than five cats, or the step is not 0, 1 or 2.
    """
    if not re.fullmatch("([CDd.]{7}/){6}[CDd.]{7}", text.strip()):
        wanted = f"expected 7 rows of 7 letters C, D or ., joined by /, e.g. {write_position(START)}"
        raise BadInput(f"{quoted(text)} is not a position: {wanted}")
    found = dict(zip(SQUARES.squares, text.strip().replace("/", "").upper(), strict=True))
    cats, dogs = (sum(1 << at for at, letter in found.items() if letter == wanted) for wanted in "CD")
    if cats.bit_count() != 5:
        raise BadInput(
            f"{quoted(text)} has {cats.bit_count()} cats: expected 5, e.g. {write_position(START)}"
        )
    if step not in (0, 1, 2):
        raise BadInput(f"--step {step}: expected 0 (the cats move), 1 or 2 (the dogs' first or second move)")
    return Position(cats, dogs, step)


def write_position(position: Position) -> str:
    """Return the rows of a position; the inverse of `read_position`, without the step."""
    found = "".join(LOOK.letters(position))
    return "/".join(found[row : row + 7] for row in range(0, 49, 7))


def refusal(position: Position, move: Step) -> str:
    """Return a sentence on why a move is illegal, and what would be legal."""
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


# THE ASSIGNMENT'S ALGORITHM: "you will implement strategies for both the Cat and Dog players"
#
# A capture is safe if it brings no three cats into line. Cats without a safe capture have lost. So the cats
# keep many safe captures, the dogs leave few, and both look ahead by minimax.

WINS = 10_000  # more than any view
TURN = 3  # single moves of a turn of both players


def safe_moves(position: Position) -> list[Step]:
    """Return the captures that bring no three cats into line, as if the cats were to move."""
    return [capture for capture in SQUARES.steps(position.cats, position.dogs) if is_safe(position, capture)]


def is_safe(position: Position, capture: Step) -> bool:
    """Return True if no three cats are in line after a capture."""
    cats = position.cats ^ 1 << capture[0] ^ 1 << capture[1]
    return all((cats & line).bit_count() < 3 for line in SQUARES.lines.values())


def cats_view(position: Position) -> int:
    """Return what a position is worth to the cats: 10 a safe capture, -5 a line that two cats share."""
    shared = sum((position.cats & line).bit_count() == 2 for line in SQUARES.lines.values())
    return 10 * len(safe_moves(position)) - 5 * shared


def dogs_view(position: Position) -> int:
    """Return what a position is worth to the cats, as the dogs see it: -2 a free square beside a cat."""
    return 10 * len(safe_moves(position)) - 2 * (beside(position.cats) & position.empty).bit_count()


def minimax(position: Position, depth: int, low: int, high: int, view: Callable[[Position], int]) -> int:
    """Return what a position is worth to the cats after `depth` single moves, if between `low` and `high`.

    The cats raise `low`, the dogs reduce `high`. An early end counts more.
    """
    if outcome := position.outcome():
        return WINS + depth if outcome.winner == "cat" else -WINS - depth
    if depth == 0:
        return view(position)
    for move in position.moves():
        found = minimax(position.play(move), depth - 1, low, high, view)
        low, high = (low, min(high, found)) if position.step else (max(low, found), high)
        if low >= high:
            break  # one of the players has something better earlier
    return high if position.step else low


def cat_strategy(position: Position) -> Step:
    """Return the capture that is worth most after the dogs' best answer, the first of equals."""
    best, low = position.moves()[0], -2 * WINS
    for move in position.moves():
        found = minimax(position.play(move), TURN - 1, low, 2 * WINS, cats_view)
        best, low = (move, found) if found > low else (best, low)
    return best


def dog_strategy(position: Position) -> Step:
    """Return the dogs' single move that is worth least to the cats after their best answer."""
    best, high = position.moves()[0], 2 * WINS
    for move in position.moves():
        found = minimax(position.play(move), TURN - position.step, -2 * WINS, high, dogs_view)
        best, high = (move, found) if found < high else (best, high)
    return best


# Simple players: "you are free to use any approach you like". They choose at random among equals.


def careful(seed: int) -> Player[Position]:
    """Return cats that make any safe capture, or any capture if none is safe."""
    chance = random.Random(seed)
    return lambda position: chance.choice(safe_moves(position) or position.moves())


def roomy(seed: int) -> Player[Position]:
    """Return cats that end contact safely, or else keep the most safe captures if no dog moved."""
    chance = random.Random(seed)

    def rating(after: Position) -> int:
        return WINS if after.outcome() else len(safe_moves(after))

    def move(position: Position) -> Step:
        ratings = {capture: rating(position.play(capture)) for capture in safe_moves(position)}
        best = [capture for capture, found in ratings.items() if found == max(ratings.values())]
        return chance.choice(best or position.moves())

    return move


def squeeze(seed: int) -> Player[Position]:
    """Return dogs that leave the fewest safe captures at the end of their turn and keep contact."""
    chance, plan = random.Random(seed), PendingMoves()

    def rating(end: Position) -> int:
        return WINS if end.outcome() else len(safe_moves(end))

    def decide(position: Position) -> list[Step]:
        ends: dict[Position, list[Step]] = {}  # each end of the turn once, with the first way there
        for first in position.moves():
            after = position.play(first)
            seconds = after.moves() if after.step == 2 and not after.outcome() else []
            for second in seconds:
                ends.setdefault(after.play(second), [first, second])
            if not seconds:
                ends.setdefault(after, [first])
        ratings = {end: rating(end) for end in ends}
        fewest = min(ratings.values())
        return chance.choice([ends[end] for end, found in ratings.items() if found == fewest])

    return lambda position: plan.pop(position) or plan.store(position, decide(position))


LIMIT = Limit(seconds=5)  # "there is currently a time limit of 5 seconds on each player's move"
LEVELS = {  # of the engine
    1: Level(Limit(nodes=50), 0.85, margin=10),  # 10 is a safe capture
    2: Level(Limit(nodes=200), 0.4, margin=10),
    3: Level(Limit(nodes=1_000), margin=20),
    4: Level(Limit(nodes=20_000), margin=10),
    5: Level(LIMIT, margin=0),
}


# HOW IT LOOKS: "a 7-by-7 grid in which the four corners and center square are all initially occupied by Cats"


class CatsDogsLook(PieceBoard[Position]):
    """Grey cats and brown dogs; pictures show the number of dogs below the board."""

    colours = (SLATE, BROWN)

    def film(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        scores = [f"{position.dogs.bit_count()} dogs" for position in history]
        return self.frames(history, captions(history, scores, outcome, outcome.reason if outcome else ""))


CAT_HEAD = shapes.cat_head(SLATE, shapes.YELLOW, WHITE)
LOOK = CatsDogsLook(
    SQUARES,
    lambda position: {"C": position.cats, "D": position.dogs},
    {
        "C": lambda pen, x, y, size: CAT_HEAD(pen, x, y + size * 0.08, size * 0.66),
        "D": lambda pen, x, y, size: shapes.dog_head(pen, x, y, size * 0.6, BROWN),
    },
    (on_colour(SLATE), on_colour(BROWN)),
    SquareColours((232, 238, 226), (205, 216, 196)),
)


# THE GAME: "a two-player board game ... based on the gaming principle of unequal forces"


class CatsAndDogs(Game[Position]):
    """Cats & Dogs: its starts, positions in words, sentences and players."""

    default_start = START
    form = "SIDE POSITION STEP"
    examples = (("cat", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...", "0"),)
    rules = RULES
    engine = "common.games.cats_and_dogs.engine"
    look = LOOK
    limit = LIMIT
    match_limit = Limit(seconds=0.5)
    levels = LEVELS
    players: Mapping[str, Kind] = {
        "roomy": seeded(roomy, "cat"),
        "careful": seeded(careful, "cat"),
        "squeeze": seeded(squeeze, "dog"),
        "textbook": plain(lambda position: (dog_strategy if position.step else cat_strategy)(position)),
    }

    def starts(
        self,
        words: Sequence[str] = (),
        seed: int = 0,
        place: Annotated[
            str | None, OptionInfo("rows a-g of C, D and ., joined by / (default: the start)", "--position")
        ] = None,
        step: Annotated[
            int, OptionInfo("0: cats to move; 1, 2: first or second move of the dogs", least=0, most=2)
        ] = 0,
    ) -> list[Position]:
        if words:
            return [self.read(*words)]
        if place is None and step:
            raise BadInput(f"--step {step}: give a --position too, since the cats move at the start")
        return [START if place is None else read_position(place, step)]

    def settled(self, start: Position) -> Position:
        return start.after_forced_pass()

    def opening(self, number: int, size: int = 0) -> Position:
        """Return the start after a random safe capture, two random dog moves and another safe capture.

        `number` is the random seed; `size` is ignored.
        """
        chance, cats, position = random.Random(number), careful(number), START
        for _ in range(4):
            position = position.play(chance.choice(position.moves()) if position.step else cats(position))
        return position

    def parse(self, *words: str) -> Position:
        side, place, step = words
        number = read_number(step, 0, 2, 0)
        position = read_position(place, number)
        if side.lower() != ("dog" if number else "cat"):
            raise BadInput(f"{quoted(side)} does not make step {step}: expected cat and 0, or dog and 1 or 2")
        return position

    def write(self, position: Position) -> list[str]:
        return [position.turn, write_position(position), str(position.step)]

    def ask(self, given: dict[str, Any], names: Names) -> tuple[dict[str, Any], Names]:
        return given, names if any(names.values()) else ask_sides(SIDES)

    def prompt(self, position: Position) -> str:
        return PROMPTS[position.step]

    def explain(self, position: Position) -> str:
        where = "a cat goes to a dog's square, a dog to an empty one"
        return f"Name two squares side by side, from and to, e.g. a1 a2: {where}."

    def refusal(self, position: Position, move: Step) -> str:
        return refusal(position, move)

    def status(self, position: Position) -> str:
        return f"{position.dogs.bit_count()} dogs left"

    def sentence(self, ply: Ply) -> str:
        origin, target = map(SQUARES.name, ply.move)
        return f"{ply.before.turn.capitalize()} moves {origin} to {target}"

    def remark(self, ply: Ply) -> str:
        """Return a remark if the dogs pass, after a cats' move or at the start."""
        passed = ply.before.step == ply.after.step == 0 or ply.before[:2] == ply.after[:2]
        return PASS_REMARK if passed and not ply.after.outcome() else ""


GAME = CatsAndDogs()
main = partial(app.main, GAME)
console = partial(app.run_script, GAME)  # no arguments: the dialogue; else a verb, or its options

if __name__ == "__main__":
    console()
