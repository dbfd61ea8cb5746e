"""Squirrel war: two families of squirrels fight for the squares of a 5x5 campus.

The assignment in short: players X and O take free squares in turn. Each square has a value from 1
to 99 (larger values, up to 1,000,000, are read too). The larger sum wins when the board is full. A
square next to an own piece is taken by Raid, which also turns all enemy pieces next to it. Any other
free square is taken by Sneak, which turns none. The program reads a position and writes the next
state by greedy best-first search (task 1), minimax (2) or alpha-beta (3). Tasks 2 and 3 also log the
search; task 4 plays a battle between two such players and writes all its states.

    python squirrels.py -i input.txt
    python squirrels.py play --x human --level 2
    python squirrels.py grade cases --program "python my_squirrels.py"

Exact play (`solve`, the player `perfect`, `--verdict`) needs values that add up to 31,999 at most.
"""

from __future__ import annotations

import sys
from collections import namedtuple  # typing.NamedTuple would cost a grader's case a tenth of its time
from collections.abc import Callable, Sequence
from pathlib import Path

from common.cli import console as cli
from common.rules.errors import BadInput, quoted
from common.rules.files import atomic_text_file

Write = Callable[[str], object]
SIZE = 5
COLUMNS = "ABCDE"
ROWS = "12345"
SQUARES = [column + row for row in ROWS for column in COLUMNS]  # the positional order
FREE = "*"
OTHER = {"X": "O", "O": "X"}
GREEDY = 1
MINIMAX = 2
ALPHA_BETA = 3
BATTLE = 4
MOST_VALUE = 1_000_000  # per square: the assignment says 99, but the course's own cases hold 100
NEXT_STATE = "next_state.txt"
TRAVERSE_LOG = "traverse_log.txt"
TRACE_STATE = "trace_state.txt"
INFINITY = 1 << 29  # above every score: 25 squares of a million each
INFINITIES = {INFINITY: "Infinity", -INFINITY: "-Infinity"}
BUFFERED_LINES = 1 << 16  # of the log, before they are written


# THE RULES: "Each player takes turns … On each turn, a player can make one of two moves"


def neighbours(square: int) -> list[int]:
    """Return the squares above, left, right and below; diagonal squares are not adjacent."""
    row, column = divmod(square, SIZE)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [SIZE * down + right for down, right in near if 0 <= down < SIZE and 0 <= right < SIZE]


NEIGHBOURS = [neighbours(square) for square in range(len(SQUARES))]
NEAR = [sum(1 << near for near in squares) for squares in NEIGHBOURS]  # as sets: bit i is square i


