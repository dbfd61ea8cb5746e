"""A match between two players of a game: many starts, each played twice with sides changed, in several processes.

What is counted is the pair: by its points, or, where one side nearly always wins or margins tell more,
by who did better in the same seat (the game's `seat_score`). Faults are counted apart, under their own names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.judge.elo import Elo, sequential, strength
from common.judge.match import Sides, points_for
from common.judge.processes import spread
from common.play.players import PlayerFault
from common.play.roster import Cast, PlayerSettings
from common.record.record import whole_lines
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P, Player
from common.search.limit import Limit
from common.show.progress_line import ProgressLine

DISTINCT = 0.9  # of the games at least must differ, or nothing is proven by their number


class Contest(Generic[P]):
    """What a game tells of itself for matches.

    `opening(number)` is a start; `player(side, name, settings)` thinks in this process, on one thread; `warm` compiles once what
    every process loads; `seat_score(outcome, plies)` is how well the first side did, in `unit`s, None where points are all.
    """

    def __init__(
        self,
        sides: Sides,
        opening: Callable[[int], P],
        player: Callable[[str, str, PlayerSettings], Player[Any]],
        check: Callable[[dict[str, str]], object],
        warm: Callable[[], object],
        seat_score: Callable[[Outcome, int], float] | None = None,
        unit: str = "points",
    ) -> None:
        self.sides, self.opening, self.player, self.check, self.warm = sides, opening, player, check, warm
        self.seat_score, self.unit = seat_score, unit


def contest_of(
    cast: Cast[P],
    sides: Sides,
    opening: Callable[[int], P],
    seat_score: Callable[[Outcome, int], float] | None = None,
    unit: str = "points",
) -> Contest[P]:
    """Matches between the players of a cast."""

    def player(side: str, name: str, settings: PlayerSettings) -> Player[Any]:
        return cast.here(name, settings)

    return Contest(sides, opening, player, cast.check, lambda: cast.brain.fast, seat_score, unit)


class PairTask(NamedTuple):
    """What a process needs to play a pair: the game's module, what its `contest` is called with, players, limits, number."""

    module: str
    arguments: tuple[int, ...]
    players: tuple[str, str]
    limit: dict[str, float]
    seed: int
    number: int

    @property
    def contest(self) -> Contest[Any]:
        """The game's."""
        found: Contest[Any] = import_module(self.module).contest(*self.arguments)
        return found


class Game(NamedTuple):
    """One game from the first player's view: points 1, 1/2 or 0, how well its seat did, plies, a digest, any fault."""

    points: float
    seat_score: float
    plies: int
    digest: str
    fault: tuple[int, str] | None = None  # whose (0 the first player's), what


def play_pair(task: PairTask) -> tuple[Game, Game]:
    """Play a start twice."""
    contest = task.contest
    start = contest.opening(task.seed + task.number)
    settings = PlayerSettings(Limit(**task.limit), 1, task.seed + task.number)  # type: ignore[arg-type]
    first, second = (_play(contest, start, task.players, seats, settings) for seats in (contest.sides, contest.sides[::-1]))
    return first, second


def _play(contest: Contest[P], start: P, names: tuple[str, str], seats: Sides, settings: PlayerSettings) -> Game:
    """One game; the first player sits at the first of the seats."""
    players = {
        side: contest.player(side, seated(name, side, contest.sides), settings) for side, name in zip(seats, names, strict=True)
    }
    position, moves, fault = start, [], None
    while not (outcome := position.outcome()):
        try:
            move = players[position.turn](position)
        except PlayerFault as problem:
            loser = seats.index(position.turn)
            outcome, fault = Outcome(seats[1 - loser], str(problem)), (loser, problem.kind)
            break
        moves.append(position.text(move))
        position = position.play(move)
    points = points_for(seats[0], outcome)
    seat_score = points if contest.seat_score is None else contest.seat_score(outcome, len(moves))
    signed = seat_score if seats == contest.sides or contest.seat_score is None else -seat_score
    digest = sha256(repr((start, moves)).encode()).hexdigest()[:16]
    return Game(points, signed, len(moves), digest, fault)


