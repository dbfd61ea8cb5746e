"""Walls: two players leave bricks behind them on NxN squares, until both are stalled or the board is full.

The assignment in short. Player A (left of the centre, facing west) and player B (right of it, facing
east) take turns: try-forward, turn-left or turn-right. One can go into an empty square or onto an own
brick, not onto the opponent, his bricks or off the board. Who moves forward from an unmarked square
leaves a brick there. After 9 moves in a row without a new brick a player is stalled and moves no
more. More bricks are worth 2 points, as many 1; a match is two games, each starter once.

    python walls.py
    python walls.py 5 --a human --b engine --seconds 1
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.command import app
from common.games.walls import board_view, boards
from common.games.walls.board import EAST, WEST, Board, PlayerState, step
from common.games.walls.boards import PROVABLE
from common.games.walls.breadth_first import first_step
from common.games.walls.solver import ValueCompanion
from common.games.walls.start_proof import answer_in, graph_program, prove_start, solve_whole_graph, stored_moves
from common.games.walls.strategy_check import StrategyCheck
from common.games.walls.target_search import NOT_ALONE, gain_alone
from common.games.walls.territory import first_reached
from common.games.walls.tree import Tree
from common.kernels.kernel import Kernels, kernel, popcount
from common.play.game import Curve, Game, Make, Names, Series, Told
from common.play.players import always, seeded
from common.play.questions import ask_setup, choose, read_number
from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, Player
from common.search.alpha_beta import GOES_ON
from common.search.limit import Level, Limit
from common.search.results import Question, Solution
from common.search.score import decided, lead_in_words, size_of
from common.search.solver import Companion
from common.show.progress_line import watched
from common.show.style import captions

if TYPE_CHECKING:
    import typer

    from common.search.compiled_game import CompiledGame
    from common.show.film import Film

FORWARD, LEFT, RIGHT = MOVES = ("try-forward", "turn-left", "turn-right")
SIDES = ("A", "B")
STALL = 9  # "A player is stalled, by definition, if it makes 9 consecutive moves without laying a new brick"
LARGEST = 25
SIZES = range(3, LARGEST + 1, 2)


# RULES: "The players take turns making moves. A player can: try and move forward, turn 90 degrees left or ... right"


class Position(NamedTuple):
    """The side of the board, bricks of A and B as sets of squares, both players, and whose move it is (0 A, 1 B)."""

    size: int
    bricks: tuple[int, int]
    players: tuple[PlayerState, PlayerState]
    mover: int

    @property
    def turn(self) -> str:
        """The player to move; "a stalled player is not allowed to make any more moves"."""
        return SIDES[self.mover]

    @property
    def board(self) -> Board:
        """What is on the board, whoever moves."""
        return Board(self.size, self.bricks, self.players)

    def moves(self) -> list[str]:
        """A try may fail, so all three are always legal."""
        return list(MOVES)

    def play(self, move: str) -> Position:
        """The position after a move."""
        square, facing, idle = self.players[self.mover]
        own, idle = self.bricks[self.mover], idle + 1
        if move == FORWARD:
            ahead = self.ahead(self.mover)
            if ahead is not None:
                if not own >> square & 1:
                    own, idle = own | 1 << square, 0
                square = ahead
        else:
            facing = (facing + (3 if move == LEFT else 1)) % 4
        bricks = (own, self.bricks[1]) if self.mover == 0 else (self.bricks[0], own)
        after = 1 - self.mover if self.players[1 - self.mover].idle < STALL else self.mover
        return self.with_player(self.mover, PlayerState(square, facing, idle))._replace(bricks=bricks, mover=after)

    def with_player(self, side: int, player: PlayerState) -> Position:
        """Return the same position with another state of one player."""
        return self._replace(players=(player, self.players[1]) if side == 0 else (self.players[0], player))

    def ahead(self, player: int, turns: int = 0) -> int | None:
        """The square that a player can go to, after so many turns to the right; None if a try fails."""
        square, facing, _ = self.players[player]
        ahead = step(self.size, square, (facing + turns) % 4)
        if ahead is None or self.bricks[1 - player] >> ahead & 1 or ahead == self.players[1 - player].square:
            return None
        return ahead

    def outcome(self) -> Outcome | None:
        """ "either every square on the board contains a brick or both players are stalled" """
        full = (self.bricks[0] | self.bricks[1]).bit_count() == self.size**2
        if not full and any(player.idle < STALL for player in self.players):
            return None
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return Outcome("A" if a > b else "B" if b > a else None, self.counted(), abs(a - b))

    def counted(self) -> str:
        """How many bricks bear each name."""
        a, b = (bricks.bit_count() for bricks in self.bricks)
        return f"A {a} bricks, B {b} bricks."

    def text(self, move: str) -> str:
        return move

    def read_move(self, text: str) -> str:
        """The inverse of `text`; also forward, left, right, up, and first letters. Raises BadInput."""
        found = MOVE_WORDS.get(text.strip().lower())
        if found is None:
            raise BadInput(f"{quoted(text)} is no move: wanted f (try-forward), l (turn-left) or r (turn-right), e.g. f")
        return found


MOVE_WORDS = dict.fromkeys((FORWARD, "f", "forward", "up", "^"), FORWARD)
MOVE_WORDS |= dict.fromkeys((LEFT, "l", "left", "<"), LEFT) | dict.fromkeys((RIGHT, "r", "right", ">"), RIGHT)

# "the player with the greater number of bricks bearing its name wins 2 points", else "each player receiving 1 point"
POINTS = {"A": (2, 0), "B": (0, 2), None: (1, 1)}


def start(size: int, starter: int = 0) -> Position:
    """ "The game starts with a clear board with the two players ... as close as possible to the center", "facing outward" """
    middle = size * size // 2
    return Position(size, (0, 0), (PlayerState(middle - 1, WEST), PlayerState(middle + 1, EAST)), starter)


# EVALUATION: bricks laid, and the unmarked squares that each player can lay first
# Kernels see a position from the player to move (common/games/walls/moves.py); larger boards than 11x11 run as plain Python.

BRICK, FIRST = 10, 10
BRICKS_ONLY = {"BRICK": 1, "FIRST": 0, "DECIDED": 0, "FORESEE": 0}  # the plainest evaluation, for comparisons
FORESEE = 1  # 0 takes out that separated players are known to be alone
BOARD = 0  # filled in by a size


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
    return decided(lead * BRICK)


@kernel
def evaluate(state: Any) -> Any:
    """The lead in bricks, and in unmarked squares that one is at before the other; of equal ones the shorter way to the next."""
    own, other, me, you, _ = state
    lead = BRICK * (popcount(own) - popcount(other))
    if FIRST == 0:
        return lead
    mine, theirs, near, far = first_reached(own, other, me, you)
    return lead + FIRST * (popcount(mine & ~own) - popcount(theirs & ~other)) + min(far, STALL) - min(near, STALL)


graph = partial(graph_program, "walls_graph", 3, STALL)  # the kernels that look at every position of N = 3


def state_of(position: Position) -> tuple[int, ...]:
    """What the kernels see: own bricks, the other's, both players packed, who moves."""
    me, you = position.mover, 1 - position.mover
    return position.bricks[me], position.bricks[you], position.players[me].word, position.players[you].word, me


