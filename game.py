"""Circle the Cat: a cat and a catcher on 11 rows of 11 hexagons.

The assignment in short. Two players, cat and catcher, take turns on a board of 11x11 cells; the
catcher begins. Each turn the catcher blocks one cell, then the cat steps to one of its six
neighbours (NW NE W E SW SE) that is not blocked. The cat wins on reaching an exit, the catcher by
leaving the cat no step. Both work on best-first search. The program is given the cat's cell, the
blocks and the exits, plays the whole game and leaves it in game.gif.

    python game.py "[5, 5]" "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]" "[(0,0), (6,10), (9,10), (10,1)]"
    python game.py play --cat human --level 2
    python game.py play --cat human --lang pt
    python game.py solve "[5, 5]" "[(4, 4), (6, 6)]" "[(0, 0), (0, 10), (10, 0), (10, 10)]"
    python game.py --catcher "python my_catcher.py" "[5, 5]" "[]" "[(0, 0), (0, 10)]"
"""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import islice, product
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from common.command import app, cli
from common.command.playing import play_all
from common.kernels.linking import Kernels, Program, can_compile
from common.play.dialogue import Person
from common.play.game import Game, Make, Names, Series, Told
from common.play.players import PlayerSettings, Stateless
from common.record.saved_game import Files
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.hexagons import DIRECTIONS, Hexagons, read_direction
from common.rules.pairs import read_pair, read_pairs
from common.rules.position import Outcome, Player, game
from common.search.findings import Insight, Question, Solution
from common.search.limit import Level, Limit
from common.search.pursuit.best_first import BestFirst
from common.search.pursuit.distances import FIELDS, Pursuit, PursuitState, pursuit_sources
from common.search.pursuit.enclosure import Enclosure
from common.show import shapes
from common.show.language import take_language, translated, without_accents

if TYPE_CHECKING:
    import typer
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from common.search.pursuit.proof import PursuitProof
    from common.show.terminal import Rows

BOARD = Hexagons(11, 11)
PURSUIT = Program("pursuit", *pursuit_sources(BOARD), records={"memory": FIELDS})
KERNELS = PURSUIT.plain
BORDER = bits_of(cell for cell in range(BOARD.size) if None in BOARD.toward[cell])
SIDES = ("cat", "catcher")
START = BOARD.size // 2  # "Deve começar na casa (5,5)"
EXAMPLE = '"[5, 5]" "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]" "[(0,0), (6,10), (9,10), (10,1)]"'


# RULES: "Um jogador joga de cada vez (o pegador começa jogando) até alguem vencer"


class Position(NamedTuple):
    """The cat's cell, blocks and exits as sets of cells (bit i = cell i, row by row), the side to move."""

    cat: int
    blocks: int
    exits: int
    turn: str = "catcher"

    @property
    def free(self) -> int:
        """The cells that are not blocked, the cat's among them."""
        return BOARD.all & ~self.blocks

    def moves(self) -> list[int]:
        """The cells to step on (NW NE W E SW SE), or the cells to block (row by row)."""
        if self.turn == "cat":
            return BOARD.steps(self.cat, self.free)
        return list(cells_of(self.free & ~(1 << self.cat)))

    def play(self, move: int) -> Position:
        """The position after the cat steps on a cell, or the catcher blocks one."""
        if self.turn == "cat":
            return self._replace(cat=move, turn="catcher")
        return self._replace(blocks=self.blocks | 1 << move, turn="cat")

    def outcome(self) -> Outcome | None:
        """ "O gato vence se chegar em alguma saída; o pegador vence se prender o gato." """
        if self.exits & self.free & 1 << self.cat:
            return Outcome("cat", "Cat runs away")
        if not BOARD.near[self.cat] & self.free:
            return Outcome("catcher", "Cat did not move and got caught")
        return None

    def text(self, move: int) -> str:
        """The cat's direction, or the cell to block."""
        return DIRECTIONS[BOARD.toward[self.cat].index(move)] if self.turn == "cat" else str(pair(move))

    def read_move(self, text: str) -> int | None:
        """The inverse of `text`, directions in English or Portuguese; None is a step off the board."""
        if self.turn == "catcher":
            return read_cell(text, "the cell to block")
        return BOARD.toward[self.cat][read_direction(text)]


