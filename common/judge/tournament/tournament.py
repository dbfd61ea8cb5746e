"""Tournaments: many players, each start position with both seatings, in several processes.

Every finished game goes into a journal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.journal import Journal, is_number, require
from common.judge.match.games import load_game, overruns_of, player_settings, points_for
from common.judge.processes import run_parallel
from common.judge.tournament.pairings import Pairing, Round, gauntlet, round_robin, swiss_round
from common.judge.tournament.participants import Entrant
from common.messages import _
from common.play.game import Game
from common.play.player_registry import player_of, warm_up
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.rules.errors import visible
from common.rules.game_loop import Forfeit, GameLoop, Ply
from common.rules.position import Outcome
from common.search.limit import Limit


class Plan(NamedTuple):
    """The games of a tournament: module and size of the game, players, pairs per pairing, limit, seed.

    It is a Swiss tournament if `rounds` is set, a gauntlet of one player if `hero` (a player's number) is,
    otherwise a round robin. The seed determines start positions and random players.
    """

    module: str
    size: int
    entrants: Sequence[Entrant]
    pairs: int
    limit: Limit
    seed: int = 0
    rounds: int = 0
    hero: int | None = None
    confinement: Confinement = DEFAULT_CONFINEMENT

    @property
    def game(self) -> Game[Any, Any]:
        """The game that the module defines."""
        return load_game(self.module)

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [entrant.name for entrant in self.entrants]

    @property
    def total(self) -> int:
        """The number of games in the whole tournament."""
        count = len(self.entrants)
        pairings = self.rounds * (count // 2) or (
            count - 1 if self.hero is not None else count * (count - 1) // 2
        )
        return 2 * self.pairs * pairings

    @property
    def has_programs(self) -> bool:
        """True if an external program plays."""
        return any(entrant.is_program(self.game) for entrant in self.entrants)

    def description(self) -> dict[str, Any]:
        """Return the facts that identify the tournament, for the journal header and JSON."""
        kind = _("Swiss") if self.rounds else _("gauntlet") if self.hero is not None else _("round robin")
        facts = {
            _("tournament"): self.module,
            "size": self.size,
            "kind": kind,
            "players": self.names,
            "pairs": self.pairs,
        }
        more = (
            {"rounds": self.rounds}
            if self.rounds
            else {"hero": self.names[self.hero]}
            if self.hero is not None
            else {}
        )
        limits = {"limit": self.limit.record_fields()} | self.confinement.record_fields()
        return facts | more | limits | {"seed": self.seed}


class GameTask(NamedTuple):
    """A game to be played by a worker process.

    `number` is that of the game, from 1, `start` that of the start position. `players` are the names of the
    participants with the first and the second side, `seats` the player names or command lines for these
    sides.
    """

    module: str
    size: int
    limit: Limit
    seed: int
    number: int
    start: int
    players: tuple[str, str]
    seats: tuple[str, str]
    confinement: Confinement = DEFAULT_CONFINEMENT


class PlayedGame(NamedTuple):
    """A finished game, as a line of the journal; the first player has the first of the game's sides.

    `position` is the start position in words, `seat_score` is for the first side. `winner` is a side, None
    after a draw. `fault` is the name of the player that forfeited and the kind, `last_words` the last line of
    its program. `slowest` are the seconds of each player's slowest move, `seconds` those of the game.
    `overruns` are the moves over the limit: the player's name, then seconds as in `Overrun`.
    """

    number: int
    start: int
    players: tuple[str, str]
    position: list[str]
    moves: list[str]
    winner: str | None
    reason: str
    seat_score: float
    fault: tuple[str, str] | None
    last_words: str
    slowest: tuple[float, float]
    seconds: float
    overruns: Sequence[Sequence[Any]] = ()

    @property
    def pairing(self) -> tuple[int, frozenset[str]]:
        """The start number and the two players: equal for the two games of a pair and for no other game."""
        return self.start, frozenset(self.players)

    def points(self, sides: tuple[str, str]) -> tuple[float, float]:
        """Return the points of the first and the second player: 1, 1/2 or 0.

        `sides` are those of the game.
        """
        first, second = (points_for(side, Outcome(self.winner, self.reason)) for side in sides)
        return first, second


def play_game(task: GameTask) -> PlayedGame:
    """Play one game of a tournament. A forfeit is part of the result and raises nothing."""
    game, began = load_game(task.module), time.monotonic()
    start = game.starts.opening(task.seed + task.start, task.size)
    settings = player_settings(task.limit, task.seed + task.start, task.confinement)
    seats = dict(zip(game.sides, task.seats, strict=True))
    players = {side: player_of(game, side, name, settings, start) for side, name in seats.items()}
    loop = GameLoop([start], players)
    plies = list(loop.plies())
    outcome, forfeit = loop.final_outcome(), loop.forfeit
    return PlayedGame(
        number=task.number,
        start=task.start,
        players=task.players,
        position=game.notation.write(start),
        moves=[ply.before.text(ply.move) for ply in plies],
        winner=outcome.winner,
        reason=outcome.reason,
        seat_score=game.seat_score(outcome, len(plies)),
        fault=(task.players[game.sides.index(forfeit.side)], forfeit.error.kind) if forfeit else None,
        last_words=forfeit.error.detail if forfeit else "",
        slowest=slowest_moves(plies, forfeit, game.sides),
        seconds=round(time.monotonic() - began, 3),
        overruns=[
            (name, *one)
            for name, player in zip(task.players, players.values(), strict=True)
            for one in overruns_of(player)
        ],
    )


def slowest_moves(
    plies: Sequence[Ply], forfeit: Forfeit | None, sides: tuple[str, str]
) -> tuple[float, float]:
    """Return the seconds of each side's slowest move, a forfeited one included."""
    durations = [(ply.before.turn, ply.seconds) for ply in plies] + (
        [(forfeit.side, forfeit.seconds)] if forfeit else []
    )
    first, second = (
        max((seconds for side, seconds in durations if side == wanted), default=0.0) for wanted in sides
    )
    return round(first, 3), round(second, 3)


class Tournament:
    """A plan and its finished games, by number."""

    def __init__(self, plan: Plan, journal: Path | None = None) -> None:
        """Open a journal, if given, create it if necessary, and read its finished games.

        Raise BadInput if it belongs to another tournament, is malformed or in use, OSError if it cannot be
        read or written.
        """
        self.plan, self.games = plan, dict[int, PlayedGame]()
        self._journal = Journal(journal, plan.description())
        for played in self._journal.read(self._parse_entry, _("a game")):
            self.games[played.number] = played

    def _parse_entry(self, entry: Mapping[str, Any]) -> PlayedGame:
        """Parse and validate a line of the journal.

        Raise one of `MALFORMED_FILE_ERRORS` if it was changed.
        """
        return _validated(_parse_game(entry), self.plan)

    def location_of(self, number: int) -> str:
        """Return the place of a game in the journal, for messages."""
        return (
            _("{file}: game {number}", file=self._journal.path, number=number)
            if self._journal.path
            else _("game {number}", number=number)
        )

    def play(
        self, jobs: int, cluster: str | None = None, say: Callable[[str], None] = lambda text: None
    ) -> None:
        """Play the remaining games; each is stored as soon as it ends, so an interrupt loses none.

        `jobs` and `cluster` are those of `run_parallel`. `say` receives the progress as text. Raise OSError
        if the journal cannot be written, ImportError as `run_parallel`.
        """
        warm_up(self.plan.game, self.plan.game.starts.opening(0, self.plan.size))
        began, before = time.monotonic(), len(self.games)
        say(self._progress(began, before))
        for tasks in self._batches():
            with closing(run_parallel(play_game, tasks, jobs, cluster, ordered=False)) as results:
                for played in results:
                    self._journal.add(_journal_entry(played))
                    self.games[played.number] = played
                    say(self._progress(began, before))

    def _progress(self, began: float, before: int) -> str:
        done, total = len(self.games), self.plan.total
        now = done - before
        if not now:
            return _("{done} of {total} games", done=done, total=total)
        left = _duration((time.monotonic() - began) * (total - done) / now)
        return _("{done} of {total} games, about {time} left", done=done, total=total, time=left)

    def _batches(self) -> Iterator[list[GameTask]]:
        """Yield the remaining tasks: all at once, or Swiss rounds that depend on earlier points."""
        schedule = self._swiss() if self.plan.rounds else iter([self._whole()])
        for tasks in schedule:
            if remaining := [task for task in tasks if task.number not in self.games]:
                yield remaining

    def _whole(self) -> list[GameTask]:
        count, hero = len(self.plan.entrants), self.plan.hero
        return self._tasks(round_robin(count) if hero is None else gauntlet(count, hero), 0)

    def _swiss(self) -> Iterator[list[GameTask]]:
        for number, one in enumerate(self.swiss_rounds()):
            yield self._tasks(one.pairings, number)

    def swiss_rounds(self) -> Iterator[Round]:
        """Yield the Swiss rounds in order, up to and including the first one with games left to play.

        The caller may play that one before asking for the next. None are yielded if the tournament is not
        Swiss.
        """
        players, each = len(self.plan.entrants), 2 * self.plan.pairs
        met, byes, size = set[frozenset[int]](), list[int](), players // 2 * each
        for number in range(self.plan.rounds):
            if any(at not in self.games for at in range(1, number * size + 1)):
                return
            points = self._points(number * size)
            for player in byes:
                points[player] += each
            found = swiss_round(points, met, byes, self.plan.seed)
            met |= set(map(frozenset, found.pairings))
            byes += [] if found.bye is None else [found.bye]
            yield found

    def _points(self, last: int) -> list[float]:
        """Return the points of every player after the first `last` games."""
        numbers = {name: number for number, name in enumerate(self.plan.names)}
        points = [0.0] * len(numbers)
        sides = self.plan.game.sides
        for number in range(1, last + 1):
            for name, gained in zip(
                self.games[number].players, self.games[number].points(sides), strict=True
            ):
                points[numbers[name]] += gained
        return points

    def _tasks(self, pairings: Sequence[Pairing], number_of_round: int) -> list[GameTask]:
        """Return the tasks of a round, ordered by start position, both seatings of a pairing together.

        An interrupted tournament is thus balanced.
        """
        plan = self.plan
        first = number_of_round * plan.pairs
        seatings = [
            (start, seating)
            for start in range(first, first + plan.pairs)
            for pairing in pairings
            for seating in (pairing, pairing[::-1])
        ]
        before = 2 * first * len(pairings)
        return [self._task(before + at, start, seating) for at, (start, seating) in enumerate(seatings, 1)]

    def _task(self, number: int, start: int, seating: Pairing) -> GameTask:
        plan = self.plan
        one, other = (plan.entrants[player] for player in seating)
        seats = one.seats[0], other.seats[1]
        return GameTask(
            plan.module,
            plan.size,
            plan.limit,
            plan.seed,
            number,
            start,
            (one.name, other.name),
            seats,
            plan.confinement,
        )

    def pairs(self) -> list[tuple[PlayedGame, ...]]:
        """Return the finished games in order of number, grouped by start position and pairing.

        A group holds one game if the other of its pair is not finished.
        """
        found: dict[Any, list[PlayedGame]] = {}
        for number in sorted(self.games):
            found.setdefault(self.games[number].pairing, []).append(self.games[number])
        return [tuple(games) for games in found.values()]


def _journal_entry(played: PlayedGame) -> dict[str, Any]:
    return {"game": played.number} | dict(islice(played._asdict().items(), 1, None))


def _parse_game(entry: Mapping[str, Any]) -> PlayedGame:
    """Parse a line of the journal; the inverse of `_journal_entry`.

    Raise KeyError, TypeError or ValueError.
    """
    fields = dict(entry)
    pairs = {name: _two(fields[name]) for name in ("players", "slowest")}
    fault = _two(fields["fault"]) if fields["fault"] else None
    return PlayedGame(**{"number": fields.pop("game")} | fields | pairs | {"fault": fault})


def _validated(game: PlayedGame, plan: Plan) -> PlayedGame:
    """Return a game from a journal with printable texts.

    Raise one of `MALFORMED_FILE_ERRORS` if it is impossible.
    """
    one, other = game.players
    require(type(game.number) is int and 1 <= game.number <= plan.total and type(game.start) is int)
    require(one in plan.names and other in plan.names and one != other)
    require(
        all(isinstance(text, str) for text in (*game.position, *game.moves, game.reason, game.last_words))
    )
    require(isinstance(game.position, list) and isinstance(game.moves, list))
    require(game.winner in (None, *plan.game.sides))
    require(all(map(is_number, (game.seat_score, game.seconds, *game.slowest))))
    require(all(one[0] in game.players and all(map(is_number, one[1:])) for one in game.overruns))
    fault = None
    if game.fault:
        require(game.fault[0] in game.players and isinstance(game.fault[1], str))
        fault = game.fault[0], visible(game.fault[1])
    return game._replace(reason=visible(game.reason), fault=fault)


def _two(values: Sequence[Any]) -> tuple[Any, Any]:
    first, second = values
    return first, second


def _duration(seconds: float) -> str:
    """Format a duration roughly."""
    minutes = seconds / 60
    return (
        f"{seconds:.0f} s"
        if minutes < 2
        else f"{minutes:.0f} min"
        if minutes < 120
        else f"{minutes / 60:.1f} h"
    )