# PLAYERS: "an artificial agent (AA for short) capable of playing the game, as optimally as possible"

USUAL = Limit(seconds=2)
LEVELS = {1: Level(Limit(nodes=12)), 2: Level(Limit(nodes=60)), 3: Level(Limit(nodes=200))}
LEVELS |= {4: Level(Limit(nodes=1_500)), 5: Level(USUAL)}


def is_free(position: Position, turns: int) -> bool:
    """True if the square ahead after so many turns to the right can be gone to and is unmarked."""
    square = position.ahead(position.mover, turns)
    return square is not None and not position.bricks[position.mover] >> square & 1


def first_free(position: Position, fallback: str) -> str:
    """Towards the first free square ahead, left or right; else forward if possible, else the fallback."""
    for move, turns in ((FORWARD, 0), (LEFT, 3), (RIGHT, 1)):
        if is_free(position, turns):
            return move
    return FORWARD if position.ahead(position.mover) is not None else fallback


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
    """The first move of the shortest way to lay a brick if the other stands still; forward if there is none."""
    other = 1 - position.mover
    alone = position.with_player(other, position.players[other]._replace(idle=STALL))
    return first_step(alone, lambda after: after.bricks != position.bricks) or FORWARD


SIMPLE = {"forward-first": always(forward_first), "wall-follower": seeded(wall_follower), "nearest-brick": always(nearest_brick)}