def ground_of(position: Position) -> PursuitState:
    """The cat's cell, the free cells, the exits: what a proof is about."""
    return PursuitState(position.cat, position.free, position.exits)


def position_of(state: PursuitState) -> Position:
    """The inverse of `ground_of`, the catcher to move."""
    return Position(state.runner, BOARD.all & ~state.free, state.goals)


def lists_of(position: Position) -> tuple[tuple[int, int], list[tuple[int, int]], list[tuple[int, int]]]:
    """CAT, BLOCKS and EXITS as rows and columns."""
    blocks, exits = (list(map(pair, cells_of(bits))) for bits in (position.blocks, position.exits))
    return pair(position.cat), blocks, exits


def pair(cell: int) -> tuple[int, int]:
    """Row and column of a cell; printed by the course as (5, 5)."""
    return divmod(cell, BOARD.columns)


# EVALUATION and PLAYERS: "Ambos os programas trabalham em cima do algoritmo de busca (best-first)"
# A position is worth the cat's two-distance, the steps to an exit that the catcher cannot deny (search/pursuit/distances.py).


Strategy = Callable[[Position, Level, Kernels], int]

ONE = Limit(nodes=1)
LEVELS = {1: Level(ONE, 0.75), 2: Level(ONE, 0.3), 3: Level(ONE), 4: Level(Limit(nodes=60)), 5: Level()}


def best_first(position: Position, level: Level = Level(), kernels: Kernels = KERNELS) -> int:
    """Best-first search over the blocks, or over the steps; without proofs, as levels 1 to 4 play."""
    search = BestFirst(BOARD, kernels, position.exits, level)
    return search.step(position.cat, position.free) if position.turn == "cat" else search.block(position.cat, position.free)


def shortest(position: Position, level: Level, kernels: Kernels) -> int:
    """Textbook: the first cell on the cat's shortest path, to step on (`shortest`) or to block (`next`)."""
    return Pursuit(kernels, position.exits).path(BOARD, position.cat, position.free)[0]


def last_exit(position: Position, level: Level, kernels: Kernels) -> int:
    """Textbook `exit`: block the last cell of the shortest path."""
    return Pursuit(kernels, position.exits).path(BOARD, position.cat, position.free)[-1]


def two_distance(position: Position, level: Level, kernels: Kernels) -> int:
    """Textbook: the neighbour with the smallest two-distance, then the smallest distance."""
    one, two = (Pursuit(kernels, position.exits).distances(position.free, least) for least in (1, 2))
    return min(position.moves(), key=lambda step: (two[step], one[step]))


def widen(position: Position, level: Level, kernels: Kernels) -> int:
    """Textbook: the block after which the cat's shortest two-distances are largest."""
    widenings = Pursuit(kernels, position.exits).widenings(position.cat, position.free)
    return max(widenings, key=lambda entry: entry[0])[1]


def prover(limit: Limit, kernels: tuple[Kernels, Kernels] | None, shown: bool = False) -> Callable[..., int]:
    """The default of both sides: best-first search that proves what it can and plays by it (search/pursuit/proven_play.py).

    With the kernels of `proof_kernels` it may be told how many seconds of the limit are gone already; without them it is the
    player `best-first`. What goes on is `shown` on a terminal.
    """
    from common.search.pursuit.proven_play import ProvenPlay
    from common.show.progress_line import ProgressLine

    if kernels is None:
        return Stateless(best_first)
    play = ProvenPlay(BOARD, *kernels, limit)

    def decide(position: Position, gone: float = 0.0) -> int:
        with ProgressLine(shown, limit.seconds) as live:
            live.say("proving who wins")
            return play.move(ground_of(position), position.turn == "catcher", gone)

    return decide


def proof_kernels(patient: bool = True) -> tuple[Kernels, Kernels] | None:
    """Machine code for proofs and for what they try first; compiled now, if need be, unless one is not patient: then None."""
    if not can_compile():
        tell_plain()
        return None
    siege = siege_program().fast if patient else siege_program().soon
    return (siege, (PURSUIT.fast if patient else PURSUIT.soon) or KERNELS) if siege and siege.compiled else None


@cache
def proof() -> PursuitProof[Position]:
    """How it is proven who wins."""
    from common.search.pursuit.proof import PursuitProof

    return PursuitProof(SIDES, BOARD, siege_kernels, ground_of, position_of, best_first)


