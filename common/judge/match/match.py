"""Matches between two players: play pairs of games in several processes, with a journal.

Each start position is played twice with sides changed.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.journal import Journal, is_number, require
from common.judge.match.elo import format_elo, sprt
from common.judge.match.games import GameResult, Pair, PairTask, Tally, name_for_side, play_pair
from common.judge.match.seats import Seat, files_of_programs, programs_among
from common.judge.processes import run_parallel
from common.play.player_registry import check_player_name, warm_up
from common.rules.errors import BadInput, quoted, visible
from common.search.limit import Limit, parse_level
from common.show.progress_line import ProgressLine


class MatchPlan(NamedTuple):
    """How to run a match: pairs to play, processes, Dask scheduler, journal, Elo bounds of the SPRT.

    `journal` is the file to resume. With `stop_early` the match stops as soon as the SPRT decides.
    """

    pairs: int
    jobs: int
    cluster: str | None = None
    journal: Path | None = None
    elo_bounds: tuple[float, float] = (0, 100)
    stop_early: bool = False


def play_match(first: PairTask, plan: MatchPlan, tally: Tally) -> None:
    """Play a match, or resume it from its journal, and add its pairs to an empty tally as they end.

    `first` describes the match; its `number` does not count. At most `plan.pairs` pairs are taken from the
    journal. Raise BadInput for a wrong player name, BadInput or OSError for the journal, ImportError as
    `run_parallel`.
    """
    check_players(first)
    journal = Journal(plan.journal, journal_header(first))
    tally.pairs.extend(journal.read(_parse_pair, "two games")[: plan.pairs])
    hidden = files_of_programs(first.game, seats_of(first))
    first = first._replace(confinement=first.confinement.with_secret(plan.journal, *hidden))
    tasks = [first._replace(number=number) for number in range(len(tally.pairs), plan.pairs)]
    if not tasks:
        return
    warm_up(first.game, first.game.starts.opening(0, first.size))
    with (
        ProgressLine(True, None) as line,
        closing(run_parallel(play_pair, tasks, plan.jobs, plan.cluster)) as results,
    ):
        for pair in results:
            tally.pairs.append(pair)
            journal.add(journal_entry(pair))
            line.say(f"{len(tally.pairs)} of {plan.pairs} pairs, {format_elo(tally.elo)}")
            if plan.stop_early and sprt(tally.pair_scores, *plan.elo_bounds).verdict is not None:
                break


def seats_of(task: PairTask) -> set[Seat]:
    """Return both players of a match on both sides."""
    return {
        (side, name_for_side(name, side, task.game.sides))
        for name in task.players
        for side in task.game.sides
    }


def has_programs(task: PairTask) -> bool:
    """Return True if an external program plays."""
    return bool(programs_among(task.game, seats_of(task)))


def check_limit(task: PairTask, limit: Limit) -> None:
    """Raise BadInput if no player in this match uses the limit."""
    names = {name for player in task.players for name in player.split(" + ")}
    for option, value in limit.record_fields().items():
        if all(name == "random" or parse_level(name, task.game.players.levels) for name in names):
            raise BadInput(
                f"--{option} {value:g}: {' and '.join(sorted(names))} use limits of their own: "
                "leave out the option, or choose a player that uses it, e.g. engine"
            )


def check_players(task: PairTask) -> None:
    """Raise BadInput if a player is `human`, or neither a known name nor a command that can be run."""
    game = task.game
    for name in task.players:
        for side in game.sides:
            if (found := name_for_side(name, side, game.sides)) == "human":
                raise BadInput(f"{quoted(name)}: human players are for `play`, not for a match")
            check_player_name(game, side, found)


def journal_entry(pair: Pair) -> dict[str, Any]:
    """Convert a pair to a line of a journal."""
    return {"games": [game._asdict() for game in pair]}


def journal_header(task: PairTask) -> dict[str, Any]:
    """Return the journal header of a match."""
    known = {"players": task.players, "limit": task.limit.record_fields(), "seed": task.seed}
    return {"match": task.module, "size": task.size, **known, **task.confinement.record_fields()}


def _parse_pair(line: dict[str, Any]) -> Pair:
    """Convert a line of a journal to a pair; the inverse of `journal_entry`.

    Raise one of `MALFORMED_FILE_ERRORS` if the line was changed.
    """
    first, second = (_validated(GameResult(**game)) for game in line["games"])
    return first, second


def _validated(game: GameResult) -> GameResult:
    """Return a game from a journal with printable text.

    Raise one of `MALFORMED_FILE_ERRORS` if it is impossible.
    """
    require(game.points in (0, 0.5, 1) and is_number(game.points) and is_number(game.seat_score))
    require(type(game.plies) is int and game.plies >= 0 and isinstance(game.digest, str))
    require(all(at in (0, 1) and len(seconds) == 3 for at, *seconds in game.overruns))
    require(all(is_number(value) for one in game.overruns for value in one))
    if game.fault is None:
        return game
    player, kind = game.fault
    require(type(player) is int and player in (0, 1) and isinstance(kind, str))
    return game._replace(fault=(player, visible(kind)))
