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
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from itertools import islice, product
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from common.command import cli
from common.judge.match import print_counts, winner
from common.kernels.linking import Kernels, Program, can_compile
from common.play.dialogue import Person
from common.play.players import LOTS, NOVICE, Stateless, mostly, program_player, random_player
from common.play.stage import Stage
from common.record.saved_game import Files
from common.record.seeds import draw_seed, tell_seed
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.hexagons import DIRECTIONS, Hexagons, read_direction
from common.rules.pairs import read_pair, read_pairs
from common.rules.position import Outcome, Player, game
from common.search.limit import Limit, choose_limit, level_of
from common.search.pursuit.best_first import BestFirst
from common.search.pursuit.distances import FIELDS, Pursuit, PursuitState, pursuit_sources
from common.search.pursuit.enclosure import Enclosure
from common.show import shapes
from common.show.language import take_language, translated, without_accents

if TYPE_CHECKING:
    import typer
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from common.command.verdict import Case
    from common.judge.analysis import Analyst, Insight
    from common.judge.match_report import Contest
    from common.play.roster import PlayerSettings
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


def pair(cell: int) -> tuple[int, int]:
    """Row and column of a cell; printed by the course as (5, 5)."""
    return divmod(cell, BOARD.columns)


# EVALUATION and PLAYERS: "Ambos os programas trabalham em cima do algoritmo de busca (best-first)"
# A position is worth the cat's two-distance, the steps to an exit that the catcher cannot deny (search/pursuit/distances.py).


Strategy = Callable[[Position, Limit, Kernels], int]

LEVELS = {1: Limit(nodes=1, blind=0.75), 2: Limit(nodes=1, blind=0.3), 3: Limit(nodes=1), 4: Limit(nodes=60), 5: Limit()}


def best_first(position: Position, limit: Limit = Limit(), kernels: Kernels = KERNELS) -> int:
    """Best-first search over the blocks, or over the steps; without proofs, as levels 1 to 4 play."""
    search = BestFirst(BOARD, kernels, position.exits, limit)
    return search.step(position.cat, position.free) if position.turn == "cat" else search.block(position.cat, position.free)


def shortest(position: Position, limit: Limit, kernels: Kernels) -> int:
    """Textbook: the first cell on the cat's shortest path, to step on (`shortest`) or to block (`next`)."""
    return Pursuit(kernels, position.exits).path(BOARD, position.cat, position.free)[0]


def last_exit(position: Position, limit: Limit, kernels: Kernels) -> int:
    """Textbook `exit`: block the last cell of the shortest path."""
    return Pursuit(kernels, position.exits).path(BOARD, position.cat, position.free)[-1]


def two_distance(position: Position, limit: Limit, kernels: Kernels) -> int:
    """Textbook: the neighbour with the smallest two-distance, then the smallest distance."""
    one, two = (Pursuit(kernels, position.exits).distances(position.free, least) for least in (1, 2))
    return min(position.moves(), key=lambda step: (two[step], one[step]))


def widen(position: Position, limit: Limit, kernels: Kernels) -> int:
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
PROVERS = {"engine": Limit(), "perfect": Limit(seconds=1)}  # of both sides: what a move may take, unless one says otherwise


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
    return best_first(position, Limit(nodes=nodes))


def judge(position: Position, settings: PlayerSettings, live: bool) -> Insight:
    """Who wins, as far as it is proven, else if both sides go on by best-first search; the sooner the more points."""
    from common.judge.analysis import Insight

    deadline = time.monotonic() + (settings.limit.aim or inf)
    proven, move = proven_winner(position), None
    if settings.limit.seconds and not proven:
        proven, move = besieged(position, Limit(settings.limit.seconds / 2))
    after = position if move is None else position.play(move)
    line, outcome = foreseen(after, settings.limit, deadline)
    line = line if move is None else (position.text(move), *line)
    winner = proven or (outcome.winner if outcome else None)
    if winner is None:
        return Insight(position.turn, line, None, "undecided as far as best-first search was followed", len(line), False)
    moves = len(line[winner != position.turn :: 2])
    seen = outcome and outcome.winner == winner
    words = f"{winner} wins, in {moves} move{'s' * (moves != 1)} by best-first search" if seen else f"{winner} wins"
    points = round(MOST / moves, 2) if seen else LEAST
    return Insight(position.turn, line, points if winner == position.turn else -points, words, len(line), bool(proven))


