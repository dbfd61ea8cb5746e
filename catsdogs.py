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
from common.games.cats_and_dogs import double_moves, proof_number, square_lines
from common.games.cats_and_dogs import move_lists as turns
from common.games.cats_and_dogs import safe_captures as safe
from common.games.cats_and_dogs.double_moves import moved, next_double_step, next_single_step
from common.games.cats_and_dogs.safe_captures import lines_of_two, safe_steps, safe_targets
from common.games.cats_and_dogs.square_lines import three_in_line
from common.kernels.kernel import kernel, popcount
from common.play.game import Curve, Game, Make, Names, Told
from common.play.players import PlayerSettings, seeded
from common.play.questions import choose_sides, read_number
from common.rules import square_grid
from common.rules.bits import bits_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, PendingMoves, Player
from common.rules.square_grid import Squares, Step, around, next_step, step_of
from common.search import shared_table
from common.search.alpha_beta import DECIDED, GOES_ON
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.pn_solver import Endings
from common.search.shared_table import ANY_TIME
from common.search.transposition import WON
from common.show import shapes
from common.show.piece_board import Pieces, SquareColours
from common.show.style import captions, on_colour

if TYPE_CHECKING:
    from common.show.film import Film

SQUARES = Squares(7, 7)
BOARD = SQUARES.all
SIDES = ("cat", "dog")
PROMPTS = "Cat's move: ", "Dog's first move: ", "Dog's second move: "


# RULES: "Cats & Dogs is ... based on the gaming principle of unequal forces"


class Position(NamedTuple):
    """The cats and the dogs as sets of squares (see square_grid.py); step 0: the cats move, 1 and 2: the dogs' moves."""

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
        """Every single move, a cat's to a dog, a dog's to an empty square, by origin a1 ... g7, then up, left, right, down."""
        return SQUARES.steps(self.dogs, self.empty) if self.step else SQUARES.steps(self.cats, self.dogs)

    def play(self, move: Step) -> Position:
        """The position after a single move; dogs that cannot move pass."""
        origin, target = (1 << at for at in move)
        if self.step == 0:
            return Position(self.cats ^ origin ^ target, self.dogs ^ target, 1).passed()
        return Position(self.cats, self.dogs ^ origin ^ target, (self.step + 1) % 3)

    def passed(self) -> Position:
        """The same with the cats to move if it is the dogs' turn and none of them can."""
        return self if self.step == 0 or self.outcome() or self.moves() else self._replace(step=0)

    def outcome(self) -> Outcome | None:
        """After every single move: three cats in line, then no dog beside a cat."""
        for line, squares in SQUARES.lines.items():
            count = (self.cats & squares).bit_count()
            if count > 2:
                return Outcome("dog", f"{COUNTS[count]} cats stand in {line}.")
        if not any(SQUARES.near[cat] & self.dogs for cat in SQUARES.squares if self.cats >> cat & 1):
            return Outcome("cat", "No cat has a dog beside it.")
        return None

    def text(self, move: Step) -> str:
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        """The inverse of `text`. Raises BadInput."""
        return SQUARES.read_step(text)


COUNTS = {3: "Three", 4: "Four", 5: "Five"}
START = Position(SQUARES.read_names("a1 a7 d4 g1 g7"), 0)
START = Position(START.cats, BOARD & ~START.cats)


# EVALUATION: a capture is safe if it brings no three cats into line; a hot line is a row or column with two cats
# The kernels repeat the rules on machine words, seen from the side to move, with the dogs' two moves as one decision.

SAFE = 10
HOT = 5
ALONE = -5
ACTIVE = 5
OUTSIDE = 3
SAFE_ONLY = {"SAFE": 1, "HOT": 0, "ALONE": 0, "ACTIVE": 0, "OUTSIDE": 0, "FORESEE": 0}  # the plainest evaluation, for comparisons
FEW = 24  # dogs' double moves that are searched before the others
FORESEE = 1  # 0: the end is seen only when it is there
WHOLE_TURNS = 1  # 0: each of the dogs' single moves is a ply, to count them
DRAWS = 0  # no game ends in a draw
LATE_DOGS = 34  # from here on the engine tries to prove who wins (tests/bench endings)
RINGS = tuple(  # the squares one, two, three rows or more from the middle one, and as many columns
    bits_of(at for at in SQUARES.squares if abs(divmod(at, 8)[way] - 3) >= far) for far in (1, 2, 3) for way in (0, 1)
)
WIDTH = 4096  # a dog's step crosses one of the 84 borders: at most 84 * 83 / 2 pairs apart, 84 * 6 in a chain
FIELDS = double_moves.FIELDS | safe.FIELDS | proof_number.fields(WIDTH)


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> Any:
    """A capture as origin * 64 + target; the dogs' double move as first * 4096 + second, each such a step or 0."""
    cats, dogs, step = state
    if step == 0:
        return next_step(cats, dogs, move)
    if step == 2 or not WHOLE_TURNS:
        return next_single_step(cats, dogs, step, move)
    return next_double_step(memory, cats, dogs, move, ply)