@cache
def siege_program() -> Program:
    """What proves who wins."""
    from common.search.pursuit.certificates import certificate_sources, fields

    return Program("siege", *certificate_sources(BOARD), records={"memory": fields(BOARD)})


def siege_kernels() -> Kernels:
    """The same as machine code where Numba is, compiled first if need be."""
    return siege_program().fast


def fast_kernels() -> Kernels:
    """The kernels of best-first search as machine code where Numba is, compiled first if need be."""
    return PURSUIT.fast


def prover_of(usual: Limit, settings: PlayerSettings) -> Player[Position]:
    """A player that proves, within the usual limit unless another one is set."""
    limit = settings.limit if settings.limit.seconds or settings.limit.nodes else usual
    return prover(limit, proof_kernels(), settings.shown)


def strategist(strategy: Strategy, settings: PlayerSettings, level: Level | None = None) -> Player[Position]:
    """A player that follows a strategy; on machine code where that is repaid by many games."""
    kernels = fast_kernels() if settings.many else KERNELS
    return Stateless(lambda position: strategy(position, level or settings.level, kernels))


@cache
def tell_plain() -> None:
    """Said once, on a terminal."""
    if sys.stderr.isatty():
        print(translated("Without Numba both sides play best-first search, and prove nothing."), file=sys.stderr)


@cache
def adviser() -> Player[Position]:
    """Who gives hints."""
    return prover(Limit(), proof_kernels(), shown=True)


def hint(position: Position) -> int:
    """The move of the default player."""
    return int(adviser()(position))


STRATEGIES: dict[str, dict[str, Strategy]] = {
    "cat": {"best-first": best_first, "shortest": shortest, "two-distance": two_distance},
    "catcher": {"best-first": best_first, "next": shortest, "exit": last_exit, "widen": widen},
}


def proven_winner(position: Position) -> str | None:
    """Who wins whatever the other does: the cat by two open exits at once, the catcher where the enclosure proves it."""
    enclosure = Enclosure(BOARD, KERNELS, position.exits)
    two_distances = Pursuit(KERNELS, position.exits).distances(position.free, 2)
    cells = position.moves() if position.turn == "cat" else [position.cat]
    if min(two_distances[cell] for cell in cells) <= 1:
        return "cat"
    return "catcher" if all(enclosure.holds(cell, position.free) for cell in cells) else None


@cache
def chosen(position: Position, nodes: int | None) -> int:
    """The move of best-first search, remembered: games that are thought out often meet."""
    return best_first(position, Level(Limit(nodes=nodes)))


def judge(position: Position, limit: Limit) -> Insight:
    """Who wins, as far as it is proven, else if both sides go on by best-first search; the sooner the more points."""
    deadline = time.monotonic() + (limit.aim or inf)
    proven, move = proven_winner(position), None
    if limit.seconds and not proven:
        proven, move = proof().best(position, Limit(limit.seconds / 2))
    after = position if move is None else position.play(move)
    line, outcome = foreseen(after, limit, deadline)
    line = line if move is None else (position.text(move), *line)
    winner = proven or (outcome.winner if outcome else None)
    if winner is None:
        return Insight(position.turn, line, None, "undecided as far as best-first search was followed", len(line), False)
    moves = len(line[winner != position.turn :: 2])
    seen = outcome and outcome.winner == winner
    words = f"{winner} wins, in {moves} move{'s' * (moves != 1)} by best-first search" if seen else f"{winner} wins"
    points = round(MOST / moves, 2) if seen else LEAST
    return Insight(position.turn, line, points if winner == position.turn else -points, words, len(line), bool(proven))


def foreseen(position: Position, limit: Limit, deadline: float) -> tuple[tuple[str, ...], Outcome | None]:
    """The moves of both sides by best-first search, and how the game then ends, None if that is too far away."""
    line = []
    for move, after in islice(game(position, dict.fromkeys(SIDES, partial(chosen, nodes=limit.nodes))), limit.depth):
        line.append(position.text(move))
        position = after
        if time.monotonic() >= deadline:
            break
    return tuple(line), position.outcome()


TEXTBOOK = {"cat": "shortest", "catcher": "next"}  # whom a novice mostly follows
MOST, LEAST = 100.0, 1.0  # points of a win with the next move, half of it with the one after; of one of unknown length


