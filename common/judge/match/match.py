"""Matches between two players: play pairs of games in several processes.

Each start position is played twice with sides changed.
"""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from common.judge.match.elo import format_elo
from common.judge.match.games import PairTask, Tally, name_for_side, play_pair
from common.judge.match.seats import Seat, files_of_programs, programs_among
from common.judge.processes import run_parallel
from common.rules.errors import BadInput, quoted
from common.search.limit import Limit, parse_level
from common.show.progress_line import ProgressLine


class MatchPlan(NamedTuple):
    """How to run a match: pairs to play, processes, Dask scheduler."""

    pairs: int
    jobs: int
    cluster: str | None = None


def play_match(first: PairTask, plan: MatchPlan, tally: Tally) -> None:
    """Play a match and add its pairs to an empty tally as they end.

    `first` describes the match; its `number` does not count. Raise BadInput for a wrong player name,
    ImportError as `run_parallel`.
    """
    check_players(first)
    hidden = files_of_programs(first.game, seats_of(first))
    first = first._replace(confinement=first.confinement.with_secret(*hidden))
    tasks = [first._replace(number=number) for number in range(plan.pairs)]
    with (
        ProgressLine(True, None) as line,
        closing(run_parallel(play_pair, tasks, plan.jobs, plan.cluster)) as results,
    ):
        for pair in results:
            tally.pairs.append(pair)
            line.say(f"{len(tally.pairs)} of {plan.pairs} pairs, {format_elo(tally.elo)}")


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
        if all(name == "random" or parse_level(name, task.game.levels) for name in names):
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
            game.kind(side, found)