@kernel
def goes_on(cats: int, dogs: int) -> bool:
    """True if the dogs have a second move after a first one: contact is not lost."""
    return around(cats) & dogs != 0


@kernel
def play(state: Any, move: int) -> Any:
    """The position after a move."""
    cats, dogs, step = state
    if step == 0:
        return moved(cats, move), dogs ^ 1 << (move & 63), 1
    if step == 2 or WHOLE_TURNS or move == 0:
        return cats, moved(moved(dogs, move >> 12), move & 4095), 0
    return cats, moved(dogs, move), 2


@kernel
def over(memory: Any, state: Any, ply: int) -> int:
    """Three in line, then no contact; also that there is no safe capture left, which loses with the next one."""
    cats, dogs, step = state
    if three_in_line(cats):
        return WON - ply if step else ply - WON
    if around(cats) & dogs == 0:
        return ply - WON if step else WON - ply
    if FORESEE and ply and step == 0 and safe_steps(cats, dogs) == 0:
        return ply + 1 - WON
    return GOES_ON


@kernel
def evaluate(state: Any) -> Any:
    """See the head of this section; found by matches (docs/search.md)."""
    cats, dogs, step = state
    score = SAFE * safe_steps(cats, dogs)
    if HOT:
        score -= HOT * lines_of_two(cats)
    if ALONE:
        score -= ALONE * (5 - popcount(around(dogs) & cats))
    if ACTIVE:
        sideways, upright = safe_targets(cats, dogs)
        score += ACTIVE * popcount(cats & (sideways << 1 | sideways >> 1 | upright << 8 | upright >> 8))
    if OUTSIDE:
        for ring in RINGS:
            score += OUTSIDE * popcount(cats & ring)
    return -score if step else score


@kernel
def promise(state: Any, move: int) -> Any:
    """A move is as good as the position after it."""
    return -100 * evaluate(play(state, move))


@kernel
def horizon(state: Any) -> int:
    """Every second ply a dog is captured."""
    return 2 * popcount(state[1]) + 1


@kernel
def probably_lost(state: Any) -> Any:
    """The cats have lost nearly every game."""
    return state[2] == 0


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    """Everything."""
    return state[0] << 2 | state[2], state[1]


def is_late(state: tuple[int, ...]) -> bool:
    """True if it may soon be proven who wins."""
    return state[1].bit_count() <= LATE_DOGS


def due(state: tuple[int, ...]) -> range:
    """The plies after each number of cat moves, the dogs' answer counted."""
    return range(1 if state[2] else 2, ANY_TIME, 2)


def state_of(position: Position) -> tuple[int, ...]:
    """What the kernels see."""
    return tuple(position)


def moves_of(position: Position, move: int) -> list[Step]:
    """The single moves of a move of the kernels."""
    return [step_of(step) for step in (move >> 12, move & 4095) if step]


# PLAYERS: "you will implement strategies for both the Cat and Dog players"

USUAL = Limit(seconds=5)  # "there is currently a time limit of 5 seconds on each player's move"
LEVELS = {1: Level(Limit(nodes=50), 0.85), 2: Level(Limit(nodes=200), 0.4), 3: Level(Limit(nodes=1_000))}
LEVELS |= {4: Level(Limit(nodes=20_000)), 5: Level(USUAL)}


def safe_moves(position: Position) -> list[Step]:
    """The captures that do not bring three cats into line."""
    ends = {capture: position.play(capture).outcome() for capture in position.moves()}
    return [capture for capture, end in ends.items() if end is None or end.winner == "cat"]


def careful(seed: int) -> Player[Position]:
    """Cats: a safe capture, evenly at random; any if there is none."""
    chance = random.Random(seed)
    return lambda position: chance.choice(safe_moves(position) or position.moves())


