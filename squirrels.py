"""Squirrel war: two families of squirrels fight for the squares of a 5x5 campus.

The assignment in short. Players X and O take a free square in turn. Each square has a value, 1 to
99 (larger ones, up to 1,000,000, are read too); who owns the larger sum when the board is full has
won. A square beside an own piece is taken by Raid: all enemy pieces side by side with it change
sides. Any other free square is taken by Sneak, which conquers nothing. The program reads a position
and answers with the next state by greedy best-first search (task 1), minimax (2) or alpha-beta (3),
the last two with a log of the search, or with all states of a battle between two such players (4).

    python squirrels.py -i input.txt
    python squirrels.py check input.txt my_answers
    python squirrels.py grade cases --program "python my_squirrels.py"

Exact play (`solve`, the player `perfect`, `--verdict`) takes values that add up to 31,999 at most.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from common.command import cli
from common.games.squirrels.neighbours import beside
from common.games.squirrels.traverse_log import Placing, alpha_beta, minimax
from common.games.squirrels.tuples import NamedTuple
from common.record.whole_files import writing_whole
from common.rules.errors import BadInput, quoted

TYPE_CHECKING = False  # not taken from typing, whose import costs a grader's case a tenth of its time
if TYPE_CHECKING:
    from common.games.squirrels.traverse_log import Write

SIZE = 5
COLUMNS = "ABCDE"
SQUARES = [f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS]  # the positional order
BESIDE = beside(SIZE, SIZE)
FREE = "*"
OTHER = {"X": "O", "O": "X"}
GREEDY = 1
MINIMAX = 2
ALPHA_BETA = 3
BATTLE = 4
MOST_VALUE = 1_000_000  # of a square; the assignment says 99, but the course's own cases hold 100
NEXT_STATE = "next_state.txt"
TRAVERSE_LOG = "traverse_log.txt"
TRACE_STATE = "trace_state.txt"


# RULES: "Each player takes turns … On each turn, a player can make one of two moves"


class Position(NamedTuple):
    """The values of the squares, who owns them (X, O or * for free) in positional order, the side to move."""

    values: tuple[int, ...]
    board: str
    turn: str

    def moves(self) -> list[int]:
        """The free squares, in positional order."""
        return [square for square, owner in enumerate(self.board) if owner == FREE]

    def is_raid(self, square: int) -> bool:
        """ "You can take over any unoccupied square that is adjacent to one of your current pieces." """
        return any(self.board[near] == self.turn for near in BESIDE[square])

    def play(self, square: int) -> Position:
        """ "(1) A new piece is created in the target square, and (2) any enemy pieces adjacent … are turned." """
        board = list(self.board)
        board[square] = self.turn
        if self.is_raid(square):
            for near in BESIDE[square]:
                if board[near] == OTHER[self.turn]:
                    board[near] = self.turn
        return Position(self.values, "".join(board), OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        """ "The game ends when all the squares are occupied." """
        if FREE in self.board:
            return None
        from common.rules.position import Outcome

        margin = evaluate(self, "X")
        winner = "X" if margin > 0 else "O" if margin < 0 else None
        return Outcome(
            winner, f"{winner} leads by {abs(margin)}" if winner else "Both own the same", abs(margin)
        )

    def text(self, square: int) -> str:
        """A square's name, A1 to E5."""
        return SQUARES[square]

    def read_move(self, text: str) -> int:
        """The inverse of `text`. Raises BadInput."""
        if text.strip().upper() not in SQUARES:
            raise BadInput(f"{quoted(text)} is no square: wanted column A to E and row 1 to 5, e.g. C3")
        return SQUARES.index(text.strip().upper())


# EVALUATION: "the total point value of all his or her occupied squares"


def evaluate(position: Position, side: str) -> int:
    """The value of a side's squares less that of the other's."""
    return owned(position, side) - owned(position, OTHER[side])


def owned(position: Position, side: str) -> int:
    """The total value of a side's squares."""
    return sum(value for owner, value in zip(position.board, position.values, strict=True) if owner == side)