def besieged(position: Position, limit: Limit) -> tuple[str | None, int | None]:
    """Who wins, proven by a search, and a move that keeps a win of the side to move; None for what is not known."""
    siege = case().siege(position, limit)
    if position.turn == "catcher":
        answer = siege.blocks(position.cat, position.free)
    else:
        answer = siege.steps(position.free, position.moves())
    return case().winner(answer), None if answer.runner_wins is None else answer.move


def foreseen(position: Position, limit: Limit, deadline: float) -> tuple[tuple[str, ...], Outcome | None]:
    """The moves of both sides by best-first search, and how the game then ends, None if that is too far away."""
    line = []
    for move, after in islice(game(position, dict.fromkeys(SIDES, partial(chosen, nodes=limit.nodes))), limit.depth):
        line.append(position.text(move))
        position = after
        if time.monotonic() >= deadline:
            break
    return tuple(line), position.outcome()


MOST, LEAST = 100.0, 1.0  # points of a win with the next move, half of it with the one after; of one of unknown length


def make_player(
    side: str, name: str, limit: Limit, seed: int, kernels: Kernels = KERNELS, shown: bool = False
) -> Player[Position]:
    """The player of a side by its name, or a command line. Raises BadInput if it is neither."""
    level = level_of(name, LEVELS)
    if level == LEVELS[5]:
        name, limit = "engine", level
    if name in PROVERS:
        return prover(limit if limit.seconds or limit.nodes else PROVERS[name], proof_kernels(), shown)
    if strategy := STRATEGIES[side].get("best-first" if level else name):
        return Stateless(lambda position: strategy(position, level or limit, kernels))
    if name == "novice":
        return mostly(lambda position: shortest(position, limit, kernels), NOVICE, seed)
    if name == "human":
        return person(side)
    if name == "random":
        return random_player(seed)
    return program_player(name, limit.patience, protocol)


def names_of(side: str) -> str:
    """Who may play a side, for `--help`."""
    return f"human, random, novice, level-1 to level-5, {', '.join((*PROVERS, *STRATEGIES[side]))}, or a command"


def protocol(position: Position) -> list[str]:
    """A position as the course's referee hands it to a program: CAT BLOCKS EXITS."""
    return [str(cells) for cells in start_entry(position).values()]


def person(side: str) -> Person:
    """A person at the board."""
    if side == "cat":
        text = "Step with nw ne w e sw se (or no ne o l so se, or the keypad's 7 9 4 6 1 3), or name the cell, e.g. 4 6."
        return Person(lambda _: "Cat's step (NW NE W E SW SE): ", read_answer, hint, show_board, text, refusal)
    text = "Name the cell to block by row and column, 0 to 10, e.g. 4 6 or (4, 6)."
    return Person(lambda _: "Cell to block (row, column): ", read_answer, hint, show_board, text, refusal)


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


def read_arguments(words: list[str]) -> Position:
    """The same of a command's arguments. Raises BadInput."""
    if len(words) != 3:
        raise BadInput(f"game.py takes CAT BLOCKS EXITS, not {len(words)} arguments, e.g. python game.py {EXAMPLE}")
    return read_start(*words)


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


def board_rows(position: Position, played: int | None = None) -> Rows:
    """The board for the terminal: C cat, X block, E exit, # blocked exit; the cell just played marked."""
    from common.show.terminal import Cell

    kinds = ["cat" if cell == position.cat else kind_of(position, cell) for cell in range(BOARD.size)]
    cells = [Cell(*LETTERS[kind], cell == played) for cell, kind in enumerate(kinds)]
    return [cells[row : row + BOARD.columns] for row in range(0, BOARD.size, BOARD.columns)]