def seated(name: str, side: str, sides: Sides) -> str:
    """Who plays a side for a player of two names, such as `roomy + squeeze`; else the one name there is."""
    names = name.split(" + ")
    return names[sides.index(side)] if len(names) == 2 else name


class Tally(NamedTuple):
    """A match so far."""

    pairs: list[tuple[Game, Game]]
    by_seats: bool

    @property
    def games(self) -> list[Game]:
        """All of them."""
        return [game for pair in self.pairs for game in pair]

    @property
    def scores(self) -> list[float]:
        """Each pair's score for the first player; by who did better in the same seat 1, 1/2 or 0."""
        if not self.by_seats:
            return [(first.points + second.points) / 2 for first, second in self.pairs]
        gains = [first.seat_score + second.seat_score for first, second in self.pairs]
        return [0.5 + (gain > 0) / 2 - (gain < 0) / 2 for gain in gains]

    @property
    def elo(self) -> Elo:
        """Of the first player against the second."""
        return strength(self.scores)

    @property
    def distinct(self) -> int:
        """Games that are not alike."""
        return len({game.digest for game in self.games})

    @property
    def varied(self) -> bool:
        """True if so many games differ that their number proves something."""
        return self.distinct >= DISTINCT * len(self.games)

    @property
    def gain(self) -> float:
        """How much better the first player did in the same seat, on average."""
        return sum(game.seat_score for game in self.games) / len(self.games)

    def faults(self, player: int) -> dict[str, int]:
        """How often a player lost by a fault, by its name."""
        return dict(Counter(game.fault[1] for game in self.games if game.fault and game.fault[0] == player))


class MatchPlan(NamedTuple):
    """How a match is run: pairs at most, processes, a Dask scheduler's address, a file to go on from, Elo bounds of the test.

    With `early` it ends as soon as the sequential test decides.
    """

    pairs: int
    jobs: int
    cluster: str | None = None
    journal: Path | None = None
    test: tuple[float, float] = (0, 100)
    early: bool = False


def run(first: PairTask, plan: MatchPlan) -> Tally:
    """Play a match, or what is left of it. Raises BadInput or OSError for the journal."""
    contest = first.contest
    check(first)
    journal = Journal(plan.journal, first)
    tally = Tally(journal.pairs[: plan.pairs], contest.seat_score is not None)
    tasks = [first._replace(number=number) for number in range(len(tally.pairs), plan.pairs)]
    if not tasks:
        return tally
    contest.warm()
    with ProgressLine(True, None) as live, closing(spread(play_pair, tasks, plan.jobs, plan.cluster)) as results:
        for pair in results:
            tally.pairs.append(pair)
            journal.add(pair)
            live.say(f"{len(tally.pairs)} of {plan.pairs} pairs, {elo_text(tally.elo)}")
            if plan.early and sequential(tally.scores, *plan.test).verdict is not None:
                break
    return tally


def check(task: PairTask) -> None:
    """Raises BadInput at a name that is no player's."""
    contest = task.contest
    for name in task.players:
        for side in contest.sides:
            if (found := seated(name, side, contest.sides)) == "human":
                raise BadInput(f"{quoted(name)}: people play with `play`, not in a match")
            contest.check({side: found})


class Journal:
    """The pairs of a match, line by line in a file, so that it can go on another day."""

    def __init__(self, path: Path | None, task: PairTask) -> None:
        self._path, self.pairs = path, list[tuple[Game, Game]]()
        about = {"match": task.module, **task._asdict()}
        del about["number"]
        if path is None:
            return
        if path.exists():
            self.pairs = self._read(path, json.loads(json.dumps(about)))
        else:
            self._append(about)

    def add(self, pair: tuple[Game, Game]) -> None:
        """Write one more pair down."""
        if self._path:
            self._append({"games": [renamed(game._asdict(), {"seat_score": "merit"}) for game in pair]})  # as the oldest journals

    def _append(self, line: dict[str, Any]) -> None:
        assert self._path
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")

    def _read(self, path: Path, about: dict[str, Any]) -> list[tuple[Game, Game]]:
        header, *lines = whole_lines(path) or [{}]
        if header.get("match") != about["match"]:
            raise BadInput(f"{path}: wanted the journal of a match of {about['match']}, as --journal writes it")
        if header != about:
            raise BadInput(f"{path} holds another match: {quoted(json.dumps(header))}")
        try:
            return [_pair_of(line) for line in lines]
        except (KeyError, TypeError, ValueError):
            raise BadInput(f"{path}: wanted two games on each line after the first, as --journal writes them") from None