# THE CONTRACT: "Each game is played twice, one time with player A starting the game and another with player B"


def drawn(position: Position) -> str:
    """The board as the contract prints it."""
    return position.board.text()


def read_position(side: str, text: str, idle: tuple[int, int]) -> Position:
    """The inverse of `drawn`, rows joined by `/`. Raises BadInput."""
    board = Board.read(text)
    if side not in SIDES or board is None or board.size not in SIZES or not all(0 <= count <= STALL for count in idle):
        asked = quoted(f"{side} {text} {idle[0]} {idle[1]}")
        raise BadInput(f"{asked} is no position: wanted SIDE ROWS IDLE_A IDLE_B, e.g. A '.   .   ./A<. .   B>./.   .   .' 0 0")
    a, b = (player._replace(idle=count) for player, count in zip(board.players, idle, strict=True))
    return Position(board.size, board.bricks, (a, b), SIDES.index(side))


def read_size(text: str) -> int:
    """The side of a board. Raises BadInput."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) not in SIZES:
        raise BadInput(f"{quoted(text)} is no size of a board: wanted an odd number from 3 to {LARGEST}, e.g. 5")
    return int(text)


# HOW IT LOOKS: bricks in two colours, players as arrows


def frames(history: Sequence[Position], outcome: Outcome | None) -> Film:
    """One frame for the start and one for each move; the last says who won."""
    scores = ["A {} : {} B".format(*map(int.bit_count, position.bricks)) for position in history]
    return board_view.frames([position.board for position in history], captions(history, scores, outcome))


# THE GAME, all in all: a board of one size, and which game of a match it is

GAMES = Told("each begun by the other player than the last one (default 2)", only="play", least=1, most=1000)
BOARDS = {5: 100, 7: 100, 9: 10}  # openings of each size in the table of strength, half of them begun by either player
CURVES = {5: Curve(0.68), 7: Curve(0.42), 9: Curve(0.25)}  # python tests/bench scale walls 100 7, for one; else the nearest


class Setup(NamedTuple):
    """What options say of a match: N, or a position; how many games."""

    words: Sequence[str] = ()
    games: Annotated[int | None, GAMES] = None


class Walls(Game[Position, Setup]):
    """Walls on a board of `size`; game `number` of a match."""

    asks = True
    name, sides, setup = "walls", SIDES, Setup
    form, form_help = "N|POSITION", f"side of the board, odd, 3 to {LARGEST}; or SIDE ROWS IDLE_A IDLE_B"
    example, word_counts = ("A", ".   a   ./A<. .   B>./.   .   .", "0", "0"), (1, 4)  # one word is N
    plays = "Play a match. Without N it is asked for; players are engines unless said otherwise. Above 11x11 they are slow."
    play_example = "5 --a human --b engine --seconds 1"
    solves = "Who wins, for both starters. N = 3 by looking at all positions, N = 5 by two proofs (minutes, 2 GB)."
    solve_example, questions, verbs = "5 --proofs proofs.json", frozenset({"proofs", "strategy", "moves"}), ("check", "tree")
    usual, levels, aliases, lasting = USUAL, LEVELS, {"aa": "engine"}, "N alone"
    novices, size_help = dict.fromkeys(SIDES, "forward-first"), "side of the board"
    unit, win = "bricks", float(LARGEST**2)
    width, ints, by_seats, seat_unit = len(MOVES), 5, True, "bricks"  # which tell more than points
    state, frames = staticmethod(state_of), staticmethod(frames)
    show = staticmethod(lambda position, played=None: board_view.show(position.board))
    show_move = staticmethod(lambda before, move, after: board_view.show(after.board, before.mover))
    goal = """Who leaves more bricks wins: one stays on each unmarked square you leave. 9 moves without one stall you.
