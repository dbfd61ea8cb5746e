"""A game, all in all: what it is, who plays it, how it is told, how it looks. Every verb is built from this.

A script describes its game by one class. What games agree in is said here; a method without a body that matters
is a question which most games leave unanswered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from common.play.players import NOVICE, PlayerSettings, mostly, program_player, random_player, split_command
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P, Player
from common.search.limit import Level, Limit, level_of

if TYPE_CHECKING:
    import typer
    from PIL.Image import Image

    from common.kernels.linking import Kernels, State
    from common.play.dialogue import Person
    from common.record.saved_game import Files
    from common.search.brain import Brain
    from common.search.engine import Engine
    from common.search.findings import Insight, Question, Solution
    from common.search.solver import Companion
    from common.search.win_solver import Endings
    from common.show.piece_board import Pieces

Make = Callable[[PlayerSettings], Player[Any]]
Names = Mapping[str, "str | None"]  # of the players of the sides; None where nobody is named
LEVELS = {1: Level(Limit(nodes=5), 0.8), 2: Level(Limit(nodes=20), 0.4), 3: Level(Limit(nodes=50))}
LEVELS |= {4: Level(Limit(nodes=500)), 5: Level(Limit(seconds=2))}
DRAW_LOTS = frozenset({"random", "novice"})


class Told(NamedTuple):
    """How the command line tells an option of a game's own: its help; its name and least value, if they are special.

    `start` is False for what says nothing of where the game starts; `only` names the one verb that has it.
    """

    help: str
    name: str | None = None
    start: bool = True
    only: str | None = None
    least: int | None = None
    most: int | None = None


class AnySetup(Protocol):
    """What the command line says of a start: the words of a position, and whatever the game adds."""

    @property
    def words(self) -> Sequence[str]:
        """None of them where no position is given."""


class Setup(NamedTuple):
    """The set-up of a game that adds nothing."""

    words: Sequence[str] = ()


S = TypeVar("S", bound=AnySetup)


class Series(NamedTuple):
    """A row of the table of strength: two players, so many starts of each set, each played once or with sides changed, too."""

    first: str
    second: str
    sets: Sequence[str] = ("",)
    twice: bool = True
    size: int = 0
    starts: int = 100


class Game(Generic[P, S]):
    """All that is asked of a game.

    `form` and `example` are the words of a position, SIDE first; `usual` limits a move, `quick` one in matches; `limits` are
    those that its thinking knows. Scores count `unit`s; `win` is what a win without a margin is worth, `clear` a clear lead,
    `slip` a loss that is a mistake. `questions` are the options of `solve` beside --seconds and --json.
    """

    name: str
    sides: tuple[str, str]
    setup: type[S]
    form: str
    example: Sequence[str]
    form_help = "a position; without it the usual start"
    plays = "Play a game; engines play where nobody is named."
    solve_example: str | None = None
    bench_example = ""
    solves = "Who wins a position, and how."
    questions: frozenset[str] = frozenset()
    usual = Limit(seconds=2)
    quick = Limit(seconds=0.1)
    patience: float | None = None  # seconds that `solve` takes unless one says otherwise; None: as long as it lasts
    levels: Mapping[int, Level] = LEVELS
    limits: Sequence[str] = ("seconds", "nodes", "depth", "threads")
    analysis_limits: Sequence[str] | None = None  # where they are others
    analysed = Limit(seconds=2)
    boards = True  # also on a pipe
    unit = "points"
    win = 1.0
    clear = 1.0
    slip = 1.0
    aliases: Mapping[str, str] = {}
    novices: Mapping[str, str] = {}  # the simple player of each side whom a novice mostly follows; the first if none is named
    unseeded: frozenset[str] = frozenset()  # simple players that draw lots
    seeds_solve = False  # `solve` may start from chance

    # WHERE A GAME STARTS

    @property
    def command(self) -> str:
        """What the program is called where it is installed."""
        return self.name

    @property
    def about(self) -> str | None:
        """What the script says of itself."""
        return sys.modules[type(self).__module__].__doc__

    def read(self, words: Sequence[str]) -> P:
        """The position of some words. Raises BadInput."""
        if len(words) not in self.word_counts:
            given, example = quoted(" ".join(words)), f"python {self.name}.py {self.example_line}"
            raise BadInput(f"{self.name}.py takes {self.form}, not {len(words)} arguments ({given}), e.g. {example}")
        return self.read_position(*words)

    read_position: Callable[..., P]  # of as many words as a position may have; raises BadInput

    def write(self, position: P) -> list[str]:
        """A position in words, SIDE first."""
        raise NotImplementedError

    def read_old_start(self, entry: Mapping[str, Any]) -> P:
        """The start of a record that is older than these words. Raises BadInput."""
        raise BadInput(f"{quoted(str(entry))} is no start: wanted a position, e.g. {self.example_line}")

    def start(self, setup: S, seed: int) -> P:
        """Where a game starts. Raises BadInput."""
        return self.read(setup.words) if setup.words else self.usual_start()

    def usual_start(self) -> P:
        """Where a game starts of which nothing is said."""
        raise NotImplementedError

    def starts(self, setup: S, seed: int) -> list[P]:
        """Where the games of a call start, one after the other. Raises BadInput."""
        return [self.start(setup, seed)]

    def is_drawn(self, setup: S) -> bool:
        """True if chance decides where the game starts."""
        return False

    def files_of(self, setup: S, files: Files) -> Files:
        """What is written beside the terminal, where a set-up says more."""
        return files

    def opening(self, number: int) -> P:
        """The start of a pair of games in a match: the usual one after two moves, each number another one."""
        position = self.usual_start()
        for _ in range(2):
            number, choice = divmod(number, len(position.moves()))
            position = position.play(position.moves()[choice])
        return position

    def openings(self) -> Mapping[str, Callable[[int], P]]:
        """Sets of starts, each start by its number; the nameless one is for matches."""
        return {"": self.opening}

    def table(self, player: str | None = None) -> Sequence[Series]:
        """The table of strength, or what of it a player is in: the engine against every simple player."""
        return [Series("engine", name) for name in ("random", *self.simple(self.sides[1]))]

    def can_move(self, position: P) -> bool:
        """True if the side to move has a move; asked of positions that nobody may have played to."""
        return bool(position.moves())

    def begin(self, start: P) -> P:
        """A start after what happens by itself."""
        return start

    def begun(self, start: P) -> str:
        """A line about what happens by itself at a start, or nothing."""
        return ""

    def at(self, start: P, number: int = 1) -> Game[P, S]:
        """The game on the board of a start, as game `number` of a call."""
        return self

    def sized(self, size: int) -> Game[P, S]:
        """The game on a board of another size."""
        return self

    size = 0  # of the board in matches, where there is a choice
    size_help = ""

    @property
    def word_counts(self) -> Sequence[int]:
        """How many words a position may have."""
        return (len(self.example),)

    @property
    def play_example(self) -> str:
        """Options of `play` that show what it can do."""
        return f"--{self.sides[0].lower()} human --level 2 --seed 7"

    @property
    def example_line(self) -> str:
        """The example as one types it."""
        return line_of_words(self.example)

    # WHO PLAYS

    # what the search knows of the game: see `Searchable`
    width = 128
    ints = 0
    fields: Mapping[str, int] = {}
    compiles = True
    endings: Endings | None = None

    @property
    def kernel_name(self) -> str:
        """The name of its machine code."""
        return self.name

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """The namespaces of the kernels and their constants: the script's own."""
        return [vars(sys.modules[type(self).__module__])]

    def state(self, position: P) -> State:
        """A position as kernels take it, seen from the side to move."""
        raise NotImplementedError

    def single_moves(self, position: P, move: int) -> list[Any]:
        """The single moves of a move of the kernels."""
        raise NotImplementedError

    def words(self, score: int, side: str) -> str:
        """A score of a side for people: who wins, or leads by how much."""
        from common.search.alpha_beta import DECIDED

        leader = side if score > 0 else self.other(side)
        return f"{leader} wins" if abs(score) >= DECIDED else f"{leader} leads by {abs(score)} {self.unit}" if score else "even"

    def points(self, score: int) -> float:
        """A score for records."""
        return float(score)

    def companion(self, kernels: Kernels, fields: Mapping[str, int], hasty: bool) -> Companion:
        """What proves positions beside the engine: who wins near the end, where a game says when that is."""
        from common.search.solver import Alone
        from common.search.win_solver import WinCompanion

        return WinCompanion(kernels, fields, self.endings) if self.endings and hasty else Alone()

    @cached_property
    def _brain(self) -> Brain[P]:
        from common.search.brain import Brain

        return Brain(self)

    def brain(self) -> Brain[P]:
        """The kernels of the engine, linked, and what leads from positions to them and back."""
        return self._brain

    def simple(self, side: str) -> Mapping[str, Make]:
        """The players of a side that look a move or two ahead, by name."""
        return {}

    def book(self, position: P) -> Any:
        """The move of a position that is stored, if it is."""
        return None

    def named(self, setup: S, said: Names) -> Names:
        """Who plays, as options say. Raises BadInput if they contradict each other."""
        return said

    def filled(self, said: Names, level: int | None) -> dict[str, str]:
        """Who plays where nobody is named: engines."""
        return {side: "engine" if name is None else name for side, name in said.items()}

    def player(self, side: str, name: str, settings: PlayerSettings) -> Player[P]:
        """A player by its name, or a command line. Raises BadInput if it is neither."""
        name = self.aliases.get(name, name)
        if name == "human":
            return self.person(settings)
        if name == "engine":
            return self.engine(settings)
        if level := level_of(name, self.levels):
            return self.at_level(side, level, settings)
        if name == "random":
            return random_player(settings.seed)
        if name == "novice":
            followed = self.novices.get(side) or next(iter(self.simple(side)))
            return mostly(self.simple(side)[followed](settings), NOVICE, settings.seed)
        if make := self.simple(side).get(name):
            return make(settings)
        return self.program(name, settings)

    def check_name(self, side: str, name: str) -> None:
        """Raises BadInput at a name that is neither a player's nor a command."""
        other = self.other(side)
        if name in self.simple(other) and name not in self.simple(side):
            raise BadInput(f"--{side.lower()} {name}: {name} plays the {other}s only")
        known = ("human", "engine", "random", "novice", *self.aliases, *self.simple(side))
        if name not in known and level_of(name, self.levels) is None:
            split_command(name)

    def check_players(self, start: P, names: Mapping[str, str]) -> None:
        """Raises BadInput if a player asked for by name cannot play from a start."""

    def draws_lots(self, name: str) -> bool:
        """True if a player's seed is worth telling."""
        return name in DRAW_LOTS or name in self.unseeded

    def names_help(self, side: str) -> str:
        """Who may play a side, for `--help`."""
        named = ["human", "engine", *(f"{alias} (the same as {name})" for alias, name in self.aliases.items())]
        return ", ".join([*named, "level-1 to level-5", "random", "novice", *self.simple(side)]) + ", or a command"

    def engine(self, settings: PlayerSettings) -> Player[P]:
        """Our player; both sides of a game share what it has found out."""
        return self.searching(settings)

    def searching(self, settings: PlayerSettings) -> Engine[P]:
        """The engine that searches on the kernels of the game, and reports."""
        from common.search.engine import Engine, engine_here
        from common.search.progress import unwatched
        from common.search.worker import searcher_for
        from common.show.progress_line import watched

        level, book = settings.level, self.no_book if settings.level.blind else self.book
        if settings.many:
            return engine_here(self.brain(), level, book)
        threads = settings.threads if level.limit.seconds else 1
        searcher = searcher_for(self.brain(), level, threads, settings.patient)
        return Engine(self.brain(), searcher, level.limit, watched if settings.shown else unwatched, book)

    def no_book(self, position: P) -> None:
        """The book of a player that sees less than everything."""

    def at_level(self, side: str, level: Level, settings: PlayerSettings) -> Player[P]:
        """The engine under a level."""
        return self.engine(settings._replace(level=level))

    def program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Somebody's program. Raises BadInput if it cannot be run."""
        return program_player(command, settings.limit.patience, self.protocol)

    def protocol(self, position: P) -> list[str]:
        """What a program is told of a position."""
        return self.write(position)

    def answer(self, position: P, settings: PlayerSettings, gone: float) -> Any:
        """The move for a referee who counts from the start of the process; so many seconds are gone."""
        return self.searching(settings)(position, gone)

    def warm(self) -> None:
        """Compile, once, what every process of a match loads."""
        self.brain().fast  # noqa: B018

    def person(self, settings: PlayerSettings) -> Person[P]:
        """Who is asked; hints are the engine's."""
        from common.play.dialogue import Person

        return Person(self, self.engine(settings))

    # HOW IT IS TOLD

    def ask(self, setup: S, said: Names, seeded: bool) -> tuple[S, Names]:
        """Ask for what is not known before a game: its set-up, unless a seed decides it, and its players."""
        return setup, said

    def prompt(self, position: P) -> str:
        """What a person is asked for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """How a move is typed, with an example."""
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def read_answer(self, position: P, answer: str) -> Any:
        """A person's move, legal or not. Raises BadInput."""
        return position.read_move(answer)

    def refusal(self, position: P, move: Any) -> str:
        """Why a move that can be read is not legal."""
        return f"{position.text(move)} is not possible"

    def announcement(self, start: P) -> str:
        """A line before a game, or nothing."""
        return ""

    def sentence(self, position: P, move: Any, human: bool) -> str:
        """A move in a line; a person may be told of it in other words."""
        return f"{position.turn} plays {position.text(move)}"

    def remark(self, before: P, after: P) -> str:
        """A line below the board about what came of a move, or nothing."""
        return ""

    def last_lines(self, outcome: Outcome) -> str:
        """How a game ends: the reason, then who has won."""
        return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"

    def counted(self, last: P) -> str:
        """A sentence, or nothing, about the position in which a player's fault ended the game."""
        return ""

    def total(self, outcomes: Sequence[Outcome]) -> str:
        """A line after all games of a call, or nothing."""
        return ""

    # HOW IT LOOKS

    pieces: Pieces[P]  # of games whose boards are shown by their pieces

    def show(self, position: P, played: Any = None) -> None:
        """Print the board, the last move marked."""
        self.pieces.show(position, played)

    def show_marks(self, position: P, marks: Mapping[int, bool | None]) -> None:
        """Print the board with cells marked: those that win, those that lose, and those of which that is not known."""
        raise NotImplementedError

    def frames(self, history: Sequence[P], outcome: Outcome | None) -> list[Image]:
        """One frame for the start and one for each move; the last says how the game ended."""
        return self.pieces.film(history, outcome)

    # HOW IT IS JUDGED

    def seat_score(self, outcome: Outcome, plies: int) -> float:
        """How well the first side did."""
        return float(outcome.margin if outcome.winner == self.sides[0] else -outcome.margin)

    by_seats = False  # matches are decided by who did better in the same seat, not by points
    seat_unit = "points"

    def judge(self, position: P, settings: PlayerSettings) -> Insight:
        """What is known of a position within a limit. Raises BadInput if that is too short."""
        return self.searching(settings).insight(position)

    def solve(self, start: P, question: Question) -> Solution:
        """What is proven of a position. Raises BadInput or OSError."""
        from common.search.solving import solved

        return solved(self.brain(), start, question, self.bounds(start), self.endings)

    def bounds(self, start: P) -> str:
        """What is certain of a start whose value is not found in time."""
        return "either side may win"

    def is_record(self, words: Sequence[str]) -> bool:
        """True if the only word of an analysis names a saved game."""
        from pathlib import Path

        return len(words) == 1 and Path(words[0]).is_file()

    verbs: Sequence[str] = ()  # that no other game has

    def add_verbs(self, app: typer.Typer) -> None:
        """Verbs that no other game has."""

    def other(self, side: str) -> str:
        """The other side."""
        return self.sides[self.sides[0] == side]


def line_of_words(words: Sequence[str]) -> str:
    """Words as one types them: those with blanks, or none, in quotes."""
    return " ".join(f'"{word}"' if set(word) & set(" []()*<>|&;") or not word else word for word in words)
