"""A game at the table: people, engines and programs move in turn; it is shown, recorded and coached."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from common.play.coach import Coach
from common.play.game import Game, Ply
from common.play.game_loop import HistoryPlayer, closing_players
from common.play.person import WORDS, Person, Save, Undo
from common.play.players import PlayerSettings, ReportingPlayer
from common.play.questions import print_dimmed, read_choice, read_line
from common.play.record import Record, free_path, print_lines
from common.play.screen import Screen
from common.play.setup import join_words
from common.play.shared_page import film_of
from common.rules.errors import BadInput, Leave
from common.rules.files import alternative_path
from common.rules.player import ForfeitError, StatelessPlayer
from common.rules.position import Outcome
from common.show.window import on_terminal, say

PACE = 0.4  # seconds between two moves on a terminal, by default


class Table(NamedTuple):
    """What all games of a call share: the game, the player of each side, their settings, the outputs.

    `record` is the file of the record; without one, a person's game on a terminal `saves` itself. With
    `as_json`, stdout gets the record and nothing else. `pace` is in seconds.
    """

    game: Game[Any]
    names: Mapping[str, str]
    settings: PlayerSettings
    record: Path | None = None
    film: Path | None = None
    frame_ms: int = 400
    as_json: bool = False
    saves: bool = True
    coaches: bool = False
    is_practice: bool = False  # one person is told the result and asked for another game
    pace: float = PACE
    first_line: str = ""  # on stderr, once the players are seated

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, name in self.names.items() if name == "human"]

    def numbered(self, number: int) -> Table:
        """Return the table of game `number` of a call: the files of the second one end with `-2`."""
        record, film = (numbered(path, number) for path in (self.record, self.film))
        return self._replace(record=record, film=film, first_line=self.first_line if number == 1 else "")

    def play(self, start: Any, number: int = 1, games: int = 1) -> Record[Any]:
        """Play game `number` of a call of several `games`. Raise BadInput, OSError or Leave."""
        settings, limits = self.settings, self.settings.level.record_fields()
        facts = {"limits": limits, "seed": settings.seed, "number": number if games > 1 else None}
        return self.go_on(Record(self.game, start, self.names, **facts), number)

    def go_on(self, record: Record[Any], number: int = 1) -> Record[Any]:
        """Play a game from the end of its record to its end. Raise BadInput, OSError or Leave."""
        round_ = Round(self, record, number)
        with self._saved_if_left(round_):
            round_.play()
        if self.film:
            save_film(record, self.film, self.frame_ms)
        return record

    @contextmanager
    def _saved_if_left(self, round_: Round) -> Iterator[None]:
        """Save the game if a person leaves or presses Ctrl-C. Raise Leave, which names its file."""
        try:
            yield
        except (Leave, KeyboardInterrupt) as left:
            sentence, status = (left.sentence, left.status) if isinstance(left, Leave) else ("Stopped.", 130)
            round_.record.autosave()
            lines = self.hints([round_.record])
            text = "\n".join(["", *filter(None, [sentence, *lines])]) if lines else sentence
            raise Leave(text, status) from None

    def hints(self, records: Sequence[Record[Any]]) -> list[str]:
        """Return the last lines for a person on a terminal: the files of the games, and commands for them."""
        if not (self.people and on_terminal()):
            return []
        files = [str(record.path) for record in records if record.path]
        problems = [record.problem for record in records if record.problem]
        lost = [f"The game cannot be saved: {each.filename}: {each.strerror}" for each in problems]
        if not files:
            return lost
        call, file = self.game.command, join_words(files[-1:])
        is_over = records[-1].outcome is not None
        found = (
            f"The game is saved in {', '.join(files)}."
            if is_over
            else f"Unfinished game saved in {files[0]}."
        )
        first = f"analyse {file} --html game.html" if is_over else f"play --resume {file}"
        return [
            *lost,
            f"{found} Next:",
            *(f"  {call} {each}" for each in (first, f"replay {file} --step", "games")),
        ]


def numbered(path: Path | None, number: int) -> Path | None:
    """Return the file of game `number` of a call: the given name for 1, `name-2.jsonl` for 2."""
    return path if path is None or number == 1 or not path.name else path.with_stem(f"{path.stem}-{number}")


class Round:
    """One game: asks the players in turn, shows, records and coaches."""

    def __init__(self, table: Table, record: Record[Any], number: int) -> None:
        """Seat the players. Raise BadInput if one cannot play, OSError if the record cannot be written."""
        self.table, self.record, self.number = table, record, number
        self.game, self.history = table.game, record.history
        settings = table.settings._replace(start=record.history[0], is_opponent=bool(table.people))
        self.players = {side: self._seat(side, name, settings) for side, name in table.names.items()}
        self.screen = Screen(table.game, table.people, in_place=True, pace=table.pace, silent=table.as_json)
        self.coach = Coach(table.game, settings) if table.coaches else None
        record.autosaves = table.saves and bool(table.people) and on_terminal() and not record.path
        if path := table.record:
            record.keep(path, force=True)
        if table.first_line:
            print(table.first_line, file=sys.stderr)
        self._print(*record.lines())
        self._own_files = {record.path}
        if len(record.history) > 1:
            self._restore(settings)

    def _print(self, *lines: dict[str, Any]) -> None:
        if self.table.as_json:
            print_lines(lines)

    def _seat(self, side: str, name: str, settings: PlayerSettings) -> Any:
        player = Person(self.game, settings) if name == "human" else self.game.kind(side, name).make(settings)
        if isinstance(player, HistoryPlayer):
            player.history = self.history
        return player

    def _restore(self, settings: PlayerSettings) -> None:
        """Show the earlier positions of a resumed game to players that keep state; ignore their answers.

        They come in order, because both sides may use the same tables. An engine under a time limit is left
        out: its state is not reproducible.
        """
        levels = {side: self.game.kind(side, name).level for side, name in self.table.names.items()}
        for position in list(self.history[:-1]):
            player, level = self.players[position.turn], levels[position.turn] or settings.level
            is_timed = isinstance(player, ReportingPlayer) and level.limit.seconds is not None
            if not (is_timed or isinstance(player, StatelessPlayer | Person)):
                player(position)

    def play(self) -> None:
        """Play to the end. Raise Leave or KeyboardInterrupt if a person leaves."""
        if self.table.people:
            print_dimmed(f"You can always type: {WORDS}")
        self.screen.begin(self.history)
        outcome: Outcome | None = None
        with closing_players(self.players.values()):
            while not (outcome := outcome or self.history[-1].outcome()):
                outcome = self._turn()
        self.record.end(outcome)
        self._print(self.record.lines()[-1])
        self._drop("the game is over")
        self.screen.say(self.game.result(outcome, self.number, self.history[-1]))

    def _turn(self) -> Outcome | None:
        """Ask the side to move, and fulfil a request or make the move. Return the outcome of a forfeit."""
        position, began = self.history[-1], time.monotonic()
        player = self.players[position.turn]
        try:
            move = player(position)
        except Undo:
            self._take_back()
        except Save as wish:
            self._save(wish.path)
        except ForfeitError as fault:
            if fault.detail:
                print(fault.detail, file=sys.stderr)
            return Outcome(self.game.other(position.turn), f"{position.turn.capitalize()} {fault}")
        else:
            self._make(move, round(time.monotonic() - began, 3), player)
        return None

    def _make(self, move: Any, seconds: float, player: Any) -> None:
        before = self.history[-1]
        facts = player.record_fields() if isinstance(player, ReportingPlayer) else {}
        self.record.add(move, seconds=seconds, **facts)
        self._print(self.record.moves[-1])
        ply = Ply(before, move, self.history[-1], isinstance(player, Person))
        self.screen.show_move(ply, self.history)
        if ply.by_person and self.game.fails(ply):
            self._drop(f"{before.text(move)} failed")
        if ply.by_person and self.coach:
            self.screen.note(self.coach.remark(before, move))

    def _take_back(self) -> None:
        """Go back to the previous decision of a person."""
        people = self.table.people
        own = [ply for ply, before in enumerate(self.history[:-1]) if before.turn in people]
        if not own:
            say("There is no move of yours to take back.")
            return
        self.record.take_back(own[-1])
        self._drop("a move was taken back")
        self.screen.show_undo(self.history, f"Taken back to move {own[-1] + 1}.")

    def _drop(self, reason: str) -> None:
        for player in self.players.values():
            if isinstance(player, Person):
                player.drop_later(reason)

    def _save(self, path: Path | None) -> None:
        """Save the game to `path`, by default to its own file or a new one."""
        try:
            self.record.autosave()
            target = path or self.record.path or free_path(self.game.name)
            if path and path not in self._own_files and path.exists():
                say(f"{path} already exists: choose a new name, e.g. save {alternative_path(path)}")
                return
            self.record.save(target, force=True)
            self._own_files.add(target)
            say(f"Saved in {target}")
        except OSError as problem:
            say(f"Cannot save in {path or problem.filename}: {problem.strerror}")


def play_games(
    table: Table, starts: Callable[[int], Sequence[Any]], seed: int | None, announces_seed: bool
) -> None:
    """Play the games of a call, and again as often as a person wants. `starts` returns them by the seed.

    Each round has a new seed unless one is given, so that random starts, random players and levels differ.
    Raise BadInput, OSError or Leave.
    """
    from common.play.players import random_seed, seed_line

    records = list[Record[Any]]()
    while True:
        drawn = random_seed() if seed is None else seed
        line = seed_line(drawn) if announces_seed else ""
        seated = table._replace(settings=table.settings._replace(seed=drawn), first_line=line)
        records += play_round(seated, starts(drawn))
        if not (may_repeat(table) and ask_for_rematch()):
            break
        seed = None
    for line in table.hints(records):
        print(line, file=sys.stderr)


def play_round(table: Table, starts: Sequence[Any]) -> list[Record[Any]]:
    """Play a game from each start. Return their records. Raise BadInput, OSError or Leave."""
    records, series = list[Record[Any]](), table.game.series
    for number, start in enumerate(starts, 1):
        own = table.numbered(number)
        if series and not table.as_json:
            say(series.announcement(start, number))
        first = table.game.settled(start)
        if first != start and not table.as_json:
            say(table.game.remark(Ply(start, None, first)))
        records.append(own.play(first, number, len(starts)))
        tell_person(table, records[-1])
    if series and not table.as_json:
        say(series.total([record.outcome for record in records if record.outcome]))
    return records


def may_repeat(table: Table) -> bool:
    """Return True if one person plays on a terminal, whose games have no file of their own."""
    return table.is_practice and len(table.people) == 1 and on_terminal() and not table.record


def tell_person(table: Table, record: Record[Any]) -> None:
    """Say the result to the one person who plays on a terminal, with the number of own moves."""
    if not (table.is_practice and len(table.people) == 1 and on_terminal() and record.outcome):
        return
    (side,), winner = table.people, record.outcome.winner
    moves = sum(position.turn == side for position in record.history[:-1])
    count = f"{moves} move{'s' * (moves != 1)}"
    if winner is None:
        say(f"A draw after {count} of yours.")
    else:
        say(f"You win in {count}." if winner == side else f"You lose after {count}.")


def ask_for_rematch() -> bool:
    """Ask whether to play again; Enter is a yes. False also at the end of input and after Ctrl-C."""
    try:
        while True:
            answer = read_line("Play again? [Y/n] ")
            try:
                return read_choice(answer or "yes", {"yes": "y", "no": "n quit"}) == "yes"
            except BadInput as problem:
                say(str(problem))
    except (KeyboardInterrupt, Leave):
        print()
        return False


def save_film(record: Record[Any], path: Path, milliseconds: int) -> None:
    """Write a game as an animation; the suffix of `path` chooses the format. Raise OSError."""
    from common.show.film_file import save_film

    save_film(film_of(record).images(), path, milliseconds)