# ALGORITHMS. Minimax and alpha-beta write long logs: common/games/squirrels/traverse_log.py has them.


def greedy(position: Position) -> int | None:
    """Greedy best-first search: the move with the best evaluation, the first of equals."""
    return max(
        position.moves(), key=lambda square: evaluate(position.play(square), position.turn), default=None
    )


# THE CONTRACT: input.txt in; next_state.txt, traverse_log.txt, trace_state.txt out


class Algorithm(NamedTuple):
    """One of tasks 1-3 with its cut-off depth; greedy search looks one move ahead whatever its depth."""

    task: int
    depth: int


class Case(NamedTuple):
    """One input file: its task, the position, and who plays how (`algorithms` of X and O in a battle)."""

    task: int
    position: Position
    algorithms: dict[str, Algorithm]


def read_case(path: Path) -> Case:
    """Read an input file. Raises BadInput, which quotes what is wrong, or OSError."""
    return parse_case(str(path), path.read_bytes().decode("ascii", "replace"))


def parse_case(source: str, text: str) -> Case:
    """Read the words of an input file. Raises BadInput."""
    words = text.split()
    if words[:1] not in (["1"], ["2"], ["3"], ["4"]):
        raise BadInput(f"{source}: task {quoted(' '.join(words[:1]))}: wanted 1, 2, 3 or 4")
    task = int(words[0])
    header = 7 if task == BATTLE else 3
    wanted = header + SIZE * SIZE + SIZE
    if len(words) != wanted:
        raise BadInput(
            f"{source}: {len(words)} words: wanted {wanted} for task {task}: {header}, 25 "
            "values, 5 rows of the board"
        )
    players = [words[1:4], words[4:7]] if task == BATTLE else [[words[1], words[0], words[2]]]
    algorithms = dict(_read_player(source, player, int(task == BATTLE)) for player in players)
    if task == BATTLE and len(algorithms) == 1:
        raise BadInput(f"{source}: both players are {words[1]}: wanted X and O")
    values = tuple(_read_number(source, "value", word, 1, MOST_VALUE) for word in words[header : header + 25])
    for row in words[-SIZE:]:
        if len(row) != SIZE or not set(row) <= {"X", "O", FREE}:
            raise BadInput(f"{source}: row {quoted(row)} of the board: wanted five of X, O and *")
    return Case(task, Position(values, "".join(words[-SIZE:]), words[1]), algorithms)


def _read_player(source: str, words: list[str], least: int) -> tuple[str, Algorithm]:
    side, algorithm, depth = words
    if side not in OTHER:
        raise BadInput(f"{source}: player {quoted(side)}: wanted X or O")
    number = _read_number(source, "algorithm", algorithm, GREEDY, ALPHA_BETA)
    return side, Algorithm(number, _read_number(source, "cut-off depth", depth, least, 999_999_999))


def _read_number(source: str, name: str, word: str, least: int, most: int) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and least <= int(word) <= most):
        raise BadInput(f"{source}: {name} {quoted(word)}: wanted a whole number from {least} to {most:,}")
    return int(word)


def rows_of(board: str) -> str:
    """A board as its files show it, five lines."""
    return "".join(board[at : at + SIZE] + "\n" for at in range(0, len(board), SIZE))


def input_text(header: list[object], position: Position) -> str:
    """An input file: the lines of its header, the values, the board."""
    rows = [" ".join(map(str, position.values[at : at + SIZE])) for at in range(0, SIZE * SIZE, SIZE)]
    return "\n".join(map(str, [*header, *rows])) + "\n" + rows_of(position.board)


def placing(position: Position) -> Placing:
    """The board for the fast twin; it serves all positions with these values."""
    return Placing(SQUARES, list(position.values), BESIDE)


def sets(position: Position) -> tuple[int, int]:
    """The squares of the side to move and of the other, bit i for square i."""
    mine, theirs = (sum(1 << at for at, owner in enumerate(position.board) if owner == side) for side in "XO")
    return (mine, theirs) if position.turn == "X" else (theirs, mine)


