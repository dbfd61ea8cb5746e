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

from common.command import app, cli
from common.command.playing import play_all
from common.games.circle_the_cat import board_view, evaluation, start_sets
from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.hexagons import BOARD, DIRECTIONS, read_direction
from common.games.circle_the_cat.literal_pairs import read_pair, read_pairs
from common.games.circle_the_cat.phrases import Dialogue
from common.games.circle_the_cat.players import STRATEGIES, prover, strategist
from common.games.circle_the_cat.start_sets import BORDER, START
from common.messages import _, either
from common.play.game import (
    Curve,
    Game,
    Help,
    Look,
    Make,
    Names,
    Notation,
    Players,
    Search,
    SeatScore,
    Starts,
    Told,
)
from common.play.players import PlayerSettings
from common.record.saved_game import Files
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, Player
from common.search.limit import Level, Limit
from common.search.results import Insight, Question, Solution
from common.show.language import languages, take_language, translated

if TYPE_CHECKING:
    from common.play.dialogue import Person
    from common.show.film import Film

SIDES = ("cat", "catcher")
NAMES = _("cat"), _("catcher"), _("Cat"), _("Catcher")  # of the sides, within a sentence and at its beginning
EXAMPLE_START = (
    "[5, 5]",
    "[(1,1), (1,5), (2,5), (4,5), (5,1), (5,4), (6,5), (8,2)]",
    "[(0,0), (6,10), (9,10), (10,1)]",
)
EXAMPLE = " ".join(f'"{argument}"' for argument in EXAMPLE_START)


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
            return Outcome("cat", _("Cat runs away"))
        if not BOARD.near[self.cat] & self.free:
            return Outcome("catcher", _("Cat did not move and got caught"))
        return None

    def text(self, move: int) -> str:
        """The cat's direction, or the cell to block."""
        return DIRECTIONS[BOARD.toward[self.cat].index(move)] if self.turn == "cat" else str(pair(move))

    def read_move(self, text: str) -> int | None:
        """The inverse of `text`, directions in English or Portuguese; None is a step off the board."""
        if self.turn == "catcher":
            return read_cell(text, _("the cell to block"))
        return BOARD.toward[self.cat][read_direction(text)]


def pair(cell: int) -> tuple[int, int]:
    """Row and column of a cell; printed by the course as (5, 5)."""
    return divmod(cell, BOARD.columns)


# THE CONTRACT: "deve receber como entrada três parâmetros por linha de comando"


def read_start(cat: str, blocks: str, exits: str) -> Position:
    """The start position of the three arguments. Raises BadInput, which quotes what is wrong."""
    cell = read_cell(cat, "CAT")
    block_set = bits_of(read_cells(blocks, "BLOCKS"))
    exit_set = bits_of(read_cells(exits, "EXITS"))
    start = Position(cell, block_set, exit_set)
    if start.blocks >> start.cat & 1:
        raise BadInput(_("CAT {text} stands on a block: expected a free cell", text=quoted(cat)))
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
        raise BadInput(
            _(
                "{name} {cell} is off the board: rows and columns go from 0 to 10, e.g. (5, 5)",
                name=name,
                cell=pair,
            )
        )
    return cell


def lists_of(position: Position) -> tuple[tuple[int, int], list[tuple[int, int]], list[tuple[int, int]]]:
    """CAT, BLOCKS and EXITS as rows and columns, as the course's referee prints them."""
    blocks = [pair(cell) for cell in cells_of(position.blocks)]
    exits = [pair(cell) for cell in cells_of(position.exits)]
    return pair(position.cat), blocks, exits


def sentence(position: Position, move: int, human: bool) -> str:
    """A move as the course's referee prints it."""
    return f"{position.turn.upper():7} = {pair(move)}"


def result(outcome: Outcome) -> str:
    """The last two lines: the sentence, then 1 if the catcher has won, 0 if the cat has."""
    return f"{outcome.reason}\n{int(outcome.winner == 'catcher')}"


# STARTS: "Deve começar na casa (5,5)"


def random_start(blocks: int, seed: int) -> Position:
    """Return a start with so many random blocks, the whole border open."""
    return Position(START, start_sets.random_blocks(blocks, seed), BORDER)


def set_start(name: str, number: int) -> Position:
    """Return start `number` of a set (start_sets.py)."""
    return Position(START, *start_sets.blocks_and_exits(name, number))