def show_board(position: Position, played: int | None = None) -> None:
    """Print the board, outlined on a terminal, plain on a pipe."""
    from common.show.terminal import plain_hexagons, rich_hexagons, show

    rows = board_rows(position, played)
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


def frames(history: list[Position], outcome: Outcome | None) -> list[Image]:
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


def played_cell(history: list[Position], ply: int) -> int | None:
    """The cell that the move before a position has changed; None at the start."""
    if ply == 0:
        return None
    before, after = history[ply - 1], history[ply]
    return after.cat if before.turn == "cat" else (before.blocks ^ after.blocks).bit_length() - 1


# COMMAND LINE: "python meu_codigo.py CAT BLOCKS EXITS" (em uma unica linha)

USAGE = f"""\
game.py plays Circle the Cat, cat against catcher, and writes game.gif.
  python game.py CAT BLOCKS EXITS      a cell and two lists of cells, row and column 0 to 10, e.g.
  python game.py {EXAMPLE}
  python game.py play --cat human      play the cat yourself (or --catcher human)
  python game.py replay FILE           a saved game, into a GIF with --gif
  python game.py --help                everything else"""
VERBS = ("play", "solve", "check", "analyse", "move", "replay", "match", "bench")


def main(argv: list[str]) -> int:
    """The graders' form first (three arguments, or `move`); anything else goes to typer."""
    argv = take_language(argv)
    if not argv:
        print(translated(USAGE), file=sys.stderr)
        return 2
    plain_words = not any(re.match("-+[a-z]", word) for word in argv)
    if plain_words and argv[0] not in VERBS:
        return play_out(read_arguments(argv), dict.fromkeys(SIDES, "engine"), Limit(), files=Files(film=Path("game.gif")))
    if argv[0] == "move" and "--help" not in argv:
        words, limit = cli.read_move(argv[1:], 4, Limit(), "game.py", f"{SIDES[0]} {EXAMPLE}")
        return print_move(words, limit)
    if plain_words and argv[0] == "solve" and len(argv) == 4:
        from common.command.verdict import print_verdict

        return print_verdict(case(), read_arguments(argv[1:]))
    verb_first = argv if argv[0] in (*VERBS, "--help") else ["play", *argv]
    return cli.run_typer(commands(), verb_first, "game.py")


def play_out(start: Position, names: dict[str, str], limit: Limit, seed: int = 0, files: Files = Files()) -> int:
    """Play a game, print its moves, sentence and result, write its GIF: the contract of the assignment."""
    players = {side: make_player(side, name, limit, seed, shown=True) for side, name in names.items()}
    STAGE.play(start, names, players, files, limits=limit.known(), seed=seed)
    return 0


def sentence(position: Position, move: int, human: bool = False) -> str:
    """A move as the course's referee prints it."""
    return f"{position.turn.upper():7} = {pair(move)}"


def result(outcome: Outcome) -> str:
    """The last two lines: the sentence, then 1 if the catcher has won, 0 if the cat has."""
    return f"{outcome.reason}\n{int(outcome.winner == 'catcher')}"


def start_entry(start: Position) -> dict[str, Any]:
    """A start position as a record keeps it."""
    blocks, exits = (list(map(pair, cells_of(bits))) for bits in (start.blocks, start.exits))
    return {"cat": pair(start.cat), "blocks": blocks, "exits": exits}


def read_entry(entry: dict[str, Any]) -> Position:
    """The inverse of `start_entry`. Raises BadInput."""
    return read_start(*(str(entry.get(name)) for name in ("cat", "blocks", "exits")))


STAGE = Stage("game", show_board, sentence, result, start_entry, read_entry, frames)