def roomy(seed: int) -> Player[Position]:
    """Cats: a safe capture that ends contact, else the one that leaves most safe captures on the unchanged board."""
    chance = random.Random(seed)

    def room(position: Position, capture: Step) -> int:
        after = position.play(capture)
        return 1000 if after.outcome() else len(safe_moves(after._replace(step=0)))

    def move(position: Position) -> Step:
        captures = safe_moves(position)
        rooms = [room(position, capture) for capture in captures]
        best = [capture for capture, left in zip(captures, rooms, strict=True) if left == max(rooms)]
        return chance.choice(best or position.moves())

    return move


def squeeze(seed: int) -> Player[Position]:
    """Dogs: of all distinct double moves that keep contact the one that leaves the fewest safe captures."""
    chance, kernels, plan = random.Random(seed), GAME.linked().ready, PendingMoves()
    memory = kernels.memory(GAME.linked().fields)

    def captures_left(state: tuple[int, ...], turn: int) -> int:
        cats, dogs, _ = kernels.play(state, turn)
        return int(kernels.safe_steps(cats, dogs)) if kernels.around(cats) & dogs else 1000

    def decide(position: Position) -> list[Step]:
        state = state_of(position)
        turns = [int(memory.moves[at]) for at in range(kernels.generate(memory, state, 0))]
        left = [captures_left(state, turn) for turn in turns]
        best = [turn for turn, captures in zip(turns, left, strict=True) if captures == min(left)]
        return moves_of(position, chance.choice(best))

    return lambda position: plan.next(position) or plan.begin(position, decide(position))


def three_turns(_: PlayerSettings) -> Player[Position]:
    """Dogs: plain alpha-beta of three whole turns, the fewer safe captures the better; the first of the best."""
    kernels, plan = GAME.linked().ready, PendingMoves()
    memory = kernels.memory(GAME.linked().fields)

    def decide(position: Position) -> list[Step]:
        return moves_of(position, int(kernels.best_of_three(memory, state_of(position))))

    return lambda position: plan.next(position) or plan.begin(position, decide(position))


# THE CONTRACT: the board after every single move, its sentence before it

CANNOT = "Dog cannot move"


def read_position(text: str, step: int = 0) -> Position:
    """Rows a-g joined by `/`: C a cat, D or d a dog, `.` an empty square; five cats. Raises BadInput."""
    if not re.fullmatch("([CDd.]{7}/){6}[CDd.]{7}", text.strip()):
        raise BadInput(f"{quoted(text)} is no position: wanted 7 rows of 7 letters C, D or ., joined by /, e.g. {drawn(START)}")
    found = dict(zip(SQUARES.squares, text.strip().replace("/", "").upper(), strict=True))
    cats, dogs = (bits_of(at for at, letter in found.items() if letter == wanted) for wanted in "CD")
    if cats.bit_count() != 5:
        raise BadInput(f"{quoted(text)} has {cats.bit_count()} cats: wanted 5, e.g. {drawn(START)}")
    if step not in (0, 1, 2):
        raise BadInput(f"--step {step}: wanted 0 (the cats move), 1 or 2 (the dogs' first or second move)")
    return Position(cats, dogs, step)


def drawn(position: Position) -> str:
    """The inverse of `read_position`, but for the step."""
    found = "".join(PIECES.letters(position))
    return "/".join(found[row : row + 7] for row in range(0, 49, 7))


# HOW IT LOOKS: "The board is a 7-by-7 grid in which the four corners and center square are all initially occupied by Cats"

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


def frames(history: Sequence[Position], outcome: Outcome | None) -> Film:
    """One frame for the start and one for each single move; the last says who won and why."""
    scores = [f"{position.dogs.bit_count()} dogs" for position in history]
    return PIECES.frames(history, captions(history, scores, outcome, outcome.reason if outcome else ""))


# THE GAME, all in all

MOST_CAT_MOVES = 50  # more cat moves than any game has


class Setup(NamedTuple):
    """What options say of a start: the usual one, or a position as the contract writes it."""

    words: Sequence[str] = ()
    place: Annotated[str | None, Told("rows a-g joined by /, of C, D and . (default: the start)", "--position")] = None
    step: Annotated[int, Told("0: the cats move, 1 and 2: the dogs' first and second move", least=0, most=2)] = 0