def read_answer(position: Position, answer: str) -> int | None:
    """A person's move: direction or keypad digit for the cat, a cell as 4 6 or (4, 6) for both. Raises BadInput."""
    if re.fullmatch(r"[0-9]+[ ,]+[0-9]+", answer):
        answer = "({}, {})".format(*re.findall("[0-9]+", answer))
    if answer[:1] in ("(", "["):
        return read_cell(answer, "The cell")
    return position.read_move(answer)


def refusal(position: Position, move: int | None) -> str:
    """Why a move that can be read is not legal."""
    example = f"e.g. {position.text(position.moves()[0])}."
    if move is None:
        return f"That leads off the board from {pair(position.cat)}: choose another direction, {example}"
    if position.blocks >> move & 1:
        return f"{pair(move)} is blocked already: choose a free cell, {example}"
    if move == position.cat:
        return f"The cat sits on {pair(move)}: choose another cell, {example}"
    return f"{pair(move)} is not beside the cat at {pair(position.cat)}: choose a neighbour, {example}"


# THE CONTRACT: "deve receber como entrada três parâmetros por linha de comando"


def read_start(cat: str, blocks: str, exits: str) -> Position:
    """The start position of the three arguments. Raises BadInput, which quotes what is wrong."""
    start = Position(read_cell(cat, "CAT"), bits_of(read_cells(blocks, "BLOCKS")), bits_of(read_cells(exits, "EXITS")))
    if start.blocks >> start.cat & 1:
        raise BadInput(f"CAT {quoted(cat)} stands on a block: wanted a free cell")
    return start


def read_cell(text: str, name: str) -> int:
    """One cell, `[5, 5]` or `(5, 5)`. Raises BadInput."""
    return _on_board(read_pair(text, name), name)


def read_cells(text: str, name: str) -> list[int]:
    """A list of cells, `[(1, 1), (1, 5)]`, possibly empty. Raises BadInput."""
    return [_on_board(pair, name) for pair in read_pairs(text, name)]


def _on_board(pair: tuple[int, int], name: str) -> int:
    cell = BOARD.cell(*pair)
    if cell is None:
        raise BadInput(f"{name} {pair} is off the board: rows and columns go from 0 to 10, e.g. (5, 5)")
    return cell


# PICTURES: "o resultado final do jogo estará disponível em formato gif no arquivo game.gif"

FLOOR, INK, WHITE, RED, BLUE = (228, 224, 214), (25, 25, 25), (255, 255, 255), (196, 52, 45), (52, 116, 186)
PAPER = (250, 248, 243)
LETTERS = {
    "floor": (".", ""),
    "exit": ("E", "bold white on blue"),
    "block": ("X", "bold white on red"),
    "closed": ("#", "bold white on magenta"),
    "cat": ("C", "bold black on yellow"),
}
GROUNDS = ("floor", "exit", "block", "closed")


def kind_of(position: Position, cell: int) -> str:
    """What a cell is, apart from the cat."""
    blocked, way_out = position.blocks >> cell & 1, position.exits >> cell & 1
    return ("closed" if way_out else "block") if blocked else "exit" if way_out else "floor"


MARKS = {True: ("+", "bold white on blue"), False: ("-", "dim"), None: ("?", "")}


def board_rows(position: Position, played: int | None = None, marks: Mapping[int, bool | None] = {}) -> Rows:
    """The board for the terminal: C cat, X block, E exit, # blocked exit; the cell just played in brackets; or cells marked."""
    from common.show.terminal import Cell

    kinds = ["cat" if cell == position.cat else kind_of(position, cell) for cell in range(BOARD.size)]
    looks = [MARKS[marks[cell]] if cell in marks else LETTERS[kind] for cell, kind in enumerate(kinds)]
    cells = [Cell(*look, cell == played) for cell, look in enumerate(looks)]
    return [cells[row : row + BOARD.columns] for row in range(0, BOARD.size, BOARD.columns)]


def show_board(position: Position, played: int | None = None) -> None:
    """Print the board, outlined on a terminal, plain on a pipe."""
    show_rows(board_rows(position, played))


def show_rows(rows: Rows) -> None:
    """Print a board of hexagons."""
    from common.show.terminal import plain_hexagons, rich_hexagons, show

    show(plain_hexagons(rows), lambda: rich_hexagons(rows))


