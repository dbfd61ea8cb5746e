"""A game as one class with defaults, which a script subclasses; every verb and the interface use it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from common.play.players import (
    GREEDY_RATE,
    PERSISTENT_PREFIX,
    Kind,
    PlayerSettings,
    check_command,
    mixed_player,
    no_person,
    plain,
    random_player,
    searching_engine,
    seeded,
    varied_player,
)
from common.play.setup import join_words
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P, Player
from common.search.limit import Level, Limit

if TYPE_CHECKING:
    from os import PathLike

    from common.play.api.analysis import GameAnalysis
    from common.play.api.answers import BestMove, SolveResult
    from common.play.api.player_arguments import PlayerArgument
    from common.play.record import Record
    from common.play.series import Series
    from common.search.game_search import Search
    from common.search.results import Insight
    from common.show.look import Look

__all__ = [
    "Ask",
    "BadInput",
    "Game",
    "Level",
    "Limit",
    "Names",
    "Outcome",
    "Ply",
    "RulesText",
    "quoted",
]  # for scripts, too
Ask = Callable[[str, Callable[[str], Any]], Any]  # asks a question until the function accepts the answer
Names = dict[str, "str | None"]  # the player of each side; None if nobody is named
LIMITS = ("seconds", "nodes", "depth")
# The margins are the least, because the unit of a game's evaluation is unknown here.
LEVELS = {
    1: Level(Limit(nodes=5), 0.8, margin=1),
    2: Level(Limit(nodes=20), 0.4, margin=1),
    3: Level(Limit(nodes=50), margin=1),
    4: Level(Limit(nodes=500), margin=1),
    5: Level(Limit(seconds=2), margin=0),
}


class RulesText(NamedTuple):
    """The rules of a game for people: an introduction of at most four lines, and all rules.

    Lines are as long as paragraphs; they are wrapped when printed.
    """

    introduction: str = ""
    full: str = ""


class Ply(NamedTuple):
    """A move that was made: the positions before and after it, and whether a person made it."""

    before: Any
    move: Any
    after: Any
    by_person: bool = False


class Game(Generic[P]):
    """A two-player game. A script says what differs from the defaults, and sets at least `default_start`.

    A limit that a method takes is `seconds`, `nodes` or `depth`, whichever comes first.
    """

    # What the game is

    default_start: P  # the usual start; the side to move there is the first side
    form = "POSITION"  # the words of a position, for the help
    rules = RulesText()  # for people (default: the docstring of the script)
    engine: str | Search[Any] = ""  # its kernels: the module with SEARCH, or in a small game a Search
    verbs: Mapping[str, str] = {}  # the game's own verbs, and the module of each
    series: Series | None = None  # the rules of a match of several games, if the game has them
    film = ""  # the file to which `play` with a position writes its film, if the assignment asks for one
    limit = Limit(seconds=2)  # of a move in a game
    match_limit = Limit(seconds=0.1)  # of a move in a match
    limits: Mapping[str, Sequence[str]] = dict.fromkeys(("play", "analyse"), LIMITS)  # that the engine knows
    levels: Mapping[int, Level] = LEVELS
    seats = "engine", "engine"  # the players of both sides if nobody is named
    players: Mapping[str, Kind] = {}  # the players of this game by name, besides those of all games

    def __init__(self) -> None:
        """Let notebooks show a position as its board."""
        kind: Any = type(self.default_start)
        kind._repr_svg_ = lambda position: self.svg(position)

    @property
    def analysis_limit(self) -> Limit:
        """The default limit of an analysis: 2 s, or none if the game limits it by plies only."""
        return Limit(seconds=2) if "seconds" in self.limits["analyse"] else Limit()

    @cached_property
    def name(self) -> str:
        """The name of the script."""
        return PurePath(str(sys.modules[type(self).__module__].__file__)).stem

    @cached_property
    def about(self) -> str:
        """The docstring of the script: the title, a colon, the assignment in short, example commands."""
        return (sys.modules[type(self).__module__].__doc__ or self.name).strip()

    @cached_property
    def title(self) -> str:
        """The name of the game for people: the words before the colon of its docstring, else `name`."""
        title, colon, _text = self.about.partition(":")
        return title.strip() if colon and "\n" not in title else self.name

    @property
    def program_name(self) -> str:
        """The program's name as the user called it: the script, or the installed command."""
        program = PurePath(sys.argv[0])
        installed = self.name, self.title.lower().replace(" ", "-")
        is_installed = program.suffix != ".py" and program.stem.split(" ")[-1] in installed
        return program.stem if is_installed else f"{self.name}.py"

    @property
    def command(self) -> str:
        """The beginning of a command that the user could type next, e.g. `python walls.py`."""
        typed = sys.argv[0] if PurePath(sys.argv[0]).name == f"{self.name}.py" else f"{self.name}.py"
        return f"python {join_words([typed])}" if self.program_name.endswith(".py") else self.program_name

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The side to move at the start, and the other side."""
        position = self.default_start
        while position.turn == self.default_start.turn:
            position = position.play(position.moves()[0])
        return self.default_start.turn, position.turn

    def other(self, side: str) -> str:
        """Return the other side."""
        return self.sides[self.sides[0] == side]

    # Starts and positions. Parameters of `starts` and `seated` with an annotated default are options.

    def starts(self, words: Sequence[str] = (), seed: int = 0) -> list[P]:
        """Return the start of each game of a call: that of the words, else the usual one. Raise BadInput."""
        return [self.read(*words) if words else self.default_start]

    def start(self, seed: int = 0, **options: Any) -> P:
        """Return a start position: the usual one, or a random one by `seed`.

        `options` are those of the game's command `play`, such as `turns=20`. Raise BadInput if one is wrong.
        """
        from common.play.api.positions import start

        return start(self, seed, options)

    def opening(self, number: int, size: int = 0) -> P:
        """Return start `number`, from 0, for a pair of games in a match: by default after two moves.

        `size` is the side length of the board, 0 for the default.
        """
        position = self.default_start
        for _ in range(2):
            number, choice = divmod(number, len(position.moves()))
            position = position.play(position.moves()[choice])
        return position

    def settled(self, start: P) -> P:
        """Return a start after forced moves, such as a pass; by default as it is."""
        return start

    @cached_property
    def examples(self) -> Sequence[Sequence[str]]:
        """The words of a position for each permitted number of words; the first is shown to people."""
        return (self.write(self.default_start),)

    def parse(self, *words: str) -> P:
        """Parse a position, whose number of words is right. Raise BadInput. Default: `read_fields`."""
        from common.play.fields import read_fields

        found: P = read_fields(self.default_start, words, self.sides)
        return found

    def write(self, position: P) -> list[str]:
        """Return the words of a position, SIDE first; `read` is the inverse."""
        from common.play.fields import write_fields

        return write_fields(position)

    def read(self, *words: str) -> P:
        """Return the position that words describe. Raise BadInput."""
        if len(words) in map(len, self.examples):
            return self.parse(*words)
        given, example = quoted(" ".join(words)), f"python {self.name}.py {join_words(self.full_example)}"
        wanted = f"{self.name}.py takes {self.form}, not {len(words)} arguments"
        raise BadInput(f"{wanted} ({given}), e.g. {example}")

    @property
    def full_example(self) -> Sequence[str]:
        """The example position with the most words."""
        return max(self.examples, key=len)

    # What is asked and said

    def ask(self, given: dict[str, Any], names: Names) -> tuple[dict[str, Any], Names]:
        """Ask for the options that are not given and for the players; return both. Raise Leave.

        `given` holds the options of the call, `words` and `seed` among them.
        """
        return given, names

    def seated(self, names: Names) -> Names:
        """Return the names of the players, with those that options of the game choose. Raise BadInput."""
        return names

    def ask_move(self, position: P, ask: Ask) -> Any:
        """Ask a person for a legal move."""
        return ask(self.prompt(position), lambda answer: self.legal_move(position, answer))

    def legal_move(self, position: P, answer: str) -> Any:
        """Parse a move and check it. Raise BadInput."""
        move = position.read_move(answer)
        if move not in position.moves():
            raise BadInput(self.refusal(position, move))
        return move

    def prompt(self, position: P) -> str:
        """Return the question for a move."""
        return f"{position.turn}'s move: "

    def explain(self, position: P) -> str:
        """Return a sentence on how to type a move, with an example."""
        return f"Type a move, e.g. {position.text(position.moves()[0])}."

    def refusal(self, position: P, move: Any) -> str:
        """Return the reason why a well-formed move is illegal."""
        return f"{position.text(move)} is not possible"

    def status(self, position: P) -> str:
        """Return what decides the game in a few words, for the line below the board; may be empty."""
        return ""

    def sentence(self, ply: Ply) -> str:
        """Return the line about a move; the wording may depend on who made it."""
        return f"{ply.before.turn} plays {ply.before.text(ply.move)}"

    def page_sentence(self, ply: Ply) -> str:
        """Return the line about a move on a page, where sides are named, not people and programs."""
        return self.sentence(ply)

    def remark(self, ply: Ply) -> str:
        """Return a line below the board about the effect of a move; may be empty."""
        return ""

    def fails(self, ply: Ply) -> bool:
        """Return True if a legal move had no effect; moves typed ahead are then dropped."""
        return False

    def last_lines(self, outcome: Outcome) -> str:
        """Return the lines about the result: the reason, then the winner."""
        return f"{outcome.reason}\n{f'{outcome.winner.upper()} WINS' if outcome.winner else 'DRAW'}"

    def result(self, outcome: Outcome, number: int = 1, last: P | None = None) -> str:
        """Return the lines about the result of game `number` of a match, which ended in position `last`."""
        if not self.series:
            return self.last_lines(outcome)
        return self.series.result(outcome, number, None if last is None or last.outcome() else last)

    @cached_property
    def look(self) -> Look[P]:
        """The board on a terminal and in pictures, by default the text of a position."""
        from common.show.look import Look

        return Look()

    # Who plays

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The table of all players by name. It answers every question about names."""
        usual = {
            "human": Kind(no_person),
            "engine": Kind(lambda settings: varied_player(self.thinker, settings, settings.level)),
            "random": seeded(random_player),
            "novice": Kind(self._novice, is_seeded=True),
        }
        levels = {f"level-{number}": self._level(level) for number, level in self.levels.items()}
        return usual | levels | dict(self.players or {"greedy": plain(self._best_static_move)})

    def _level(self, level: Level) -> Kind:
        """Return the kind of a level, which varies in the opening."""
        return Kind(
            lambda settings: varied_player(self.at_level, settings, level),
            (),
            level.margin is not None,
            level,
        )

    def _best_static_move(self, position: P) -> Any:
        from common.search.think import best_static_move

        return best_static_move(self.search.searched_game(position).static_score, position)

    def _novice(self, settings: PlayerSettings) -> Player[P]:
        """Return a player that mostly plays like the first simple player of its side, else at random."""
        simple = [kind for name, kind in self.kinds.items() if name in self.players or name == "greedy"]
        players = {
            side: next(kind for kind in simple if side in (kind.sides or self.sides)).make(settings)
            for side in self.sides
        }
        return mixed_player(lambda position: players[position.turn](position), GREEDY_RATE, settings.seed)

    def kind(self, side: str, name: str) -> Kind:
        """Return the kind of player that a name, or the command of a program, means. Raise BadInput."""
        if found := self.kinds.get(name):
            if found.sides and side not in found.sides:
                raise BadInput(f"--{side.lower()} {name}: {name} plays the {self.other(side)}s only")
            return found
        check_command(name, self.kinds, self.levels)
        if name.startswith(PERSISTENT_PREFIX):
            return Kind(partial(self._line_program, name.removeprefix(PERSISTENT_PREFIX)))
        return Kind(partial(self.program, name))

    def _line_program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Return a player whose program runs for a whole game. Raise BadInput if it cannot be run."""
        from common.programs.persistent import PersistentPlayer

        return PersistentPlayer(command, settings.limit.program_seconds, self.write, settings.confinement)

    def program(self, command: str, settings: PlayerSettings) -> Player[P]:
        """Return a player that starts a program for each move. Raise BadInput if it cannot be run."""
        from common.programs.one_shot import one_shot_player

        return one_shot_player(
            command, settings.limit.program_seconds, self.protocol_words, settings.confinement
        )

    def protocol_words(self, position: P) -> list[str]:
        """Return the words that a program started for each move is given."""
        return self.write(position)

    def thinker(self, settings: PlayerSettings) -> Player[P]:
        """Return the engine for games from `settings.start`, at the level of the settings."""
        return searching_engine(self.search, settings, self.book)

    def at_level(self, settings: PlayerSettings) -> Player[P]:
        """Return the engine weakened to the level of the settings."""
        return self.thinker(settings)

    def book(self, position: P) -> Any:
        """Return the stored move of a position, or None."""
        return None

    def insight(self, position: P, settings: PlayerSettings) -> Insight:
        """Return the score of a position, its best line and the depth. Raise BadInput."""
        return searching_engine(self.search, settings._replace(start=position)).insight(position)

    def evaluate(self, position: P) -> int:
        """Estimate by how many points the side to move is ahead, for a search without kernels."""
        return 0

    @cached_property
    def search(self) -> Search[P]:
        """The engine's view of the game: the SEARCH of `engine`, else a search on positions."""
        from common.search.game_search import Search

        search: Search[P]
        if isinstance(self.engine, Search):
            search = self.engine
        elif self.engine:
            search = import_module(self.engine).SEARCH
        else:
            search = Search()
            search.evaluate = self.evaluate  # type: ignore[method-assign]
        search.name, search.sides = self.name, self.sides
        return search

    # For programs and notebooks, see docs/api.md

    def svg(self, position: P) -> str:
        """Return a picture of a position as SVG."""
        from common.play.api.notebook import position_svg

        return position_svg(self, position)

    def best_move(
        self, position: P, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> BestMove:
        """Return the best move that the engine finds, and its score. The default limit is that of `analyse`.

        Raise BadInput if the game is over or the limit is too short.
        """
        from common.play.api.answers import best_move

        return best_move(self, position, Limit(seconds, nodes, depth))

    def solve(self, position: P, *, seconds: float = 30) -> SolveResult:
        """Prove who wins a position, as far as the time allows; `math.inf` is no limit.

        Raise BadInput if the game is over or the time too short for any result.
        """
        from common.play.api.answers import solve

        return solve(self, position, Limit(seconds))

    def play(
        self,
        first: PlayerArgument,
        second: PlayerArgument,
        *,
        start: P | None = None,
        seed: int = 0,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Record[P]:
        """Play a game and return its record. `first` has the side that `GAME.sides` names first.

        A player is a function from a position to a move, or the name of a player. The game begins at `start`,
        by default at `self.start(seed)`. The limit is that of the engine. Raise BadInput if a player makes
        an illegal move or does not exist.
        """
        from common.play.api.games import play

        position = self.start(seed) if start is None else start
        return play(self, (first, second), position, seed, Limit(seconds, nodes, depth))

    def record(self, start: P, moves: Iterable[Any], players: Mapping[str, str] | None = None) -> Record[P]:
        """Return the record of a game from its start and its moves. Raise BadInput at an illegal move."""
        from common.play.record import Record

        record = Record(self, start, players or {})
        for move in moves:
            record.add_legal(move)
        record.recorded_outcome = record.outcome
        return record

    def load(self, path: str | PathLike[str]) -> Record[P]:
        """Return the record in a file. Raise BadInput if the file is none, OSError if it cannot be read."""
        from pathlib import Path

        from common.play.record import load

        return load(self, Path(path))

    def analyse(
        self,
        record: Record[P],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> GameAnalysis:
        """Return the score after every move of a game, with its mistakes and blunders.

        The limit is per position; by default the whole game takes 7 seconds. Raise BadInput if there are no
        moves or the limit is too short.
        """
        from common.play.api.analysis import analyse

        return analyse(self, record, Limit(seconds, nodes, depth))
