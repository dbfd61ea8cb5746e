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

import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from common.api.game import Game
from common.command import app, cli
from common.command.playing import play_all
from common.games.circle_the_cat import board_view, evaluation
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.hexagons import (
    BOARD,
    BORDER,
    DIRECTIONS,
    START,
    random_blocks,
    read_direction,
)
from common.games.circle_the_cat.literal_pairs import read_pair, read_pairs
from common.games.circle_the_cat.phrases import Dialogue
from common.games.circle_the_cat.players import STRATEGIES, make_prover, make_strategy_player
from common.play.game import (
    Curve,
    GameParts,
    Help,
    Look,
    Notation,
    OptionInfo,
    PlayerFactory,
    Players,
    Search,
    SeatScore,
    Starts,
)
from common.play.players import PlayerSettings
from common.play.session import Files, SessionOptions
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, Player
from common.search.limit import Level, Limit
from common.search.results import Insight, Question, Solution

if TYPE_CHECKING:
    from common.play.dialogue import HumanPlayer
    from common.show.film import Film

SIDES = ("cat", "catcher")
EXAMPLE_START = (
    "[5, 5]",
    "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]",
    "[(0,0), (6,10), (9,10), (10,1)]",
)
EXAMPLE = " ".join(f'"{argument}"' for argument in EXAMPLE_START)


# RULES – "Um jogador joga de cada vez (o pegador começa jogando) até alguem vencer"


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
        """Return the cells to step on (in order NW NE W E SW SE) or to block (row by row), as numbers."""
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
    return _cell_on_board(read_pair(text, name), name)


def read_cells(text: str, name: str) -> list[int]:
    """Return the numbers of a list of cells, `[(1, 1), (1, 5)]`, in its order; it may be empty.

    A cell that is given twice is returned twice. Raise BadInput as `read_cell` does.
    """
    return [_cell_on_board(pair, name) for pair in read_pairs(text, name)]


def _cell_on_board(pair: tuple[int, int], name: str) -> int:
    cell = BOARD.cell(*pair)
    if cell is None:
        raise BadInput(f"{name} {pair} is off the board: rows and columns go from 0 to 10, e.g. (5, 5)")
    return cell


def coordinate_lists(
    position: Position,
) -> tuple[tuple[int, int], list[tuple[int, int]], list[tuple[int, int]]]:
    """Return CAT, BLOCKS and EXITS as (row, column) pairs, as the course's referee prints them."""
    blocks = [pair(cell) for cell in cells_of(position.blocks)]
    exits = [pair(cell) for cell in cells_of(position.exits)]
    return pair(position.cat), blocks, exits


def referee_line(position: Position, move: int, human: bool) -> str:
    """Return a move in `position` as the course's referee prints it, e.g. CATCHER = (4, 6).

    The line is the same for a `human`.
    """
    return f"{position.turn.upper():7} = {pair(move)}"


def result_lines(outcome: Outcome) -> str:
    """Return the last two lines: the reason, then 1 if the catcher has won or 0 if the cat has."""
    return f"{outcome.reason}\n{int(outcome.winner == 'catcher')}"


# STARTS – "Deve começar na casa (5,5)"


def random_start(blocks: int, seed: int) -> Position:
    """Return a start with this many random blocks; all border cells are exits, blocked or not.

    The cat stands on (5, 5), the catcher is to move. Raise BadInput if `blocks` is not 0 to 120.
    """
    return Position(START, random_blocks(blocks, seed), BORDER)


# HOW IT LOOKS: "o resultado final do jogo estará disponível em formato gif no arquivo game.gif"


def film(history: Sequence[Position], outcome: Outcome | None) -> Film:
    """Return the film of a game: a frame for the start and for each move; the last shows the result."""
    played = list[int | None]([None])
    captions = [["start", f"blocks: {history[0].blocks.bit_count()}"]]
    for ply, (before, after) in enumerate(pairwise(history), 1):
        cell = after.cat if before.turn == "cat" else (before.blocks ^ after.blocks).bit_length() - 1
        played.append(cell)
        captions.append(
            [
                f"move {ply}: {before.turn} {pair(cell)}",
                f"blocks: {after.blocks.bit_count()}",
            ]
        )
    if outcome:
        captions[-1][1] = outcome.verdict
    return board_view.film(history, played, captions)