# HOW IT LOOKS: "o resultado final do jogo estará disponível em formato gif no arquivo game.gif"


def film(history: Sequence[Position], outcome: Outcome | None) -> Film:
    """Return the film of a game: a frame for the start and one for each move; the last says who won and why."""
    played = list[int | None]([None])
    captions = [[_("start"), _("blocks: {number}", number=history[0].blocks.bit_count())]]
    for ply, (before, after) in enumerate(pairwise(history), 1):
        cell = after.cat if before.turn == "cat" else (before.blocks ^ after.blocks).bit_length() - 1
        played.append(cell)
        captions.append(
            [
                _("move {ply}: {side} {cell}", ply=ply, side=_(before.turn), cell=pair(cell)),
                _("blocks: {number}", number=after.blocks.bit_count()),
            ]
        )
    if outcome:
        captions[-1][1] = outcome.verdict
    return board_view.film(history, played, captions)


# PLAYERS: "Ambos os programas trabalham em cima do algoritmo de busca (best-first)", best_first.py in
# common/games/circle_the_cat/, where the textbook's (textbook.py) and the prover (players.py) stand too.

ONE = Limit(nodes=1)
LEVELS = {
    1: Level(ONE, 0.75),
    2: Level(ONE, 0.3),
    3: Level(ONE),
    4: Level(Limit(nodes=60)),
    5: Level(),
}


# THE GAME, part by part


class Setup(NamedTuple):
    """Options about the start: CAT BLOCKS EXITS, a side before them or not, or the number of random blocks."""

    words: Sequence[str] = ()
    blocks: Annotated[int, Told(_("number of blocks at a random start"), only="play")] = 8
    no_gif: Annotated[bool, Told(_("do not write game.gif"), "--no-gif", start=False, only="play")] = False
    lang: Annotated[
        str,
        Told(
            _("language of messages, {names}; works with every command", names=either(languages())),
            start=False,
            only="play",
        ),
    ] = "en"


class CatStarts(Starts[Position, Setup]):
    """The start of the arguments, else a random one."""

    setup = Setup

    def games(self, setup: Setup, seed: int) -> list[Position]:
        words = setup.words
        return [self.notation.read_words(words) if words else random_start(setup.blocks, seed)]

    def opening(self, number: int, size: int = 0) -> Position:
        """Return a start of ten random blocks: either side may win."""
        return set_start("R10", number)

    def files(self, setup: Setup, files: Files) -> Files:
        """Add the contract's game.gif, unless another film is wanted, or none."""
        film = None if setup.no_gif else files.film or (Path("game.gif") if setup.words else None)
        return files._replace(film=film)


class CatNotation(Notation[Position]):
    """CAT BLOCKS EXITS, with the catcher to move unless a side stands before them."""

    form = "CAT BLOCKS EXITS"
    examples = ("cat", *EXAMPLE_START), EXAMPLE_START

    def read(self, *words: str) -> Position:
        side, *start = words if len(words) == 4 else ("catcher", *words)
        if side not in STRATEGIES:
            raise BadInput(
                _(
                    "{side} is not a side: expected cat or catcher, e.g. python game.py move {example}",
                    side=quoted(side),
                    example=self.example_line,
                )
            )
        return read_start(*start)._replace(turn=side)

    def write(self, position: Position) -> list[str]:
        return [position.turn, *map(str, lists_of(position))]


class CatPhrases(Dialogue):
    """The dialogue, with moves and results as the course's referee prints them."""

    sentence = staticmethod(sentence)
    last_lines = staticmethod(result)

    def person(self, game: Game[Position, Setup], settings: PlayerSettings) -> Person[Position]:
        from common.games.circle_the_cat.person import CatPerson

        return CatPerson(game, settings, read_cell)


class CatLook(Look[Position]):
    """Hexagons on terminals and in films."""

    colours = board_view.COLOURS
    on_pipes = False
    film = staticmethod(film)

    def show(self, position: Position, before: Position | None = None, move: int | None = None) -> None:
        board_view.show(position, move)