def print_move(words: list[str], limit: Limit) -> int:
    """Answer a referee, who counts from the start of the process: one direction or cell, an empty line if there is no move."""
    from common.kernels.stopping import gone

    position = read_position(*words)
    if position.outcome():
        print()
        return 0
    kernels = proof_kernels(patient=not limit.seconds)
    player = prover(limit, kernels)
    print(position.text(player(position, gone()) if kernels else player(position)))
    return 0


def read_position(side: str, cat: str, blocks: str, exits: str) -> Position:
    """A start with either side to move. Raises BadInput."""
    if side not in STRATEGIES:
        raise BadInput(f"{quoted(side)} is no side: wanted cat or catcher, e.g. python game.py move cat {EXAMPLE}")
    return read_start(cat, blocks, exits)._replace(turn=side)


def case() -> Case[Position]:
    """How it is proven who wins a start (search/pursuit/solver.py), and written down (search/pursuit/strategy.py)."""
    from common.command.verdict import Case

    return Case(
        SIDES,
        BOARD,
        siege_kernels,
        ground_of,
        lambda ground: Position(ground.runner, BOARD.all & ~ground.free, ground.goals),
        best_first,
        board_rows,
        start_entry,
        read_entry,
    )


def analyst() -> Analyst[Position]:
    """How positions and saved games are analysed."""
    from common.judge.analysis import Analyst, Scale

    scale = Scale("100 / moves to the end", MOST + 1, clear=MOST / BOARD.size, slip=inf)
    return Analyst(STAGE, judge, read_position, f"cat {EXAMPLE}", "cat", scale, limits=("seconds", "nodes", "depth"))


def random_start(blocks: int, seed: int) -> Position:
    """The cat in the middle, `blocks` blocks anywhere, the whole border open."""
    import random

    others = [cell for cell in range(BOARD.size) if cell != START]
    if not 0 <= blocks <= len(others):
        raise BadInput(f"--blocks {blocks}: wanted a number from 0 to {len(others)}")
    return Position(START, bits_of(random.Random(seed).sample(others, blocks)), BORDER)