def draw_cell(kind: str, cat: bool, marked: bool) -> shapes.Draw:
    """How to draw a hexagon: blue with a white door, red with a white cross, a cat's head upon it; marked: a dark rim."""
    blocked, way_out = kind in ("block", "closed"), kind in ("exit", "closed")
    ground = RED if blocked else BLUE if kind == "exit" else FLOOR
    rim = INK if marked else BLUE if kind == "closed" else ground

    def draw(pen: ImageDraw, x: float, y: float, size: float) -> None:
        shapes.hexagon(pen, x, y, size, rim)
        shapes.hexagon(pen, x, y, size * (1 if rim == ground else 0.86), ground)
        if cat:
            shapes.cat_head(pen, x, y + size * 0.08, size * 0.56, INK)
        elif blocked:
            shapes.cross(pen, x, y, size * (0.24 if kind == "closed" else 0.36), WHITE)
        if way_out and not cat:
            shapes.door(pen, x, y, size * (0.5 if blocked else 0.4), WHITE, handle=not blocked)

    return draw


def frames(history: Sequence[Position], outcome: Outcome | None) -> list[Image]:
    """One frame for the start and one for each move; the last says who won and why."""
    from common.show.film import hexagon_film

    kinds = list(product(GROUNDS, (False, True), (False, True)))
    film = hexagon_film(BOARD.rows, BOARD.columns, {kind: draw_cell(*kind) for kind in kinds}, PAPER)
    result = f"{outcome.reason}: the {outcome.winner} wins" if outcome else "not finished"
    for ply, position in enumerate(history):
        played = played_cell(history, ply)
        who = "catcher" if position.turn == "cat" else "cat"
        move = "start" if played is None else f"move {ply}: {who} {pair(played)}"
        end = result if ply == len(history) - 1 else ""
        film.add(
            [(kind_of(position, cell), cell == position.cat, cell == played) for cell in range(BOARD.size)],
            [without_accents(translated(text)) for text in (move, end)],
        )
    return film.frames


def played_cell(history: Sequence[Position], ply: int) -> int | None:
    """The cell that the move before a position has changed; None at the start."""
    if ply == 0:
        return None
    before, after = history[ply - 1], history[ply]
    return after.cat if before.turn == "cat" else (before.blocks ^ after.blocks).bit_length() - 1


def random_start(blocks: int, seed: int) -> Position:
    """The cat in the middle, `blocks` blocks anywhere, the whole border open."""
    import random

    others = [cell for cell in range(BOARD.size) if cell != START]
    if not 0 <= blocks <= len(others):
        raise BadInput(f"--blocks {blocks}: wanted a number from 0 to {len(others)}")
    return Position(START, bits_of(random.Random(seed).sample(others, blocks)), BORDER)


# START SETS: how strong the players are is counted on starts drawn by these formulas

SETS = ("C", "R5", "R10", "R15", "E")


def set_start(name: str, number: int) -> Position:
    """Start `number` of a set: R random blocks and the open border, C as in class, E only four exits."""
    import random

    others = [cell for cell in range(BOARD.size) if cell != START]
    border = list(cells_of(BORDER))
    count = 8 if name == "E" else 0 if name == "C" else int(name[1:])
    chance = random.Random((90_000 if name == "E" else 70_000 if name == "C" else count * 1000) + number)
    blocks = chance.sample(others, chance.choice([5, 6, 7]) if name == "C" else count)
    exits = border if name == "C" else [cell for cell in border if cell not in blocks]
    return Position(START, bits_of(blocks), bits_of(chance.sample(exits, 4) if name == "E" else exits))


def sentence(position: Position, move: int, human: bool) -> str:
    """A move as the course's referee prints it."""
    return f"{position.turn.upper():7} = {pair(move)}"


def result(outcome: Outcome) -> str:
    """The last two lines: the sentence, then 1 if the catcher has won, 0 if the cat has."""
    return f"{outcome.reason}\n{int(outcome.winner == 'catcher')}"


# THE GAME, all in all


class Setup(NamedTuple):
    """What options say of a start: CAT BLOCKS EXITS, a side before them or not, or how many random blocks."""

    words: Sequence[str] = ()
    blocks: Annotated[int, Told("blocks of a random start", only="play")] = 8
    no_gif: Annotated[bool, Told("no game.gif, which CAT BLOCKS EXITS else leave", "--no-gif", start=False, only="play")] = False
    lang: Annotated[str, Told("language of what people are told, en or pt; beside every verb", start=False, only="play")] = "en"


