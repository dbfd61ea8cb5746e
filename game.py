"""Circle the Cat: a catcher blocks cells until the cat is caught or reaches an exit.

The assignment in short: cat and catcher take turns on 11x11 hexagonal cells; the catcher begins.
The catcher blocks one cell. The cat steps to a free neighbour: NW, NE, W, E, SW or SE. The cat wins
when it reaches an exit, the catcher when the cat cannot step. Both use best-first search. The
program takes the cat's cell, the blocks and the exits, plays the whole game and writes game.gif.

    python game.py "[5, 5]" "[(1,1), (1,5), (4,5), (5,4), (6,5), (8,2)]" "[(0,0), (6,10), (9,10), (10,1)]"
    python game.py play --cat human --level 2
    python game.py --catcher "python my_catcher.py" "[5, 5]" "[]" "[(0, 0), (0, 10)]"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Annotated, NamedTuple

from common.cli import app
from common.games.circle_the_cat import board_view, literal_pairs, rules_text, simple_players
from common.games.circle_the_cat.engine import PLAYERS, at_level, insight, thinker
from common.games.circle_the_cat.hexagons import (
    BOARD,
    BORDER,
    DIRECTIONS,
    START,
    random_blocks,
    read_direction,
)
from common.play.game import Game, Ply
from common.play.players import Kind, plain
from common.play.setup import OptionInfo, join_words
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, Leave, quoted
from common.rules.position import Outcome
from common.search.limit import Level, Limit

SIDES = ("cat", "catcher")
EXAMPLE_START = (
    "[5, 5]",
    "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]",
    "[(0,0), (6,10), (9,10), (10,1)]",
)
EXAMPLE = join_words(EXAMPLE_START)

# THE RULES: "Um jogador joga de cada vez (o pegador começa jogando) até alguem vencer"


class Position(NamedTuple):
    """A position: the cat's cell, the blocks and the exits as sets of cells, and the side to move.

    Bit i of a set stands for cell i, counted row by row. Exits may be blocked. `turn` is "cat" or "catcher".
    """

    cat: int
    blocks: int
    exits: int
    turn: str = "catcher"

    @property
    def free(self) -> int:
        """The set of the cells without a block, the cat's cell included."""
        return BOARD.all & ~self.blocks

    def moves(self) -> list[int]:
        """Return the cells to step on (in order NW NE W E SW SE) or to block (row by row), as numbers.

        The cat: "Não deve se movimentar em direção à uma casa bloqueada; não deve sair do tabuleiro". The
        catcher: "Não deve colocar um bloqueio na casa que o gato está; ... numa casa já bloqueada".
        """
        if self.turn == "cat":
            return BOARD.steps(self.cat, self.free)
        return list(cells_of(self.free & ~(1 << self.cat)))

    def play(self, move: int) -> Position:
        """Return the position after the cat steps on a cell, or the catcher blocks it.

        The move has to be legal; this is not checked.
        """
        if self.turn == "cat":
            return self._replace(cat=move, turn="catcher")
        return self._replace(blocks=self.blocks | 1 << move, turn="cat")

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game goes on. It does not matter who is to move.

        "O gato vence se chegar em alguma saída; o pegador vence se prender o gato."
        """
        if self.exits & self.free & 1 << self.cat:
            return Outcome("cat", "Cat runs away")
        if not BOARD.near[self.cat] & self.free:
            return Outcome("catcher", "Cat did not move and got caught")
        return None

    def text(self, move: int) -> str:
        """Return the cat's direction in English, e.g. NW, or the cell to block as (row, column)."""
        return DIRECTIONS[BOARD.neighbours[self.cat].index(move)] if self.turn == "cat" else str(pair(move))

    def read_move(self, text: str) -> int | None:
        """Return the cell that a text names: by a direction for the cat, else as (row, column).

        Directions are English, Portuguese or keypad digits. The move may be illegal. Return None for a step
        off the board. Raise BadInput if the text is no move of the side to move.
        """
        if self.turn == "catcher":
            return read_cell(text, "the cell to block")
        return BOARD.neighbours[self.cat][read_direction(text)]


def pair(cell: int) -> tuple[int, int]:
    """Return the row and the column of a cell, which the course prints as (5, 5)."""
    return divmod(cell, BOARD.columns)