def commands() -> typer.Typer:
    """The verbs, for people; typer is imported only for them."""
    import typer

    from common.command import options
    from common.command.verdict import add_verdict

    app = options.new_app(__doc__)

    @app.command(epilog="Example: python game.py play --cat human --level 2 --seed 7")
    def play(
        cells: list[str] = typer.Argument(None, metavar="CAT BLOCKS EXITS", help="without them a random start"),
        cat: str = typer.Option(None, help=names_of("cat")),
        catcher: str = typer.Option(None, help=names_of("catcher")),
        seconds: float = options.SECONDS,
        nodes: int = options.NODES,
        level: int = options.LEVEL,
        blocks: int = typer.Option(8, help="blocks of a random start"),
        seed: int = options.SEED,
        gif: Path = options.GIF,
        no_gif: bool = typer.Option(False, "--no-gif", help="no game.gif, which CAT BLOCKS EXITS else leave"),
        frame_ms: int = options.FRAME_MS,
        record: Path = options.RECORD,
        resume: Path = options.RESUME,
        as_json: bool = options.JSON,
        lang: str = options.LANG,  # here for --help only: take_language reads it before anything is refused
    ) -> int:
        """Play a game. Both sides are `engine` unless you say otherwise: best-first search that proves what it can.

        Without Numba they are `best-first`, which proves nothing.
        """
        if len(cells or "123") != 3:
            raise BadInput(f"play takes CAT BLOCKS EXITS or none of them, not {len(cells)} arguments, e.g. {EXAMPLE}")
        limit = choose_limit(LEVELS, level, seconds, nodes)
        said = {"cat": cat, "catcher": catcher}
        target = None if no_gif else gif or (Path("game.gif") if cells else None)
        files = Files(record, target, frame_ms, as_json)
        if resume:
            going = STAGE.resume(resume, said, seed, cells)
            return play_out(going.start, going.names, limit, going.seed, files.after(resume, going))
        usual = f"level-{level}" if level else "engine"
        names = {side: name or usual for side, name in said.items()}
        files.check(names)
        drawn = draw_seed() if seed is None else seed
        start = read_start(*cells) if cells else random_start(blocks, drawn)
        for side, name in names.items():
            make_player(side, name, limit, drawn)  # a wrong name is refused before the seed is told
        if not cells or LOTS & set(names.values()):
            tell_seed(drawn)
        return play_out(start, names, limit, drawn, files)

    @app.command(epilog=f"Example: python game.py move cat {EXAMPLE}")
    def move(side: str, cat: str, blocks: str, exits: str, seconds: float = options.SECONDS, nodes: int = options.NODES) -> int:
        """Answer a referee with one move: a direction for the cat, a cell for the catcher."""
        return print_move([side, cat, blocks, exits], choose_limit(LEVELS, None, seconds, nodes))

    @app.command(epilog="Example: python game.py bench --games 10")
    def bench(
        first: int = typer.Option(0, min=0, help="number of the first start of each set"),
        games: int = typer.Option(100, min=1, help="starts of each set"),
        jobs: int = typer.Option(2, min=1, help="processes"),
        engine: bool = typer.Option(False, "--engine", help="the games of the default players instead, among themselves too"),
        as_json: bool = options.AS_JSON,
    ) -> int:
        """The table of the players: the cat's wins on five sets of starts, each cat against each catcher."""
        fast_kernels()  # compiled here, once, before the processes share it
        pairs = list(product(STRATEGIES["cat"], STRATEGIES["catcher"]))
        if engine:
            proof_kernels()
            pairs = [("engine", name) for name in ("engine", *STRATEGIES["catcher"])]
            pairs += [(name, "engine") for name in STRATEGIES["cat"]]
        print_counts(SIDES, pairs, SETS, partial(cat_wins, first=first, games=games), jobs, as_json)
        return 0

    add_verdict(app, "game.py", case(), read_arguments, "CAT BLOCKS EXITS", EXAMPLE)
    options.add_analyse(app, analyst(), "game.py")
    options.add_replay(app, STAGE, "game.py")
    options.add_match(app, "game", Limit(seconds=5))
    return app


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


def cat_wins(players_and_set: tuple[tuple[str, str], str], first: int, games: int) -> int:
    """How many games of a set a cat wins against a catcher; on machine code, which many games repay."""
    names, set_name = players_and_set
    players = {side: make_player(side, name, Limit(), 0, fast_kernels()) for side, name in zip(SIDES, names, strict=True)}
    return sum(winner(set_start(set_name, number), players) == "cat" for number in range(first, first + games))


def fast_kernels() -> Kernels:
    """The kernels as machine code where Numba is, compiled first if need be."""
    return PURSUIT.fast


@cache
def siege_program() -> Program:
    """What proves who wins."""
    from common.search.pursuit.certificates import certificate_sources, fields

    return Program("siege", *certificate_sources(BOARD), records={"memory": fields(BOARD)})


def siege_kernels() -> Kernels:
    """The same as machine code where Numba is, compiled first if need be."""
    return siege_program().fast


def escape(outcome: Outcome, plies: int) -> float:
    """How well the cat did: caught late is better than early, out is better than caught, and early better than late."""
    return BOARD.size - plies / 2 if outcome.winner == "cat" else plies / 2


def contest() -> Contest[Position]:
    """Matches on starts with ten random blocks, from which either side may win."""
    from common.judge.match_report import Contest

    return Contest(
        SIDES,
        partial(set_start, "R10"),
        lambda side, name, settings: make_player(side, name, settings.limit, settings.seed, fast_kernels()),
        lambda names: [make_player(side, name, Limit(), 0) for side, name in names.items()],
        fast_kernels,
        escape,
        "cat moves",
    )


def console() -> None:
    """The command `circle-the-cat`, and this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