class CatsAndDogs(Game[Position, Setup]):
    """Cats & Dogs."""

    asks = True
    name = "catsdogs"
    sides = SIDES
    setup = Setup
    form = "SIDE POSITION STEP"
    example = ("cat", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...", "0")
    plays = "Play a game. Who plays is asked for unless --cat, --dog or the word `play` is given; both are engines then."
    play_example = "--cat human --dog engine --seconds 2 --gif hunt.gif"
    solves = "Who wins a position, in how many cat moves, and how."
    solve_example = f"--position {example[1]}"
    usual = USUAL
    quick = Limit(seconds=0.5)
    levels = LEVELS
    novices: Mapping[str, str] = {"cat": "roomy", "dog": "squeeze"}
    unseeded = frozenset({"careful", "roomy", "squeeze"})
    unit = "safe captures"
    win = 100.0
    slip = 2.0
    curve = Curve(0, -1.7)  # python tests/bench scale catsdogs 60: safe captures tell how long the cats last, not who wins
    width = WIDTH
    ints = 3
    fields = FIELDS
    endings = Endings(is_late, due)
    by_seats = True  # the dogs win nearly always: cats that survive longer are better
    seat_unit = "cat moves"
    goal = "The cats win when no dog stands beside a cat; the dogs win when three cats stand in one row or column."
    state = staticmethod(state_of)
    single_moves = staticmethod(moves_of)
    frames = staticmethod(frames)
    pieces = PIECES
    colours = BLACK, BROWN

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """Proof numbers, squares and lines, double and safe steps, turns of both, and this game's own."""
        return (
            *map(vars, (shared_table, proof_number, square_grid, square_lines, double_moves, safe, turns)),
            globals(),
            SQUARES.constants(),
        )

    def simple(self, side: str) -> Mapping[str, Make]:
        dogs: Mapping[str, Make] = {"squeeze": seeded(squeeze), "three-turns": three_turns}
        return {"careful": seeded(careful), "roomy": seeded(roomy)} if side == "cat" else dogs

    def words(self, score: int, side: str) -> str:
        """Who wins, in how many cat moves, else the safe captures that it is worth to the cats."""
        if abs(score) < DECIDED:
            return f"worth {(score if side == 'cat' else -score) / SAFE:.1f} safe captures to the cats"
        winner = side if score > 0 else self.other(side)
        if abs(score) <= WON - PLIES:
            return f"{winner} wins"
        cat_moves = (WON - abs(score) + (side == "cat")) // 2
        return f"{winner} wins in {cat_moves} cat move{'s' * (cat_moves != 1)}"

    def points(self, score: int) -> float:
        return score / SAFE if abs(score) < DECIDED else self.win if score > 0 else -self.win

    def victory(self, winner: str | None) -> str:
        return f"The {winner}s win, whatever the {self.other(winner or SIDES[0])}s do"

    def prompt(self, position: Position) -> str:
        return PROMPTS[position.step]

    def explain(self, position: Position) -> str:
        return "Name two squares side by side, from and to, e.g. a1 a2: a cat goes to a dog's square, a dog to an empty one."

    def ask(self, setup: Setup, said: Names, seeded: bool) -> tuple[Setup, Names]:
        return setup, said if any(said.values()) else choose_sides(SIDES)

    def refusal(self, position: Position, move: Step) -> str:
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
        """That the dogs pass."""
        return CANNOT if before.step == after.step == 0 and not after.outcome() else ""

    def standing(self, position: Position) -> str:
        return f"{position.dogs.bit_count()} dogs left"

    def start(self, setup: Setup, seed: int) -> Position:
        """The usual start, or that of a position. Raises BadInput."""
        if setup.words:
            return self.read(setup.words)
        if setup.place is None and setup.step:
            raise BadInput(f"--step {setup.step}: wanted a --position with it, for at the start the cats move")
        return START if setup.place is None else read_position(setup.place, setup.step)

    def begun(self, start: Position) -> str:
        return CANNOT if start.passed() != start else ""

    def begin(self, start: Position) -> Position:
        return start.passed()

    def read_position(self, side: str, place: str, step: str) -> Position:
        """SIDE, rows, step. Raises BadInput."""
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
        """How many moves the cats have made; a win counts for more than any loss."""
        return MOST_CAT_MOVES if outcome.winner == "cat" else plies / 3


GAME = CatsAndDogs()


# COMMAND LINE: "we will decide as a group which one to start with"

main = partial(app.main, GAME)  # without arguments the dialogue; else a verb, or its options
console = partial(app.console, GAME)

if __name__ == "__main__":
    console()