# THE CONTRACT: "deve receber como entrada três parâmetros por linha de comando"

USAGE = f"""\
game.py plays Circle the Cat, cat against catcher, and writes game.gif.
  python game.py CAT BLOCKS EXITS      a cell and two lists of cells, row and column 0 to 10, e.g.
  python game.py {EXAMPLE}
  python game.py play --cat human      play the cat yourself (or --catcher human)
  python game.py replay FILE           a saved game, into a GIF with --gif
  python game.py --help                everything else"""


def read_start(cat: str, blocks: str, exits: str) -> Position:
    """Return the start given by the three arguments, e.g. [5, 5] [(1, 1)] [(0, 0)]; the catcher moves.

    Raise BadInput, quoting the wrong one, also if the cat stands on a block. It may stand on an exit.
    """
    cell = read_cell(cat, "CAT")
    block_set = bits_of(read_cells(blocks, "BLOCKS"))
    exit_set = bits_of(read_cells(exits, "EXITS"))
    start = Position(cell, block_set, exit_set)
    if start.blocks >> start.cat & 1:
        raise BadInput(f"CAT {quoted(cat)} stands on a block: expected a free cell")
    return start


def read_cell(text: str, name: str) -> int:
    """Return the number of a cell that is given as `[5, 5]` or `(5, 5)`.

    Raise BadInput, which calls the argument `name`, if the text is malformed or the cell is off the board.
    """
    return _cell_on_board(literal_pairs.read_pair(text, name), name)


def read_cells(text: str, name: str) -> list[int]:
    """Return the numbers of a list of cells, `[(1, 1), (1, 5)]`, in its order; it may be empty.

    A cell that is given twice is returned twice. Raise BadInput as `read_cell` does.
    """
    return [_cell_on_board(pair, name) for pair in literal_pairs.read_pairs(text, name)]


def _cell_on_board(pair: tuple[int, int], name: str) -> int:
    cell = BOARD.cell(*pair)
    if cell is None:
        raise BadInput(f"{name} {pair} is off the board: rows and columns go from 0 to 10, e.g. (5, 5)")
    return cell


def write_start(position: Position) -> list[str]:
    """Return the three arguments of a position, the inverse of `read_start`."""
    blocks, exits = ([pair(cell) for cell in cells_of(cells)] for cells in (position.blocks, position.exits))
    return [str(pair(position.cat)), str(blocks), str(exits)]


def referee_line(position: Position, move: int) -> str:
    """Return a move in `position` as the course's referee prints it, e.g. CATCHER = (4, 6)."""
    return f"{position.turn.upper():7} = {pair(move)}"


def result_lines(outcome: Outcome) -> str:
    """Return the last two lines: the reason, then 1 if the catcher has won or 0 if the cat has."""
    return f"{outcome.reason}\n{int(outcome.winner == 'catcher')}"


def is_split(words: Sequence[str]) -> bool:
    """Return True if the shell has split arguments at their blanks, because they were not quoted."""
    depths = [sum((letter in "[(") - (letter in "])") for letter in word) for word in words]
    return any(depths) and not sum(depths) and not any(" " in word for word in words)


def random_start(blocks: int, seed: int) -> Position:
    """Return a start with this many random blocks; all border cells are exits, blocked or not.

    "Deve começar na casa (5,5)"; the catcher is to move. Raise BadInput if `blocks` is not 0 to 120.
    """
    return Position(START, random_blocks(blocks, seed), BORDER)


# THE ASSIGNMENT'S ALGORITHM: "Ambos os programas (gato e pegador) trabalham em cima do algoritmo de busca
# (best-first)."
#
# The cat extends the most promising way first, the catcher tries every block for the least promising ways. A
# cell is promising if its two-distance is small. That of an open exit is 0. Another cell has k if two of its
# neighbours are below k, because the catcher can always block the better one.

FAR = 999  # the distance of a cell without a way to an exit


def distances(position: Position, ways: int = 2) -> dict[int, int]:
    """Return the two-distance of each cell that has one, nearest first; with one of `ways`, the distance."""
    found: dict[int, int] = {}
    counts = dict.fromkeys(range(BOARD.size), 0)
    frontier = [(0, cell) for cell in cells_of(position.exits & position.free)]
    while frontier:
        distance, cell = heappop(frontier)
        if cell in found:
            continue
        found[cell] = distance
        for near in BOARD.steps(cell, position.free):
            counts[near] += 1
            if counts[near] == ways:
                heappush(frontier, (distance + 1, near))
    return found