class CircleTheCat(Game[Position, Setup]):
    """Circle the Cat."""

    name, sides, setup = "game", SIDES, Setup
    form, form_help = "CAT BLOCKS EXITS", "without them a random start; the side to move may stand before them"
    example = ("cat", *shlex.split(EXAMPLE))
    plays = """Play a game. Both sides are `engine` unless you say otherwise: best-first search that proves what it can.

    Without Numba they are `best-first`, which proves nothing."""
    play_example = "--cat human --level 2 --seed 7"
    solves = "Who wins, proven; the best block; what the proof rests on."
    solve_example, questions, patience = EXAMPLE, frozenset({"threads", "moves", "strategy"}), 30.0
    usual, quick, levels, limits = Limit(), Limit(seconds=5), LEVELS, ("seconds", "nodes")
    analysis_limits = ("seconds", "nodes", "depth")
    novices = TEXTBOOK
    boards, unit, win, clear, slip = False, "100 / moves to the end", MOST + 1, MOST / BOARD.size, inf
    by_seats, seat_unit, verbs = True, "cat moves", ("check",)
    sentence, last_lines, refusal = staticmethod(sentence), staticmethod(result), staticmethod(refusal)
    read_answer, show, frames = staticmethod(read_answer), staticmethod(show_board), staticmethod(frames)

    def read_position(self, *words: str) -> Position:
        """CAT BLOCKS EXITS, and who moves: the catcher unless a side stands before them. Raises BadInput."""
        side, *start = words if len(words) == 4 else ("catcher", *words)
        if side not in STRATEGIES:
            raise BadInput(f"{quoted(side)} is no side: wanted cat or catcher, e.g. python game.py move {self.example_line}")
        return read_start(*start)._replace(turn=side)

    def write(self, position: Position) -> list[str]:
        """The inverse of `read`."""
        return [position.turn, *self.protocol(position)]

    def protocol(self, position: Position) -> list[str]:
        """A position as the course's referee hands it to a program: CAT BLOCKS EXITS."""
        return list(map(str, lists_of(position)))

    def read_old_start(self, entry: Mapping[str, Any]) -> Position:
        """Records had cat, blocks and exits."""
        return read_start(*(str(entry.get(name)) for name in ("cat", "blocks", "exits")))

    @property
    def word_counts(self) -> Sequence[int]:
        """The side may be left out."""
        return 3, 4

    def start(self, setup: Setup, seed: int) -> Position:
        """The given one, else a random one."""
        return self.read(setup.words) if setup.words else random_start(setup.blocks, seed)

    def is_drawn(self, setup: Setup) -> bool:
        """Without CAT BLOCKS EXITS."""
        return not setup.words

    def files_of(self, setup: Setup, files: Files) -> Files:
        """The contract's game.gif, unless another film is wanted, or none."""
        film = None if setup.no_gif else files.film or (Path("game.gif") if setup.words else None)
        return files._replace(film=film)

    def filled(self, said: Names, level: int | None) -> dict[str, str]:
        """A level of its own where one is given."""
        return {side: name or (f"level-{level}" if level else "engine") for side, name in said.items()}

    def simple(self, side: str) -> Mapping[str, Make]:
        """Two that prove, and the textbook's."""
        provers: dict[str, Make] = {"perfect": partial(prover_of, Limit(seconds=1))}
        return provers | {name: partial(strategist, strategy) for name, strategy in STRATEGIES[side].items()}

    def engine(self, settings: PlayerSettings) -> Player[Position]:
        """The default of both sides."""
        return prover_of(Limit(), settings)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[Position]:
        """Best-first search with little, and blind; the fifth is the engine."""
        return self.engine(settings._replace(level=level)) if level == LEVELS[5] else strategist(best_first, settings, level)

    def answer(self, position: Position, settings: PlayerSettings, gone: float) -> int:
        """The default player's; nobody waits for a compiler under a limit in seconds."""
        kernels = proof_kernels(patient=not settings.limit.seconds)
        player = prover(settings.limit, kernels)
        return int(player(position, gone) if kernels else player(position))

    def warm(self) -> None:
        """Machine code of both kinds."""
        fast_kernels()
        proof_kernels()

    def person(self, settings: PlayerSettings) -> Person[Position]:
        """Hints are the default player's."""
        return Person(self, hint)

    def prompt(self, position: Position) -> str:
        """A step, or a cell."""
        return "Cat's step (NW NE W E SW SE): " if position.turn == "cat" else "Cell to block (row, column): "

    def explain(self, position: Position) -> str:
        """How a move is typed."""
        if position.turn == "cat":
            return "Step with nw ne w e sw se (or no ne o l so se, or the keypad's 7 9 4 6 1 3), or name the cell, e.g. 4 6."
        return "Name the cell to block by row and column, 0 to 10, e.g. 4 6 or (4, 6)."

    def judge(self, position: Position, settings: PlayerSettings) -> Insight:
        """Proven, or foreseen by best-first search."""
        return judge(position, settings.limit)

    def solve(self, start: Position, question: Question) -> Solution:
        """Who wins with the catcher to move. Raises BadInput or OSError."""
        if start.turn == "cat":
            raise BadInput("solve takes the catcher to move: wanted CAT BLOCKS EXITS without cat before them")
        return proof().solution(start, question, dict(zip(("cat", "blocks", "exits"), lists_of(start), strict=True)))

    def show_marks(self, position: Position, marks: Mapping[int, bool | None]) -> None:
        """The board with what each block leads to: + the catcher still wins, - the cat does, ? not known in time."""
        show_rows(board_rows(position, marks=marks))

    def opening(self, number: int) -> Position:
        """Ten random blocks: either side may win."""
        return set_start("R10", number)

    def openings(self) -> Mapping[str, Callable[[int], Position]]:
        """The five sets."""
        return {"": self.opening} | {name: partial(set_start, name) for name in SETS}

    def table(self, player: str | None = None) -> list[Series]:
        """Each cat against each catcher; or the default player's games, among themselves too."""
        pairs = list(product(STRATEGIES["cat"], STRATEGIES["catcher"]))
        if player == "engine":
            pairs = [("engine", name) for name in ("engine", *STRATEGIES["catcher"])]
            pairs += [(name, "engine") for name in STRATEGIES["cat"]]
        return [Series(cat, catcher, SETS, twice=False) for cat, catcher in pairs]

    def seat_score(self, outcome: Outcome, plies: int) -> float:
        """How well the cat did: caught late is better than early, out is better than caught, and early better than late."""
        return BOARD.size - plies / 2 if outcome.winner == "cat" else plies / 2

    def add_verbs(self, app: typer.Typer) -> None:
        """The check of a strategy."""

        @app.command("check", epilog="Example: python game.py check strategy.jsonl")
        def check_strategy(file: Path) -> int:
            """Replay a strategy of `solve --strategy` against every reply, by the rules alone."""
            print(translated(proof().check_file(file, self.read_old_start)))
            return 0