# PLAYERS – "Ambos os programas trabalham em cima do algoritmo de busca (best-first)"
# See common/games/circle_the_cat: best_first.py, textbook.py, and players.py for the player with proofs.

ONE_NODE = Limit(nodes=1)
LEVELS = {
    1: Level(ONE_NODE, 0.75, margin=6),  # 10 is a step of the cat's way
    2: Level(ONE_NODE, 0.3, margin=6),
    3: Level(ONE_NODE, margin=18),
    4: Level(Limit(nodes=60), margin=16),
    5: Level(),
}


# THE PARTS OF THE GAME


class Setup(NamedTuple):
    """Options of a game. `words` (CAT BLOCKS EXITS, optionally after a side) win over `blocks`."""

    words: Sequence[str] = ()
    blocks: Annotated[int, OptionInfo("number of blocks at a random start", only_verb="play")] = 8
    no_gif: Annotated[
        bool, OptionInfo("do not write game.gif", "--no-gif", affects_start=False, only_verb="play")
    ] = False


class CatStarts(Starts[Position, Setup]):
    """The start given by the arguments, by default a random one."""

    setup = Setup

    def start_positions(self, setup: Setup, seed: int) -> list[Position]:
        """Return a list of one start: from `words`, else with `blocks` random blocks by `seed`.

        Raise BadInput if the one that counts is wrong.
        """
        words = setup.words
        return [self.notation.read_words(words) if words else random_start(setup.blocks, seed)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return start `number`: ten random blocks, exits on the free border cells. `size` is ignored."""
        blocks = random_blocks(10, 10_000 + number)
        return Position(START, blocks, BORDER & ~blocks)

    def files(self, setup: Setup, files: Files) -> Files:
        """Return `files` with its film: none with --no-gif, else the given one, else game.gif.

        Without `words` there is no game.gif.
        """
        film = None if setup.no_gif else files.film or (Path("game.gif") if setup.words else None)
        return files._replace(film=film)


class CatNotation(Notation[Position]):
    """Positions as CAT BLOCKS EXITS; a side before them is the side to move (default: the catcher)."""

    form = "CAT BLOCKS EXITS"
    examples = ("cat", *EXAMPLE_START), EXAMPLE_START

    def read(self, *words: str) -> Position:
        side, *start = words if len(words) == 4 else ("catcher", *words)
        if side not in STRATEGIES:
            raise BadInput(
                f"{quoted(side)} is not a side: expected cat or catcher, "
                f"e.g. python game.py move {self.example_line}"
            )
        return read_start(*start)._replace(turn=side)

    def write(self, position: Position) -> list[str]:
        return [position.turn, *map(str, coordinate_lists(position))]


class CatPhrases(Dialogue):
    """The dialogue, with moves and results as the course's referee prints them."""

    sentence = staticmethod(referee_line)
    last_lines = staticmethod(result_lines)

    def human_player(
        self, game: GameParts[Position, Setup], settings: PlayerSettings
    ) -> HumanPlayer[Position]:
        from common.games.circle_the_cat.human import CatHuman

        return CatHuman(game, settings, read_cell)


class CatLook(Look[Position]):
    """Hexagons on terminals and in films."""

    colours = board_view.COLOURS
    on_pipes = False
    show = staticmethod(board_view.show)
    film = staticmethod(film)


class CatPlayers(Players[Position, Setup]):
    """The engine, which proves the result if it can, and the textbook players."""

    default_limit = Limit()
    match_limit = Limit(seconds=5)
    limits: Mapping[str, Sequence[str]] = {
        "play": ("seconds", "nodes"),
        "analyse": ("seconds", "nodes", "depth"),
    }
    levels = LEVELS

    def simple(self, side: str) -> Mapping[str, PlayerFactory]:
        makes: dict[str, PlayerFactory] = {
            name: partial(make_strategy_player, follow) for name, follow in STRATEGIES[side].items()
        }
        return makes | {"perfect": partial(self.engine, default=Limit(seconds=1))}

    def engine(self, settings: PlayerSettings, default: Limit = Limit()) -> Player[Position]:
        """Return the player with proofs, within the settings' limit; without Numba it proves nothing.

        `default` is the limit if the settings have no limit of seconds or nodes. A depth limit is ignored.
        """
        limit = settings.limit if settings.limit.seconds or settings.limit.nodes else default
        return make_prover(limit, settings)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[Position]:
        """Return a weakened best-first search, or the engine at level 5; `side` is ignored."""
        if level == LEVELS[5]:
            return self.engine(settings._replace(level=level))
        return make_strategy_player(best_first, settings, level)

    def insight(self, position: Position, settings: PlayerSettings) -> Insight:
        return evaluation.insight(position, settings, self.search.score)

    def protocol_words(self, position: Position) -> list[str]:
        return list(map(str, coordinate_lists(position)))


class CatSearch(Search[Position]):
    """Scores by the number of moves to the end, and proofs."""

    unit = "100 / moves to the end"
    win_score = evaluation.MAX_POINTS + 1
    seat_score = SeatScore("cat moves", evaluation.cat_moves)
    solve_options = frozenset({"moves"})

    def curve(self, start: Position) -> Curve:
        return Curve(0.26, -2.1, clear_margin=inf)  # fitted to games (c29947cf)

    def solve(self, start: Position, question: Question) -> Solution:
        """Prove the winner. Raise BadInput if the cat is to move."""
        if start.turn == "cat":
            raise BadInput("solve needs the catcher to move: leave out 'cat' before CAT BLOCKS EXITS")
        from common.games.circle_the_cat.proof_report import solution

        return solution(start, question, self.score)


GAME = Game(
    read_start(*EXAMPLE_START)._replace(turn="cat"),
    starts=CatStarts(),
    notation=CatNotation(),
    phrases=CatPhrases(),
    look=CatLook(),
    players=CatPlayers(),
    search=CatSearch(),
    help={
        "position": Help("start, with the side to move before it if you like (default: a random start)"),
        "play": Help(
            "Play a game. Both sides are `engine` by default: best-first search that proves what "
            "it can.\n\n    Without Numba the default is `best-first`, which proves nothing."
        ),
        "solve": Help(
            "Prove who wins. Prints the best block, and the cells that the proof depends on.", EXAMPLE
        ),
    },
    package="common.games.circle_the_cat",
    command="circle-the-cat",
)


# COMMAND LINE: "python meu_codigo.py CAT BLOCKS EXITS" (em uma unica linha)

USAGE = f"""\
game.py plays Circle the Cat, cat against catcher, and writes game.gif.
  python game.py CAT BLOCKS EXITS      a cell and two lists of cells, row and column 0 to 10, e.g.
  python game.py {EXAMPLE}
  python game.py play --cat human      play the cat yourself (or --catcher human)
  python game.py replay FILE           a saved game, into a GIF with --gif
  python game.py --help                everything else"""


def main(argv: list[str]) -> int:
    """Play the game of the course's three arguments; run anything else as a verb or its options.

    `argv` is without the program's name. Return the exit status: 2 after the usage, if there are no
    arguments.
    """
    if not argv:
        print(USAGE, file=sys.stderr)
        return 2
    if not any(re.match("-+[a-z]", word) for word in argv):
        if argv[0] not in (*app.VERBS, *GAME.verbs):
            app.refuse_mistyped(GAME, argv[0])
            start = GAME.notation.read_words(argv)
            players, files = dict.fromkeys(SIDES, "engine"), Files(film=Path("game.gif"))
            return play_all(GAME, [start], SessionOptions(players, PlayerSettings(), files))
        if argv[0] == "solve" and len(argv) == 4:
            from common.command.solution import default_limit, print_solution

            return print_solution(GAME, GAME.notation.read_words(argv[1:]), Question(default_limit()))
    return app.main(GAME, argv)


def console() -> None:
    """Run the command `circle-the-cat`, or this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