def way_out(position: Position) -> list[int]:
    """Return the cells of the cat's way to an open exit, by best-first search; none if there is no way."""
    twice, once = distances(position), distances(position, 1)
    frontier, seen = [(0, 0, [position.cat])], 1 << position.cat
    while frontier:
        _, _, way = heappop(frontier)
        if position.exits & position.free & 1 << way[-1]:
            return way[1:]
        for step in BOARD.steps(way[-1], position.free & ~seen):
            seen |= 1 << step
            heappush(frontier, (twice.get(step, FAR), once.get(step, FAR), [*way, step]))
    return []


def textbook_cat(position: Position) -> int:
    """Return the first step of the way out; without one, the step with the most free cells beside it."""
    free_cells = {step: (BOARD.near[step] & position.free).bit_count() for step in position.moves()}
    return [*way_out(position), max(free_cells, key=free_cells.__getitem__)][0]


def textbook_catcher(position: Position) -> int:
    """Return the block after which the cat's ways are longest; without a way out, its room is smallest."""
    measure, cells = (length, distances(position)) if way_out(position) else (tightness, position.moves())
    blocks = [cell for cell in cells if cell != position.cat]
    return max(blocks, key=lambda cell: measure(position._replace(blocks=position.blocks | 1 << cell)))


def length(position: Position) -> tuple[int, ...]:
    """Return the two shortest two-distances beside the cat, and how few cells have one at all."""
    found = distances(position)
    ways = sorted(found.get(step, FAR) for step in BOARD.steps(position.cat, position.free))
    return (*[*ways, FAR, FAR][:2], -len(found))


def tightness(position: Position) -> tuple[int, ...]:
    """Return how small the cat's region is, and how few free cells lie beside it."""
    region = BOARD.region(position.cat, position.free)
    return -region.bit_count(), -(BOARD.near[position.cat] & region).bit_count()


LEVELS = {  # of the engine; 1 to 4 are best-first search in common/games/circle_the_cat/
    1: Level(Limit(nodes=1), 0.75, margin=6),  # 10 is a step of the cat's way
    2: Level(Limit(nodes=1), 0.3, margin=6),
    3: Level(Limit(nodes=1), margin=18),
    4: Level(Limit(nodes=60), margin=16),
    5: Level(),
}


# HOW IT LOOKS: "o resultado final do jogo estará disponível em formato gif no arquivo game.gif"

LOOK = board_view.CatLook()  # C the cat, E an exit, X a block, # a blocked exit


# THE GAME: "Possui dois jogadores (gato e pegador)"