class Position(namedtuple("Position", ("values", "board", "turn"))):
    """The squares' values and owners (X, O, * for free) in positional order, and the side to move."""

    __slots__ = ()
    values: tuple[int, ...]
    board: str
    turn: str

    def moves(self) -> list[int]:
        """Return the free squares, in positional order."""
        return [square for square, owner in enumerate(self.board) if owner == FREE]

    def is_raid(self, square: int) -> bool:
        """Return True if the side to move takes this free square by Raid, False if by Sneak.

        "You can take over any unoccupied square that is adjacent to one of your current pieces."
        """
        return any(self.board[near] == self.turn for near in NEIGHBOURS[square])

    def play(self, square: int) -> Position:
        """Return the position after the side to move has taken a free square, which is not checked.

        "(1) A new piece is created in the target square, and (2) any enemy pieces adjacent … are turned."
        Only a Raid turns pieces.
        """
        board = list(self.board)
        board[square] = self.turn
        if self.is_raid(square):
            for near in NEIGHBOURS[square]:
                if board[near] == OTHER[self.turn]:
                    board[near] = self.turn
        return Position(self.values, "".join(board), OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while a square is free.

        "The game ends when all the squares are occupied."
        """
        if FREE in self.board:
            return None
        from common.rules.position import Outcome

        margin = evaluate(self, "X")
        winner = "X" if margin > 0 else "O" if margin < 0 else None
        reason = f"{winner} leads by {abs(margin)}" if winner else "Both own the same"
        return Outcome(winner, reason, abs(margin))

    def text(self, square: int) -> str:
        """Return the name of a square, A1 to E5."""
        return SQUARES[square]

    def read_move(self, text: str) -> int:
        """Parse the name of a square, A1 to E5 in any case. Raise BadInput."""
        if text.strip().upper() not in SQUARES:
            raise BadInput(f"{quoted(text)} is not a square: expected column A to E and row 1 to 5, e.g. C3")
        return SQUARES.index(text.strip().upper())


def evaluate(position: Position, side: str) -> int:
    """Return E(s) for a side: the value of its squares minus that of the opponent's.

    "The objective … is to score the most points, i.e. the total point value of all … occupied squares."
    """
    return owned_value(position, side) - owned_value(position, OTHER[side])


def owned_value(position: Position, side: str) -> int:
    """Return the total value of a side's squares."""
    return sum(value for owner, value in zip(position.board, position.values, strict=True) if owner == side)


# THE CONTRACT: "task: 1 greedy best-first, 2 minimax, 3 alpha-beta, 4 battle"


class Algorithm(namedtuple("Algorithm", ("task", "depth"))):
    """An algorithm (task 1, 2 or 3) and its cut-off depth in plies, which greedy search ignores."""

    __slots__ = ()
    task: int
    depth: int


class Case(namedtuple("Case", ("task", "position", "algorithms"))):
    """The contents of an input file: task, position, and algorithms by side.

    `algorithms` has the side to move in tasks 1 to 3, and both sides in a battle.
    """

    __slots__ = ()
    task: int
    position: Position
    algorithms: dict[str, Algorithm]


def read_case(path: Path) -> Case:
    """Read an input file, which may begin with a byte order mark.

    Raise BadInput, which quotes the error, or OSError.
    """
    text = path.read_bytes().decode("utf-8", "backslashreplace")
    return parse_case(str(path), text.removeprefix("\ufeff"))


def parse_case(source: str, text: str) -> Case:
    """Parse the text of an input file; errors name its `source`. Raise BadInput."""
    words = text.split()
    if words[:1] not in (["1"], ["2"], ["3"], ["4"]):
        raise BadInput(f"{source}: task {quoted(' '.join(words[:1]))}: expected 1, 2, 3 or 4")
    task = int(words[0])
    header = 7 if task == BATTLE else 3
    wanted = header + SIZE * SIZE + SIZE
    if len(words) != wanted:
        parts = f"{header}, 25 values, 5 rows of the board"
        raise BadInput(f"{source}: {len(words)} words: expected {wanted} for task {task}: {parts}")
    players = [words[1:4], words[4:7]] if task == BATTLE else [[words[1], words[0], words[2]]]
    algorithms = dict(_read_player(source, player, int(task == BATTLE)) for player in players)
    if task == BATTLE and len(algorithms) == 1:
        raise BadInput(f"{source}: both players are {words[1]}: expected X and O")
    values = tuple(_read_number(source, "value", word, 1, MOST_VALUE) for word in words[header : header + 25])
    for row in words[-SIZE:]:
        if len(row) != SIZE or not set(row) <= {"X", "O", FREE}:
            raise BadInput(f"{source}: row {quoted(row)} of the board: expected five of X, O and *")
    return Case(task, Position(values, "".join(words[-SIZE:]), words[1]), algorithms)


def _read_player(source: str, words: list[str], least_depth: int) -> tuple[str, Algorithm]:
    side, algorithm, depth = words
    if side not in OTHER:
        raise BadInput(f"{source}: player {quoted(side)}: expected X or O")
    number = _read_number(source, "algorithm", algorithm, GREEDY, ALPHA_BETA)
    return side, Algorithm(number, _read_number(source, "cut-off depth", depth, least_depth, 999_999_999))


def _read_number(source: str, name: str, word: str, minimum: int, maximum: int) -> int:
    digits = word.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
    if not (is_number and minimum <= int(word) <= maximum):
        raise BadInput(
            f"{source}: {name} {quoted(word)}: expected a whole number from {minimum} to {maximum:,}"
        )
    return int(word)


def board_rows(board: str) -> str:
    """Return a board in the format of the files, five lines."""
    return "".join(board[at : at + SIZE] + "\n" for at in range(0, len(board), SIZE))


def input_text(header: list[object], position: Position) -> str:
    """Return the text of an input file: header lines, values, board."""
    rows = [" ".join(map(str, position.values[at : at + SIZE])) for at in range(0, SIZE * SIZE, SIZE)]
    return "\n".join(map(str, [*header, *rows])) + "\n" + board_rows(position.board)


def answer(case: Case, folder: Path, crlf: bool = False) -> None:
    """Write the output files of a task to a folder, each completely or not at all. Raise OSError."""
    if case.task == BATTLE:
        write_boards(folder / TRACE_STATE, battle(case), crlf)
        return
    position = case.position
    if case.task == GREEDY:
        square = greedy(position)
    else:
        with atomic_text_file(folder / TRAVERSE_LOG, crlf) as log, cli.progress() as done:
            square = search(position, case.algorithms[position.turn], log.write, done)
    after = position if square is None else position.play(square)
    write_boards(folder / NEXT_STATE, [after.board], crlf)


def write_boards(path: Path, boards: list[str], crlf: bool) -> None:
    """Write boards to a file, five lines each. Raise OSError."""
    with atomic_text_file(path, crlf) as file:
        file.write("".join(map(board_rows, boards)))


# THE ASSIGNMENT'S ALGORITHM: "Thus, one wants to capture the squares worth the most points."


def greedy(position: Position) -> int | None:
    """Return the square with the best evaluation after it, the first of equals; None on a full board."""

    def value(square: int) -> int:
        return evaluate(position.play(square), position.turn)

    return max(position.moves(), key=value, default=None)


class Traversal:
    """Minimax or alpha-beta to a cut-off depth, which logs its way through the tree if it has a `write`.

    A node is two sets of squares: bit i is square i. Values and bounds are E(s) of the root's player, who
    moves at even levels, the max nodes. A node logs a line at its visit, and another after every child.
    """

    def __init__(
        self,
        values: tuple[int, ...],
        algorithm: Algorithm,
        write: Write | None = None,
        progress: Write | None = None,
    ) -> None:
        self.depth = algorithm.depth
        self.pruning = algorithm.task == ALPHA_BETA
        self.gains = [gains(values, square) for square in range(len(SQUARES))]
        self.lines = ["Node,Depth,Value,Alpha,Beta\n" if self.pruning else "Node,Depth,Value\n"]
        self.log: Write = self.lines.append if write else lambda line: None
        self.write = write
        self.progress = progress

    def visit(
        self,
        node: str,
        own: int,
        enemies: int,
        free: list[int],
        score: int,
        level: int = 0,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
    ) -> tuple[int, int | None]:
        """Return the value of a node and its first best square, which is None at a leaf.

        `node` is its name and depth as they begin its lines, `own` has the squares of its player, and
        `score` is its E(s).
        """
        bounds = self.bounds(alpha, beta)
        if level == self.depth or not free:
            self.log(f"{node}{score}{bounds}")
            return score, None
        sign = -1 if level % 2 else 1
        value = -INFINITY * sign
        best = None
        line = f"{node}{INFINITIES[value]}{bounds}"
        self.log(line)
        leaves_below = level + 1 == self.depth or len(free) == 1
        for square in free:
            child = f"{SQUARES[square]},{level + 1},"
            turned = enemies & NEAR[square] if own & NEAR[square] else 0
            found = score + self.gains[square][turned] * sign
            if leaves_below:
                self.log(f"{child}{found}{bounds}")
            else:
                mine, theirs = own | turned | 1 << square, enemies ^ turned
                rest = [left for left in free if left != square]
                found, _ = self.visit(child, theirs, mine, rest, found, level + 1, alpha, beta)
            if found * sign > value * sign:
                value, best = found, square
                if self.pruning and (value >= beta if sign > 0 else value <= alpha):
                    self.log(f"{node}{value}{bounds}")  # alpha and beta as they were before
                    break
                alpha, beta = (max(alpha, value), beta) if sign > 0 else (alpha, min(beta, value))
                bounds = self.bounds(alpha, beta)
                line = f"{node}{value}{bounds}"
            self.log(line)
            if level == 0 and self.progress:
                self.progress(SQUARES[square])
        if len(self.lines) > BUFFERED_LINES:
            self.flush()
        return value, best

    def bounds(self, alpha: int, beta: int) -> str:
        """Return the end of a line, which shows the bounds of alpha-beta."""
        if not self.pruning:
            return "\n"
        return f",{INFINITIES.get(alpha, alpha)},{INFINITIES.get(beta, beta)}\n"

    def flush(self) -> None:
        """Write the lines logged so far."""
        if self.write:
            self.write("".join(self.lines))
        self.lines.clear()


def gains(values: tuple[int, ...], square: int) -> dict[int, int]:
    """Return what taking a square adds to E(s), by the set of turned squares, which count twice."""
    found = {0: values[square]}
    for near in NEIGHBOURS[square]:
        found |= {turned | 1 << near: gain + 2 * values[near] for turned, gain in found.items()}
    return found


def search(
    position: Position, algorithm: Algorithm, write: Write | None = None, progress: Write | None = None
) -> int | None:
    """Choose a square and write the log; return None on a full board or at depth 0."""
    traversal = Traversal(position.values, algorithm, write, progress)
    score = evaluate(position, position.turn)
    _, square = traversal.visit("root,0,", *state_of(position), position.moves(), score)
    traversal.flush()
    return square


def choose(position: Position, algorithm: Algorithm) -> int | None:
    """Return the square chosen by an algorithm, without a log.

    Return None on a full board or, unless greedy, at depth 0. Alpha-beta replaces minimax because
    it chooses the same square sooner.
    """
    if algorithm.task == GREEDY:
        return greedy(position)
    return search(position, algorithm._replace(task=ALPHA_BETA))


def lead(position: Position, depth: int, beta: int) -> int:
    """Return alpha-beta's E(s) for the side to move; from `beta` on, a lower bound of it."""
    most_valuable_first = sorted(position.moves(), key=position.values.__getitem__, reverse=True)
    traversal = Traversal(position.values, Algorithm(ALPHA_BETA, depth))
    score = evaluate(position, position.turn)
    return traversal.visit("", *state_of(position), most_valuable_first, score, beta=beta)[0]


def state_of(position: Position) -> tuple[int, int]:
    """Return the squares of the side to move and of the opponent, bit i for square i."""
    return side_squares(position.board, position.turn), side_squares(position.board, OTHER[position.turn])


def side_squares(board: str, side: str) -> int:
    """Return the squares of one side, bit i for square i."""
    return sum(1 << square for square, owner in enumerate(board) if owner == side)


def battle(case: Case) -> list[str]:
    """Play a battle until the board is full and return the board after each move, without the start."""
    position = case.position
    boards: list[str] = []
    while (square := choose(position, case.algorithms[position.turn])) is not None:
        position = position.play(square)
        boards.append(position.board)
    return boards


def answer_case(argv: list[str]) -> int:
    """Write the output files of a task to the current folder and return 0. Raise BadInput or OSError.

    `argv` is `-i FILE`, with or without --crlf.
    """
    answer(read_case(cli.case_file(argv) or Path()), Path(), crlf="--crlf" in argv)
    return 0


if __name__ == "__main__" and cli.case_file(sys.argv[1:]):
    cli.console(answer_case)  # a grader's case ends here: the imports below take longer than most cases

from functools import partial
from random import Random

from common.cli import app
from common.games.squirrels import (
    answer_files,
    board_view,
    engine,
    exact_solver,
    players,
    random_cases,
    rules_text,
)
from common.play.game import Game, Ply
from common.play.players import Kind, PlayerSettings
from common.rules.position import Outcome, Player
from common.search.limit import Level, Limit
from common.search.results import Insight

# HOW IT LOOKS: "The game board is a 5x5 grid representing territories the squirrel warriors will trample."


def totals(position: Position) -> str:
    """Return both sides' total values, for the line below a board in a film."""
    return f"X {owned_value(position, 'X')} : {owned_value(position, 'O')} O"


LOOK = board_view.WarLook(totals)


# THE GAME: "the squirrel war on USC campus can be simulated as a game"

EXAMPLE = (
    "X",
    "20 16 1 32 30/20 12 2 11 8/28 48 9 1 1/20 12 10 6 2/25 30 23 21 10",
    "**XX*/**XOX/***O*/**OO*/*****",
)
DEPTH = 3  # default cut-off depth of the algorithms
ANALYSIS_DEPTH = 4
ALGORITHMS = {"greedy": GREEDY, "minimax": MINIMAX, "alpha-beta": ALPHA_BETA, "textbook": ALPHA_BETA}
LIMITS = {"play": ("seconds", "depth"), "analyse": ("nodes", "depth")}
LEVELS = {  # of alpha-beta
    1: Level(Limit(depth=1), 0.6, margin=10),  # greedy search that ignores 60 % of the moves
    2: Level(Limit(depth=1), 0.2, margin=16),
    3: Level(Limit(depth=1), margin=50),
    4: Level(Limit(depth=3), margin=60),
    5: Level(Limit(depth=5), margin=0),
}


def random_start(number: int) -> Position:
    """Return an empty board of random values (1 to 99), X to move, reproducible by its number."""
    chance = Random(number)
    return Position(tuple(chance.randint(1, 99) for _ in SQUARES), FREE * len(SQUARES), "X")


def algorithm_move(task: int, position: Position, depth: int | None) -> int | None:
    """Return the square that an algorithm chooses at a cut-off depth, or None on a full board."""
    return choose(position, Algorithm(task, depth or DEPTH))


PLAYERS = {name: players.by_depth(partial(algorithm_move, task)) for name, task in ALGORITHMS.items()}
PLAYERS["perfect"] = Kind(engine.SEARCH.perfect)
engine.SEARCH.choose = partial(algorithm_move, ALPHA_BETA)
VERBS = {
    "check": "common.games.squirrels.verbs",
    "grade": "common.games.squirrels.grade_verb",
    "cases": "common.games.squirrels.verbs",
}


class SquirrelWar(Game[Position]):
    """The squirrel war: its starts, positions in words, sentences and players."""

    default_start = random_start(0)
    form = "INPUT|POSITION"
    examples = (("input.txt",), EXAMPLE)
    rules = rules_text.RULES
    engine = "common.games.squirrels.engine"
    verbs = VERBS
    look = LOOK
    limit = Limit(depth=DEPTH)
    match_limit = limit
    limits = LIMITS
    levels = LEVELS
    players = PLAYERS

    def starts(self, words: Sequence[str] = (), seed: int = 0) -> list[Position]:
        """Return the position of the words, else an empty board of random values. Raise BadInput."""
        return [self.read(*words) if words else random_start(seed)]

    def opening(self, number: int, size: int = 0) -> Position:
        return random_start(number)

    def parse(self, *words: str) -> Position:
        """Read an input file, or SIDE, the values and the board, whose rows may be joined by /.

        Raise BadInput or OSError.
        """
        if len(words) == 1:
            return read_case(Path(words[0])).position
        side, values, board = words
        numbers, rows = values.replace("/", " "), board.replace("/", " ")
        try:
            if [len(row.split()) for row in values.split("/")] not in ([len(SQUARES)], [SIZE] * SIZE):
                raise BadInput(f"position: values {quoted(values)}: expected 25, or 5 rows of 5 joined by /")
            if len(rows.split()) != SIZE:
                raise BadInput(f"position: board {quoted(board)}: expected 5 rows joined by /")
            return parse_case("position", f"{GREEDY} {side.upper()} 1 {numbers} {rows}").position
        except BadInput as problem:
            example = '{} "{}" "{}"'.format(*EXAMPLE)
            raise BadInput(f"{problem}; the form is SIDE VALUES BOARD, e.g. {example}") from None

    def write(self, position: Position) -> list[str]:
        rows = board_rows(position.board).split()
        return [position.turn, " ".join(map(str, position.values)), "/".join(rows)]

    def prompt(self, position: Position) -> str:
        return "Square: "

    def explain(self, position: Position) -> str:
        return "Name a free square, column A to E and row 1 to 5, e.g. C3."

    def refusal(self, position: Position, move: int) -> str:
        free = SQUARES[position.moves()[0]]
        return f"{SQUARES[move]} is {position.board[move]}'s already: choose a free square, e.g. {free}."

    def status(self, position: Position) -> str:
        return f"values X {owned_value(position, 'X')} O {owned_value(position, 'O')}"

    def sentence(self, ply: Ply) -> str:
        return f"{ply.before.turn} takes {SQUARES[ply.move]}"

    def last_lines(self, outcome: Outcome) -> str:
        return f"{outcome.reason}\n{outcome.winner or 'Nobody'} wins"

    def thinker(self, settings: PlayerSettings) -> Player[Position]:
        return PLAYERS["alpha-beta"].make(settings)

    def at_level(self, settings: PlayerSettings) -> Player[Position]:
        level = settings.level
        if level.varies:
            return players.varied_player(lead, level)
        if level.ignored_part:
            return players.weakened_player(evaluate, level.ignored_part)
        return self.thinker(settings)

    def insight(self, position: Position, settings: PlayerSettings) -> Insight:
        """Return the exact value if few squares are free and no depth is given, else alpha-beta's line.

        With a node limit, search deeper and deeper instead.
        """
        nodes, depth = settings.limit.nodes, settings.limit.depth
        if nodes:
            engine.check_sum(position.values, f"--nodes {nodes}")
            return super().insight(position, settings)
        exact = None if depth else engine.SEARCH.quick_insight(position)
        return exact or engine.SEARCH.line_insight(position, depth or ANALYSIS_DEPTH)

    def program(self, command: str, settings: PlayerSettings) -> Player[Position]:
        """Return an external program as a player; its input files ask for alpha-beta."""
        depth = settings.limit.depth or DEPTH

        def question(position: Position) -> str:
            return input_text([ALPHA_BETA, position.turn, depth], position)

        return players.file_program_player(command, settings, question, NEXT_STATE)


GAME = SquirrelWar()


# WHAT GRADERS ASK BESIDES: `check`, `grade`, `cases`, `--verdict`

MOVE_AND_LOG = {NEXT_STATE: "move", TRAVERSE_LOG: "log"}
ANSWERS = {
    GREEDY: {NEXT_STATE: "move"},
    MINIMAX: MOVE_AND_LOG,
    ALPHA_BETA: MOVE_AND_LOG,
    BATTLE: {TRACE_STATE: "trace"},
}


def read_task(path: Path) -> answer_files.Task:
    """Read an input file and return its output files with their writer. Raise BadInput or OSError."""
    case = read_case(path)
    return answer_files.Task(ANSWERS[case.task], partial(answer, case), f"task {case.task}")


def make_case(chance: Random) -> str:
    """Return the text of a random input file."""
    header, values, board = random_cases.random_case(chance)
    return input_text(header, Position(values, board, "X"))


def verdict(case: Case, seconds: float) -> str:
    """Return a line: how much the answer to a case loses compared with perfect play. Raise BadInput.

    `seconds` limits the exact search.
    """
    if case.task == BATTLE:
        return "Verdict: none on a battle"
    position = case.position
    square = choose(position, case.algorithms[position.turn])
    return engine.SEARCH.verdict(position, square, seconds)


VERDICT_SECONDS = 60.0  # of the exact search, by default
USAGE = """\
squirrels.py answers an input file of the squirrel war with the files of its task.
  python squirrels.py -i input.txt           writes next_state.txt, traverse_log.txt or trace_state.txt here
  python squirrels.py check input.txt        compares the files that lie here with the right ones
  python squirrels.py grade FOLDER           grades input_1.txt, input_2.txt ... and their answers
  python squirrels.py play --x human         you against the course's algorithms
  python squirrels.py --help                 everything else"""


def main(argv: list[str]) -> int:
    """Run the graders' form `-i FILE`, with or without --verdict, or else a verb."""
    if not argv:
        print(USAGE, file=sys.stderr)
        return 2
    words = [word for word in argv if word != "--verdict"]
    if file := cli.case_file(words):
        return answer_case(argv) if words == argv else answer_with_verdict(file, words)
    if argv[0] in cli.DASH_I:
        wanted = "expected -i FILE, e.g. python squirrels.py -i input.txt"
        raise BadInput(f"squirrels.py {quoted(' '.join(argv))}: {wanted}")
    if argv[0] == "analyse":  # the input file may be named as in the graders' form
        argv = [word for word in argv if word not in cli.DASH_I]
    return app.main(GAME, argv)


def answer_with_verdict(file: Path, argv: list[str]) -> int:
    """Write the output files of a task here and print the verdict. Raise BadInput or OSError."""
    case = read_case(file)
    if case.task != BATTLE:
        exact_solver.check_values(case.position.values)  # before any file is written
    answer_case(argv)
    print(verdict(case, VERDICT_SECONDS))
    return 0


console = partial(cli.console, main)

if __name__ == "__main__":
    console()