Arrow keys are moves: up goes ahead, left and right turn. Several moves may stand in a line: f f l f."""
    several, keys = True, {"up": "f", "left": "l", "right": "r"}

    def __init__(self, size: int = 5, number: int = 1) -> None:
        self.size, self._number = size, number
        self.curve = CURVES[min(max(size, 5), 9)]
        self.compiles, self.fields = 3 < size <= boards.TWO_WORDS, boards.fields(size)

    def at(self, start: Position, number: int = 1) -> Walls:
        """On the board of a start; a record that does not say which game it was tells it by who began."""
        return sized(start.size, number or 1 + SIDES.index(start.turn))

    def sized(self, size: int) -> Walls:
        return sized(size)

    @property
    def kernel_name(self) -> str:
        return f"walls{self.size}"

    def linked(self) -> CompiledGame[Position]:
        """One for all games on boards of a size, so that what it knows is shared."""
        first = sized(self.size)
        return super().linked() if self is first else first.linked()

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """This game's own, and those of the board."""
        return boards.sources(self.size, globals())

    def single_moves(self, position: Position, move: int) -> list[str]:
        return [MOVES[move]]

    def words(self, score: int, side: str) -> str:
        return lead_in_words(score, side if score > 0 else self.other(side), BRICK)

    def points(self, score: int) -> float:
        return size_of(score) / (BRICK if score > 0 else -BRICK)

    def companion(self, kernels: Kernels, fields: Mapping[str, int], hasty: bool, threads: int) -> Companion:
        return ValueCompanion(kernels, fields, lambda lead: decided(lead * BRICK), self.size <= PROVABLE)

    def simple(self, side: str) -> Mapping[str, Make]:
        return SIMPLE

    def book(self, position: Position) -> str | None:
        """Of N = 5, for either player and either starter."""
        move = answer_in(stored_moves("5x5.bin"), sized(5).linked().plain, state_of(position)) if position.size == 5 else None
        return None if move is None else MOVES[move]

    def prompt(self, position: Position) -> str:
        return f"{position.turn}'s move (f/l/r): "

    def explain(self, position: Position) -> str:
        return (
            "f (or forward, up) tries to go ahead, l (left) and r (right) turn; a brick stays where you leave an unmarked square."
        )

    def ask(self, setup: Setup, said: Names, seeded: bool) -> tuple[Setup, Names]:
        if setup.words or any(said.values()):
            return setup, said
        size = ask_setup("Board size N (odd, greater than 1): ", read_size, "5", f"an odd number from 3 to {LARGEST}")
        kinds, names = {"p": "person human", "a": "aa engine computer"}, {"p": "human", "a": "engine"}
        asked = {side: choose(f"Player {side}: person or AA? (p/a): ", kinds, "pa"[at]) for at, side in enumerate(SIDES)}
        return setup._replace(words=[str(size)]), {side: names[kind] for side, kind in asked.items()}

    def starts(self, setup: Setup, seed: int) -> list[Position]:
        """Of a match the players begin in turn; a position is one game. Raises BadInput."""
        if len(setup.words) > 1:
            return [self.read(setup.words)]
        size = read_size(setup.words[0] if setup.words else "5")
        return [start(size, number % 2) for number in range(setup.games or 2)]

    def counted(self, last: Position) -> str:
        return last.counted()

    def standing(self, position: Position) -> str:
        both = zip(SIDES, position.bricks, position.players, strict=True)
        return " | ".join(f"{side} {bricks.bit_count()} bricks, idle {player.idle}/{STALL}" for side, bricks, player in both)

    def fails(self, position: Position, move: str) -> bool:
        return move == FORWARD and position.ahead(position.mover) is None

    def announcement(self, start: Position) -> str:
        return f"Game {self._number}: {start.turn} starts"

    def sentence(self, position: Position, move: str, human: bool = False) -> str:
        return f"{position.turn} moves {move}{' (stays)' if self.fails(position, move) else ''}"

    def remark(self, before: Position, after: Position) -> str:
        """Who has just been stalled."""
        return f"{before.turn} is stalled" if after.players[before.mover].idle == STALL else ""

    def last_lines(self, outcome: Outcome) -> str:
        a, b = POINTS[outcome.winner]
        return f"Game {self._number}: {outcome.reason.rstrip('.')}. A {a} points, B {b} points."

    def total(self, outcomes: Sequence[Outcome]) -> str:
        a, b = map(sum, zip(*(POINTS[outcome.winner] for outcome in outcomes), strict=True))
        return f"Match: A {a} points, B {b} points"

    def read_position(self, side: str, *rest: str) -> Position:
        """SIDE, the printed rows joined by /, both players' moves without a brick; or N. Raises BadInput."""
        if not rest:
            return start(read_size(side))
        rows, *counts = rest
        first, second = (read_number(count, 0, STALL, 0) for count in counts)
        return read_position(side.upper(), rows, (first, second))

    def write(self, position: Position) -> list[str]:
        return [position.turn, drawn(position).replace("\n", "/"), *(str(player.idle) for player in position.players)]

    def read_old_start(self, entry: Mapping[str, Any]) -> Position:
        """Records had side, rows and idle."""
        idle = entry.get("idle")
        if not isinstance(idle, list) or len(idle) != 2 or not all(type(count) is int for count in idle):
            raise BadInput(f"{quoted(str(entry))} is no start of a game of Walls: wanted side, rows and idle")
        return read_position(str(entry.get("side")), str(entry.get("rows")), (idle[0], idle[1]))

    def can_move(self, position: Position) -> bool:
        return position.players[position.mover].idle < STALL

    def solve(self, position: Position, question: Question) -> Solution:
        """Of the start on small boards for both starters, else what the engine's search proves. Raises BadInput or OSError."""
        if (question.proofs or question.strategy or question.moves) and position != start(5):
            raise BadInput(f"--proofs, --strategy and --moves are for N = 5, not for {position.size}")
        if position == start(3):
            return solve_whole_graph(graph().fast, [start(3), start(3, 1)], state_of, question)
        if position == start(5):
            linked = self.linked()
            return prove_start(linked.fast, linked.fields, state_of(position), "the start of 5x5", MOVES, question)
        return super().solve(position, question)

    def bounds(self, start: Position) -> str:
        return f"A and B win by at most {start.size**2}"

    def opening(self, number: int, plies: int = 10) -> Position:
        """Opening `number // 2` after random moves, so that games differ; the number's last bit says who starts."""
        chance, position = random.Random(number // 2), start(self.size, number % 2)
        for _ in range(plies):
            position = position.play(chance.choice(MOVES))
        return position

    def openings(self) -> Mapping[str, Callable[[int], Position]]:
        """The table of strength has openings of four random moves."""
        return {"": self.opening, "table": partial(self.opening, plies=4)}

    def table(self, player: str | None = None) -> list[Series]:
        """Every opening with both starters; each played with both colours."""
        names = ("random", "novice", *self.simple("A"))
        return [Series("engine", name, ("table",), size=size, starts=starts) for size, starts in BOARDS.items() for name in names]

    def add_verbs(self, app: typer.Typer) -> None:
        """ "a search tree ... that includes every possible move starting from the initial state of the game" """
        import typer

        @app.command("check", epilog="Example: python walls.py check strategy.bin")
        def check_strategy(file: Path, size: str = typer.Option("5", metavar="N", help="side of the board")) -> None:
            """Replay a strategy against every reply. Where its moves end the rest is proven (minutes)."""
            game = sized(read_size(size))
            found = StrategyCheck(file, game.linked().fast, game.linked().fields, state_of)
            for side, target in zip(SIDES, (1, -1), strict=True):
                print(found.run(start(game.size), side, target, watched), flush=True)

        @app.command(epilog="Example: python walls.py tree 3 --depth 4 tree.dot")
        def tree(
            size: str = typer.Argument(..., metavar="N"),
            file: Path = typer.Argument(..., metavar="FILE"),
            depth: int = typer.Option(4, min=0, max=12, help="plies"),
        ) -> None:
            """The search tree as Graphviz DOT, and its statistics."""
            found = Tree(start(read_size(size)), depth)
            print("\n".join(found.lines(len(MOVES))))
            write_whole(file, found.dot("walls", lambda position: f"{position.turn} moves\n{drawn(position)}").encode())


@cache
def sized(size: int, number: int = 1) -> Walls:
    """The game on a board of a size, as game `number` of a match; one object each."""
    return Walls(size, number)


GAME = sized(5)


# COMMAND LINE: "capable of playing the game ... against a human player or another AA"


main, console = partial(app.main, GAME), partial(app.console, GAME)  # without arguments the dialogue; else a verb, or its options

if __name__ == "__main__":
    console()