def search(
    board: Placing, position: Position, algorithm: Algorithm, write: Write, progress: Write | None = None
) -> int | None:
    """Choose a square by minimax or alpha-beta and write the log of the search."""
    run = minimax if algorithm.task == MINIMAX else alpha_beta
    return run(board, *sets(position), min(algorithm.depth, len(SQUARES) + 1), write, progress)


def choose(board: Placing, position: Position, algorithm: Algorithm) -> int | None:
    """The square an algorithm takes. Alpha-beta serves for minimax too: its choice is the same, found sooner."""
    if algorithm.task == GREEDY:
        return greedy(position)
    return search(board, position, algorithm._replace(task=ALPHA_BETA), lambda lines: None)


def battle(case: Case) -> list[str]:
    """The boards of a battle after each move, until the board is full."""
    board, position, boards = placing(case.position), case.position, []
    while (square := choose(board, position, case.algorithms[position.turn])) is not None:
        position = position.play(square)
        boards.append(position.board)
    return boards


def answer(case: Case, folder: Path, crlf: bool = False) -> None:
    """Write the files of a task into a folder, each whole or not at all. Raises OSError."""
    name, position = NEXT_STATE, case.position
    if case.task == BATTLE:
        name, boards = TRACE_STATE, battle(case)
    else:
        if case.task == GREEDY:
            square = greedy(position)
        else:
            with writing_whole(folder / TRAVERSE_LOG, crlf) as log, cli.progress() as done:
                square = search(placing(position), position, case.algorithms[position.turn], log.write, done)
        boards = [(position if square is None else position.play(square)).board]
    with writing_whole(folder / name, crlf) as file:
        file.write("".join(map(rows_of, boards)))


def answer_case(argv: list[str]) -> int:
    """Write the files of the task here. Raises BadInput or OSError."""
    answer(read_case(cli.case_file(argv) or Path()), Path(), crlf="--crlf" in argv)
    return 0


if __name__ == "__main__" and cli.case_file(sys.argv[1:]):
    cli.console(
        answer_case
    )  # a grader's case ends here: what follows would take longer to import than most cases to answer

from collections.abc import Mapping, Sequence
from random import Random

from common.games.squirrels import exact_placing, value_board
from common.games.squirrels.answer_files import Task
from common.games.squirrels.depth_limited import DepthLimitedGame
from common.games.squirrels.file_player import file_player
from common.games.squirrels.input_file_game import InputFileGame
from common.games.squirrels.perfect_play import PerfectPlay
from common.play.game import Curve, Make, Setup
from common.play.players import PlayerSettings
from common.rules.player import Stateless
from common.rules.position import Outcome, Player
from common.search.limit import Level, Limit
from common.search.results import Insight, Question, Solution

# CHECKING OTHER PEOPLE'S ANSWERS: common/games/squirrels/answer_files.py compares, and says what the course's own scripts say


def read_task(path: Path) -> Task:
    """What is to be answered for an input file, and how. Raises BadInput or OSError."""
    case = read_case(path)
    files = {TRACE_STATE: "trace"} if case.task == BATTLE else {NEXT_STATE: "move", TRAVERSE_LOG: "log"}
    if case.task == GREEDY:
        del files[TRAVERSE_LOG]
    return Task(files, partial(answer, case), f"task {case.task}")


def make_case(chance: Random) -> str:
    """A random input file, of all tasks and of all that is rare: full boards, ties, O to move, deep cut-offs."""
    task = chance.choice([GREEDY, MINIMAX, MINIMAX, ALPHA_BETA, ALPHA_BETA, BATTLE])
    pieces = chance.choice([0, 3, 8, 12, 16, 20, 22, 23, 24, 25])
    deepest = (3 if pieces < 12 else 5) if task == ALPHA_BETA else 2 if pieces < 8 else 3
    board = [chance.choice("XO") for _ in range(pieces)] + [FREE] * (25 - pieces)
    chance.shuffle(board)
    first, most = chance.choice("XO"), chance.choice([2, 9, 99])
    header: list[object] = [task, first, chance.randint(1, deepest)]
    if task == BATTLE:
        players = [
            [side, chance.randint(GREEDY, ALPHA_BETA), chance.randint(1, deepest)]
            for side in (first, OTHER[first])
        ]
        header = [BATTLE, *players[0], *players[1]]
    return input_text(
        header, Position(tuple(chance.randint(1, most) for _ in SQUARES), "".join(board), first)
    )