class CircleTheCat(Game[Position]):
    """Circle the Cat: its starts, positions in words, sentences and players."""

    default_start = read_start(*EXAMPLE_START)._replace(turn="cat")
    form = "CAT BLOCKS EXITS"  # a side before them is the side to move (default: the catcher)
    examples = ("cat", *EXAMPLE_START), EXAMPLE_START
    rules = rules_text.RULES
    engine = "common.games.circle_the_cat.engine"
    look = LOOK
    film = "game.gif"
    limit = Limit()
    match_limit = Limit(seconds=5)
    limits: Mapping[str, Sequence[str]] = {
        "play": ("seconds", "nodes"),
        "analyse": ("seconds", "nodes", "depth"),
    }
    levels = LEVELS
    players: Mapping[str, Kind] = {
        **PLAYERS,
        "textbook": plain(lambda at: textbook_cat(at) if at.turn == "cat" else textbook_catcher(at)),
    }
    thinker = staticmethod(thinker)
    at_level = staticmethod(at_level)
    insight = staticmethod(insight)
    last_lines = staticmethod(result_lines)
    protocol_words = staticmethod(write_start)

    def starts(
        self,
        words: Sequence[str] = (),
        seed: int = 0,
        blocks: Annotated[
            int, OptionInfo("number of blocks at a random start", only_verb="play")
        ] = rules_text.BLOCKS,
    ) -> list[Position]:
        """Return the start that the words give, else a random one. Raise BadInput."""
        return [self.read(*words) if words else random_start(blocks, seed)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return start `number`: ten random blocks, exits on the free border cells. `size` is ignored."""
        blocks = random_blocks(10, 10_000 + number)
        return Position(START, blocks, BORDER & ~blocks)

    def read(self, *words: str) -> Position:
        if is_split(words):
            wanted = f"put CAT, BLOCKS and EXITS in quotes, e.g. python game.py {EXAMPLE}"
            raise BadInput(f"{quoted(' '.join(words))} is split into {len(words)} arguments: {wanted}")
        return super().read(*words)

    def parse(self, *words: str) -> Position:
        side, *start = words if len(words) == 4 else ("catcher", *words)
        if side not in SIDES:
            example = f"python game.py move {join_words(self.full_example)}"
            raise BadInput(f"{quoted(side)} is not a side: expected cat or catcher, e.g. {example}")
        return read_start(*start)._replace(turn=side)

    def write(self, position: Position) -> list[str]:
        return [position.turn, *write_start(position)]

    def legal_move(self, position: Position, answer: str) -> int:
        """Parse a move and check it. A person may also name the cell as 4 6 or (4, 6). Raise BadInput."""
        numbers = answer.replace(",", " ").split()
        if len(numbers) == 2 and "".join(numbers).isdecimal():
            answer = f"({', '.join(numbers)})"
        is_cell = answer.startswith(("(", "["))
        move = read_cell(answer, "The cell") if is_cell else position.read_move(answer)
        if move is None or move not in position.moves():
            raise BadInput(self.refusal(position, move))
        return move

    def prompt(self, position: Position) -> str:
        if position.turn == "cat":
            return "Cat's step (NW NE W E SW SE): "
        return "Cell to block (row, column): "

    def explain(self, position: Position) -> str:
        if position.turn == "catcher":
            return "Name the cell to block by row and column, 0 to 10, e.g. 4 6 or (4, 6)."
        digits = "or no ne o l so se, or the keypad's 7 9 4 6 1 3"
        return f"Step with nw ne w e sw se ({digits}), or name the cell, e.g. 4 6."

    def refusal(self, position: Position, move: int | None) -> str:
        """Return the reason why a well-formed move is illegal; None is a step off the board."""
        cat, example = pair(position.cat), f"e.g. {position.text(position.moves()[0])}."
        if move is None:
            return f"That leads off the board from {cat}: choose another direction, {example}"
        if position.blocks >> move & 1:
            return f"{pair(move)} is blocked already: choose a free cell, {example}"
        if move == position.cat:
            return f"The cat sits on {cat}: choose another cell, {example}"
        return f"{pair(move)} is not beside the cat at {cat}: choose a neighbour, {example}"

    def status(self, position: Position) -> str:
        """Return the number of steps to the nearest exit in words; empty if the game is over."""
        if position.outcome():
            return ""
        way = simple_players.path(position)
        if not position.exits >> way[-1] & 1:
            return "no way out"
        return f"{len(way)} step{'s' * (len(way) != 1)} to the nearest exit"

    def sentence(self, ply: Ply) -> str:
        return referee_line(ply.before, ply.move)


GAME = CircleTheCat()


def main(argv: list[str]) -> int:
    """Play the game of the course's three arguments; run anything else as a verb or its options.

    `argv` is without the program's name. Return the exit status. Raise Leave, with the usage, without any
    arguments.
    """
    if not argv:
        raise Leave(USAGE, 2)
    has_option = any(word.startswith("-") and word.strip("-")[:1].isalpha() for word in argv)
    if has_option or argv[0] in {*app.VERBS, *GAME.verbs}:
        return app.main(GAME, argv)
    app.refuse_mistyped(GAME, argv[0])
    start = GAME.read(*argv)
    from pathlib import Path

    from common.play.players import PlayerSettings
    from common.play.table import Table

    Table(GAME, dict.fromkeys(SIDES, "engine"), PlayerSettings(), film=Path(GAME.film)).play(start)
    return 0


def console() -> None:
    """Run the command `circle-the-cat`, or this script."""
    from common.cli.console import console as run

    run(main)


if __name__ == "__main__":
    console()