GAME = CircleTheCat()


# COMMAND LINE: "python meu_codigo.py CAT BLOCKS EXITS" (em uma unica linha)

USAGE = f"""\
game.py plays Circle the Cat, cat against catcher, and writes game.gif.
  python game.py CAT BLOCKS EXITS      a cell and two lists of cells, row and column 0 to 10, e.g.
  python game.py {EXAMPLE}
  python game.py play --cat human      play the cat yourself (or --catcher human)
  python game.py replay FILE           a saved game, into a GIF with --gif
  python game.py --help                everything else"""


def main(argv: list[str]) -> int:
    """The graders' form first (three arguments); whatever else is a verb, or its options."""
    argv = take_language(argv)
    if not argv:
        print(translated(USAGE), file=sys.stderr)
        return 2
    if not any(re.match("-+[a-z]", word) for word in argv):
        if argv[0] not in (*app.VERBS, *GAME.verbs):
            start = GAME.read(argv)
            return play_all(GAME, [start], dict.fromkeys(SIDES, "engine"), PlayerSettings(), Files(film=Path("game.gif")))
        if argv[0] == "solve" and len(argv) == 4:
            from common.command.solution import print_solution

            return print_solution(GAME, GAME.read(argv[1:]), Question(Limit(GAME.patience)))
    return app.main(GAME, argv)


def console() -> None:
    """The command `circle-the-cat`, and this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