# PLAYERS: a person against the course's algorithms

DEPTH = 3  # the cut-off of the algorithms unless one says otherwise
ENGINES = {"greedy": GREEDY, "minimax": MINIMAX, "alpha-beta": ALPHA_BETA}
LEVELS = {
    1: Level(Limit(depth=1), 0.6),
    2: Level(Limit(depth=1), 0.2),
}  # greedy search with blind spots, without, alpha-beta
LEVELS |= {3: Level(Limit(depth=1)), 4: Level(Limit(depth=3)), 5: Level(Limit(depth=5))}


def random_start(number: int) -> Position:
    """An empty board of random values, X to move; the same number, the same values."""
    chance = Random(number)
    return Position(tuple(chance.randint(1, 99) for _ in SQUARES), FREE * len(SQUARES), "X")


# HOW IT LOOKS


def sentence(position: Position, move: int, human: bool) -> str:
    """A move in a line."""
    return f"{position.turn} takes {SQUARES[move]}"


LOOK = value_board.ValueBoard[Position](COLUMNS, "12345")


# THE GAME, all in all


class SquirrelWar(DepthLimitedGame[Position, Setup], InputFileGame[Position, Setup]):
    """The squirrel war."""

    name = "squirrels"
    sides = ("X", "O")
    setup = Setup
    example = ("input.txt",)
    word_counts = (1, 3)
    form = "INPUT|POSITION"
    form_help = "an input file, or SIDE VALUES BOARD; without it random values"
    plays = "Play a game. People, the course's algorithms, other programs."
    play_example = "--x human --o minimax --depth 3 --seed 7"
    solves = "Who wins a position, by how much, and how."
    questions = frozenset({"threads", "memory", "moves", "at_least", "proofs"})
    usual = Limit(depth=DEPTH)
    quick = usual
    analysed = Limit()
    limits = ("seconds", "depth")
    analysis_limits = ("depth",)
    levels = LEVELS
    novices = dict.fromkeys(OTHER, "greedy")
    algorithms = ENGINES
    best = ALPHA_BETA
    cut_off = DEPTH
    goal = "Take free squares in turn: who owns the larger sum of values when the board is full wins."
    boards = False
    unit = "values of squares"
    win = float(MOST_VALUE * len(SQUARES))
    slip = 25.0
    by_seats = True
    seat_unit = "value"
    curve = Curve(0.0058, 0.57)  # python tests/bench scale squirrels 200
    state = staticmethod(sets)
    lead = staticmethod(evaluate)
    sentence = staticmethod(sentence)
    opening = staticmethod(random_start)
    show = staticmethod(LOOK.show)
    frames = staticmethod(LOOK.film)
    colours = value_board.COLOURS
    read_task = staticmethod(read_task)
    make_case = staticmethod(make_case)
    answer_case = staticmethod(answer_case)
    board = staticmethod(lambda position: position.board)
    prompt = staticmethod(lambda position: "Square: ")
    explain = staticmethod(lambda position: "Name a free square, column A to E and row 1 to 5, e.g. C3.")

    def __init__(self) -> None:
        self.exact: PerfectPlay[Position] = PerfectPlay(self)

    def stake(self, position: Position) -> float:
        return sum(position.values) / len(SQUARES) / 50  # a random value is 50 on average

    def read_position(self, side: str, *rest: str) -> Position:
        """The position of an input file, or SIDE, the values, the rows of the board joined by /. Raises BadInput or OSError."""
        if not rest:
            return read_case(Path(side)).position
        values, board = rest
        return parse_case(
            "position", f"{GREEDY} {side.upper()} 1 {values} {board.replace('/', ' ')}"
        ).position

    def write(self, position: Position) -> list[str]:
        return [position.turn, " ".join(map(str, position.values)), "/".join(rows_of(position.board).split())]

    def read_saved(self, words: Sequence[str]) -> Position:
        if len(words) < 2:
            raise BadInput(f"{quoted(' '.join(words))} is no position: wanted SIDE, values and board")
        return self.read(words)

    def start(self, setup: Setup, seed: int) -> Position:
        return self.read(setup.words) if setup.words else random_start(seed)

    def is_drawn(self, setup: Setup) -> bool:
        return not setup.words

    def filled(self, said: Mapping[str, str | None], level: int | None) -> dict[str, str]:
        usual = f"level-{level}" if level else "engine"
        return {side: usual if name in (None, "engine") else str(name) for side, name in said.items()}

    def check_players(self, start: Position, names: Mapping[str, str]) -> None:
        if "perfect" in names.values():
            exact_placing.check_values(start.values)

    def choose(self, position: Position, algorithm: int, depth: int) -> int | None:
        return choose(placing(position), position, Algorithm(algorithm, depth))

    def guess(self, position: Position) -> Insight:
        return super().judge(position, PlayerSettings(Level(Limit(depth=DEPTH))))

    def simple(self, side: str) -> Mapping[str, Make]:
        """The course's algorithms, and perfect play: the best move where it is proven in time."""
        perfect: Make = lambda settings: Stateless(self.exact.player(settings.limit.patience))  # noqa: E731
        return {**super().simple(side), "perfect": perfect}

    def program(self, command: str, settings: PlayerSettings) -> Player[Position]:
        """Asked for alpha-beta, as the course's graders ask."""
        depth = settings.limit.depth or DEPTH
        question = lambda position: input_text([ALPHA_BETA, position.turn, depth], position)  # noqa: E731
        return file_player(command, settings, question, NEXT_STATE, self.board, "XO" + FREE)

    def standing(self, position: Position) -> str:
        return f"values X {owned(position, 'X')} O {owned(position, 'O')}"

    def refusal(self, position: Position, move: int) -> str:
        return (
            f"{SQUARES[move]} is {position.board[move]}'s already: choose a free square, "
            f"e.g. {SQUARES[position.moves()[0]]}."
        )

    def last_lines(self, outcome: Outcome) -> str:
        return f"{outcome.reason}\n{outcome.winner or 'Nobody'} wins"

    def judge(self, position: Position, settings: PlayerSettings) -> Insight:
        """The exact value where little is left and no depth is asked for; else what alpha-beta to the cut-off depth expects."""
        exact = None if settings.limit.depth else self.exact.at_once(position, self)
        return exact or super().judge(position, settings)

    def solve(self, start: Position, question: Question) -> Solution:
        return self.exact.solution(start, question, self)

    def check_verdict(self, source: Path) -> None:
        case = read_case(source)
        if case.task != BATTLE:
            exact_placing.check_values(case.position.values)

    def verdict(self, source: Path, seconds: float) -> str:
        """Of the square that answers tasks 1-3."""
        self.check_verdict(source)
        if (case := read_case(source)).task == BATTLE:
            return "Verdict: none on a battle"
        square = choose(placing(case.position), case.position, case.algorithms[case.position.turn])
        return self.exact.verdict(case.position, square, Question(Limit(seconds)))


GAME = SquirrelWar()


# COMMAND LINE: "python squirrels.py -i input.txt"

USAGE = """\
squirrels.py answers an input file of the squirrel war with the files of its task.
  python squirrels.py -i input.txt           writes next_state.txt, traverse_log.txt or trace_state.txt here
  python squirrels.py check input.txt        compares the files that lie here with the right ones
  python squirrels.py grade FOLDER           grades input_1.txt, input_2.txt ... and their answers
  python squirrels.py play --x human         you against the course's algorithms
  python squirrels.py --help                 everything else"""


def main(argv: list[str]) -> int:
    """The graders' form first; whatever else is a verb, or its options."""
    return GAME.main(argv, USAGE)


def console() -> None:
    """The command `squirrels`, and this script."""
    cli.console(main)


if __name__ == "__main__":
    console()