class CatPlayers(Players[Position, Setup]):
    """The engine, which proves what it can, and the textbook's players."""

    usual = Limit()
    quick = Limit(seconds=5)
    limits: Mapping[str, Sequence[str]] = {
        "play": ("seconds", "nodes"),
        "analyse": ("seconds", "nodes", "depth"),
    }
    levels = LEVELS

    def simple(self, side: str) -> Mapping[str, Make]:
        makes: dict[str, Make] = {
            name: partial(strategist, follow) for name, follow in STRATEGIES[side].items()
        }
        return makes | {"perfect": partial(self.engine, usual=Limit(seconds=1))}

    def default(self, said: Names, level: int | None) -> dict[str, str]:
        return {side: name or (f"level-{level}" if level else "engine") for side, name in said.items()}

    def engine(self, settings: PlayerSettings, usual: Limit = Limit()) -> Player[Position]:
        """Return best-first search that proves what it can, within the usual limit unless another one is set."""
        limit = settings.limit if settings.limit.seconds or settings.limit.nodes else usual
        return prover(limit, settings)

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[Position]:
        """Return a weakened best-first search; level 5 is the engine."""
        if level == LEVELS[5]:
            return self.engine(settings._replace(level=level))
        return strategist(best_first, settings, level)

    def judge(self, position: Position, settings: PlayerSettings) -> Insight:
        return evaluation.judge(position, settings, self.search.score)

    def protocol(self, position: Position) -> list[str]:
        return list(map(str, lists_of(position)))


class CatSearch(Search[Position]):
    """Scores by the moves to the end, and proofs."""

    unit = _("100 / moves to the end")
    win = evaluation.MOST + 1
    seat = SeatScore(_("cat moves"), evaluation.cat_moves)
    questions = frozenset({"threads", "moves", "strategy"})

    def curve(self, start: Position) -> Curve:
        return Curve(0.26, -2.1, slip=inf)  # python tests/bench scale game 40

    def solve(self, start: Position, question: Question) -> Solution:
        """Prove who wins, with the catcher to move. Raise BadInput otherwise."""
        if start.turn == "cat":
            raise BadInput(_("solve needs the catcher to move: leave out 'cat' before CAT BLOCKS EXITS"))
        from common.games.circle_the_cat.proof_report import solution

        return solution(start, question, lists_of(start), self.score)


GAME = Game(
    read_start(*EXAMPLE_START)._replace(turn="cat"),
    starts=CatStarts(),
    notation=CatNotation(),
    phrases=CatPhrases(),
    look=CatLook(),
    players=CatPlayers(),
    search=CatSearch(),
    help={
        "position": Help(_("start, with the side to move before it if you like (default: a random start)")),
        "play": Help(
            _(
                "Play a game. Both sides are `engine` by default: best-first search that proves what "
                "it can.\n\n    Without Numba the default is `best-first`, which proves nothing."
            )
        ),
        "solve": Help(
            _("Prove who wins. Prints the best block, and the cells that the proof depends on."), EXAMPLE
        ),
    },
    verbs={"check": "common.games.circle_the_cat.verbs"},
    command="circle-the-cat",
)


# COMMAND LINE: "python meu_codigo.py CAT BLOCKS EXITS" (em uma unica linha)

USAGE = _(
    """\
game.py plays Circle the Cat, cat against catcher, and writes game.gif.
  python game.py CAT BLOCKS EXITS      a cell and two lists of cells, row and column 0 to 10, e.g.
  python game.py {example}
  python game.py play --cat human      play the cat yourself (or --catcher human)
  python game.py replay FILE           a saved game, into a GIF with --gif
  python game.py --help                everything else""",
    example=EXAMPLE,
)


def main(argv: list[str]) -> int:
    """The graders' form first (three arguments); whatever else is a verb, or its options."""
    argv = take_language(argv)
    if not argv:
        print(translated(USAGE), file=sys.stderr)
        return 2
    if not any(re.match("-+[a-z]", word) for word in argv):
        if argv[0] not in (*app.VERBS, *GAME.verbs):
            app.refuse_mistyped(GAME, argv[0])
            start = GAME.notation.read_words(argv)
            files = Files(film=Path("game.gif"))
            return play_all(GAME, [start], dict.fromkeys(SIDES, "engine"), PlayerSettings(), files)
        if argv[0] == "solve" and len(argv) == 4:
            from common.command.solution import patience, print_solution

            return print_solution(GAME, GAME.notation.read_words(argv[1:]), Question(patience()))
    return app.main(GAME, argv)


def console() -> None:
    """The command `circle-the-cat`, and this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