def renamed(line: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A line with other names for some of its entries."""
    return {names.get(name, name): value for name, value in line.items()}


def _pair_of(line: dict[str, Any]) -> tuple[Game, Game]:
    games = [Game(**renamed(game, {"merit": "seat_score"})) for game in line["games"]]
    first, second = (game._replace(fault=(game.fault[0], game.fault[1]) if game.fault else None) for game in games)
    return first, second


def elo_text(found: Elo) -> str:
    """Elo with its interval."""
    return f"Elo {found.middle:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"


def report(tally: Tally, task: PairTask, plan: MatchPlan) -> list[str]:
    """The lines that tell a match."""
    games, contest = tally.games, task.contest
    points = [game.points for game in games]
    first, second = task.players
    counts = f"+{points.count(1)} ={points.count(0.5)} -{points.count(0)}, {sum(points) / len(points):.1%} of the points"
    lines = [f"{first} - {second}: {len(games)} games, {counts}"]
    if tally.by_seats:
        better, as_good, worse = (tally.scores.count(score) for score in (1, 0.5, 0))
        seats = f"Better in the same seat: {better}, as good {as_good}, worse {worse} of {len(tally.pairs)} pairs"
        lines.append(f"{seats}; {contest.unit} more in a game: {tally.gain:+.1f}")
    else:
        kinds = ", ".join(f"{count} of {score:g}" for score, count in sorted(Counter(tally.scores).items(), reverse=True))
        lines.append(f"Pairs by the share of their points: {kinds}")
    lines += [elo_text(tally.elo), sequential_text(tally, plan.test), f"{tally.distinct} of {len(games)} games distinct"]
    for player, name in enumerate(task.players):
        if faults := tally.faults(player):
            lines.append(f"Lost by faults, {name}: {', '.join(f'{kind} {count}' for kind, count in sorted(faults.items()))}")
    return lines


def sequential_text(tally: Tally, test: tuple[float, float]) -> str:
    """What the sequential test says, if the games are different enough to count."""
    if not tally.varied:
        return f"No verdict: fewer than {DISTINCT:.0%} of the games are distinct"
    found = sequential(tally.scores, *test)
    least, most = test
    words = {
        True: f"stronger by {most:g} rather than by {least:g} Elo",
        False: f"not stronger by {most:g} Elo",
        None: "undecided",
    }
    return f"Sequential test: {words[found.verdict]} (log-likelihood ratio {found.ratio:+.2f}, decided at {found.bound:.2f})"


def as_json(tally: Tally, task: PairTask, plan: MatchPlan) -> dict[str, Any]:
    """The same for programs."""
    points = [game.points for game in tally.games]
    test = sequential(tally.scores, *plan.test)
    return {
        "players": task.players,
        "games": len(points),
        "wins": points.count(1),
        "draws": points.count(0.5),
        "losses": points.count(0),
        "pair scores": {str(score): count for score, count in sorted(Counter(tally.scores).items())},
        "merit": tally.gain if tally.by_seats else None,
        "elo": tally.elo.finite(),
        "distinct": tally.distinct,
        "stronger": test.verdict if tally.varied else None,
        "log-likelihood ratio": test.ratio,
        "faults": [tally.faults(0), tally.faults(1)],
    }


def print_contest(task: PairTask, plan: MatchPlan, for_programs: bool) -> int:
    """Play a match and print what came of it."""
    tally = run(task, plan)
    print(json.dumps(as_json(tally, task, plan)) if for_programs else "\n".join(report(tally, task, plan)))
    return 0
